//! From `shared_schemas` schemas to the self-contained schema of one tool: what is written in place, what is
//! shared, and which definitions come along.
//!
//! Nothing is copied: a plan is made for each tool, and serialising follows it through the shared trees.

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::{Map, Value};

use crate::model::{Schema, SchemaDialect, label, referenced};
use crate::options::{Options, References};

use super::order::rank;
use super::position::{Position, position};
use super::shared::{Fact, SharedSchemas};

/// Levels of nesting around a schema: the result, its list of tools, the tool, the schema, its `$defs` or
/// `properties`, and the name there.
const LEVELS_AROUND: usize = 8;

/// References that lead from the root of an output schema to its object.
const MAX_ROOT_STEPS: usize = 16;

/// Decides, for one direction, how the schemas of tools are written.
#[derive(Debug, Clone, Copy)]
pub struct Emitter<'a> {
    shared_schemas: &'a SharedSchemas,
    dialect: SchemaDialect,
    /// What may be written in place; `None` shares every reference.
    inline: Option<InPlace>,
}

/// What may be written in place.
#[derive(Debug, Clone, Copy)]
struct InPlace {
    /// Nodes of a whole schema up to which references are written in place.
    nodes: usize,
    /// Nodes of a schema that is always written in place.
    small: usize,
    /// Levels of nesting that a schema may have with all that is written in place.
    depth: usize,
}

/// The schema of one tool's input or output, ready to be serialised.
#[derive(Debug)]
pub struct ObjectSchema<'a> {
    emitter: Emitter<'a>,
    root: Root<'a>,
    /// For each definition, whether it is written in place.
    in_place: Vec<bool>,
    /// Definitions that come along, in order of first reference.
    shared: Vec<usize>,
}

#[derive(Debug)]
enum Root<'a> {
    /// An object with these properties.
    Properties {
        properties: Vec<(&'a str, &'a Schema)>,
        required: Vec<&'a str>,
        /// Further keywords of the object.
        further: Option<&'a Schema>,
    },
    /// A schema of its own.
    Schema(&'a Schema),
    /// A schema under `result`.
    Wrapped(&'a Schema),
}

impl<'a> Emitter<'a> {
    /// For inputs: references are written in place within the limits, or shared if that is asked for.
    pub fn input(shared_schemas: &'a SharedSchemas, options: &Options) -> Self {
        let limits = &options.limits;
        let inline = (options.references == References::Auto).then_some(InPlace {
            nodes: limits.inlined_nodes,
            small: limits.small_schema_nodes,
            depth: limits.output_depth.saturating_sub(LEVELS_AROUND),
        });
        Self { shared_schemas, dialect: options.dialect, inline }
    }

    /// For outputs: references are always shared.
    pub fn output(shared_schemas: &'a SharedSchemas, options: &Options) -> Self {
        Self { shared_schemas, dialect: options.dialect, inline: None }
    }

    /// The input schema of a tool with these arguments, and with further keywords at its root.
    pub fn arguments(
        self,
        properties: Vec<(&'a str, &'a Schema)>,
        required: Vec<&'a str>,
        further: Option<&'a Schema>,
    ) -> ObjectSchema<'a> {
        let schemas = properties.iter().map(|&(_, schema)| schema).chain(further);
        let facts: Vec<Fact> = schemas.map(|schema| self.shared_schemas.measure(schema)).collect();
        self.plan(Root::Properties { properties, required, further }, &facts)
    }

    /// An output schema whose root is an object.
    pub fn object(self, schema: &'a Schema) -> ObjectSchema<'a> {
        // A root reference is written in place, so the tool reaches what its target refers to.
        let mut fact = self.shared_schemas.measure(schema);
        let mut root = &schema.0;
        for _ in 0..MAX_ROOT_STEPS {
            let Some((index, target)) = self.target(root) else {
                break;
            };
            fact.references.retain(|one| one.target != index);
            fact.references.extend(&self.shared_schemas.facts()[index].references);
            root = target;
        }
        self.plan(Root::Schema(schema), &[fact])
    }

    /// An output schema that holds the schema under `result`.
    pub fn wrapped(self, schema: &'a Schema) -> ObjectSchema<'a> {
        let fact = self.shared_schemas.measure(schema);
        self.plan(Root::Wrapped(schema), &[fact])
    }

    /// What a schema with a reference refers to.
    fn target(self, map: &Map<String, Value>) -> Option<(usize, &'a Map<String, Value>)> {
        let definitions = self.shared_schemas.definitions();
        let index = definitions.index(referenced(map)?)?;
        Some((index, &definitions.at(index)?.schema.0))
    }

    fn plan(self, root: Root<'a>, roots: &[Fact]) -> ObjectSchema<'a> {
        let facts = self.shared_schemas.facts();
        let reach = Reach::of(roots, facts);
        let mut in_place = vec![false; facts.len()];
        if let Some(limits) = self.inline {
            self.choose(&reach, roots, limits, &mut in_place);
        }
        let shared = reach.order.iter().copied().filter(|&index| !in_place[index]).collect();
        ObjectSchema { emitter: self, root, in_place, shared }
    }

    /// Chooses what is written in place: schemas that are not recursive and are referred to once or are small,
    /// if the whole stays small with all of them; else those that are referred to once, if it does with them;
    /// else none. So what was written once is written the same again.
    fn choose(self, reach: &Reach, roots: &[Fact], limits: InPlace, in_place: &mut [bool]) {
        let facts = self.shared_schemas.facts();
        // Whatever refers to a schema that is written in place must still be flat enough with it.
        let referrers = reach.order.iter().map(|&index| facts[index].depth);
        let deepest = roots.iter().map(|fact| fact.depth).chain(referrers).max().unwrap_or(0);
        let room = limits.depth.saturating_sub(deepest);
        let mut nodes = vec![0; facts.len()];
        let mut depth = vec![0; facts.len()];
        for small in [limits.small, 0] {
            for &index in &reach.leaves_first {
                let fact = &facts[index];
                let inlined = fact.references.iter().filter(|one| in_place[one.target]);
                nodes[index] = size(fact, &nodes, in_place);
                depth[index] = fact.depth + inlined.map(|one| depth[one.target]).max().unwrap_or(0);
                in_place[index] = !fact.recursive
                    && depth[index] <= room
                    && (reach.uses[index] == 1 || nodes[index] <= small);
            }
            let shared = reach.order.iter().filter(|&&index| !in_place[index]).map(|&index| nodes[index]);
            let sizes = roots.iter().map(|fact| size(fact, &nodes, in_place)).chain(shared);
            if sizes.fold(0, usize::saturating_add) <= limits.nodes {
                return;
            }
            in_place.fill(false);
        }
    }
}

/// Nodes of a reference, which go where the schema is written in place.
const REFERENCE_NODES: usize = 2;

/// Nodes of a schema with what is written in place in it.
fn size(fact: &Fact, nodes: &[usize], in_place: &[bool]) -> usize {
    let inlined = fact.references.iter().filter(|one| in_place[one.target]);
    inlined.fold(fact.nodes, |sum, one| {
        let written = nodes[one.target].saturating_sub(REFERENCE_NODES);
        sum.saturating_add(one.count.saturating_mul(written)).saturating_sub(one.replaced)
    })
}

/// What a tool's schemas reach.
struct Reach {
    /// References to each definition from the roots and from every definition that is reached.
    uses: Vec<usize>,
    /// In order of first reference.
    order: Vec<usize>,
    /// Each after those it refers to, but for cycles.
    leaves_first: Vec<usize>,
}

impl Reach {
    fn of(roots: &[Fact], facts: &[Fact]) -> Self {
        let mut reach = Self { uses: vec![0; facts.len()], order: Vec::new(), leaves_first: Vec::new() };
        for root in roots {
            for one in &root.references {
                reach.visit(one.target, one.count, facts);
            }
        }
        reach
    }

    fn visit(&mut self, target: usize, count: usize, facts: &[Fact]) {
        if !self.enter(target, count) {
            return;
        }
        let mut work = vec![(target, 0)];
        while let Some(&mut (index, ref mut edge)) = work.last_mut() {
            match facts[index].references.get(*edge) {
                Some(next) => {
                    *edge += 1;
                    if self.enter(next.target, next.count) {
                        work.push((next.target, 0));
                    }
                }
                None => {
                    self.leaves_first.push(index);
                    work.pop();
                }
            }
        }
    }

    fn enter(&mut self, target: usize, count: usize) -> bool {
        let first = self.uses[target] == 0;
        self.uses[target] += count;
        if first {
            self.order.push(target);
        }
        first
    }
}

impl ObjectSchema<'_> {
    fn view<'v>(&'v self, map: &'v Map<String, Value>) -> View<'v> {
        View { schema: self, map }
    }

    /// The entries of a schema as they are written: those of the schema it refers to, where that is
    /// written in place, with what stands beside the reference in their stead.
    fn entries<'v>(&'v self, map: &'v Map<String, Value>) -> Vec<(&'v str, &'v Value)> {
        let target = self.emitter.target(map).filter(|&(index, _)| self.in_place[index]);
        match target {
            Some((_, target)) => beside(self.entries(target), map),
            None => map.iter().map(|(key, value)| (key.as_str(), value)).collect(),
        }
    }

    /// The entries of a root, which is never a reference.
    fn root_entries<'v>(&'v self, map: &'v Map<String, Value>, steps: usize) -> Vec<(&'v str, &'v Value)> {
        match self.emitter.target(map) {
            Some((_, target)) if steps > 0 => beside(self.root_entries(target, steps - 1), map),
            _ => map.iter().map(|(key, value)| (key.as_str(), value)).collect(),
        }
    }
}

/// Entries with those beside a reference in their stead.
fn beside<'v>(
    mut entries: Vec<(&'v str, &'v Value)>,
    map: &'v Map<String, Value>,
) -> Vec<(&'v str, &'v Value)> {
    for (key, value) in map.iter().filter(|(key, _)| *key != "$ref") {
        match entries.iter_mut().find(|(known, _)| *known == key) {
            Some(entry) => entry.1 = value,
            None => entries.push((key, value)),
        }
    }
    entries.sort_by_key(|(key, _)| rank(key));
    entries
}

impl Serialize for ObjectSchema<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(uri) = self.emitter.dialect.uri() {
            map.serialize_entry("$schema", uri)?;
        }
        match &self.root {
            Root::Properties { properties, required, further } => {
                map.serialize_entry("type", "object")?;
                map.serialize_entry("properties", &Properties { schema: self, properties })?;
                if !required.is_empty() {
                    map.serialize_entry("required", required)?;
                }
                for (key, value) in further.iter().flat_map(|schema| &schema.0) {
                    serialize_keyword(&mut map, self, key, value)?;
                }
            }
            Root::Schema(schema) => {
                let entries = self.root_entries(&schema.0, MAX_ROOT_STEPS);
                if !entries.iter().any(|(key, _)| *key == "type") {
                    map.serialize_entry("type", "object")?;
                }
                for (key, value) in entries {
                    serialize_keyword(&mut map, self, key, value)?;
                }
            }
            Root::Wrapped(schema) => {
                map.serialize_entry("type", "object")?;
                map.serialize_entry(
                    "properties",
                    &Properties { schema: self, properties: &[("result", schema)] },
                )?;
                map.serialize_entry("required", &["result"])?;
                map.serialize_entry("x-fastmcp-wrap-result", &true)?;
            }
        }
        if !self.shared.is_empty() {
            map.serialize_entry(self.emitter.dialect.definitions(), &Shared(self))?;
        }
        map.end()
    }
}

struct Properties<'v, 'a> {
    schema: &'v ObjectSchema<'a>,
    properties: &'v [(&'v str, &'v Schema)],
}

impl Serialize for Properties<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer
            .collect_map(self.properties.iter().map(|(name, schema)| (name, self.schema.view(&schema.0))))
    }
}

struct Shared<'v, 'a>(&'v ObjectSchema<'a>);

impl Serialize for Shared<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let shared_schemas = self.0.emitter.shared_schemas;
        let mut map = serializer.serialize_map(Some(self.0.shared.len()))?;
        for &index in &self.0.shared {
            let Some(definition) = shared_schemas.definitions().at(index) else { continue };
            let label = label(&definition.name);
            let as_it_is = self.0.emitter.dialect != SchemaDialect::Draft07
                && label.len() == definition.name.len()
                && shared_schemas.facts()[index].references.iter().all(|one| !self.0.in_place[one.target]);
            match shared_schemas.rendered(index).filter(|_| as_it_is) {
                Some(rendered) => map.serialize_entry(label, rendered)?,
                None => map.serialize_entry(label, &self.0.view(&definition.schema.0))?,
            }
        }
        map.end()
    }
}

/// One schema, written according to the plan.
struct View<'v> {
    schema: &'v ObjectSchema<'v>,
    map: &'v Map<String, Value>,
}

impl Serialize for View<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !self.map.contains_key("$ref") {
            let mut map = serializer.serialize_map(Some(self.map.len()))?;
            for (key, value) in self.map {
                serialize_keyword(&mut map, self.schema, key, value)?;
            }
            return map.end();
        }
        let entries = self.schema.entries(self.map);
        let mut map = serializer.serialize_map(Some(entries.len()))?;
        for (key, value) in entries {
            serialize_keyword(&mut map, self.schema, key, value)?;
        }
        map.end()
    }
}

fn serialize_keyword<M: SerializeMap>(
    map: &mut M,
    schema: &ObjectSchema<'_>,
    key: &str,
    value: &Value,
) -> Result<(), M::Error> {
    match (position(key, value), value) {
        (_, Value::String(reference)) if key == "$ref" && reference.starts_with(Schema::REFERENCE_PREFIX) => {
            let keyword = schema.emitter.dialect.definitions();
            map.serialize_entry(key, &format_args!("#/{keyword}/{}", label(reference)))
        }
        (Position::Schema, Value::Object(inner)) => map.serialize_entry(key, &schema.view(inner)),
        (Position::List, Value::Array(list)) => map.serialize_entry(key, &SchemaList { schema, list }),
        (Position::Map, Value::Object(inner)) => map.serialize_entry(key, &SchemaMap { schema, map: inner }),
        _ => map.serialize_entry(key, value),
    }
}

struct SchemaList<'v> {
    schema: &'v ObjectSchema<'v>,
    list: &'v [Value],
}

impl Serialize for SchemaList<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut sequence = serializer.serialize_seq(Some(self.list.len()))?;
        for value in self.list {
            match value {
                Value::Object(map) => sequence.serialize_element(&self.schema.view(map))?,
                other => sequence.serialize_element(other)?,
            }
        }
        sequence.end()
    }
}

struct SchemaMap<'v> {
    schema: &'v ObjectSchema<'v>,
    map: &'v Map<String, Value>,
}

impl Serialize for SchemaMap<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.map.len()))?;
        for (key, value) in self.map {
            match value {
                Value::Object(inner) => map.serialize_entry(key, &self.schema.view(inner))?,
                other => map.serialize_entry(key, other)?,
            }
        }
        map.end()
    }
}
