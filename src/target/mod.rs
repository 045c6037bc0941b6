//! Adapts tools to a family of clients, between the passes and the check.
//!
//! Each target has a file with its limits as data. MCP clients accept the portable form as it is, so their
//! target changes nothing.

use crate::model::Catalog;

/// The family of clients that a list of tools is emitted for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Target {
    /// All MCP clients, in the portable form.
    #[default]
    Mcp,
}

/// Adapts a catalogue to a target. Runs after all passes, which have settled names, texts and schemas.
pub fn lower(_catalog: &mut Catalog, target: Target) {
    match target {
        Target::Mcp => {}
    }
}
