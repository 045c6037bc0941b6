//! Restrictions of MCP and model APIs on the root of a tool's schema, beyond those of JSON Schema.

use crate::json::{Map, Value};
use crate::model::Direction;

/// Keywords that model APIs refuse at the root of an input schema (Anthropic, `OpenAI`, Amazon Bedrock for Claude models).
pub const REFUSED_AT_INPUT_ROOT: [&str; 6] = ["oneOf", "anyOf", "allOf", "not", "if", "enum"];

/// Returns true if the root of an input schema describes further arguments by a schema: the Java SDK reads
/// `additionalProperties` as a boolean, and fails on the whole list.
pub fn has_root_map(root: &Map) -> bool {
    root.get("additionalProperties").is_some_and(|rest| rest.as_bool().is_none())
}

/// Returns the warning of such a root.
pub fn root_map_warning(tool: &str) -> String {
    format!(
        "`additionalProperties` at the root of the input of {tool} is a schema; the Java SDK loses the list"
    )
}

/// Returns the reasons for which clients refuse the root of a schema; none if they accept it.
pub fn refused_at_root(root: &Map, direction: Direction) -> Vec<String> {
    let mut reasons = Vec::new();
    if root.get("type").is_none_or(|kind| kind != "object") {
        reasons.push("its root is not an object".to_owned());
    }
    if root.contains_key("$ref") {
        reasons.push("its root has `$ref`".to_owned());
    }
    if direction == Direction::Input {
        let properties = root.get("properties").and_then(Value::as_object);
        if properties.is_none() {
            reasons.push("its root has no `properties`, which the OpenAI API requires".to_owned());
        }
        for keyword in REFUSED_AT_INPUT_ROOT.into_iter().filter(|keyword| root.contains_key(*keyword)) {
            reasons.push(format!("its root has `{keyword}`"));
        }
    }
    reasons
}

#[cfg(test)]
mod tests {
    use crate::json::json;

    use super::*;

    fn reasons(schema: Value, direction: Direction) -> Vec<String> {
        let Value::Object(map) = schema else { return Vec::new() };
        refused_at_root(&map, direction)
    }

    #[test]
    fn each_reason_is_named() {
        for (schema, expected) in [
            (json!({"type": "string", "properties": {}}), "not an object"),
            (json!({"type": "object", "properties": {}, "$ref": "https://example.com/a.json"}), "`$ref`"),
            (json!({"type": "object"}), "`properties`"),
            (json!({"type": "object", "properties": {}, "anyOf": [{}]}), "`anyOf`"),
        ] {
            let reasons = reasons(schema.clone(), Direction::Input);
            assert!(matches!(reasons.as_slice(), [one] if one.contains(expected)), "{schema}: {reasons:?}");
        }
    }

    #[test]
    fn outputs_may_be_unions_without_properties() {
        assert_eq!(reasons(json!({"type": "object", "oneOf": [{}]}), Direction::Output), [""; 0]);
        assert_eq!(
            reasons(json!({"type": ["object", "null"]}), Direction::Output),
            ["its root is not an object"]
        );
    }
}
