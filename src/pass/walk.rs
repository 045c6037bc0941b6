//! Visiting every schema inside a schema, and never the data in it.

use std::fmt;

use crate::diagnostic::{Place, Sink, brief};
use crate::json::pointer::escaped;
use crate::json::{Map, Value};
use crate::model::{ArgumentSchemas, Catalog, Definition, Schema, Tool, label};
use crate::parallel::each;
use crate::schema::{SchemaPosition, position};

/// One step from a schema to a schema inside it.
#[derive(Debug, Clone, Copy)]
struct WalkStep<'a> {
    parent: usize,
    keyword: &'a str,
    /// The key or position below the keyword, if the keyword holds several schemas.
    below: Option<WalkScope<'a>>,
}

#[derive(Debug, Clone, Copy)]
enum WalkScope<'a> {
    Key(&'a str),
    Index(usize),
}

/// Where a schema stands inside the schema that is walked. The path is written only when it is shown.
#[derive(Debug, Clone, Copy)]
pub(super) struct SchemaSpot<'s, 'a> {
    steps: &'s [WalkStep<'a>],
    step: usize,
    /// The name of the property or argument that the schema describes: also inside `anyOf`, `allOf` and
    /// `oneOf`, since each alternative describes the same value.
    pub(super) property: Option<&'a str>,
}

impl<'a> SchemaSpot<'_, 'a> {
    /// The steps to the schema, the last one first.
    fn steps(&self) -> impl Iterator<Item = &WalkStep<'a>> {
        let step_at = |at: usize| at.checked_sub(1).and_then(|index| self.steps.get(index));
        std::iter::successors(step_at(self.step), move |step| step_at(step.parent))
    }

    /// The keys and positions that lead to the schema.
    pub(super) fn keys(&self) -> Vec<String> {
        let chain: Vec<_> = self.steps().collect();
        let keys = chain.iter().rev().flat_map(|step| {
            let below = step.below.map(|below| match below {
                WalkScope::Key(key) => key.to_owned(),
                WalkScope::Index(index) => index.to_string(),
            });
            std::iter::once(step.keyword.to_owned()).chain(below)
        });
        keys.collect()
    }

    /// Where the schema stands in `what`, for a message; the outermost schema is `what`.
    pub(super) fn of(&self, what: &CatalogSchemaKind<'_>) -> String {
        if self.step == 0 { what.to_string() } else { format!("`{self}` of {what}") }
    }

    /// Whether the schema is a condition or is negated, so that it must not accept more than before.
    pub(super) fn is_condition(&self) -> bool {
        self.steps().any(|step| matches!(step.keyword, "not" | "if"))
    }
}

impl fmt::Display for SchemaSpot<'_, '_> {
    /// A JSON Pointer; empty for the schema itself.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for key in self.keys() {
            write!(f, "/{}", escaped(&brief(&key)))?;
        }
        Ok(())
    }
}

/// Visits a schema and every schema inside it, outer ones first, in document order. Only schema
/// positions are entered, never `default`, `examples`, `enum` or `const`. The stack is on the heap:
/// depth is bounded by memory only.
pub(super) fn walk<'a>(
    root: &'a mut Schema,
    property: Option<&'a str>,
    mut visit: impl FnMut(&mut Map, &SchemaSpot<'_, 'a>),
) {
    let mut steps: Vec<WalkStep<'a>> = Vec::new();
    // A schema, its step (0 for the root, else one more than the index), and its property.
    let mut pending = vec![(&mut root.0, 0_usize, property)];
    let mut inner = Vec::new();
    while let Some((schema, step, property)) = pending.pop() {
        let spot = SchemaSpot { steps: &steps, step, property };
        visit(schema, &spot);
        for (keyword, value) in schema.iter_mut() {
            let keyword = keyword.as_str();
            let mut enter = |schema: &'a mut Map, below, property| {
                steps.push(WalkStep { parent: step, keyword, below });
                inner.push((schema, steps.len(), property));
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
                                enter(schema, Some(WalkScope::Key(key)), property);
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
                            enter(schema, Some(WalkScope::Index(index)), property);
                        }
                    }
                }
                _ => {}
            }
        }
        pending.extend(inner.drain(..).rev());
    }
}

/// A schema of the catalogue, and how to name it.
#[derive(Debug, Clone, Copy)]
pub(super) struct CatalogSchema<'a> {
    /// Where it stands in the source.
    pub(super) place: Place,
    /// What it is: an argument, the output, a shared schema.
    pub(super) what: CatalogSchemaKind<'a>,
}

/// What a schema of the catalogue is.
#[derive(Debug, Clone, Copy)]
pub(super) enum CatalogSchemaKind<'a> {
    /// What the source says of all arguments together.
    Input,
    /// The schema of an argument, by its true name.
    Argument(&'a str),
    /// The output of a tool.
    Output,
    /// A shared schema, by name.
    Shared(&'a str),
}

impl<'a> CatalogSchemaKind<'a> {
    /// The name under which a value of this schema is passed.
    pub(super) fn property(self) -> Option<&'a str> {
        match self {
            Self::Argument(name) => Some(name),
            Self::Input | Self::Output | Self::Shared(_) => None,
        }
    }
}

impl fmt::Display for CatalogSchemaKind<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Argument(name) => write!(f, "the argument `{name}`"),
            Self::Input => f.write_str("the input"),
            Self::Output => f.write_str("the output"),
            Self::Shared(name) => write!(f, "the schema `{}`", label(name)),
        }
    }
}

/// Every schema of a tool, but those of its arguments: see [`each_argument`].
pub(super) fn schemas_of(tool: &mut Tool) -> impl Iterator<Item = (CatalogSchema<'_>, &mut Schema)> {
    let place = tool.place;
    let input = tool.input.iter_mut().map(|input| {
        let root = CatalogSchema { place: input.place, what: CatalogSchemaKind::Input };
        (root, &mut input.schema)
    });
    let output = tool.output.iter_mut().map(|output| {
        let root = CatalogSchema { place: output.place, what: CatalogSchemaKind::Output };
        (root, &mut output.schema)
    });
    let verbatim = [
        (CatalogSchemaKind::Input, &mut tool.verbatim.input),
        (CatalogSchemaKind::Output, &mut tool.verbatim.output),
    ];
    let verbatim = verbatim.into_iter().filter_map(move |(what, schema)| {
        let root = CatalogSchema { place, what };
        schema.as_mut().map(|schema| (root, schema))
    });
    input.chain(output).chain(verbatim)
}

/// Does the same to the schema of every argument; once, where several arguments share one. What is said of it is said of
/// each.
pub(super) fn each_argument<R: Send>(
    tools: &mut [Tool],
    sink: &Sink,
    work: impl Fn(CatalogSchema<'_>, &mut Schema, &Sink) -> R + Sync,
) -> Vec<R> {
    let mut schemas = ArgumentSchemas::take(tools);
    let results = each(&mut schemas.list, sink, |one, sink| {
        let said = Sink::new();
        let root = CatalogSchema { place: one.place, what: CatalogSchemaKind::Argument(&one.true_name) };
        let result = work(root, &mut one.schema, &said);
        if one.is_property {
            said.prefix_keys(&["properties", &one.true_name]);
        }
        sink.absorb_at(said, one.place, &one.further_places);
        result
    });
    schemas.put_back(tools);
    results
}

/// Every shared schema, those of inputs first.
pub(super) fn shared_schemas(
    catalog: &mut Catalog,
) -> impl Iterator<Item = (CatalogSchema<'_>, &mut Schema)> {
    let inputs = catalog.input_definitions.iter_mut();
    inputs.chain(catalog.output_definitions.iter_mut()).map(|definition| {
        let Definition { name, schema, place } = definition;
        let root = CatalogSchema { place: *place, what: CatalogSchemaKind::Shared(name) };
        (root, schema)
    })
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
