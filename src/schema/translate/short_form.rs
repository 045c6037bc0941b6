//! The short form of an object schema: a map from the name of each field to its schema, such as `{"city":
//! {"type": "string"}, "units": {"type": "string", "optional": true}}`.

use crate::json::{Map, Value};
use crate::model::{Direction, Schema};
use crate::source::Node;

use super::keywords::{SchemaKeywords, is_keyword};
use super::type_word::is_type_word;
use super::types::DeclaredTypes;
use super::{BuiltSchema, SourceDialect, TranslationContext, Translator};

/// Keywords that only occur in the schema of an object. If all entries of a whole schema may be fields or
/// keywords, one of these makes it a schema.
const OF_OBJECTS: [&str; 15] = [
    "type",
    "properties",
    "patternProperties",
    "additionalProperties",
    "propertyNames",
    "unevaluatedProperties",
    "definitions",
    "dependencies",
    "dependentSchemas",
    "dependentRequired",
    "discriminator",
    "not",
    "if",
    "then",
    "else",
];

/// The role of an entry in a map that is a schema or the short form of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ShortFormEntry {
    /// Only a field.
    Field,
    /// Only a keyword, and one that authors do not write beside fields.
    Keyword,
    /// A field or a keyword.
    Either,
    /// An entry that does not decide.
    Neutral,
}

/// Returns whether the schema of a tool's input is in the short form; `docs/mapping.md` has the rules under
/// "ToolDefinition".
pub fn is_short_form(node: Node<'_>) -> bool {
    decide(node, true)
}

/// Returns whether an entry is the flag `optional` of a field.
pub(super) fn is_flag(node: Node<'_>) -> bool {
    node.key() == "optional" && node.as_bool().is_some()
}

/// Returns the properties that are required by flags. In an object where some property is marked `optional`,
/// the others are required; JSON Schema has no such marks.
pub(super) fn required_beside_marked(properties: Node<'_>) -> Vec<&str> {
    let with_optional =
        properties.entries().any(|(_, property)| property.get("optional").is_some_and(is_flag));
    let required = |property: Node<'_>| match optional(property) {
        Some(optional) => !optional,
        None => with_optional,
    };
    properties.entries().filter(|&(_, property)| required(property)).map(|(name, _)| name).collect()
}

/// Returns whether a field is optional, by `optional` or by a boolean `required`; `None` if it has neither.
fn optional(field: Node<'_>) -> Option<bool> {
    let flag = |key: &str| field.get(key).and_then(Node::as_bool);
    flag("optional").or_else(|| flag("required").map(|required| !required))
}

/// Returns whether a map is in the short form. If the map is a whole input, `{"items": …}` is a field;
/// deeper, it is the keyword.
fn decide(node: Node<'_>, is_whole: bool) -> bool {
    if !node.is_object() {
        return false;
    }
    let entries: Vec<(&str, ShortFormEntry)> =
        node.entries().map(|(key, value)| (key, entry(key, value))).collect();
    let any = |wanted: ShortFormEntry| entries.iter().any(|&(_, entry)| entry == wanted);
    if any(ShortFormEntry::Keyword) {
        return false;
    }
    let are_all_names = || {
        let mut either = entries.iter().filter(|(_, entry)| *entry == ShortFormEntry::Either);
        either.all(|(key, _)| !OF_OBJECTS.contains(key))
    };
    any(ShortFormEntry::Field) || is_whole && any(ShortFormEntry::Either) && are_all_names()
}

fn entry(key: &str, value: Node<'_>) -> ShortFormEntry {
    let is_field = describes(value);
    let names_type =
        |node: Node<'_>| node.get("type").is_some_and(|kind| kind.as_str().is_some() || kind.is_array());
    match key {
        "$ref" if value.as_str().is_some() => ShortFormEntry::Keyword,
        "type" if value.is_array() => ShortFormEntry::Keyword,
        "type" => match value.as_str() {
            Some("object") => ShortFormEntry::Keyword,
            Some(word) if is_type_word(word) => ShortFormEntry::Either,
            Some(_) => ShortFormEntry::Keyword,
            None if is_field => ShortFormEntry::Field,
            None => ShortFormEntry::Neutral,
        },
        // If `properties` is a map of schemas, `type` in it is a property whose value is a schema, not a
        // word.
        "properties" if value.is_object() => {
            if names_type(value) {
                ShortFormEntry::Field
            } else {
                ShortFormEntry::Keyword
            }
        }
        "allOf" | "anyOf" | "oneOf" | "enum" if value.is_array() => ShortFormEntry::Keyword,
        _ if key.starts_with('$') || !is_field => ShortFormEntry::Neutral,
        _ if is_keyword(key) && can_hold(key, value) => ShortFormEntry::Either,
        _ => ShortFormEntry::Field,
    }
}

/// Returns whether a keyword can have a value, as far as that distinguishes it from a field.
fn can_hold(keyword: &str, value: Node<'_>) -> bool {
    match keyword {
        "title" | "description" | "format" | "pattern" | "contentEncoding" | "contentMediaType"
        | "collectionFormat" => value.as_str().is_some(),
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" | "minLength"
        | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties" | "minContains"
        | "maxContains" => value.as_number().is_some(),
        "nullable" | "deprecated" | "readOnly" | "writeOnly" | "uniqueItems" | "allowEmptyValue" => false,
        "required" | "examples" | "prefixItems" | "allOf" | "anyOf" | "oneOf" | "enum" => false,
        _ => true,
    }
}

/// Returns whether a value describes a field: it is the name of a type, a schema, or a map of fields.
fn describes(value: Node<'_>) -> bool {
    match value.as_str() {
        Some(word) => is_type_word(word),
        None if value.is_object() => {
            let tells = |(key, inner): (&str, Node<'_>)| {
                is_flag(inner) || is_keyword(key) && !inner.is_null() && tells_of_a_value(key, inner)
            };
            value.is_empty() || value.entries().any(tells) || decide(value, false)
        }
        None => false,
    }
}

/// Returns whether a keyword has a value that it can have.
fn tells_of_a_value(keyword: &str, value: Node<'_>) -> bool {
    match keyword {
        "type" => value.as_str().is_some() || value.is_array(),
        "required" | "examples" | "prefixItems" | "allOf" | "anyOf" | "oneOf" | "enum" => value.is_array(),
        "nullable" | "deprecated" | "readOnly" | "writeOnly" | "uniqueItems" => value.as_bool().is_some(),
        _ => can_hold(keyword, value),
    }
}

impl<'s> Translator<'s> {
    /// Translates an object schema in the short form: fields are required unless they are marked optional.
    pub fn translate_short_form(&mut self, node: Node<'s>, direction: Direction, owner: &'s str) -> Schema {
        let context = TranslationContext::outermost(node, SourceDialect::Draft202012, direction, owner);
        let is_argument = direction == Direction::Input;
        Schema(self.fields(node, TranslationContext { is_argument, is_short_form: true, ..context }))
    }

    /// Translates a value that only the short form has in place of a schema: the name of a type, or a map of
    /// fields.
    pub(super) fn short_form(&mut self, node: Node<'s>, context: TranslationContext<'s>) -> Option<Map> {
        if node.as_str().is_some_and(is_type_word) {
            let keywords = SchemaKeywords { kind: Some(node), ..SchemaKeywords::default() };
            return Some(self.assertions_and_annotations(node, &keywords, context));
        }
        decide(node, false).then(|| self.fields(node, context))
    }

    fn fields(&mut self, node: Node<'s>, context: TranslationContext<'s>) -> Map {
        let is_field = |key: &str, value: Node<'s>| match entry(key, value) {
            ShortFormEntry::Field | ShortFormEntry::Either => true,
            ShortFormEntry::Keyword => false,
            ShortFormEntry::Neutral => !is_keyword(key) && !key.starts_with('$') && value.as_bool().is_none(),
        };
        let (fields, rest): (Vec<_>, Vec<_>) = node.entries().partition(|&(key, value)| is_field(key, value));
        let mut built = BuiltSchema::default();
        built.set("type", "object");
        let keywords = SchemaKeywords::of(rest.iter().copied());
        let types = DeclaredTypes { names: vec!["object"], ..DeclaredTypes::default() };
        self.annotations(&keywords, &types, context, &mut built);
        let (_, removed) =
            self.named_schemas(fields.len(), fields.iter().copied(), context, &mut built, &mut false);
        let listed: Option<Vec<&str>> = keywords
            .required
            .filter(|list| list.is_array())
            .map(|list| list.items().filter_map(Node::as_str).collect());
        let is_required = |name: &str, field: Node<'s>| match &listed {
            Some(listed) => listed.contains(&name),
            None => optional(field) != Some(true),
        };
        let required: Vec<Value> = fields
            .iter()
            .filter(|&&(name, field)| !removed.contains(&name) && is_required(name, field))
            .map(|&(name, _)| Value::from(name))
            .collect();
        if !required.is_empty() {
            built.set("required", required);
        }
        if let Some(flag) = keywords.additional_properties.and_then(Node::as_bool) {
            built.set("additionalProperties", flag);
        }
        let read = ["title", "description", "default", "examples", "required", "additionalProperties"];
        for (key, value) in rest {
            let is_read = read.contains(&key) || key.starts_with('$') || key.starts_with("x-");
            if !is_read && !is_flag(value) {
                self.drop_keyword(value, "is not a field and has no meaning beside fields");
            }
        }
        built.finish()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::Limits;
    use crate::diagnostic::Sink;
    use crate::source::{Access, Input, Sources};

    fn is_short(text: &str) -> bool {
        let (sources, sink) = (Sources::new(Access::default(), Limits::default()), Sink::new());
        let input = Input::Bytes { name: "schema".to_owned(), bytes: text.into() };
        is_short_form(sources.load(&input, &sink).unwrap().root())
    }

    #[test]
    fn maps_of_fields_are_the_short_form() {
        for text in [
            r#"{"city": {"type": "string"}}"#,
            r#"{"city": "string", "days": "integer"}"#,
            r#"{"city": {}}"#,
            r#"{"city": {"description": "The city."}}"#,
            r#"{"city": {"enum": ["a"], "optional": true}}"#,
            r#"{"place": {"$ref": "https://example.com/place.json"}}"#,
            // Fields that are named like keywords.
            r#"{"type": {"type": "string", "enum": ["a", "b"]}}"#,
            r#"{"type": "string", "city": "string"}"#,
            r#"{"properties": {"type": "array", "items": {"type": "string"}}}"#,
            r#"{"items": {"type": "array"}}"#,
            r#"{"title": {"type": "string"}, "description": {"type": "string"}, "format": {"type": "string"}}"#,
            r#"{"default": {"type": "string"}, "minimum": {"type": "number"}}"#,
            r#"{"required": {"type": "boolean"}, "enum": {"type": "array"}}"#,
            r#"{"description": "text", "city": "string"}"#,
            // Fields that are objects.
            r#"{"filter": {"type": "object", "properties": {"since": {"type": "string"}}}}"#,
            r#"{"filter": {"since": {"type": "string", "optional": true}}}"#,
            // Entries beside fields do not decide.
            r#"{"$schema": "https://json-schema.org/draft/2020-12/schema", "city": {"type": "string"}}"#,
            r#"{"description": "Where to look.", "city": {"type": "string"}}"#,
            r#"{"city": {"type": "string"}, "required": ["city"]}"#,
            r#"{"city": {"type": "string"}, "note": 5}"#,
        ] {
            assert!(is_short(text), "{text}");
        }
    }

    #[test]
    fn schemas_are_not_the_short_form() {
        for text in [
            "{}",
            "true",
            r#"{"type": "object"}"#,
            r#"{"type": ["object", "null"]}"#,
            r#"{"type": "string", "description": "text"}"#,
            r#"{"type": "object", "properties": {"city": {"type": "string"}}}"#,
            r#"{"properties": {"city": {"type": "string"}}}"#,
            r#"{"properties": {}}"#,
            r#"{"properties": {"type": {"type": "string"}, "properties": {"type": "object"}}}"#,
            r##"{"$ref": "#/$defs/Input", "$defs": {"Input": {"type": "object"}}}"##,
            r#"{"anyOf": [{"type": "object"}, {"type": "null"}]}"#,
            r#"{"allOf": [{"$ref": "https://example.com/a.json"}], "description": "All."}"#,
            r#"{"additionalProperties": {"type": "string"}}"#,
            r#"{"title": "Nothing", "description": "Takes nothing."}"#,
            r#"{"type": "object", "properties": {"city": {"type": "string"}}, "strict": true}"#,
            r#"{"type": "object", "city": {"type": "string"}}"#,
            r#"{"enum": ["a", "b"]}"#,
            r#"{"type": "thing", "city": {"type": "string"}}"#,
        ] {
            assert!(!is_short(text), "{text}");
        }
    }
}
