//! Small catalogues for the tests of passes.

use crate::diagnostic::{DocumentId, NodeId, Place};
use crate::model::{
    Annotations, Argument, Catalog, Definitions, Format, HttpCall, Location, Method, NameSource, Schema,
    Serialization, SourceInfo, Tool,
};

/// A place that is told apart by its number.
pub(super) fn place(number: u32) -> Place {
    Place {
        document: DocumentId(0),
        node: NodeId(number),
    }
}

/// A tool made from an operation.
pub(super) fn operation(operation_id: Option<&str>, method: &str, path: &str) -> Tool {
    let method = Method::new(method);
    let operation_id = operation_id.map(str::to_owned);
    Tool {
        place: place(0),
        name_source: NameSource::Operation {
            operation_id: operation_id.clone(),
            method: method.clone(),
            path: path.to_owned(),
        },
        name: None,
        explicit_title: None,
        explicit_description: None,
        summary: None,
        source_description: None,
        title: None,
        description: String::new(),
        deprecated: false,
        arguments: Vec::new(),
        output: None,
        annotations: Annotations::default(),
        call: HttpCall {
            method,
            path: path.to_owned(),
            servers: Vec::new(),
            body: None,
            accept: None,
            cookies: Vec::new(),
            security: None,
            operation_id,
        },
    }
}

/// A tool whose name its author gave.
pub(super) fn explicit(name: &str, method: &str, path: &str) -> Tool {
    let mut tool = operation(None, method, path);
    tool.name_source = NameSource::Explicit(name.to_owned());
    tool
}

/// A string argument.
pub(super) fn argument(true_name: &str, location: Location) -> Argument {
    Argument {
        place: place(0),
        true_name: true_name.to_owned(),
        name: None,
        location,
        required: false,
        schema: Schema::any(),
        serialization: Serialization::Body,
    }
}

/// A catalogue of these tools, each at a place of its own.
pub(super) fn catalog(tools: Vec<Tool>) -> Catalog {
    let mut catalog = Catalog {
        source: SourceInfo {
            format: Format::OpenApi31,
            title: None,
            version: None,
        },
        server: None,
        tools,
        input_definitions: Definitions::default(),
        output_definitions: Definitions::default(),
    };
    for (number, tool) in (1..).zip(&mut catalog.tools) {
        tool.place = place(number);
        for (offset, argument) in (1..).zip(&mut tool.arguments) {
            argument.place = place(number * 1000 + offset);
        }
    }
    catalog
}
