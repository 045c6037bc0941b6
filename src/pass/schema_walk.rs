//! A walk over every schema inside a schema, never over the data in it.

use std::fmt::{self, Display};

use crate::diagnostic::brief;
use crate::json::pointer::escaped;
use crate::json::{Map, Value};
use crate::model::Schema;
use crate::schema::{SchemaPosition, position};

/// One step from a schema to a schema inside it.
#[derive(Debug, Clone, Copy)]
struct WalkStep<'a> {
    /// The step to the outer schema: 0 for the root, else one more than its index.
    parent: usize,
    keyword: &'a str,
    /// The key or index below the keyword, if the keyword has several schemas.
    below: Option<BelowKeyword<'a>>,
}

#[derive(Debug, Clone, Copy)]
enum BelowKeyword<'a> {
    Key(&'a str),
    Index(usize),
}

/// The position of a schema inside the walked schema. Its path is built only when it is printed.
#[derive(Debug, Clone, Copy)]
pub(super) struct SchemaSpot<'s, 'a> {
    steps: &'s [WalkStep<'a>],
    step: usize,
    /// The name of the property or argument that the schema describes. A schema in `anyOf`, `allOf`, `oneOf`, `then` or
    /// `else` describes the property of the outer schema.
    pub(super) property: Option<&'a str>,
}

impl<'a> SchemaSpot<'_, 'a> {
    /// Iterates over the steps to the schema, the last one first.
    fn steps(&self) -> impl Iterator<Item = &WalkStep<'a>> {
        let step_at = |at: usize| at.checked_sub(1).and_then(|index| self.steps.get(index));
        std::iter::successors(step_at(self.step), move |step| step_at(step.parent))
    }

    /// Returns the keys and indexes that lead to the schema.
    pub(super) fn keys(&self) -> Vec<String> {
        let chain: Vec<_> = self.steps().collect();
        let keys = chain.iter().rev().flat_map(|step| {
            let below = step.below.map(|below| match below {
                BelowKeyword::Key(key) => key.to_owned(),
                BelowKeyword::Index(index) => index.to_string(),
            });
            std::iter::once(step.keyword.to_owned()).chain(below)
        });
        keys.collect()
    }

    /// Describes the position for a message, given a name for the walked schema.
    pub(super) fn of(&self, root: &dyn Display) -> String {
        if self.step == 0 { root.to_string() } else { format!("`{self}` of {root}") }
    }

    /// Returns true below `not` and `if`. There a schema must not be widened: `not` would refuse more values, and `if`
    /// would apply `then` to more values.
    pub(super) fn is_condition(&self) -> bool {
        self.steps().any(|step| matches!(step.keyword, "not" | "if"))
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
/// (`default`, `examples`, `enum`, `const`). Its stack is on the heap, so that deep schemas do not overflow the
/// program's stack.
pub(super) fn walk<'a>(
    root: &'a mut Schema,
    property: Option<&'a str>,
    mut visit: impl FnMut(&mut Map, &SchemaSpot<'_, 'a>),
) {
    let mut steps: Vec<WalkStep<'a>> = Vec::new();
    // Each schema with its step (0 for the root, else one more than the index) and its property.
    let mut pending = vec![(&mut root.0, 0_usize, property)];
    let mut children = Vec::new();
    while let Some((schema, step, property)) = pending.pop() {
        let spot = SchemaSpot { steps: &steps, step, property };
        visit(schema, &spot);
        for (keyword, value) in schema.iter_mut() {
            let keyword = keyword.as_str();
            let mut enter = |schema: &'a mut Map, below, property| {
                steps.push(WalkStep { parent: step, keyword, below });
                children.push((schema, steps.len(), property));
            };
            let by_name = match position(keyword, value) {
                SchemaPosition::Data => continue,
                SchemaPosition::Map => true,
                SchemaPosition::Schema | SchemaPosition::List => false,
            };
            match value {
                Value::Object(inside) => {
                    if by_name {
                        for (key, value) in inside {
                            let property = (keyword == "properties").then_some(key.as_str());
                            if let Value::Object(schema) = value {
                                enter(schema, Some(BelowKeyword::Key(key)), property);
                            }
                        }
                    } else {
                        let property = property.filter(|_| matches!(keyword, "then" | "else"));
                        enter(inside, None, property);
                    }
                }
                Value::Array(list) => {
                    let property = property.filter(|_| matches!(keyword, "anyOf" | "oneOf" | "allOf"));
                    for (index, value) in list.iter_mut().enumerate() {
                        if let Value::Object(schema) = value {
                            enter(schema, Some(BelowKeyword::Index(index)), property);
                        }
                    }
                }
                _ => {}
            }
        }
        pending.extend(children.drain(..).rev());
    }
}

#[cfg(test)]
mod tests {
    use crate::json::json;

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
