//! Schemas in their final form: as text, with what the emitter needs to know of each.

use std::collections::HashMap;

use crate::json::{Map, Value};
use crate::model::{Definitions, Schema, SchemaDialect, label, referenced};
use crate::parallel::map;

use super::graph;
use super::levels::{NestingProfile, levels};
use super::position::{SchemaPosition, position};
use super::slots::ReachedDefinitions;
use super::template::SchemaTemplate;

/// What is known about one schema.
#[derive(Debug, Clone, Default)]
pub(super) struct SchemaFact {
    /// Definitions it refers to, in order of first appearance.
    pub(super) references: Vec<DefinitionUse>,
    /// Values in its schema, as a measure of its size.
    pub(super) nodes: usize,
    /// Levels of JSON nesting in its schema.
    pub(super) depth: usize,
    /// Whether it leads back to itself.
    pub(super) recursive: bool,
}

/// References of one schema to one definition.
#[derive(Debug, Clone, Copy)]
pub(super) struct DefinitionUse {
    /// The definition, by position.
    pub(super) target: usize,
    /// How many there are.
    pub(super) count: usize,
    /// Nodes of the definition that annotations beside the references replace where it is written in place.
    pub(super) replaced: usize,
}

/// A schema in its final form.
#[derive(Debug, Default)]
pub struct FinishedSchema {
    pub(super) fact: SchemaFact,
    pub(super) template: SchemaTemplate,
    outline: NestingProfile,
}

impl FinishedSchema {
    /// Makes a schema that is not changed any more into text in this dialect. References that do not resolve, which a
    /// checked schema does not have, are written as they are.
    pub fn of(schema: &Schema, definitions: &Definitions, dialect: SchemaDialect) -> Self {
        Self {
            fact: measure(&schema.0, definitions),
            template: SchemaTemplate::of(&schema.0, definitions, dialect),
            outline: NestingProfile::of(&schema.0, definitions),
        }
    }
}

/// The definitions of one direction, in their final form.
#[derive(Debug, Default)]
pub struct SharedSchemas {
    list: Vec<FinishedSchema>,
    /// The name of each, as it is written.
    labels: Vec<Box<str>>,
    /// Levels of nesting in each and in what it refers to.
    levels: Vec<usize>,
}

impl SharedSchemas {
    /// Finishes definitions.
    pub fn new(mut definitions: Definitions, dialect: SchemaDialect) -> Self {
        let mut measured = map(definitions.iter().collect(), |definition| {
            let schema = &definition.schema.0;
            (measure(schema, &definitions), NestingProfile::of(schema, &definitions))
        });
        let edges: Vec<Vec<usize>> =
            measured.iter().map(|(fact, _)| fact.references.iter().map(|one| one.target).collect()).collect();
        for ((fact, outline), recursive) in measured.iter_mut().zip(graph::on_cycle(&edges)) {
            fact.recursive = recursive;
            if recursive {
                outline.stop();
            }
        }
        let outlines: Vec<&NestingProfile> = measured.iter().map(|(_, outline)| outline).collect();
        let levels = levels(&outlines);
        // Each schema goes when its text is there, so that they are not all in memory in both forms.
        let schemas: Vec<Schema> =
            definitions.iter_mut().map(|definition| std::mem::take(&mut definition.schema)).collect();
        let templates = map(schemas, |schema| SchemaTemplate::of(&schema.0, &definitions, dialect));
        let finished = measured.into_iter().zip(templates);
        let list =
            finished.map(|((fact, outline), template)| FinishedSchema { fact, template, outline }).collect();
        let labels = definitions.iter().map(|definition| label(&definition.name).into()).collect();
        Self { list, labels, levels }
    }

    /// The definition at a position.
    pub(super) fn at(&self, index: usize) -> &FinishedSchema {
        &self.list[index]
    }

    /// The name of the definition at a position, as it is written.
    pub(super) fn label(&self, index: usize) -> &str {
        &self.labels[index]
    }

    /// Levels of arrays and objects in what a schema describes, those of the definitions it refers to included.
    pub fn levels(&self, schema: &FinishedSchema) -> usize {
        schema.outline.levels(&self.levels)
    }

    /// Values in schemas and in all definitions that they reach, each counted once.
    pub fn size<'r>(
        &self,
        roots: impl Iterator<Item = &'r FinishedSchema>,
        slots: &mut ReachedDefinitions,
    ) -> usize {
        let mut size = 0;
        let mut work = Vec::new();
        for root in roots {
            size += root.fact.nodes;
            work.extend(root.fact.references.iter().map(|one| one.target));
        }
        slots.clear();
        let mut seen = 0;
        while let Some(target) = work.pop() {
            if slots.take(target, seen) == seen {
                let fact = &self.at(target).fact;
                seen += 1;
                size += fact.nodes;
                work.extend(fact.references.iter().map(|one| one.target));
            }
        }
        size
    }
}

/// Size, depth and references of a schema.
pub(super) fn measure(map: &Map, definitions: &Definitions) -> SchemaFact {
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
            match (position(keyword, value), value) {
                (SchemaPosition::Schema, Value::Object(map)) => {
                    schema(map, depth + 1, definitions, (fact, known))
                }
                (SchemaPosition::List, Value::Array(list)) => {
                    for value in list {
                        match value {
                            Value::Object(map) => schema(map, depth + 2, definitions, (fact, known)),
                            other => data(other, depth + 2, fact),
                        }
                    }
                }
                (SchemaPosition::Map, Value::Object(map)) => {
                    for value in map.values() {
                        match value {
                            Value::Object(map) => schema(map, depth + 2, definitions, (fact, known)),
                            other => data(other, depth + 2, fact),
                        }
                    }
                }
                (_, other) => data(other, depth + 1, fact),
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
pub fn references(schema: &Schema, definitions: &Definitions) -> Vec<usize> {
    measure(&schema.0, definitions).references.into_iter().map(|one| one.target).collect()
}
