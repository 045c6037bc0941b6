//! Catalogue → catalogue: lowers tools to what one family of clients accepts, between the passes and the check.
//!
//! A target has a file of its own, with its limits as data. MCP clients accept the portable form as it is, so that their
//! target lowers nothing.

use crate::model::Catalog;

/// The family of clients that a list of tools is written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Target {
    /// Every MCP client, in the portable form.
    #[default]
    Mcp,
}

/// Lowers a catalogue to what a target accepts. Runs when all passes have run: names, texts and schemas are settled.
pub fn lower(_catalog: &mut Catalog, target: Target) {
    match target {
        Target::Mcp => {}
    }
}
