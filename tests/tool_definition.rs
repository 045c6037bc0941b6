//! Each row of the tables that map `ToolDefinition` to MCP, by a test that is named like it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test ends at the first thing it does not expect"
)]

#[cfg(test)]
mod tool_definition {
    mod field_mapping;
    mod hints;
    mod missing_in_mcp;
    mod routing;
    mod run;
    mod shapes;
}
