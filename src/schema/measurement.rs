//! Measures one schema: its size, its depth, and the definitions that it refers to.

use std::collections::HashMap;

use crate::json::{Map, Value};
use crate::model::{Definitions, referenced};

use super::subschemas::{ApplicatorForm, applicator};

/// The measurements of one schema.
#[derive(Debug, Clone, Default)]
pub(crate) struct SchemaFact {
    /// The definitions it refers to, in order of first appearance.
    pub(crate) references: Vec<DefinitionUse>,
    /// The number of JSON values in the schema, as a measure of its size.
    pub(crate) nodes: usize,
    /// The levels of JSON from its root, which is level 0, to its deepest value.
    pub(crate) depth: usize,
    /// True if the schema is recursive: it refers to itself, directly or through other definitions.
    pub(crate) recursive: bool,
}

/// The references of one schema to one definition.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DefinitionUse {
    /// The position of the definition.
    pub(crate) target: usize,
    /// The number of references.
    pub(crate) count: usize,
    /// The number of values of the definition that annotations beside the references override where the
    /// definition is inlined.
    pub(crate) overridden: usize,
}

/// Measures the size, the depth and the references of a schema.
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
            let overridden = definitions.at(target).map_or(0, |target| overridden(map, &target.schema.0));
            let one = known.entry(target, &mut fact.references);
            one.count += 1;
            one.overridden += overridden;
        }
        for (keyword, value) in map {
            let Some(row) = applicator(keyword, value) else {
                data(value, depth + 1, fact);
                continue;
            };
            // The array or object that holds several subschemas adds a level of JSON, but a model does not
            // read it as a value.
            let below = match row.form {
                ApplicatorForm::One => depth + 1,
                ApplicatorForm::List | ApplicatorForm::Map => depth + 2,
            };
            for (_, part) in row.subschemas(value) {
                match part {
                    Value::Object(map) => schema(map, below, definitions, (fact, known)),
                    other => data(other, below, fact),
                }
            }
        }
    }
    fn overridden(map: &Map, target: &Map) -> usize {
        let mut overridden = SchemaFact::default();
        for value in map.keys().filter(|key| *key != "$ref").filter_map(|key| target.get(key)) {
            data(value, 0, &mut overridden);
        }
        overridden.nodes
    }
    let mut fact = SchemaFact::default();
    schema(map, 0, definitions, (&mut fact, &mut KnownReferences::default()));
    fact
}

/// Finds the entry of a definition in a list of references, with a hash table once the list is long.
#[derive(Default)]
struct KnownReferences(HashMap<usize, usize>);

impl KnownReferences {
    /// Length up to which a linear search is faster than hashing.
    const SHORT: usize = 16;

    /// Returns the entry of a definition, which is added if it is missing.
    fn entry<'r>(&mut self, target: usize, list: &'r mut Vec<DefinitionUse>) -> &'r mut DefinitionUse {
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
            list.push(DefinitionUse { target, count: 0, overridden: 0 });
        }
        &mut list[at]
    }
}

/// Returns the positions of the definitions that a schema refers to.
pub(crate) fn references(schema: &Map, definitions: &Definitions) -> Vec<usize> {
    measure(schema, definitions).references.into_iter().map(|one| one.target).collect()
}
