//! Bounds schemas: one that is longer than its bound is expanded breadth first, in document order, while it fits
//! (docs/schemas.md, "Bounds").

mod expansion;
mod layout;
mod length;
mod outline;

use std::sync::{Mutex, OnceLock, PoisonError};

use foldhash::{HashMap, HashSet};

use crate::diagnostic::{Place, Sink};
use crate::json::text::text_length;
use crate::json::{Map, Value};
use crate::model::{Definitions, Schema, SchemaDialect};
use crate::parallel::map;

use super::graph::components;
use super::measurement::references;
use super::normalize::settle;
use super::root::{SchemaRoot, inline_root_reference};

use expansion::Expansion;
use layout::SchemaLayout;
use length::{SchemaLength, length_of_map, property_count};
use outline::Outline;

/// The sizes of all definitions of one direction, from which those of schemas that refer to them follow.
#[derive(Debug)]
pub(crate) struct DefinitionSizes {
    dialect: SchemaDialect,
    list: Vec<DefinitionSize>,
    /// For each definition, the number of its strongly connected component: definitions that reach one another reach the same.
    components: Vec<usize>,
    /// The size of all that these components reach, by their numbers, sorted.
    totals: Mutex<HashMap<Vec<usize>, SchemaSize>>,
}

/// The size of one definition. Lengths are bytes of compact JSON, with its key and a comma.
#[derive(Debug, Default)]
struct DefinitionSize {
    /// The length of the whole definition.
    whole: usize,
    /// The length of its outline, without a key.
    outline: usize,
    /// The number of properties that it describes.
    properties: usize,
    /// The definitions it refers to.
    references: Vec<usize>,
    /// Its layout, measured when it is first needed.
    layout: OnceLock<SchemaLayout>,
}

/// The size of a schema with every definition that it reaches, each counted once.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct SchemaSize {
    /// Its length in bytes of compact JSON.
    pub(crate) bytes: usize,
    /// The number of properties that it describes.
    pub(crate) properties: usize,
}

/// The size of a schema without its definitions, and the definitions it refers to.
#[derive(Debug, Clone, Default)]
pub(crate) struct MeasuredSchema {
    pub(crate) size: SchemaSize,
    pub(crate) references: Vec<usize>,
}

impl MeasuredSchema {
    /// Measures an object with these properties, `required` if it is written, and further keywords.
    pub(crate) fn object<'a>(
        properties: impl Iterator<Item = (&'a str, &'a Self)>,
        required: Option<&[&str]>,
        further: Option<&Self>,
    ) -> Self {
        let mut object = Self::default();
        for (name, schema) in properties {
            object.add(schema);
            object.size.properties += 1;
            object.size.bytes += text_length(name) + ":,".len();
        }
        if let Some(names) = required {
            object.size.bytes += r#","required":[]"#.len() + names.len().saturating_sub(1);
            object.size.bytes += names.iter().map(|name| text_length(name)).sum::<usize>();
        }
        if object.size.properties > 0 {
            object.size.bytes -= 1;
        }
        object.size.bytes += r#"{"type":"object","properties":{}}"#.len();
        if let Some(further) = further.filter(|further| further.size.bytes > "{}".len()) {
            object.add(further);
            object.size.bytes -= 1;
        }
        object
    }

    fn add(&mut self, part: &Self) {
        self.size.bytes += part.size.bytes;
        self.size.properties += part.size.properties;
        self.references.extend(&part.references);
    }
}

/// A schema that was cut to a bound, with the definitions it still refers to.
#[derive(Debug)]
pub(crate) struct BoundedSchema {
    /// The schema.
    pub(crate) schema: Schema,
    /// Its definitions.
    pub(crate) definitions: Definitions,
    /// The size that is left.
    pub(crate) size: SchemaSize,
}

/// The subschemas that are expanded even beyond the bound, beside the root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AlwaysExpanded {
    /// None.
    Root,
    /// The properties of the root, which are the arguments of a tool, and the parts of their `allOf`.
    Arguments,
}

impl DefinitionSizes {
    /// Measures all definitions.
    pub(crate) fn of(definitions: &Definitions, dialect: SchemaDialect) -> Self {
        let length = SchemaLength { definitions, dialect };
        let list = map((0..definitions.len()).collect(), |index| {
            let Some(definition) = definitions.at(index) else { return DefinitionSize::default() };
            let key = length.key(index);
            let schema = &definition.schema;
            DefinitionSize {
                whole: key + length.whole(&schema.0),
                outline: Outline::of(&schema.0, definitions).length(),
                properties: property_count(&schema.0),
                references: references(&schema.0, definitions),
                layout: OnceLock::new(),
            }
        });
        let edges: Vec<Vec<usize>> = list.iter().map(|definition| definition.references.clone()).collect();
        Self { dialect, list, components: components(&edges), totals: Mutex::default() }
    }

    /// Returns the length of the outline of a definition.
    fn outline(&self, index: usize) -> Option<usize> {
        self.list.get(index).map(|definition| definition.outline)
    }

    /// Returns the layout of a definition.
    fn layout(&self, index: usize, lengths: SchemaLength<'_>) -> Option<&SchemaLayout> {
        let definition = lengths.definitions.at(index)?;
        let known = &self.list.get(index)?.layout;
        Some(known.get_or_init(|| SchemaLayout::of(&definition.schema.0, lengths, self)))
    }

    /// Measures a schema that refers to these definitions.
    pub(crate) fn measure(&self, schema: &Map, definitions: &Definitions) -> MeasuredSchema {
        let length = SchemaLength { definitions, dialect: self.dialect };
        let size = SchemaSize { bytes: length.whole(schema), properties: property_count(schema) };
        MeasuredSchema { size, references: references(schema, definitions) }
    }

    /// Returns the size of a schema with all it reaches, or `None` if it is longer than `max`; the work is bounded by `max`
    /// as well. The definitions that it reaches are added to `reached`.
    pub(crate) fn with_definitions(
        &self,
        schema: &MeasuredSchema,
        max: usize,
        reached: &mut Vec<usize>,
    ) -> Option<SchemaSize> {
        let mut size = schema.size;
        let mut work = schema.references.clone();
        if !work.is_empty() {
            size.bytes += length_of_map(self.dialect);
        }
        let mut seen = HashSet::default();
        while let Some(index) = work.pop() {
            if size.bytes > max {
                return None;
            }
            if seen.insert(index)
                && let Some(definition) = self.list.get(index)
            {
                size.bytes += definition.whole;
                size.properties += definition.properties;
                work.extend(&definition.references);
                reached.push(index);
            }
        }
        (size.bytes <= max).then_some(size)
    }

    /// Returns the size of a schema with all it reaches. Of schemas that refer to the same cycles, the work is done once.
    pub(crate) fn total(&self, schema: &MeasuredSchema) -> SchemaSize {
        let mut key: Vec<usize> = schema.references.iter().map(|&index| self.components[index]).collect();
        key.sort_unstable();
        key.dedup();
        let known = self.totals.lock().unwrap_or_else(PoisonError::into_inner).get(&key).copied();
        let reached = known.unwrap_or_else(|| {
            let nothing =
                MeasuredSchema { references: schema.references.clone(), ..MeasuredSchema::default() };
            let reached = self.with_definitions(&nothing, usize::MAX, &mut Vec::new()).unwrap_or_default();
            self.totals.lock().unwrap_or_else(PoisonError::into_inner).insert(key, reached);
            reached
        });
        let MeasuredSchema { size, .. } = schema;
        SchemaSize { bytes: size.bytes + reached.bytes, properties: size.properties + reached.properties }
    }

    /// Measures the root of an output schema, whose reference is written in place.
    pub(crate) fn measure_root(&self, schema: &Schema, definitions: &Definitions) -> MeasuredSchema {
        let target =
            schema.referenced().filter(|_| schema.0.len() == 1).and_then(|name| definitions.index(name));
        match target.and_then(|target| Some((target, definitions.at(target)?, self.list.get(target)?))) {
            Some((target, definition, size)) if definition.schema.referenced().is_none() => {
                let key = SchemaLength { definitions, dialect: self.dialect }.key(target);
                let DefinitionSize { whole, properties, .. } = *size;
                let size = SchemaSize { bytes: whole - key, properties };
                MeasuredSchema { size, references: self.list[target].references.clone() }
            }
            _ => self.measure(&inline_root_reference(schema, definitions).0, definitions),
        }
    }

    /// Cuts a schema to this number of bytes. What is always expanded stays, even if it alone is longer.
    pub(crate) fn cut(
        &self,
        schema: &Map,
        definitions: &Definitions,
        max: usize,
        always: AlwaysExpanded,
        place: Place,
    ) -> BoundedSchema {
        let lengths = SchemaLength { definitions, dialect: self.dialect };
        let layout = SchemaLayout::of(schema, lengths, self);
        let mut left = max;
        loop {
            let expansion = Expansion::run(self, lengths, (schema, &layout), left, always);
            let is_over = expansion.bytes() > left;
            let (mut bounded, mut local) = expansion.build();
            match always {
                AlwaysExpanded::Root => {
                    settle(&mut local, vec![SchemaRoot::of(&mut bounded, place)], &Sink::new());
                    // A union of which one branch is left is that branch.
                    bounded = inline_root_reference(&bounded, &local);
                }
                AlwaysExpanded::Arguments => settle_arguments(&mut bounded, &mut local, place),
            }
            let size = total(&bounded.0, &local, self.dialect);
            // What weakening rewrites may take a few bytes more than before.
            if size.bytes <= max || is_over || left == 0 {
                return BoundedSchema { schema: bounded, definitions: local, size };
            }
            left = left.saturating_sub(size.bytes - max);
        }
    }
}

/// Settles each property of a root as a schema of its own, as arguments are, and then the other keywords of the root.
fn settle_arguments(root: &mut Schema, definitions: &mut Definitions, place: Place) {
    let (mut arguments, mut further) = (Vec::new(), Schema::any());
    for (keyword, value) in std::mem::take(&mut root.0) {
        match (keyword.as_str(), value) {
            ("properties", Value::Object(properties)) => {
                let schemas = properties.into_iter().filter_map(|(name, value)| match value {
                    Value::Object(map) => Some((name, Schema(map))),
                    _ => None,
                });
                arguments.extend(schemas);
                root.0.insert(keyword, Value::Null);
            }
            ("type" | "required", value) => {
                root.0.insert(keyword, value);
            }
            (_, value) => {
                further.0.insert(keyword, value);
            }
        }
    }
    let schemas = arguments.iter_mut().map(|(_, schema)| schema).chain([&mut further]);
    settle(definitions, schemas.map(|schema| SchemaRoot::of(schema, place)).collect(), &Sink::new());
    if let Some(properties) = root.0.get_mut("properties") {
        let arguments = arguments.into_iter().map(|(name, schema)| (name, schema.into_value()));
        *properties = Value::Object(arguments.collect());
    }
    root.0.append(&mut further.0);
}

/// Returns the size of a schema with all it reaches.
fn total(schema: &Map, definitions: &Definitions, dialect: SchemaDialect) -> SchemaSize {
    let length = SchemaLength { definitions, dialect };
    let mut size = SchemaSize { bytes: length.whole(schema), properties: property_count(schema) };
    let mut seen = vec![false; definitions.len()];
    let mut work = references(schema, definitions);
    if !work.is_empty() {
        size.bytes += length_of_map(dialect);
    }
    while let Some(index) = work.pop() {
        if !std::mem::replace(&mut seen[index], true)
            && let Some(definition) = definitions.at(index)
        {
            size.bytes += length.key(index) + length.whole(&definition.schema.0);
            size.properties += property_count(&definition.schema.0);
            work.extend(references(&definition.schema.0, definitions));
        }
    }
    size
}

#[cfg(test)]
mod tests;
