//! The catalogue: all tools of one source document, with its metadata.

use std::fmt;

use crate::diagnostic::Place;
use crate::json::Map;

use super::schema::Definitions;
use super::tool::Tool;

/// An input format with its version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Swagger 2.0.
    Swagger20,
    /// OpenAPI 3.0.
    OpenApi30,
    /// OpenAPI 3.1.
    OpenApi31,
    /// OpenAPI 3.2.
    OpenApi32,
    /// The result of MCP's `tools/list`, or the tools of a model API.
    McpTools,
    /// AgentHub agent manifest 0.1.
    AgentHub01,
    /// `ToolDefinition` JSON.
    ToolDefinition,
}

impl Format {
    /// Returns true if schemas are in OpenAPI's own dialect (2.0 and 3.0), not in JSON Schema 2020-12.
    pub fn has_own_schema_dialect(self) -> bool {
        matches!(self, Self::Swagger20 | Self::OpenApi30)
    }

    /// Returns the name of the unit that becomes a tool.
    pub fn unit(self) -> &'static str {
        match self {
            Self::McpTools => "tool",
            Self::AgentHub01 => "capability",
            Self::ToolDefinition => "definition",
            _ => "operation",
        }
    }
}

impl fmt::Display for Format {
    /// Writes the format as in the `_meta` of a manifest: `openapi-3.1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Swagger20 => "swagger-2.0",
            Self::OpenApi30 => "openapi-3.0",
            Self::OpenApi31 => "openapi-3.1",
            Self::OpenApi32 => "openapi-3.2",
            Self::McpTools => "mcp-tools",
            Self::AgentHub01 => "agenthub-0.1",
            Self::ToolDefinition => "tool-definition",
        })
    }
}

/// The metadata of a source document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceInfo {
    /// The format of the document.
    pub format: Format,
    /// The title (`info.title` in OpenAPI).
    pub title: Option<String>,
    /// The version as a string (`info.version` in OpenAPI).
    pub version: Option<String>,
}

/// The server that offers the tools (MCP 2025-11-25 schema, `serverInfo` of `InitializeResult`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerIdentity {
    /// The name, a slug.
    pub name: String,
    /// The version, or [`Self::NO_VERSION`].
    pub version: String,
    /// The title: a name for people.
    pub title: Option<String>,
    /// The description.
    pub description: Option<String>,
}

impl ServerIdentity {
    /// The version of a server whose source has no version.
    pub const NO_VERSION: &'static str = "0";
}

/// The tools of one source document in document order, with its metadata.
#[derive(Debug, Clone)]
pub struct Catalog {
    /// The metadata of the document.
    pub source: SourceInfo,
    /// The place of the document's root.
    pub place: Place,
    /// The number of operations, capabilities or definitions in the document, including those that are left out.
    pub found: usize,
    /// The server that offers the tools.
    pub server: Option<ServerIdentity>,
    /// Further entries of the manifest's `_meta`, which are written unchanged.
    pub meta: Map,
    /// The tools, one per operation, capability or definition.
    pub tools: Vec<Tool>,
    /// The definitions that arguments refer to.
    pub input_definitions: Definitions,
    /// The definitions that outputs refer to.
    pub output_definitions: Definitions,
}
