//! What clients refuse in a schema that is written as it is.

use crate::json::{Map, Value};
use crate::model::{ArgumentName, Direction, Schema};

use super::compile;

/// Levels of nesting that leave room for what stands around a schema.
const MAX_DEPTH: usize = 110;

/// Keywords that model APIs refuse at the root of an input.
const REFUSED_AT_ROOT: [&str; 6] = ["oneOf", "anyOf", "allOf", "not", "if", "enum"];

/// Why clients would refuse the schema, one reason each; none if they take it.
pub fn refused(schema: &Schema, direction: Direction) -> Vec<String> {
    let root = &schema.0;
    let mut reasons = refused_at_root(root, direction);
    let properties = root.get("properties").filter(|_| direction == Direction::Input);
    let names = properties.and_then(Value::as_object).into_iter().flatten().map(|(name, _)| name);
    for name in names.filter(|name| ArgumentName::new(name).is_none()) {
        reasons.push(format!("its argument `{name}` has a name that is not allowed"));
    }
    if levels(root.values(), 1) > MAX_DEPTH {
        reasons.push("it nests too deep".to_owned());
    } else if let Err(fault) = compile(&Value::Object(root.clone())) {
        reasons.push(format!("it is not sound under both Draft 07 and 2020-12: {fault}"));
    }
    reasons
}

/// What clients refuse at the root of a schema.
pub fn refused_at_root(root: &Map, direction: Direction) -> Vec<String> {
    let mut reasons = Vec::new();
    if root.get("type").is_none_or(|kind| kind != "object") {
        reasons.push("its root is no object".to_owned());
    }
    if root.contains_key("$ref") {
        reasons.push("`$ref` stands at its root".to_owned());
    }
    if direction == Direction::Input {
        let properties = root.get("properties").and_then(Value::as_object);
        if properties.is_none() {
            reasons.push("its root has no `properties`".to_owned());
        }
        for keyword in REFUSED_AT_ROOT.into_iter().filter(|keyword| root.contains_key(*keyword)) {
            reasons.push(format!("`{keyword}` stands at its root"));
        }
    }
    reasons
}

/// Levels of arrays and objects; the limit on the source's depth bounds the recursion.
fn levels<'v>(values: impl Iterator<Item = &'v Value>, level: usize) -> usize {
    let below = values.map(|value| match value {
        Value::Array(list) => levels(list.iter(), level + 1),
        Value::Object(map) => levels(map.values(), level + 1),
        _ => level,
    });
    below.max().unwrap_or(level)
}

#[cfg(test)]
mod tests {
    use crate::json::json;

    use super::*;

    fn reasons(schema: Value, direction: Direction) -> Vec<String> {
        let Value::Object(map) = schema else { return Vec::new() };
        refused(&Schema(map), direction)
    }

    #[test]
    fn what_every_client_takes_is_not_refused() {
        let schema =
            json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/a"}}, "$defs": {"a": {}}});
        assert_eq!(reasons(schema.clone(), Direction::Input), Vec::<String>::new());
        assert_eq!(reasons(schema, Direction::Output), Vec::<String>::new());
    }

    #[test]
    fn each_reason_is_named() {
        for (schema, expected) in [
            (json!({"type": "string"}), "no object"),
            (json!({"$ref": "https://example.com/a.json"}), "`$ref`"),
            (json!({"type": "object"}), "`properties`"),
            (json!({"type": "object", "properties": {}, "anyOf": [{}]}), "`anyOf`"),
            (json!({"type": "object", "properties": {"a b": {}}}), "`a b`"),
            (json!({"type": "object", "properties": {"a": {"type": "any"}}}), "not sound"),
            (json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/none"}}}), "not sound"),
        ] {
            let reasons = reasons(schema.clone(), Direction::Input);
            assert!(reasons.iter().any(|reason| reason.contains(expected)), "{schema}: {reasons:?}");
        }
    }
}
