//! Which format a document is in, told by what stands at its root.

use crate::diagnostic::{Code, Diagnostic, Fatal, Sink};
use crate::model::Format;
use crate::source::Node;

use super::{agenthub, mcp, tool_definition};

/// What the formats are told by, for the message when none fits.
const LOOKED_FOR: &str = "`openapi` or `swagger` (OpenAPI), `capabilities` beside `schema_version` or `identity` \
                          (AgentHub), and for tools with `inputSchema`, `input_schema`, `parameters` or `function` \
                          (MCP and model APIs), or with `schema` (ToolDefinition)";

/// The format of a document (OpenAPI 3.2, "OpenAPI Object", `openapi`; Swagger 2.0, `swagger`; for the others see
/// docs/mapping.md, "Formats").
pub(super) fn detect(root: Node<'_>, sink: &Sink) -> Result<Format, Fatal> {
    if let Some(version) = root.get("openapi").or_else(|| root.get("swagger")) {
        return openapi(version, sink);
    }
    if agenthub::is_one(root) {
        return Ok(Format::AgentHub01);
    }
    if mcp::is_one(root) {
        return Ok(Format::McpTools);
    }
    if tool_definition::is_one(root) {
        return Ok(Format::ToolDefinition);
    }
    let found = if root.is_object() {
        let keys: Vec<&str> = root.entries().map(|(key, _)| key).take(5).collect();
        if keys.is_empty() { "an empty object".to_owned() } else { format!("`{}`", keys.join("`, `")) }
    } else if root.is_array() {
        root.items().next().map_or_else(String::new, |first| format!("an array of {}", first.kind()))
    } else {
        root.kind().to_string()
    };
    let message = format!("no format fits: looked for {LOOKED_FOR}, and found {found}");
    Err(Box::new(Diagnostic::new(Code::UnknownFormat, message).at(root.place())))
}

fn openapi(version: Node<'_>, sink: &Sink) -> Result<Format, Fatal> {
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
