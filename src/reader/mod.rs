//! One reader an input format: each turns a document into a catalogue and reports what it had to leave.

mod agenthub;
mod choice;
mod detect;
pub(crate) mod icon;
mod listed_output;
mod mcp;
mod openapi;
mod remote;
mod tool_definition;
mod tool_result;
mod tools;

use crate::diagnostic::{Code, Diagnostic, Fatal, Sink};
use crate::model::{Catalog, Format};
use crate::options::Options;
use crate::source::{Document, Input, Sources};

pub use listed_output::listed_output;
pub(crate) use mcp::{listed as listed_tools, pages as listed_pages, result as listed_result};
pub use tool_result::tool_result;

/// The tags that the operations of an API description have, and how many have each; of other formats none.
pub fn tags(sources: &Sources, document: &Document) -> Vec<(String, usize)> {
    openapi::tags(sources, document)
}

/// One of several descriptions that become one manifest.
#[derive(Debug, Clone, Copy)]
pub struct Part<'p> {
    /// The description.
    pub input: &'p Input,
    /// What stands before the name of each of its tools.
    pub prefix: Option<&'p str>,
}

/// Reads descriptions into a catalogue each. A rule that matches nothing in one of them may match in another, so that is
/// said only where it matches in none.
pub fn read_parts(
    sources: &Sources,
    parts: &[Part<'_>],
    options: &Options,
    sink: &Sink,
) -> Result<Vec<Catalog>, Fatal> {
    let mut catalogs = Vec::with_capacity(parts.len());
    let mut unmatched: Option<Vec<Diagnostic>> = None;
    for part in parts {
        let said = Sink::new();
        let document = sources.load(part.input, &said);
        let document = document.and_then(|document| sources.overlay(document, &options.overlays, &said));
        let catalog = document.and_then(|document| read(sources, document, options, &said));
        let own = said.take(|diagnostic| diagnostic.code == Code::RuleUnmatched);
        sink.absorb(said);
        catalogs.push(catalog?);
        unmatched = Some(match unmatched {
            None => own,
            Some(mut earlier) => {
                earlier.retain(|one| own.iter().any(|other| other.message == one.message));
                earlier
            }
        });
    }
    unmatched.into_iter().flatten().for_each(|diagnostic| sink.push(diagnostic));
    Ok(catalogs)
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
    match format {
        Format::McpTools | Format::ToolDefinition if !root.is_object() && !root.is_array() => {
            wrong_root("tools are an object or an array")
        }
        Format::McpTools => Ok(mcp::read(sources, document, options, sink)),
        Format::AgentHub01 if !root.is_object() => wrong_root("an agent manifest is an object"),
        Format::AgentHub01 => agenthub::read(sources, document, options, sink),
        Format::ToolDefinition => Ok(tool_definition::read(sources, document, options, sink)),
        _ if !root.is_object() => wrong_root("an API description is an object"),
        _ => Ok(openapi::read(sources, document, format, options, sink)),
    }
}
