//! A walk over every schema inside a schema, never over the data in it.

use std::fmt::{self, Display};

use crate::diagnostic::brief;
use crate::json::Map;
use crate::json::pointer::escaped;
use crate::model::Schema;
use crate::schema::{SchemaPath, SubschemaKey, pre_order};

/// The position of a schema inside the walked schema. Its path is built only when it is printed.
#[derive(Debug, Clone, Copy)]
pub(super) struct SchemaSpot<'s, 'a> {
    path: SchemaPath<'s, 'a>,
    /// The name of the property or argument that the schema describes. A schema in `anyOf`, `allOf`, `oneOf`, `then` or
    /// `else` describes the property of the outer schema.
    pub(super) property: Option<&'a str>,
}

impl SchemaSpot<'_, '_> {
    /// Returns the keys and indexes that lead to the schema.
    pub(super) fn keys(&self) -> Vec<String> {
        self.path.keys()
    }

    /// Describes the position for a message, given a name for the walked schema.
    pub(super) fn of(&self, root: &dyn Display) -> String {
        if self.path.is_root() { root.to_string() } else { format!("`{self}` of {root}") }
    }
}

impl fmt::Display for SchemaSpot<'_, '_> {
    /// Writes a JSON Pointer (RFC 6901), empty for the walked schema.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for key in self.keys() {
            write!(f, "/{}", escaped(&brief(&key)))?;
        }
        Ok(())
    }
}

/// Visits a schema and every schema inside it, outer ones first, in document order. The walk never enters data
/// (`default`, `examples`, `enum`, `const`).
pub(super) fn walk<'a>(
    root: &'a mut Schema,
    property: Option<&'a str>,
    mut visit: impl FnMut(&mut Map, &SchemaSpot<'_, 'a>),
) {
    pre_order(
        &mut root.0,
        property,
        |schema, path, property| visit(schema, &SchemaSpot { path, property }),
        |property, row, key| match (row.keyword, key) {
            ("properties", Some(SubschemaKey::Name(name))) => Some(name),
            ("anyOf" | "oneOf" | "allOf" | "then" | "else", _) => property,
            _ => None,
        },
    );
}

#[cfg(test)]
mod tests {
    use crate::json::{Value, json};

    use super::*;
    use crate::pass::fixture::schema;

    fn visited(value: Value) -> Vec<String> {
        let mut found = Vec::new();
        walk(&mut schema(value), Some("root"), |_, spot| {
            found.push(format!("{spot} {}", spot.property.unwrap_or("-")));
        });
        found
    }

    #[test]
    fn every_schema_and_no_data() {
        let data = json!({"properties": {"no": {}}});
        let found = visited(json!({
            "default": data, "const": data, "enum": [data], "examples": [data], "example": data,
            "properties": {"a/b": {"items": {}}, "default": {"anyOf": [{}, {"not": {}}]}},
            "anyOf": [{}],
            "items": [{}, true],
            "additionalProperties": false,
            "dependencies": {"a": ["b"], "c": {}},
            "if": {}, "then": {},
        }));
        assert_eq!(
            found,
            [
                " root",
                "/properties/a~1b a/b",
                "/properties/a~1b/items -",
                "/properties/default default",
                "/properties/default/anyOf/0 default",
                "/properties/default/anyOf/1 default",
                "/properties/default/anyOf/1/not -",
                "/anyOf/0 root",
                "/items/0 -",
                "/dependencies/c -",
                "/if -",
                "/then root",
            ]
        );
    }

    #[test]
    fn changes_made_by_the_visit_are_followed() {
        let mut one = schema(json!({"properties": {"a": {}}, "default": 1}));
        let mut visits = 0;
        walk(&mut one, None, |map, _| {
            visits += 1;
            map.shift_remove("default");
            map.shift_remove("properties");
        });
        assert_eq!((one, visits), (Schema::any(), 1));
    }
}
