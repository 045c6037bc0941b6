//! The `spec2mcp` command.

fn main() {}
