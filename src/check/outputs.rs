//! Checks the output schemas of tools, and cuts those that are longer than their bounds.

use std::sync::Arc;

use foldhash::HashMap;

use crate::json::{Map, Value, json};
use crate::model::{OutputRoot, SchemaBound, Tool, ToolOutput};
use crate::options::Options;
use crate::parallel::map;
use crate::schema::{AlwaysExpanded, BoundedSchema, ReachedDefinitions, inline_root_reference};
use crate::writer::{Emitter, FinishedSchema, SharedSchemas, WrittenOutput};

use super::gate::{CheckResult, CheckedSchema, SchemaGate};

/// Checks and finishes the output schema of each tool that has one. Tools whose answers are the same definition share the
/// result.
pub(super) fn checked_outputs(
    tools: &mut [Tool],
    gate: &SchemaGate,
    options: &Options,
) -> Vec<Option<CheckResult<WrittenOutput>>> {
    let mut distinct: Vec<(ToolOutput, SchemaBound)> = Vec::new();
    let mut known: HashMap<(usize, OutputRoot, SchemaBound), usize> = HashMap::default();
    let of_tools: Vec<Option<usize>> = tools
        .iter_mut()
        .map(|tool| {
            let output = tool.output.as_mut()?;
            let (_, bound) = options.schema_bounds(&tool.rules);
            let target = output.schema.referenced().filter(|_| output.schema.0.len() == 1);
            let key = target.and_then(|name| Some((gate.definitions.index(name)?, output.root, bound)));
            let next = distinct.len();
            let index = key.map_or(next, |key| *known.entry(key).or_insert(next));
            let schema = std::mem::take(&mut output.schema);
            if index == next {
                distinct.push((ToolOutput { schema, ..*output }, bound));
            }
            Some(index)
        })
        .collect();
    let checked = map(distinct, |(output, bound)| checked_output(&output, bound.max(), gate, options));
    of_tools.into_iter().map(|index| index.map(|index| checked[index].clone())).collect()
}

fn checked_output(
    output: &ToolOutput,
    max: usize,
    gate: &SchemaGate,
    options: &Options,
) -> CheckResult<WrittenOutput> {
    gate.check(&output.schema)?;
    let measured = match output.root {
        OutputRoot::Wrapped => gate.sizes.measure(&root(output, gate), &gate.definitions),
        // The writer adds a missing type.
        OutputRoot::Object if !gate.is_typed(&output.schema) => {
            gate.sizes.measure(&root(output, gate), &gate.definitions)
        }
        OutputRoot::Object | OutputRoot::Any => gate.sizes.measure_root(&output.schema, &gate.definitions),
    };
    // References are always shared in an output, so that it is as long as it was measured.
    let cut =
        gate.cut(&measured, max, AlwaysExpanded::Root, || (root(output, gate), output.place), |_| false);
    let Some((bounded, cut)) = cut else {
        gate.mark_root(&output.schema);
        let written = WrittenOutput::Whole(Arc::new(gate.finish_schema(&output.schema)));
        return Ok(CheckedSchema { written, cut: None });
    };
    Ok(CheckedSchema { written: WrittenOutput::Cut(text(bounded, options).into()), cut: Some(cut) })
}

/// Returns the root of an output schema as it is written.
fn root(output: &ToolOutput, gate: &SchemaGate) -> Map {
    let inlined = || inline_root_reference(&output.schema, &gate.definitions).0;
    let mut root = Map::new();
    match output.root {
        OutputRoot::Wrapped => {
            root.insert("type", "object".into());
            root.insert("properties", json!({"result": (Value::Object(output.schema.0.clone()))}));
            root.insert("required", json!(["result"]));
            root.insert("x-fastmcp-wrap-result", true.into());
        }
        OutputRoot::Object => {
            root = inlined();
            if !root.contains_key("type") {
                let mut typed = Map::from_iter([("type".to_owned(), Value::from("object"))]);
                typed.append(&mut root);
                root = typed;
            }
        }
        OutputRoot::Any => root = inlined(),
    }
    root
}

/// Writes an output schema that was cut.
fn text(bounded: BoundedSchema, options: &Options) -> Vec<u8> {
    let BoundedSchema { schema, definitions, .. } = bounded;
    let root = FinishedSchema::of(&schema, &definitions, options.dialect);
    let shared = SharedSchemas::new(definitions, |_| true, options.dialect);
    let (mut text, mut reached) = (Vec::new(), ReachedDefinitions::default());
    Emitter::output(&shared, options).any(&root, &mut reached).write(&mut text);
    text
}
