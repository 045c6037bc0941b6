//! One reader an input format: each turns a document into a catalogue and reports what it had to leave.

mod agenthub;
mod choice;
mod detect;
pub(crate) mod icon;
mod listed_output;
mod mcp;
mod openapi;
mod parts;
mod remote;
mod tool_definition;
mod tool_result;
mod tools;

use crate::diagnostic::{Code, Diagnostic, Fatal, Sink};
use crate::model::{Catalog, Format};
use crate::options::{BodyMode, Options};
use crate::source::{Document, Sources};

pub use listed_output::listed_output;
pub(crate) use mcp::{listed as listed_tools, pages as listed_pages, result as listed_result};
pub use parts::{DescriptionPart, read_parts};
pub use tool_result::tool_result;

/// The tags that the operations of an API description have, and how many have each; of other formats none.
pub fn tags(sources: &Sources, document: &Document) -> Vec<(String, usize)> {
    openapi::tags(sources, document)
}

/// Whether a document is a list of tools already, as MCP or a model API has it, and no description of an API.
pub fn lists_tools(document: &Document) -> bool {
    detect::detect(document.root(), &Sink::new()).is_ok_and(|format| format == Format::McpTools)
}

/// Reads a document into a catalogue, in the format that it says it has.
pub fn read<'s>(
    sources: &'s Sources,
    document: &'s Document,
    options: &Options,
    sink: &'s Sink,
) -> Result<Catalog, Fatal> {
    let root = document.root();
    let format = match options.from {
        Some(format) => format,
        None => detect::detect(root, sink)?,
    };
    let wrong_root = |expected: &str| {
        let message = format!("{expected}, but the document is {}", root.kind());
        Err(Box::new(Diagnostic::new(Code::WrongRoot, message).at(root.place())))
    };
    let mut catalog = match format {
        Format::McpTools | Format::ToolDefinition if !root.is_object() && !root.is_array() => {
            return wrong_root("tools are an object or an array");
        }
        Format::McpTools => mcp::read(sources, document, options, sink),
        Format::AgentHub01 if !root.is_object() => return wrong_root("an agent manifest is an object"),
        Format::AgentHub01 => agenthub::read(sources, document, options, sink)?,
        Format::ToolDefinition => tool_definition::read(sources, document, options, sink),
        _ if !root.is_object() => return wrong_root("an API description is an object"),
        _ => openapi::read(sources, document, format, options, sink),
    };
    // Later passes decide these, when tools of other descriptions may stand beside them.
    for tool in &mut catalog.tools {
        tool.only_if_read_only = options.selection.read_only;
        tool.flattens_body = options.body == BodyMode::Flattened;
    }
    Ok(catalog)
}
