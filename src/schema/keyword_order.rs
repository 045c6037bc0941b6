//! The order in which the keywords of a schema are written: it says nothing, but the same schema should be the
//! same bytes however it came about.

use crate::json::{Key, Map, Value};

use super::subschemas::post_order;

/// Puts the keywords of a schema, and of every schema in it, into the order in which they are written.
pub(crate) fn order(map: &mut Map) {
    order_and_look(map, |_| false);
}

/// The same, and a look at each schema: gives whether any of them is such.
pub(super) fn order_and_look(map: &mut Map, is_such: fn(&Map) -> bool) -> bool {
    let mut any = false;
    post_order(map, |map| {
        order_one(map);
        any |= is_such(map);
    });
    any
}

fn order_one(map: &mut Map) {
    if !map.keys().map(|keyword| rank(keyword)).is_sorted() {
        let mut entries: Vec<(Key, Value)> = std::mem::take(map).into_iter().collect();
        entries.sort_by_key(|(keyword, _)| rank(keyword));
        map.extend(entries);
    }
}

/// What a value is comes first, then what it is for, then what it may be, by the type it is said of.
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
        assert!(!order_and_look(&mut map, is_beside_reference));
        let expected = r#"{"type":"array","description":"d","default":{"type":1,"$ref":2},"items":{"type":"integer","maximum":1},"properties":{"type":{"type":"string","not":{}},"$ref":{}}}"#;
        assert_eq!(Value::Object(map).to_string(), expected);
    }
}
