//! Shared schemas in their final form, with what the emitter needs to know of each.

use std::sync::OnceLock;

use serde_json::{Map, Value};

use crate::model::{Definitions, Schema, referenced};

use super::graph;
use super::position::{Position, position};
use super::slots::Slots;
use super::template::Template;

/// What is known about one schema.
#[derive(Debug, Clone, Default)]
pub struct Fact {
    /// Definitions it refers to, in order of first appearance.
    pub references: Vec<Reference>,
    /// Values in its schema, as a measure of its size.
    pub nodes: usize,
    /// Levels of JSON nesting in its schema.
    pub depth: usize,
    /// Whether it leads back to itself.
    pub recursive: bool,
}

/// References of one schema to one definition.
#[derive(Debug, Clone, Copy)]
pub struct Reference {
    /// The definition, by position.
    pub target: usize,
    /// How many there are.
    pub count: usize,
    /// Nodes of the definition that annotations beside the references replace where it is written in place.
    pub replaced: usize,
}

/// The definitions of one direction, in their final form.
#[derive(Debug, Default)]
pub struct SharedSchemas {
    definitions: Definitions,
    facts: Vec<Fact>,
    /// The text of each definition, made when a tool first needs it.
    templates: Vec<OnceLock<Template>>,
}

impl SharedSchemas {
    /// Measures the definitions.
    pub fn new(definitions: Definitions) -> Self {
        let mut facts: Vec<Fact> =
            definitions.iter().map(|definition| measure(&definition.schema.0, &definitions)).collect();
        let edges: Vec<Vec<usize>> =
            facts.iter().map(|fact| fact.references.iter().map(|one| one.target).collect()).collect();
        for (fact, recursive) in facts.iter_mut().zip(graph::on_cycle(&edges)) {
            fact.recursive = recursive;
        }
        let templates = definitions.iter().map(|_| OnceLock::new()).collect();
        Self { definitions, facts, templates }
    }

    /// The definitions.
    pub fn definitions(&self) -> &Definitions {
        &self.definitions
    }

    /// What is known about each definition, in their order.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// A definition as text.
    pub(super) fn template(&self, index: usize) -> &Template {
        self.templates[index]
            .get_or_init(|| Template::of(&self.definitions[index].schema.0, &self.definitions))
    }

    /// Values in schemas and in all definitions that they reach, each counted once.
    pub fn size<'r>(&self, roots: impl Iterator<Item = &'r Schema>, slots: &mut Slots) -> usize {
        let mut size = 0;
        let mut work = Vec::new();
        for root in roots {
            let fact = self.measure(root);
            size += fact.nodes;
            work.extend(fact.references.iter().map(|one| one.target));
        }
        slots.clear();
        let mut seen = 0;
        while let Some(target) = work.pop() {
            if let Some(fact) = self.facts.get(target)
                && slots.take(target, seen) == seen
            {
                seen += 1;
                size += fact.nodes;
                work.extend(fact.references.iter().map(|one| one.target));
            }
        }
        size
    }

    /// Size, depth and references of a schema.
    pub fn measure(&self, schema: &Schema) -> Fact {
        measure(&schema.0, &self.definitions)
    }
}

/// Size, depth and references of a schema.
pub(super) fn measure(map: &Map<String, Value>, definitions: &Definitions) -> Fact {
    fn data(value: &Value, depth: usize, fact: &mut Fact) {
        fact.nodes += 1;
        fact.depth = fact.depth.max(depth);
        match value {
            Value::Array(list) => list.iter().for_each(|value| data(value, depth + 1, fact)),
            Value::Object(map) => map.values().for_each(|value| data(value, depth + 1, fact)),
            _ => {}
        }
    }
    fn schema(map: &Map<String, Value>, depth: usize, definitions: &Definitions, fact: &mut Fact) {
        fact.nodes += 1;
        fact.depth = fact.depth.max(depth);
        if let Some(target) = referenced(map).and_then(|name| definitions.index(name)) {
            let replaced = definitions.at(target).map_or(0, |target| replaced(map, &target.schema.0));
            match fact.references.iter_mut().find(|one| one.target == target) {
                Some(one) => {
                    one.count += 1;
                    one.replaced += replaced;
                }
                None => fact.references.push(Reference { target, count: 1, replaced }),
            }
        }
        for (keyword, value) in map {
            match (position(keyword, value), value) {
                (Position::Schema, Value::Object(map)) => schema(map, depth + 1, definitions, fact),
                (Position::List, Value::Array(list)) => {
                    for value in list {
                        match value {
                            Value::Object(map) => schema(map, depth + 2, definitions, fact),
                            other => data(other, depth + 2, fact),
                        }
                    }
                }
                (Position::Map, Value::Object(map)) => {
                    for value in map.values() {
                        match value {
                            Value::Object(map) => schema(map, depth + 2, definitions, fact),
                            other => data(other, depth + 2, fact),
                        }
                    }
                }
                (_, other) => data(other, depth + 1, fact),
            }
        }
    }
    fn replaced(map: &Map<String, Value>, target: &Map<String, Value>) -> usize {
        let mut gone = Fact::default();
        for value in map.keys().filter(|key| *key != "$ref").filter_map(|key| target.get(key)) {
            data(value, 0, &mut gone);
        }
        gone.nodes
    }
    let mut fact = Fact::default();
    schema(map, 0, definitions, &mut fact);
    fact
}

/// The definitions that a schema refers to, by position.
pub fn references(schema: &Schema, definitions: &Definitions) -> Vec<usize> {
    measure(&schema.0, definitions).references.into_iter().map(|one| one.target).collect()
}
