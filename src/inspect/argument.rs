//! Arguments of a tool, and descriptions of their types.

use std::collections::HashSet;

use crate::json::Value;

/// Maximum nesting of a described type: arrays of arrays of arrays.
const DEPTH: usize = 3;
/// Maximum number of types in a `type` list: JSON Schema has seven.
const TYPES: usize = 7;
/// Maximum number of alternatives that are described.
const ALTERNATIVES: usize = 4;

/// One property of an input schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct InspectedArgument<'m> {
    /// Name of the argument.
    pub(super) name: &'m str,
    /// Description of the type: `string`, `array of integer`, `object or null`.
    pub(super) kind: String,
    /// True if the argument is required.
    pub(super) required: bool,
    /// Description of the argument.
    pub(super) description: Option<&'m str>,
}

/// Returns the properties of a schema, in order.
pub(super) fn of(schema: &Value) -> Vec<InspectedArgument<'_>> {
    let required: HashSet<&str> = schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let properties = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    properties
        .map(|(name, schema)| InspectedArgument {
            name,
            kind: kind(schema, DEPTH),
            required: required.contains(name.as_str()),
            description: schema.get("description").and_then(Value::as_str),
        })
        .collect()
}

/// Describes a type. Formats and constraints are left to the schema itself.
fn kind(schema: &Value, depth: usize) -> String {
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        return reference.rsplit('/').next().unwrap_or(reference).to_owned();
    }
    match schema.get("type") {
        Some(Value::String(one)) => typed(one, schema, depth),
        Some(Value::Array(several)) => {
            let names =
                several.iter().take(TYPES).filter_map(Value::as_str).map(|one| typed(one, schema, depth));
            alternatives(names.collect())
        }
        _ => untyped(schema, depth),
    }
}

fn typed(name: &str, schema: &Value, depth: usize) -> String {
    match schema.get("items") {
        Some(items) if name == "array" && depth > 0 => match kind(items, depth - 1).as_str() {
            "any" => name.to_owned(),
            several if several.contains(" or ") => format!("array of ({several})"),
            one => format!("array of {one}"),
        },
        _ => name.to_owned(),
    }
}

fn untyped(schema: &Value, depth: usize) -> String {
    let union = ["anyOf", "oneOf"].into_iter().find_map(|key| schema.get(key)?.as_array());
    match union {
        Some(branches) if depth > 0 && !branches.is_empty() => {
            let branches = branches.iter().take(ALTERNATIVES + 1);
            alternatives(branches.map(|branch| kind(branch, depth - 1)).collect())
        }
        _ if schema.get("properties").is_some() => "object".to_owned(),
        _ if schema.get("enum").is_some() || schema.get("const").is_some() => "one of its values".to_owned(),
        _ => "any".to_owned(),
    }
}

/// Joins the distinct names of alternatives; if there are many, only the first ones.
fn alternatives(names: Vec<String>) -> String {
    let mut distinct: Vec<String> = Vec::new();
    for name in names {
        if distinct.len() == ALTERNATIVES {
            distinct.push("…".to_owned());
            break;
        }
        if !distinct.contains(&name) {
            distinct.push(name);
        }
    }
    if distinct.is_empty() { "any".to_owned() } else { distinct.join(" or ") }
}

#[cfg(test)]
mod tests {
    use crate::json::json;

    use super::*;

    #[test]
    fn types_are_told_in_words() {
        for (schema, words) in [
            (json!({"type": "string"}), "string"),
            (json!({"type": ["object", "null"]}), "object or null"),
            (
                json!({"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}),
                "array of array of integer",
            ),
            (json!({"type": "array", "items": {"type": ["string", "null"]}}), "array of (string or null)"),
            (json!({"type": "array", "items": {}}), "array"),
            (
                json!({"anyOf": [{"type": "string"}, {"$ref": "#/$defs/Pet"}, {"type": "string"}]}),
                "string or Pet",
            ),
            (json!({"enum": [1, 2]}), "one of its values"),
            (json!({"properties": {}}), "object"),
            (json!({}), "any"),
            (json!(true), "any"),
            (json!({"type": 3}), "any"),
        ] {
            assert_eq!(kind(&schema, DEPTH), words, "{schema}");
        }
    }

    #[test]
    fn telling_a_type_comes_to_an_end() {
        let mut schema = json!({"type": "string"});
        for _ in 0..100 {
            schema = json!({"anyOf": [schema.clone(), {"type": "array", "items": schema}]});
            if schema.to_string().len() > 1_000_000 {
                break;
            }
        }
        assert!(kind(&schema, DEPTH).len() < 1_000);
    }

    #[test]
    fn only_strings_are_required() {
        let schema = json!({"properties": {"a": {}, "b": 7}, "required": ["a", 1, null]});
        let found = of(&schema);
        assert_eq!(found.iter().map(|one| one.required).collect::<Vec<_>>(), [true, false]);
        assert!(of(&json!({"properties": [], "required": {}})).is_empty());
    }
}
