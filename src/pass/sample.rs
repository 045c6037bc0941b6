//! Small catalogues for the tests of passes that give names.

use crate::model::{Argument, Catalog, Location, NameSource, Schema, Serialization, Tool};

use super::fixture;

/// A tool made from an operation.
pub(super) fn operation(operation_id: Option<&str>, method: &str, path: &str) -> Tool {
    fixture::tool(method, path, operation_id)
}

/// A tool whose name its author gave.
pub(super) fn explicit(name: &str, method: &str, path: &str) -> Tool {
    Tool { name_source: NameSource::Explicit(name.to_owned()), ..operation(None, method, path) }
}

/// A string argument.
pub(super) fn argument(true_name: &str, location: Location) -> Argument {
    Argument {
        true_name: true_name.to_owned(),
        location,
        schema: Schema::any(),
        serialization: Serialization::Body,
        ..fixture::argument(true_name, serde_json::Value::Null)
    }
}

/// A catalogue of these tools, each at a place of its own.
pub(super) fn catalog(tools: Vec<Tool>) -> Catalog {
    let mut catalog = fixture::catalog(tools);
    for (number, tool) in (1..).zip(&mut catalog.tools) {
        tool.place = fixture::place(number);
        for (offset, argument) in (1..).zip(&mut tool.arguments) {
            argument.place = fixture::place(number * 1000 + offset);
        }
    }
    catalog
}
