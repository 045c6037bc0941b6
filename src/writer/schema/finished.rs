//! Schemas in their final form: as text, with the measurements that decide how a tool writes them.

use crate::model::{Definitions, Schema, SchemaDialect, label};
use crate::parallel::map;
use crate::schema::{NestingProfile, ReachedDefinitions, SchemaFact, levels, measure, on_cycle};

use super::template::SchemaTemplate;

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
        for ((fact, outline), recursive) in measured.iter_mut().zip(on_cycle(&edges)) {
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
