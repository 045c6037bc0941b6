//! Removes annotations, which only people and models read.

use serde_json::{Map, Value};

/// Returns a schema without its annotations.
pub(crate) fn bare(schema: &Value) -> Value {
    let Value::Object(schema) = schema else { return schema.clone() };
    let all = |value: &Value| match value {
        Value::Array(list) => list.iter().map(bare).collect(),
        one => bare(one),
    };
    let map = |value: &Value| {
        let entries = value.as_object().into_iter().flatten();
        Value::Object(entries.map(|(key, value)| (key.clone(), bare(value))).collect::<Map<_, _>>())
    };
    let kept = schema
        .iter()
        .filter(|(key, _)| !matches!(key.as_str(), "title" | "description" | "examples" | "$comment"));
    let members = kept.map(|(key, value)| {
        let value = match key.as_str() {
            "properties" | "patternProperties" | "$defs" => map(value),
            "items"
            | "prefixItems"
            | "allOf"
            | "anyOf"
            | "oneOf"
            | "not"
            | "if"
            | "then"
            | "else"
            | "contains"
            | "additionalProperties"
            | "propertyNames" => all(value),
            _ => value.clone(),
        };
        (key.clone(), value)
    });
    Value::Object(members.collect())
}
