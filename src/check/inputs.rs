//! Checks the input schemas of tools, and cuts those that are longer than their bounds.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use foldhash::HashMap;

use crate::json::{Map, Value};
use crate::model::{ArgumentName, ArgumentSchema, ArgumentSchemas, Schema, Tool};
use crate::options::Options;
use crate::parallel::map;
use crate::schema::{AlwaysExpanded, BoundedSchema, MeasuredSchema, ReachedDefinitions, SchemaFault};
use crate::writer::{CutSchema, Emitter, FinishedSchema, ListedArguments, SharedSchemas, WrittenInput};

use super::gate::{CheckResult, CheckedSchema, SchemaCut, SchemaGate};

/// The schema of an argument that passed the gate.
struct CheckedArgument<'s> {
    schema: &'s Schema,
    measured: MeasuredSchema,
    /// True if a tool writes it whole.
    is_whole: AtomicBool,
}

/// An input schema that was cut, `None` for one that is written whole; or the reason for which the tool is left out.
type CutResult = Result<Option<(Arc<CutSchema>, SchemaCut)>, Box<SchemaFault>>;

/// A tool with the schemas of its arguments.
struct ToolArguments<'t> {
    tool: &'t Tool,
    /// For each argument, the index of its schema.
    schemas: &'t [usize],
    /// The largest number of bytes.
    max: usize,
}

/// Checks and finishes the input schema of each tool.
pub(super) fn checked_inputs(
    tools: &mut [Tool],
    gate: &SchemaGate,
    options: &Options,
) -> Vec<CheckResult<WrittenInput>> {
    let schemas = ArgumentSchemas::take(tools);
    let checked = map(schemas.list.iter().collect(), |one: &ArgumentSchema| {
        let schema = &one.schema;
        gate.check(schema)?;
        let measured = gate.sizes.measure(&schema.0, &gate.definitions);
        Ok(CheckedArgument { schema, measured, is_whole: AtomicBool::new(false) })
    });
    let mut distinct: Vec<ToolArguments<'_>> = Vec::new();
    let mut known: HashMap<InputKey<'_>, usize> = HashMap::default();
    let mut rest = schemas.of_arguments.as_slice();
    let of_tools = tools.iter().map(|tool| {
        let (own, others) = rest.split_at(tool.arguments.len());
        rest = others;
        let is_verbatim = tool.verbatim.input.is_some();
        let max = if is_verbatim { usize::MAX } else { options.schema_bounds(&tool.rules).0.max() };
        let one = ToolArguments { tool, schemas: own, max };
        let next = distinct.len();
        let index = one.key(&schemas.list, gate).map_or(next, |key| *known.entry(key).or_insert(next));
        if index == next {
            distinct.push(one);
        }
        index
    });
    let of_tools: Vec<usize> = of_tools.collect();
    let cut = map(distinct.iter().collect(), |one: &ToolArguments<'_>| one.cut(&checked, gate, options));
    let whole = map(checked.iter().collect(), |one| {
        let argument = one.as_ref().ok().filter(|argument| argument.is_whole.load(Ordering::Relaxed))?;
        Some(Arc::new(gate.finish_schema(argument.schema)))
    });
    let written = of_tools.into_iter().map(|index| {
        let one = &distinct[index];
        if let Some((text, cut)) = cut[index].as_ref().map_err(Clone::clone)? {
            return Ok(CheckedSchema { written: WrittenInput::Cut(Arc::clone(text)), cut: Some(*cut) });
        }
        let arguments = one.schemas.iter().filter_map(|&schema| whole[schema].clone()).collect();
        let further = one.tool.input.as_ref();
        let further = further.map(|input| Box::new(gate.finish_schema(&input.schema)));
        Ok(CheckedSchema { written: WrittenInput::Whole { arguments, further, max: one.max }, cut: None })
    });
    written.collect()
}

/// The arguments that tools have in common: the schema and the name of each, and whether it is required; and the bound.
type InputKey<'t> = (Vec<(ArgumentKey, Option<&'t str>, bool)>, usize);

/// The schema of an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum ArgumentKey {
    /// A reference to this definition and nothing else, as most bodies are.
    Reference(usize),
    /// The schema with this index.
    Schema(usize),
}

impl<'t> ToolArguments<'t> {
    /// Returns the key of the input schema, unless it has keywords of its own.
    fn key(&self, schemas: &[ArgumentSchema], gate: &SchemaGate) -> Option<InputKey<'t>> {
        let key = self.tool.arguments.iter().zip(self.schemas).map(|(argument, &index)| {
            let schema = &schemas[index].schema;
            let target = schema.referenced().filter(|_| schema.0.len() == 1);
            let target = target.and_then(|name| gate.definitions.index(name));
            let schema = target.map_or(ArgumentKey::Schema(index), ArgumentKey::Reference);
            (schema, argument.name.as_ref().map(ArgumentName::as_str), argument.required)
        });
        self.tool.input.is_none().then(|| (key.collect(), self.max))
    }

    /// Cuts the input schema if it is longer than its bound; marks the arguments of one that is written whole.
    fn cut(
        &self,
        checked: &[Result<CheckedArgument<'_>, Box<SchemaFault>>],
        gate: &SchemaGate,
        options: &Options,
    ) -> CutResult {
        let tool = self.tool;
        let further = tool.input.as_ref().map(|input| &input.schema);
        if let Some(further) = further {
            gate.check(further)?;
        }
        let mut properties = Vec::with_capacity(self.schemas.len());
        let required = tool.required_arguments();
        for (argument, &schema) in tool.arguments.iter().zip(self.schemas) {
            let schema = checked[schema].as_ref().map_err(Clone::clone)?;
            let Some(name) = &argument.name else { continue };
            properties.push((name.as_str(), schema));
        }
        let measured_further = further.map(|further| gate.sizes.measure(&further.0, &gate.definitions));
        let measured = properties.iter().map(|(name, schema)| (*name, &schema.measured));
        let measured = MeasuredSchema::object(measured, required.as_deref(), measured_further.as_ref());
        let root = || {
            let schemas = properties.iter().map(|(name, one)| (*name, one.schema));
            (object_of(schemas, required.as_deref(), further), tool.place)
        };
        let fits =
            |whole: &dyn Fn() -> BoundedSchema| written(whole(), self.max, options).text.len() <= self.max;
        let Some((bounded, mut cut)) = gate.cut(&measured, self.max, AlwaysExpanded::Arguments, root, fits)
        else {
            for (_, schema) in &properties {
                schema.is_whole.store(true, Ordering::Relaxed);
            }
            return Ok(None);
        };
        let written = written(bounded, self.max, options);
        cut.after.bytes = written.text.len();
        Ok(Some((Arc::new(written), cut)))
    }
}

/// Returns an object with these properties and further keywords.
fn object_of<'s>(
    properties: impl Iterator<Item = (&'s str, &'s Schema)>,
    required: Option<&[&str]>,
    further: Option<&Schema>,
) -> Map {
    let properties: Map =
        properties.map(|(name, schema)| (name.to_owned(), Value::Object(schema.0.clone()))).collect();
    let mut object = Map::new();
    object.insert("type", "object".into());
    object.insert("properties", Value::Object(properties));
    if let Some(required) = required {
        object.insert("required", required.iter().map(|&name| Value::from(name)).collect::<Vec<_>>().into());
    }
    object.extend(further.into_iter().flat_map(|further| further.0.clone()));
    object
}

/// Writes an input schema that was cut.
fn written(bounded: BoundedSchema, max: usize, options: &Options) -> CutSchema {
    let BoundedSchema { schema: Schema(mut root), definitions, .. } = bounded;
    let finished = |schema: Map| FinishedSchema::of(&Schema(schema), &definitions, options.dialect);
    let properties = match root.shift_remove("properties") {
        Some(Value::Object(properties)) => properties,
        _ => Map::new(),
    };
    let properties: Vec<_> = properties
        .into_iter()
        .filter_map(|(name, value)| match value {
            Value::Object(map) => Some((name, finished(map))),
            _ => None,
        })
        .collect();
    let required = root.shift_remove("required");
    let required = required.as_ref().and_then(Value::as_array);
    let required = required.map(|names| names.iter().filter_map(Value::as_str).collect());
    root.shift_remove("type");
    let further = (!root.is_empty()).then(|| finished(root));
    let shared = SharedSchemas::new(definitions, |_| true, options.dialect);
    let arguments = ListedArguments {
        properties: properties.iter().map(|(name, schema)| (name.as_str(), schema)).collect(),
        required,
        further: further.as_ref(),
    };
    let (mut text, mut reached) = (Vec::new(), ReachedDefinitions::default());
    Emitter::input(&shared, options).write_arguments(&arguments, max, &mut reached, &mut text);
    let schemas = || properties.iter().map(|(_, schema)| schema);
    CutSchema {
        text: text.into(),
        values: shared.size(schemas(), &mut reached),
        levels: schemas().map(|schema| 1 + shared.levels(schema)).max().unwrap_or(0),
    }
}
