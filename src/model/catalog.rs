//! The catalogue: all tools of one source document, with its metadata.

use crate::diagnostic::Place;
use crate::json::Map;

use super::format::Format;
use super::schema::Definitions;
use super::tool::Tool;

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
    /// The name of a server whose source has no name.
    pub const NO_NAME: &'static str = "api";
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
