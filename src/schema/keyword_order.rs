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

macro_rules! written_order {
    ($($keyword:literal)*) => {
        const ORDER: &[&str] = &[$($keyword),*];

        /// Returns the position of a keyword in the written order: type and annotations first, then the assertions and
        /// applicators of each type, those that combine schemas, and those that see what these evaluate. Unknown keywords
        /// come last. A `match`, since that is several times as fast as a search.
        pub(crate) fn rank(keyword: &str) -> usize {
            match keyword {
                $($keyword => const { position($keyword) },)*
                _ => ORDER.len(),
            }
        }
    };
}

/// Returns the position of a keyword in [`ORDER`].
const fn position(keyword: &str) -> usize {
    let mut at = 0;
    while at < ORDER.len() {
        let (one, other) = (ORDER[at].as_bytes(), keyword.as_bytes());
        let mut same = 0;
        while same < one.len() && same < other.len() && one[same] == other[same] {
            same += 1;
        }
        if same == one.len() && same == other.len() {
            break;
        }
        at += 1;
    }
    at
}

written_order! {
    "$schema" "$ref" "type" "title" "description" "deprecated" "default" "examples" "writeOnly"
    "enum" "const" "multipleOf" "minimum" "exclusiveMinimum" "maximum" "exclusiveMaximum" "format"
    "minLength" "maxLength" "pattern" "contentEncoding" "contentMediaType" "contentSchema"
    "minItems" "maxItems" "uniqueItems" "prefixItems" "items" "additionalItems"
    "contains" "minContains" "maxContains" "minProperties" "maxProperties" "properties" "required"
    "patternProperties" "propertyNames" "additionalProperties"
    "dependentRequired" "dependentSchemas" "dependencies" "allOf" "anyOf" "oneOf" "\u{0}discriminator" "not" "if" "then"
    "else" "unevaluatedItems" "unevaluatedProperties" "x-mcp-header" "x-fastmcp-wrap-result"
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
