//! The catalogue: everything that was read from one description.

use std::fmt;

use crate::diagnostic::Place;
use crate::json::Map;

use super::{Definitions, Tool};

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
    /// Returns true if schemas are in OpenAPI's own dialect (2.0 and 3.0), and not in JSON Schema 2020-12.
    pub fn has_own_schema_dialect(self) -> bool {
        matches!(self, Self::Swagger20 | Self::OpenApi30)
    }

    /// The name of the part of a document that becomes a tool.
    pub fn unit(self) -> &'static str {
        match self {
            Self::McpTools => "tool",
            Self::AgentHub01 => "capability",
            Self::ToolDefinition => "definition",
            Self::Swagger20 | Self::OpenApi30 | Self::OpenApi31 | Self::OpenApi32 => "operation",
        }
    }
}

impl fmt::Display for Format {
    /// Writes the name of the format, as `--from` takes it and `_meta` has it: `openapi-3.1`.
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

/// What a description says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceInfo {
    /// The format it was read as.
    pub format: Format,
    /// OpenAPI's `info.title`.
    pub title: Option<String>,
    /// OpenAPI's `info.version`, as a string.
    pub version: Option<String>,
}

/// The server that offers the tools, as `serverInfo` of MCP's `initialize` result would name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerIdentity {
    /// A slug.
    pub name: String,
    /// Its version, or `0`.
    pub version: String,
    /// A name for people.
    pub title: Option<String>,
    /// What it is for.
    pub description: Option<String>,
}

impl ServerIdentity {
    /// The version of a server whose source has none.
    pub const NO_VERSION: &'static str = "0";
}

/// Everything that was read from one description, in document order.
#[derive(Debug, Clone)]
pub struct Catalog {
    /// What the description says of itself.
    pub source: SourceInfo,
    /// The description's outermost value.
    pub place: Place,
    /// How many operations, capabilities or definitions it has, with those that are left out.
    pub found: usize,
    /// The server that offers the tools.
    pub server: Option<ServerIdentity>,
    /// Further entries of the result's `_meta`, as they are written.
    pub meta: Map,
    /// One tool an operation, capability or definition.
    pub tools: Vec<Tool>,
    /// Schemas that arguments refer to.
    pub input_definitions: Definitions,
    /// Schemas that outputs refer to.
    pub output_definitions: Definitions,
}
