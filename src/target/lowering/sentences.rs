//! Constraints as sentences of a description, for targets that have no keyword for them.

use crate::json::{Key, Map, Value};

/// Most values of an `enum` in a description.
const MOST_VALUES: usize = 30;

/// Most characters of the values of an `enum` in a description.
const MOST_VALUE_CHARACTERS: usize = 1_000;

/// Most characters of an example in a description.
const MOST_EXAMPLE_CHARACTERS: usize = 60;

/// Formats that tell a model nothing.
const SILENT_FORMATS: [&str; 4] = ["int32", "int64", "float", "double"];

/// The sentences that are appended to one description, in the order in which they are written.
#[derive(Debug, Default)]
pub(super) struct Sentences(Vec<(SentencePlace, String)>);

/// The order of sentences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SentencePlace {
    Conditions,
    Values,
    Format,
    Pattern,
    Minimum,
    Maximum,
    ExclusiveMinimum,
    ExclusiveMaximum,
    MultipleOf,
    MinLength,
    MaxLength,
    MinItems,
    MaxItems,
    UniqueItems,
    MinProperties,
    MaxProperties,
    Keys,
    MapValues,
    Default,
    Example,
    Encoding,
    MediaType,
    Not,
    Again,
    JsonText,
    Reference,
}

impl Sentences {
    pub(super) fn add(&mut self, place: SentencePlace, text: String) {
        self.0.push((place, text));
    }

    /// Adds the sentence that says what a keyword demands. Returns false if there is none.
    pub(super) fn add_keyword(&mut self, keyword: &str, value: &Value) -> bool {
        use SentencePlace as Place;
        let (place, text) = match keyword {
            "enum" => (Place::Values, format!("One of {}.", listed(value))),
            "const" => (Place::Values, format!("One of {value}.")),
            "format" => match value.as_str() {
                Some(format) if !SILENT_FORMATS.contains(&format) => {
                    (Place::Format, format!("Format: {format}."))
                }
                _ => return false,
            },
            "pattern" => (Place::Pattern, format!("Pattern: {}", plain(value))),
            "minimum" => (Place::Minimum, format!("At least {value}.")),
            "maximum" => (Place::Maximum, format!("At most {value}.")),
            "exclusiveMinimum" => (Place::ExclusiveMinimum, format!("More than {value}.")),
            "exclusiveMaximum" => (Place::ExclusiveMaximum, format!("Less than {value}.")),
            "multipleOf" => (Place::MultipleOf, format!("A multiple of {value}.")),
            "minLength" => (Place::MinLength, format!("At least {value} characters.")),
            "maxLength" => (Place::MaxLength, format!("At most {value} characters.")),
            "minItems" => (Place::MinItems, format!("At least {value} items.")),
            "maxItems" => (Place::MaxItems, format!("At most {value} items.")),
            "uniqueItems" if value.as_bool() == Some(true) => {
                (Place::UniqueItems, "Each item once.".to_owned())
            }
            "minProperties" => (Place::MinProperties, format!("At least {value} properties.")),
            "maxProperties" => (Place::MaxProperties, format!("At most {value} properties.")),
            "propertyNames" => match value.get("pattern") {
                Some(pattern) => (Place::Keys, format!("Keys: {}.", plain(pattern))),
                None => return false,
            },
            "patternProperties" => match value.as_object() {
                Some(patterns) => {
                    let patterns: Vec<&str> = patterns.keys().map(Key::as_str).collect();
                    (Place::Keys, format!("Keys: {}.", patterns.join(", ")))
                }
                None => return false,
            },
            "default" => (Place::Default, format!("Default: {}.", plain(value))),
            "examples" => {
                let example = value.as_array().and_then(|examples| examples.first()).map(ToString::to_string);
                match example.filter(|example| example.chars().count() <= MOST_EXAMPLE_CHARACTERS) {
                    Some(example) => (Place::Example, format!("Example: {example}.")),
                    None => return false,
                }
            }
            "contentEncoding" => (Place::Encoding, format!("Encoding: {}.", plain(value))),
            "contentMediaType" => (Place::MediaType, format!("Media type: {}.", plain(value))),
            "not" => (Place::Not, format!("Not: {value}.")),
            _ => return false,
        };
        self.add(place, text);
        true
    }

    /// Appends the sentences to the description of a schema.
    pub(super) fn write(mut self, schema: &mut Map) {
        if self.0.is_empty() {
            return;
        }
        self.0.sort_by_key(|(place, _)| *place);
        let own = schema.get("description").and_then(Value::as_str).unwrap_or_default().trim_end();
        let texts = std::iter::once(own.to_owned()).chain(self.0.into_iter().map(|(_, text)| text));
        let texts: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
        schema.insert("description", Value::String(texts.join(" ")));
    }
}

/// Returns a string without quotes, and another value as JSON.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Returns values as JSON, separated by commas; a long list is cut.
fn listed(values: &Value) -> String {
    let values = values.as_array().map(Vec::as_slice).unwrap_or_default();
    let mut text = String::new();
    for (index, value) in values.iter().enumerate() {
        let value = value.to_string();
        if index >= MOST_VALUES || text.len() + value.len() > MOST_VALUE_CHARACTERS {
            return format!("{text} … ({} more)", values.len() - index);
        }
        if index > 0 {
            text.push_str(", ");
        }
        text.push_str(&value);
    }
    text
}
