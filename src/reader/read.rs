//! Reading one document with the reader of its format.

use crate::diagnostic::{Code, Diagnostic, Fatal, Sink};
use crate::model::{Catalog, Format};
use crate::options::{BodyMode, Options};
use crate::source::{Document, Node, Sources};

use super::tool_list::error_response;
use super::{agenthub, format_detection, openapi, tool_definition, tool_list};

/// Reads a document into a catalogue, in the format that the options name, or else in the format that the document itself
/// declares.
pub fn read<'s>(
    sources: &'s Sources,
    document: &'s Document,
    options: &Options,
    sink: &'s Sink,
) -> Result<Catalog, Fatal> {
    let root = document.root();
    if options.from.is_none_or(|format| format == Format::McpTools) {
        refuse_error_response(root)?;
    }
    let format = match options.from {
        Some(format) => format,
        None => format_detection::detect(root, sink)?,
    };
    let wrong_root = |expected: &str| {
        let message = format!("{expected}, but the document is {}", root.kind());
        Err(Box::new(Diagnostic::new(Code::WrongRoot, message).at(root.place())))
    };
    let mut catalog = match format {
        Format::McpTools | Format::ToolDefinition if !root.is_object() && !root.is_array() => {
            return wrong_root("tools are an object or an array");
        }
        Format::McpTools => tool_list::read(sources, document, options, sink),
        Format::AgentHub01 if !root.is_object() => return wrong_root("an agent manifest is an object"),
        Format::AgentHub01 => agenthub::read(sources, document, options, sink)?,
        Format::ToolDefinition => tool_definition::read(sources, document, options, sink),
        Format::Swagger20 | Format::OpenApi30 | Format::OpenApi31 | Format::OpenApi32 => {
            if !root.is_object() {
                return wrong_root("an API description is an object");
            }
            openapi::read(sources, document, format, options, sink)
        }
    };
    // Passes apply these options to each tool later: tools of other descriptions, which are read with other options, may be
    // in the same list by then.
    for tool in &mut catalog.tools {
        tool.only_if_read_only = options.selection.read_only;
        tool.flattens_body = options.body == BodyMode::Flattened;
    }
    Ok(catalog)
}

/// Refuses the error response of a server that was asked for its tools.
pub(crate) fn refuse_error_response(root: Node<'_>) -> Result<(), Fatal> {
    match error_response(root) {
        Some(error) => {
            let message = format!("the server answered with an error, not with a list of tools: {error}");
            Err(Box::new(Diagnostic::new(Code::ErrorResponse, message).at(root.place())))
        }
        None => Ok(()),
    }
}
