//! The order in which the keywords of a schema are written. It has no meaning in JSON Schema; a fixed order
//! makes equal schemas equal bytes.

use crate::json::{Key, Map, Value};

use super::subschemas::post_order;

/// Sorts the keywords of a schema, and of every subschema in it, into the order in which they are written.
pub(crate) fn order(map: &mut Map) {
    order_and_find(map, |_| false);
}

/// Sorts like [`order`], and returns whether the predicate holds for any of the schemas. One walk does both.
pub(super) fn order_and_find(map: &mut Map, predicate: fn(&Map) -> bool) -> bool {
    let mut any = false;
    post_order(map, |map| {
        order_keywords(map);
        any |= predicate(map);
    });
    any
}

fn order_keywords(map: &mut Map) {
    if !map.keys().map(|keyword| rank(keyword)).is_sorted() {
        let mut entries: Vec<(Key, Value)> = std::mem::take(map).into_iter().collect();
        entries.sort_by_key(|(keyword, _)| rank(keyword));
        map.extend(entries);
    }
}

/// Returns the position of a keyword in the written order: type and annotations first, then the assertions
/// and applicators of each type, then those that combine schemas. Unknown keywords come last.
pub(crate) fn rank(keyword: &str) -> usize {
    const ORDER: [&str; 53] = [
        "$schema",
        "$ref",
        "type",
        "title",
        "description",
        "deprecated",
        "default",
        "examples",
        "writeOnly",
        "enum",
        "const",
        "multipleOf",
        "minimum",
        "exclusiveMinimum",
        "maximum",
        "exclusiveMaximum",
        "format",
        "minLength",
        "maxLength",
        "pattern",
        "contentEncoding",
        "contentMediaType",
        "contentSchema",
        "minItems",
        "maxItems",
        "uniqueItems",
        "prefixItems",
        "items",
        "additionalItems",
        "unevaluatedItems",
        "contains",
        "minContains",
        "maxContains",
        "minProperties",
        "maxProperties",
        "properties",
        "required",
        "patternProperties",
        "propertyNames",
        "additionalProperties",
        "unevaluatedProperties",
        "dependentRequired",
        "dependentSchemas",
        "dependencies",
        "allOf",
        "anyOf",
        "oneOf",
        "not",
        "if",
        "then",
        "else",
        "x-mcp-header",
        "x-fastmcp-wrap-result",
    ];
    ORDER.iter().position(|&known| known == keyword).unwrap_or(ORDER.len())
}

#[cfg(test)]
mod tests {
    use crate::json::json;

    use super::*;
    use crate::schema::normalize::defaults::is_beside_reference;

    #[test]
    fn keywords_are_ordered_and_names_are_not() {
        let schema = json!({"items": {"maximum": 1, "type": "integer"}, "type": "array", "description": "d",
            "properties": {"type": {"not": {}, "type": "string"}, "$ref": {}}, "default": {"type": 1, "$ref": 2}});
        let Value::Object(mut map) = schema else { unreachable!() };
        assert!(!order_and_find(&mut map, is_beside_reference));
        let expected = r#"{"type":"array","description":"d","default":{"type":1,"$ref":2},"items":{"type":"integer","maximum":1},"properties":{"type":{"type":"string","not":{}},"$ref":{}}}"#;
        assert_eq!(Value::Object(map).to_string(), expected);
    }
}
