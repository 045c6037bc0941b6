//! A list of tools as it is published: what `diff` compares.

use crate::json::Value;
use crate::reader::PublishedTools;
use crate::writer::Manifest;

/// A list of tools as it is published.
pub enum PublishedList<'s> {
    /// A list that was published already; it is taken as it stands, with everything that a conversion would repair.
    AsItStands(PublishedTools<'s>),
    /// The list that a description is converted to.
    Converted(Box<Manifest>),
}

impl PublishedList<'_> {
    /// Returns the number of tools.
    pub fn tool_count(&self) -> usize {
        match self {
            Self::AsItStands(tools) => tools.tool_count(),
            Self::Converted(manifest) => manifest.tool_count(),
        }
    }

    /// Returns a tool by its position, in the form of MCP.
    pub fn tool_value(&self, position: usize) -> Value {
        match self {
            Self::AsItStands(tools) => tools.tool_value(position),
            Self::Converted(manifest) => manifest.tool_value(position),
        }
    }
}
