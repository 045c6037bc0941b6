//! Which keywords of an emitted schema hold schemas, and which hold data.

use crate::json::{Map, Value};

/// What stands under a keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SchemaPosition {
    /// One schema.
    Schema,
    /// A list of schemas.
    List,
    /// A map from names to schemas.
    Map,
    /// No schema: text, numbers, or data that must never be read as a schema.
    Data,
}

/// What stands under `keyword` (JSON Schema Draft 07 and 2020-12, applicator keywords); the value tells the two forms of
/// `items` apart.
pub fn position(keyword: &str, value: &Value) -> SchemaPosition {
    // Most values are texts and numbers, which are data under any keyword.
    if !value.is_object() && !value.is_array() {
        return SchemaPosition::Data;
    }
    match keyword {
        // A tuple in Draft 07.
        "items" if value.is_array() => SchemaPosition::List,
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
        | "contentSchema" => SchemaPosition::Schema,
        "allOf" | "anyOf" | "oneOf" | "prefixItems" => SchemaPosition::List,
        "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas"
        | "dependencies" => SchemaPosition::Map,
        _ => SchemaPosition::Data,
    }
}

/// Visits every schema inside `map`, `map` itself excepted, children before parents.
pub(super) fn each_subschema(map: &mut Map, visit: &mut dyn FnMut(&mut Map)) {
    fn enter(value: &mut Value, visit: &mut dyn FnMut(&mut Map)) {
        if let Value::Object(map) = value {
            each_subschema(map, visit);
            visit(map);
        }
    }
    for (keyword, value) in map.iter_mut() {
        match (position(keyword, value), value) {
            (SchemaPosition::Schema, value) => enter(value, visit),
            (SchemaPosition::List, Value::Array(list)) => {
                list.iter_mut().for_each(|value| enter(value, visit))
            }
            (SchemaPosition::Map, Value::Object(map)) => {
                map.values_mut().for_each(|value| enter(value, visit))
            }
            _ => {}
        }
    }
}
