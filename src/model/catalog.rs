//! The catalogue: everything that was read from one description.

use crate::diagnostic::Place;
use crate::json::Map;

use super::format::Format;
use super::{Definitions, Tool};

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
