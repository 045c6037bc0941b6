//! Schemas whose validity is seen without a meta-schema. Most schemas are, and validating them takes several times as long.

use crate::json::types::TypeSet;
use crate::json::{Map, Value};
use crate::schema::subschemas::{ApplicatorForm, applicator_row};

/// The longest list of names whose uniqueness is checked by comparing them all.
const MOST_NAMES: usize = 64;

/// Returns true only if a schema is valid under the meta-schemas of both Draft 07 and 2020-12, whatever its references lead
/// to. A schema for which it returns false may be valid too. The depth of schemas bounds the recursion.
pub(super) fn is_plainly_valid(schema: &Map) -> bool {
    schema.iter().all(|(keyword, value)| is_plain_member(keyword, value))
}

fn is_plain_member(keyword: &str, value: &Value) -> bool {
    match keyword {
        // Draft 07 wants a name that is a regular expression.
        "patternProperties" => false,
        "title" | "description" | "format" | "contentEncoding" | "contentMediaType" | "$ref" => {
            value.is_string()
        }
        "type" => {
            let is_set = value.as_array().is_none_or(|names| !names.is_empty() && is_set_of_names(names));
            is_set && TypeSet::of_keyword(value).is_some()
        }
        "enum" | "examples" => value.is_array(),
        "default" | "const" => true,
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minContains" | "maxContains"
        | "minProperties" | "maxProperties" => value.as_u64().is_some(),
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => value.is_number(),
        "multipleOf" => value.as_f64().is_some_and(|factor| factor > 0.0),
        "uniqueItems" | "deprecated" | "readOnly" | "writeOnly" => value.is_boolean(),
        "required" => value.as_array().is_some_and(|names| is_set_of_names(names)),
        _ => match (applicator_row(keyword).map(|row| row.form), value) {
            (Some(ApplicatorForm::One), value) => is_plain_schema(value),
            (Some(ApplicatorForm::List), Value::Array(list)) => {
                !list.is_empty() && list.iter().all(is_plain_schema)
            }
            (Some(ApplicatorForm::Map), Value::Object(map)) => map.values().all(is_plain_schema),
            (Some(_), _) => false,
            (None, _) => keyword.starts_with("x-"),
        },
    }
}

fn is_plain_schema(value: &Value) -> bool {
    match value {
        Value::Object(map) => is_plainly_valid(map),
        value => value.is_boolean(),
    }
}

/// Returns true for a short list of strings, each of them once.
fn is_set_of_names(list: &[Value]) -> bool {
    list.len() <= MOST_NAMES
        && list.iter().enumerate().all(|(at, name)| name.is_string() && !list[..at].contains(name))
}

#[cfg(test)]
mod tests {
    use crate::json::json;

    use super::*;

    #[test]
    fn usual_schemas_are_plain() {
        let schema = json!({
            "$ref": "#/$defs/a", "type": ["object", "null"], "title": "T", "description": "D", "default": {}, "enum": [1],
            "required": ["a", "b"], "additionalProperties": false, "minProperties": 1, "x-mcp-header": "A",
            "properties": {"a": {"type": "integer", "minimum": -1.5, "multipleOf": 0.5, "format": "int32"}},
            "anyOf": [{"items": {"uniqueItems": true}}, true], "not": {"const": null},
        });
        assert!(schema.as_object().is_some_and(is_plainly_valid));
    }

    #[test]
    fn others_are_left_to_the_meta_schema() {
        for schema in [
            json!({"type": "text"}),
            json!({"type": ["null", "null"]}),
            json!({"required": ["a", "a"]}),
            json!({"minLength": -1}),
            json!({"multipleOf": 0}),
            json!({"allOf": []}),
            json!({"items": [{}]}),
            json!({"properties": {"a": {"not": 1}}}),
            json!({"pattern": "a"}),
            json!({"patternProperties": {"a": {}}}),
            json!({"$id": "a"}),
        ] {
            assert!(!schema.as_object().is_some_and(is_plainly_valid), "{schema}");
        }
    }
}
