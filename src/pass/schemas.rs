//! Normalizes all schemas together, since normalization needs every definition.

use crate::diagnostic::Sink;
use crate::model::{ArgumentSchemas, Catalog, Definitions};
use crate::schema::{SchemaRoot, normalize};

/// Breaks empty reference cycles, merges `allOf`, and adapts schemas that depend on widened ones: see [`normalize`].
pub fn normalize_schemas(catalog: &mut Catalog, sink: &Sink) {
    in_each_direction(catalog, sink, normalize);
}

/// Runs `work` on all schemas of inputs, and on all of outputs: the definitions, and the roots that refer to them.
pub(super) fn in_each_direction(
    catalog: &mut Catalog,
    sink: &Sink,
    work: impl Fn(&mut Definitions, Vec<SchemaRoot<'_>>, &Sink) + Sync,
) {
    let mut arguments = ArgumentSchemas::take(&mut catalog.tools);
    let mut inputs: Vec<SchemaRoot<'_>> = Vec::new();
    let mut outputs: Vec<SchemaRoot<'_>> = Vec::new();
    for tool in &mut catalog.tools {
        inputs.extend(tool.input.iter_mut().map(|input| SchemaRoot::of(&mut input.schema, input.place)));
        outputs.extend(tool.output.iter_mut().map(|output| SchemaRoot::of(&mut output.schema, output.place)));
    }
    inputs.extend(arguments.list.iter_mut().map(|one| SchemaRoot {
        schema: &mut one.schema,
        place: one.place,
        further_places: &one.further_places,
    }));
    // Inputs and outputs do not depend on each other.
    let (input_definitions, output_definitions) =
        (&mut catalog.input_definitions, &mut catalog.output_definitions);
    let settled = |definitions: &mut Definitions, roots: Vec<SchemaRoot<'_>>| {
        let said = Sink::new();
        work(definitions, roots, &said);
        said
    };
    let (of_inputs, of_outputs) =
        rayon::join(|| settled(input_definitions, inputs), || settled(output_definitions, outputs));
    sink.absorb(of_inputs);
    sink.absorb(of_outputs);
    arguments.put_back(&mut catalog.tools);
}
