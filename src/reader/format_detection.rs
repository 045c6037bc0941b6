//! Detection of the format of a document, by the fields at its root.

use crate::diagnostic::{Code, Diagnostic, Fatal, Sink};
use crate::model::Format;
use crate::source::{Document, Node};

use super::agenthub::is_agenthub_manifest;
use super::foreign_format;
use super::tool_definition::is_tool_definitions;
use super::tool_list::is_tool_list;

/// A format without a version field, and the way to recognise it.
struct RecognisedFormat {
    format: Format,
    matches: fn(Node<'_>) -> bool,
    /// The fields that `matches` looks for, in the message about a document in no known format.
    looked_for: &'static str,
}

/// Formats in the order in which they are tried.
const FORMATS: [RecognisedFormat; 3] = [
    RecognisedFormat {
        format: Format::AgentHub01,
        matches: is_agenthub_manifest,
        looked_for: "`capabilities` beside `schema_version` or `identity` (AgentHub)",
    },
    RecognisedFormat {
        format: Format::McpTools,
        matches: is_tool_list,
        looked_for: "tools with `inputSchema`, `input_schema`, `parameters`, `function`, `functionDeclarations` or \
                     `toolSpec` (MCP and model APIs)",
    },
    RecognisedFormat {
        format: Format::ToolDefinition,
        matches: is_tool_definitions,
        looked_for: "tools with `schema` (ToolDefinition)",
    },
];

/// Returns true if a document is a list of tools already, as MCP or a model API has it, and not a description of an API.
pub fn lists_tools(document: &Document) -> bool {
    detect(document.root(), &Sink::new()).is_ok_and(|format| format == Format::McpTools)
}

/// Detects the format of a document (OpenAPI 3.2, "OpenAPI Object", `openapi`; Swagger 2.0, "Swagger Object", `swagger`;
/// for the other formats see docs/mapping.md, "Formats").
pub(super) fn detect(root: Node<'_>, sink: &Sink) -> Result<Format, Fatal> {
    if let Some(version) = root.get("openapi").or_else(|| root.get("swagger")) {
        return openapi_version(version, sink);
    }
    if let Some(known) = FORMATS.iter().find(|known| (known.matches)(root)) {
        return Ok(known.format);
    }
    if let Some(named) = foreign_format::foreign(root) {
        return Err(named.into());
    }
    let found = if root.is_object() {
        let keys: Vec<&str> = root.entries().map(|(key, _)| key).take(5).collect();
        if keys.is_empty() { "an empty object".to_owned() } else { format!("`{}`", keys.join("`, `")) }
    } else if root.is_array() {
        root.items().next().map_or_else(String::new, |first| format!("an array of {}", first.kind()))
    } else {
        root.kind().to_string()
    };
    let looked_for = FORMATS.map(|known| known.looked_for).join(", ");
    let message = format!("the format is not known: found {found}");
    let help = format!(
        "Looked for `openapi` or `swagger` (OpenAPI), {looked_for}. Give a document that has one of them, or name its format with --from."
    );
    Err(Box::new(Diagnostic::new(Code::UnknownFormat, message).at(root.place()).help(help)))
}

fn openapi_version(version: Node<'_>, sink: &Sink) -> Result<Format, Fatal> {
    let Some(text) = version.scalar_text() else {
        let message = format!("`{}` is {}, not a version", version.key(), version.kind());
        return Err(Box::new(Diagnostic::new(Code::UnknownFormat, message).at(version.place())));
    };
    let text = text.trim();
    let mut parts = text.split(['.', '-']);
    let major_minor = (parts.next().unwrap_or_default(), parts.next().unwrap_or("0"));
    let format = match major_minor {
        ("2", _) => Format::Swagger20,
        ("3", "0") => Format::OpenApi30,
        ("3", "1") => Format::OpenApi31,
        ("3", "2") => Format::OpenApi32,
        _ => {
            let message = format!("`{}: {text}` is not supported", version.key());
            return Err(Box::new(Diagnostic::new(Code::UnsupportedVersion, message).at(version.place())));
        }
    };
    if version.as_str().is_none() {
        let message = format!("`{}` is {}; it is read as version {text}", version.key(), version.kind());
        sink.report(Code::VersionSpelling, version.place(), message);
    }
    Ok(format)
}
