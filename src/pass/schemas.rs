//! Settles all schemas, once every one of them is known.

use crate::diagnostic::{Place, Sink};
use crate::model::{Catalog, Schema};
use crate::schema::settle;

/// Breaks cycles that say nothing, merges `allOf`, and draws the consequences of schemas that accept more
/// than their source: see [`settle`].
pub fn schemas(catalog: &mut Catalog, sink: &Sink) {
    let mut inputs: Vec<(&mut Schema, Place)> = Vec::new();
    let mut outputs: Vec<(&mut Schema, Place)> = Vec::new();
    for tool in &mut catalog.tools {
        inputs.extend(tool.input.iter_mut().map(|input| (&mut input.schema, input.place)));
        inputs.extend(tool.arguments.iter_mut().map(|argument| (&mut argument.schema, argument.place)));
        outputs.extend(tool.output.iter_mut().map(|output| (&mut output.schema, output.place)));
    }
    settle(&mut catalog.input_definitions, inputs.into_iter(), sink);
    settle(&mut catalog.output_definitions, outputs.into_iter(), sink);
}
