//! Evaluates schemas: a direct implementation of OpenAPI 3.0's Schema Object, independent of the translator,
//! and the `jsonschema` crate for JSON Schema.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use jsonschema::{Draft, Validator};
use serde_json::{Map, Value, json};

use super::formats::{FormatReading, asserting, fits};
use super::prepare::PINNED;

/// The number of schemas that apply to one value before a recursion is considered endless.
const MAX_OPEN: usize = 60;

/// Evaluates source schemas.
pub(crate) enum Source<'d> {
    /// OpenAPI 3.0, with the schema.
    Old(Old<'d>, &'d Value),
    /// JSON Schema, compiled.
    Modern(Box<Validator>),
}

impl<'d> Source<'d> {
    /// Returns a judge of `schema`, whose references lead to the components of `document`; `None` if the
    /// schema is invalid.
    pub(crate) fn new(
        document: &'d Value,
        schema: &'d Value,
        modern: bool,
        draft: Draft,
        reading: FormatReading,
    ) -> Option<Self> {
        if !modern {
            return Some(Self::Old(Old { document, reading }, schema));
        }
        let mut whole = json!({"allOf": [schema], "components": document["components"]});
        let components = document["components"]["schemas"].as_object();
        if components.into_iter().flatten().any(|(_, component)| component.get("$id").is_some()) {
            // Validators find the identifiers of schemas under keywords that they know.
            whole["$defs"] = document["components"]["schemas"].clone();
        }
        let valid = |schema: &Value| match draft {
            Draft::Draft4 => jsonschema::draft4::meta::is_valid(schema),
            Draft::Draft6 => jsonschema::draft6::meta::is_valid(schema),
            Draft::Draft7 => jsonschema::draft7::meta::is_valid(schema),
            Draft::Draft201909 => jsonschema::draft201909::meta::is_valid(schema),
            _ => jsonschema::draft202012::meta::is_valid(schema),
        };
        if is_circular(document, schema)
            || components.is_some_and(|all| all.values().any(|one| is_circular(document, one)))
            || !valid(&whole)
            || components.is_some_and(|all| !all.values().all(valid))
        {
            return None;
        }
        compiled(&whole, draft, reading).ok().map(|validator| Self::Modern(Box::new(validator)))
    }

    pub(crate) fn accepts(&self, value: &Value) -> bool {
        match self {
            Self::Old(judge, schema) => judge.accepts(schema, value, &mut Vec::new()),
            Self::Modern(validator) => validator.is_valid(value),
        }
    }
}

/// Returns whether a schema or a subschema refers to itself in place, which has no meaning.
fn is_circular(document: &Value, schema: &Value) -> bool {
    let mut below = leads_back(document, schema, &mut Vec::new());
    super::prepare::subschemas(schema, &mut |_, part| below = below || is_circular(document, part));
    below
}

fn leads_back<'d>(document: &'d Value, schema: &'d Value, open: &mut Vec<&'d str>) -> bool {
    const IN_PLACE: [&str; 8] = ["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas"];
    let reference = schema["$ref"].as_str();
    if let Some(reference) = reference {
        if open.contains(&reference) {
            return true;
        }
        open.push(reference);
        let target = reference.strip_prefix('#').and_then(|text| document.pointer(&decoded(text)));
        if target.is_some_and(|target| leads_back(document, target, open)) {
            return true;
        }
        open.pop();
    }
    let mut found = false;
    super::prepare::subschemas(schema, &mut |keyword, part| {
        found = found || IN_PLACE.contains(&keyword) && leads_back(document, part, open);
    });
    found
}

/// Compiles a schema as clients do: without decoding content.
pub(crate) fn compiled(schema: &Value, draft: Draft, reading: FormatReading) -> Result<Validator, String> {
    asserting(jsonschema::options(), reading)
        .with_draft(draft)
        .without_content_encoding_support("base64")
        .without_content_media_type_support("application/json")
        .build(schema)
        .map_err(|error| error.to_string())
}

/// Evaluates prepared schemas of OpenAPI 3.0 ("Schema Object"), where a reference ignores its siblings.
pub(crate) struct Old<'d> {
    document: &'d Value,
    reading: FormatReading,
}

/// The references and schemas that are being evaluated for one value.
type Open = Vec<*const Value>;

impl Old<'_> {
    fn accepts(&self, schema: &Value, value: &Value, open: &mut Open) -> bool {
        let Some(map) = schema.as_object() else { return schema != &Value::Bool(false) };
        if let Some(reference) = map.get("$ref").and_then(Value::as_str) {
            return self.referred(reference, value, open);
        }
        let is_typed = match map.get("type") {
            Some(Value::String(kind)) => is_of_type(value, kind),
            Some(Value::Array(kinds)) => {
                kinds.iter().filter_map(Value::as_str).any(|kind| is_of_type(value, kind))
            }
            _ => true,
        };
        let values = map.get("enum").and_then(Value::as_array);
        let is_listed = values.is_none_or(|values| values.iter().any(|member| equal(member, value)));
        is_typed
            && is_listed
            && self.combined(map, value, open)
            && match value {
                Value::Number(_) => numbers(map, value),
                Value::String(text) => strings(map, text) && self.has_format(map, text),
                Value::Array(items) => self.arrays(map, items),
                Value::Object(members) => self.objects(map, members),
                Value::Null | Value::Bool(_) => true,
            }
    }

    fn has_format(&self, map: &Map<String, Value>, text: &str) -> bool {
        let format = map.get("format").and_then(Value::as_str);
        self.reading == FormatReading::Annotation || format.is_none_or(|format| fits(format, text))
    }

    fn referred(&self, reference: &str, value: &Value, open: &mut Open) -> bool {
        let pointer = reference.strip_prefix('#').map(decoded);
        // A reference that does not resolve, or is on a cycle, accepts everything.
        let Some(target) = pointer.and_then(|pointer| self.document.pointer(&pointer)) else { return true };
        let address: *const Value = target;
        if open.contains(&address) || open.len() > MAX_OPEN {
            return true;
        }
        open.push(address);
        let accepts = self.accepts(target, value, open);
        open.pop();
        accepts
    }

    /// Returns whether a branch of a union is being evaluated already: inside a subtype, the union of its
    /// parent is satisfied by that subtype.
    fn is_open(&self, branches: &[Value], open: &Open) -> bool {
        branches.iter().any(|branch| {
            let pinned = branch.get(PINNED).map(|_| &branch["allOf"][0]);
            let reference = pinned.unwrap_or(branch)["$ref"].as_str();
            let target = reference.and_then(|reference| reference.strip_prefix('#'));
            let target = target.and_then(|pointer| self.document.pointer(&decoded(pointer)));
            target.is_some_and(|target| open.contains(&std::ptr::from_ref(target)))
        })
    }

    fn combined(&self, map: &Map<String, Value>, value: &Value, open: &mut Open) -> bool {
        let branches = |keyword: &str| map.get(keyword).and_then(Value::as_array);
        let count = |branches: &[Value], open: &mut Open| {
            branches.iter().filter(|branch| self.accepts(branch, value, open)).count()
        };
        branches("allOf").is_none_or(|all| count(all, open) == all.len())
            && branches("anyOf").is_none_or(|any| self.is_open(any, open) || count(any, open) > 0)
            && branches("oneOf").is_none_or(|one| self.is_open(one, open) || count(one, open) == 1)
            && map.get("not").is_none_or(|not| !self.accepts(not, value, open))
    }

    fn arrays(&self, map: &Map<String, Value>, items: &[Value]) -> bool {
        within(map, "minItems", "maxItems", items.len())
            && (!is_true(map, "uniqueItems")
                || (1..items.len()).all(|index| !items[..index].iter().any(|one| equal(one, &items[index]))))
            && map
                .get("items")
                .is_none_or(|schema| items.iter().all(|item| self.accepts(schema, item, &mut Vec::new())))
    }

    fn objects(&self, map: &Map<String, Value>, members: &Map<String, Value>) -> bool {
        let properties = map.get("properties").and_then(Value::as_object);
        let required = map.get("required").and_then(Value::as_array).into_iter().flatten();
        within(map, "minProperties", "maxProperties", members.len())
            && required.filter_map(Value::as_str).all(|name| members.contains_key(name))
            && members.iter().all(|(name, value)| {
                let described = properties
                    .and_then(|properties| properties.get(name))
                    .or_else(|| map.get("additionalProperties"));
                described.is_none_or(|schema| self.accepts(schema, value, &mut Vec::new()))
            })
    }
}

/// Decodes a URI fragment to a JSON Pointer.
pub(crate) fn decoded(fragment: &str) -> String {
    percent_encoding::percent_decode_str(fragment).decode_utf8_lossy().into_owned()
}

pub(crate) fn is_true(map: &Map<String, Value>, keyword: &str) -> bool {
    map.get(keyword) == Some(&Value::Bool(true))
}

fn number(map: &Map<String, Value>, keyword: &str) -> Option<f64> {
    map.get(keyword).and_then(Value::as_f64)
}

fn within(map: &Map<String, Value>, least: &str, most: &str, length: usize) -> bool {
    let length = f64::from(u32::try_from(length).unwrap_or(u32::MAX));
    number(map, least).is_none_or(|least| length >= least)
        && number(map, most).is_none_or(|most| length <= most)
}

fn is_of_type(value: &Value, kind: &str) -> bool {
    match kind {
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "number" => value.is_number(),
        "null" => value.is_null(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        _ => false,
    }
}

/// Returns whether two values are equal, comparing numbers by value.
fn equal(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| equal(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(key, value)| other.get(key).is_some_and(|other| equal(value, other)))
        }
        _ => one == other,
    }
}

fn numbers(map: &Map<String, Value>, value: &Value) -> bool {
    let Some(value) = value.as_f64() else { return true };
    let (lowest, highest) = (number(map, "minimum"), number(map, "maximum"));
    let above = lowest.is_none_or(|least| {
        value > least || value.total_cmp(&least).is_eq() && !is_true(map, "exclusiveMinimum")
    });
    let below = highest.is_none_or(|most| {
        value < most || value.total_cmp(&most).is_eq() && !is_true(map, "exclusiveMaximum")
    });
    // Both numbers have few decimals here, so an exact quotient is close to an integer.
    let divides = number(map, "multipleOf").is_none_or(|step| {
        let quotient = value / step;
        (quotient - quotient.round()).abs() < 1e-9
    });
    above && below && divides
}

fn strings(map: &Map<String, Value>, text: &str) -> bool {
    within(map, "minLength", "maxLength", text.chars().count())
        && map.get("pattern").and_then(Value::as_str).is_none_or(|pattern| matches(pattern, text))
}

/// Returns whether a pattern matches a string; an invalid pattern matches everything. Patterns that are only
/// valid without the `u` flag count too, since the translator repairs their escapes.
pub(crate) fn matches(pattern: &str, text: &str) -> bool {
    static KNOWN: LazyLock<Mutex<HashMap<String, Option<regress::Regex>>>> = LazyLock::new(Mutex::default);
    let read = || ["u", ""].into_iter().find_map(|flags| regress::Regex::with_flags(pattern, flags).ok());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let regex = known.entry(pattern.to_owned()).or_insert_with(read);
    regex.as_ref().is_none_or(|regex| regex.find(text).is_some())
}
