//! Measurements of one schema: its size, its depth, and the definitions that it refers to.

use std::collections::HashMap;

use crate::json::{Map, Value};
use crate::model::{Definitions, Schema, referenced};

use super::subschemas::{ApplicatorForm, applicator, subschemas_under};

/// What is known about one schema.
#[derive(Debug, Clone, Default)]
pub(crate) struct SchemaFact {
    /// Definitions it refers to, in order of first appearance.
    pub(crate) references: Vec<DefinitionUse>,
    /// Values in its schema, as a measure of its size.
    pub(crate) nodes: usize,
    /// Levels of JSON from its root, which is level 0, to its deepest value.
    pub(crate) depth: usize,
    /// Whether it leads back to itself.
    pub(crate) recursive: bool,
}

/// References of one schema to one definition.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DefinitionUse {
    /// The definition, by position.
    pub(crate) target: usize,
    /// How many there are.
    pub(crate) count: usize,
    /// Nodes of the definition that annotations beside the references replace where it is written in place.
    pub(crate) replaced: usize,
}

/// Size, depth and references of a schema.
pub(crate) fn measure(map: &Map, definitions: &Definitions) -> SchemaFact {
    fn data(value: &Value, depth: usize, fact: &mut SchemaFact) {
        fact.nodes += 1;
        fact.depth = fact.depth.max(depth);
        match value {
            Value::Array(list) => list.iter().for_each(|value| data(value, depth + 1, fact)),
            Value::Object(map) => map.values().for_each(|value| data(value, depth + 1, fact)),
            _ => {}
        }
    }
    fn schema(
        map: &Map,
        depth: usize,
        definitions: &Definitions,
        (fact, known): (&mut SchemaFact, &mut KnownReferences),
    ) {
        fact.nodes += 1;
        fact.depth = fact.depth.max(depth);
        if let Some(target) = referenced(map).and_then(|name| definitions.index(name)) {
            let replaced = definitions.at(target).map_or(0, |target| replaced(map, &target.schema.0));
            let one = known.slot(target, &mut fact.references);
            one.count += 1;
            one.replaced += replaced;
        }
        for (keyword, value) in map {
            // A list or a map of schemas is a level of its own, and not a value that a model reads.
            let below = match applicator(keyword, value).map(|row| row.form) {
                None => {
                    data(value, depth + 1, fact);
                    continue;
                }
                Some(ApplicatorForm::One) => depth + 1,
                Some(ApplicatorForm::List | ApplicatorForm::Map) => depth + 2,
            };
            for (_, part) in subschemas_under(keyword, value) {
                match part {
                    Value::Object(map) => schema(map, below, definitions, (fact, known)),
                    other => data(other, below, fact),
                }
            }
        }
    }
    fn replaced(map: &Map, target: &Map) -> usize {
        let mut gone = SchemaFact::default();
        for value in map.keys().filter(|key| *key != "$ref").filter_map(|key| target.get(key)) {
            data(value, 0, &mut gone);
        }
        gone.nodes
    }
    let mut fact = SchemaFact::default();
    schema(map, 0, definitions, (&mut fact, &mut KnownReferences::default()));
    fact
}

/// Where the references to definitions stand in a list, once it is long.
#[derive(Default)]
struct KnownReferences(HashMap<usize, usize>);

impl KnownReferences {
    /// References that are looked through faster than one is hashed.
    const SHORT: usize = 16;

    /// The entry of a definition, which is made if there is none.
    fn slot<'r>(&mut self, target: usize, list: &'r mut Vec<DefinitionUse>) -> &'r mut DefinitionUse {
        let end = list.len();
        let at = if end <= Self::SHORT {
            list.iter().position(|one| one.target == target).unwrap_or(end)
        } else {
            if self.0.is_empty() {
                self.0.extend(list.iter().enumerate().map(|(at, one)| (one.target, at)));
            }
            *self.0.entry(target).or_insert(end)
        };
        if at == end {
            list.push(DefinitionUse { target, count: 0, replaced: 0 });
        }
        &mut list[at]
    }
}

/// The definitions that a schema refers to, by position.
pub(crate) fn references(schema: &Schema, definitions: &Definitions) -> Vec<usize> {
    measure(&schema.0, definitions).references.into_iter().map(|one| one.target).collect()
}
