//! Finished schemas: the text of a schema, with the measurements that decide whether it is inlined or shared.

use crate::model::{Definitions, Schema, SchemaDialect, label};
use crate::parallel::map;
use crate::schema::{NestingProfile, ReachedDefinitions, SchemaFact, levels, measure, on_cycle};

use super::template::SchemaTemplate;

/// A finished schema, which does not change any more.
#[derive(Debug, Default)]
pub struct FinishedSchema {
    pub(super) fact: SchemaFact,
    pub(super) template: SchemaTemplate,
    profile: NestingProfile,
}

impl FinishedSchema {
    /// Renders a schema in this dialect. References that do not resolve, which a checked schema does not
    /// have, are written unchanged.
    pub fn of(schema: &Schema, definitions: &Definitions, dialect: SchemaDialect) -> Self {
        Self {
            fact: measure(&schema.0, definitions),
            template: SchemaTemplate::of(&schema.0, definitions, dialect),
            profile: NestingProfile::of(&schema.0, definitions),
        }
    }
}

/// The finished definitions of one direction.
#[derive(Debug, Default)]
pub struct SharedSchemas {
    list: Vec<FinishedSchema>,
    /// The name of each definition, as it is written.
    labels: Vec<Box<str>>,
    /// The nesting depth of each definition, with the definitions it refers to.
    levels: Vec<usize>,
}

impl SharedSchemas {
    /// Finishes the definitions of one direction for which `is_written` holds, by their positions. It holds for all that
    /// they refer to as well.
    pub fn new(
        mut definitions: Definitions,
        is_written: impl Fn(usize) -> bool,
        dialect: SchemaDialect,
    ) -> Self {
        for (index, definition) in definitions.iter_mut().enumerate() {
            if !is_written(index) {
                definition.schema = Schema::any();
            }
        }
        let mut measured = map(definitions.iter().collect(), |definition| {
            let schema = &definition.schema.0;
            (measure(schema, &definitions), NestingProfile::of(schema, &definitions))
        });
        let edges: Vec<Vec<usize>> =
            measured.iter().map(|(fact, _)| fact.references.iter().map(|one| one.target).collect()).collect();
        for ((fact, profile), recursive) in measured.iter_mut().zip(on_cycle(&edges)) {
            fact.recursive = recursive;
            if recursive {
                profile.ignore_references();
            }
        }
        let profiles: Vec<&NestingProfile> = measured.iter().map(|(_, profile)| profile).collect();
        let levels = levels(&profiles);
        // Each schema is freed once its text exists, so that memory never holds all schemas in both forms.
        let schemas: Vec<Schema> =
            definitions.iter_mut().map(|definition| std::mem::take(&mut definition.schema)).collect();
        let templates = map(schemas, |schema| SchemaTemplate::of(&schema.0, &definitions, dialect));
        let finished = measured.into_iter().zip(templates);
        let list =
            finished.map(|((fact, profile), template)| FinishedSchema { fact, template, profile }).collect();
        let labels = definitions.iter().map(|definition| label(&definition.name).into()).collect();
        Self { list, labels, levels }
    }

    /// Returns the definition at a position.
    pub(super) fn at(&self, index: usize) -> &FinishedSchema {
        &self.list[index]
    }

    /// Returns the name of the definition at a position, as it is written.
    pub(super) fn label(&self, index: usize) -> &str {
        &self.labels[index]
    }

    /// Returns the nesting depth of a schema: the levels of arrays and objects in its instances, with the
    /// definitions it refers to.
    pub fn levels(&self, schema: &FinishedSchema) -> usize {
        schema.profile.levels(&self.levels)
    }

    /// Counts the values in schemas and in all definitions that they reach, each counted once.
    pub fn size<'r>(
        &self,
        roots: impl Iterator<Item = &'r FinishedSchema>,
        reached: &mut ReachedDefinitions,
    ) -> usize {
        let mut size = 0;
        let mut work = Vec::new();
        for root in roots {
            size += root.fact.nodes;
            work.extend(root.fact.references.iter().map(|one| one.target));
        }
        reached.clear();
        let mut seen = 0;
        while let Some(target) = work.pop() {
            if reached.position_or(target, seen) == seen {
                let fact = &self.at(target).fact;
                seen += 1;
                size += fact.nodes;
                work.extend(fact.references.iter().map(|one| one.target));
            }
        }
        size
    }
}
