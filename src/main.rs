//! The `spec2mcp` command.

mod cli;

use std::process::ExitCode;

/// Schemas are many small maps and texts; see docs/dependencies.md for what this saves.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cli::report_panics();
    cli::run()
}
