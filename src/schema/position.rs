//! Which keywords of an emitted schema hold schemas, and which hold data.

use serde_json::{Map, Value};

/// What stands under a keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Position {
    /// One schema.
    Schema,
    /// A list of schemas.
    List,
    /// A map from names to schemas.
    Map,
    /// No schema: text, numbers, or data that must never be read as a schema.
    Data,
}

/// What stands under `keyword` (JSON Schema Draft 07 and 2020-12, applicator keywords).
fn position(keyword: &str) -> Position {
    match keyword {
        "items"
        | "additionalProperties"
        | "additionalItems"
        | "not"
        | "if"
        | "then"
        | "else"
        | "contains"
        | "propertyNames"
        | "unevaluatedItems"
        | "unevaluatedProperties"
        | "contentSchema" => Position::Schema,
        "allOf" | "anyOf" | "oneOf" | "prefixItems" => Position::List,
        "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas"
        | "dependencies" => Position::Map,
        _ => Position::Data,
    }
}

/// What stands under `keyword` where it has this value: a text or number is data under any keyword, which is quickly
/// seen; and a list under `items` is a tuple, as Draft 07 has it.
pub fn position_of(keyword: &str, value: &Value) -> Position {
    match value {
        Value::Array(_) if keyword == "items" => Position::List,
        Value::Object(_) | Value::Array(_) => position(keyword),
        _ => Position::Data,
    }
}

/// Visits every schema inside `map`, `map` itself excepted, children before parents.
pub(super) fn each_subschema(map: &mut Map<String, Value>, visit: &mut dyn FnMut(&mut Map<String, Value>)) {
    fn enter(value: &mut Value, visit: &mut dyn FnMut(&mut Map<String, Value>)) {
        if let Value::Object(map) = value {
            each_subschema(map, visit);
            visit(map);
        }
    }
    for (keyword, value) in map.iter_mut() {
        match (position_of(keyword, value), value) {
            (Position::Schema, value) => enter(value, visit),
            (Position::List, Value::Array(list)) => list.iter_mut().for_each(|value| enter(value, visit)),
            (Position::Map, Value::Object(map)) => map.values_mut().for_each(|value| enter(value, visit)),
            _ => {}
        }
    }
}
