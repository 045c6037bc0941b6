//! Tests each row of the tables that map `ToolDefinition` to MCP; each test is named after its row.

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
