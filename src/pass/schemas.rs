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
    // Nothing of one direction depends on the other.
    let (input_definitions, output_definitions) =
        (&mut catalog.input_definitions, &mut catalog.output_definitions);
    let settled = |definitions, roots: Vec<(&mut Schema, Place)>| {
        let said = Sink::new();
        settle(definitions, roots.into_iter(), &said);
        said
    };
    let (of_inputs, of_outputs) =
        rayon::join(|| settled(input_definitions, inputs), || settled(output_definitions, outputs));
    sink.absorb(of_inputs);
    sink.absorb(of_outputs);
}
