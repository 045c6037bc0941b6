//! Iteration over the schemas of a catalogue, each with its place and a name for messages.

use std::fmt;

use crate::diagnostic::{Place, Sink};
use crate::model::{ArgumentSchemas, Catalog, Definition, Schema, Tool, label};
use crate::parallel::each;

/// The place and the kind of a schema of the catalogue.
#[derive(Debug, Clone, Copy)]
pub(super) struct CatalogSchema<'a> {
    /// The place of the schema in the source.
    pub(super) place: Place,
    /// The kind of the schema, and its name if it has one.
    pub(super) kind: CatalogSchemaKind<'a>,
}

/// The kinds of schemas in a catalogue.
#[derive(Debug, Clone, Copy)]
pub(super) enum CatalogSchemaKind<'a> {
    /// The root keywords of an input schema, beside its arguments.
    Input,
    /// The schema of an argument, by the name in the source.
    Argument(&'a str),
    /// The output schema of a tool.
    Output,
    /// A shared definition, by name.
    Shared(&'a str),
}

impl<'a> CatalogSchemaKind<'a> {
    /// Returns the name of the argument that the schema describes, if it describes one.
    pub(super) fn property(self) -> Option<&'a str> {
        match self {
            Self::Argument(name) => Some(name),
            Self::Input | Self::Output | Self::Shared(_) => None,
        }
    }
}

impl fmt::Display for CatalogSchemaKind<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Argument(name) => write!(f, "the argument `{name}`"),
            Self::Input => f.write_str("the input"),
            Self::Output => f.write_str("the output"),
            Self::Shared(name) => write!(f, "the schema `{}`", label(name)),
        }
    }
}

/// Iterates over the schemas of a tool, except those of its arguments, which [`each_argument`] visits.
pub(super) fn schemas_of(tool: &mut Tool) -> impl Iterator<Item = (CatalogSchema<'_>, &mut Schema)> {
    let place = tool.place;
    let input = tool.input.iter_mut().map(|input| {
        let root = CatalogSchema { place: input.place, kind: CatalogSchemaKind::Input };
        (root, &mut input.schema)
    });
    let output = tool.output.iter_mut().map(|output| {
        let root = CatalogSchema { place: output.place, kind: CatalogSchemaKind::Output };
        (root, &mut output.schema)
    });
    let verbatim = [
        (CatalogSchemaKind::Input, &mut tool.verbatim.input),
        (CatalogSchemaKind::Output, &mut tool.verbatim.output),
    ];
    let verbatim = verbatim.into_iter().filter_map(move |(kind, schema)| {
        let root = CatalogSchema { place, kind };
        schema.as_mut().map(|schema| (root, schema))
    });
    input.chain(output).chain(verbatim)
}

/// Runs `work` on the schema of every argument, in parallel. A schema that several arguments share is visited once; its
/// diagnostics are repeated at the place of each argument.
pub(super) fn each_argument<R: Send>(
    tools: &mut [Tool],
    sink: &Sink,
    work: impl Fn(CatalogSchema<'_>, &mut Schema, &Sink) -> R + Sync,
) -> Vec<R> {
    let mut schemas = ArgumentSchemas::take(tools);
    let results = each(&mut schemas.list, sink, |one, sink| {
        let said = sink.beside();
        let root = CatalogSchema { place: one.place, kind: CatalogSchemaKind::Argument(&one.true_name) };
        let result = work(root, &mut one.schema, &said);
        if one.is_property {
            said.prefix_keys(&["properties", &one.true_name]);
        }
        sink.absorb_at(said, one.place, &one.further_places);
        result
    });
    schemas.put_back(tools);
    results
}

/// Iterates over the shared definitions, those of inputs first.
pub(super) fn shared_schemas(
    catalog: &mut Catalog,
) -> impl Iterator<Item = (CatalogSchema<'_>, &mut Schema)> {
    let inputs = catalog.input_definitions.iter_mut();
    inputs.chain(catalog.output_definitions.iter_mut()).map(|definition| {
        let Definition { name, schema, place } = definition;
        let root = CatalogSchema { place: *place, kind: CatalogSchemaKind::Shared(name) };
        (root, schema)
    })
}
