//! Whatever is read, the list that is written is valid under the schema of every version of MCP that it claims, or nothing is
//! written, with a diagnostic.
//!
//! Each list is checked by `laws/mcp_shape.rs`, and by MCP's own schemas where they are present (`validity/official.rs`).

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a test ends at the first thing it does not expect, and says what it leaves out"
)]

#[cfg(test)]
mod validity {
    mod agreement;
    mod documents;
    mod forms;
    #[path = "../laws/mcp_shape.rs"]
    mod mcp_shape;
    mod model_shape;
    mod mutation;
    mod official;
    #[path = "../laws/sound.rs"]
    mod sound;
    mod written;
}
