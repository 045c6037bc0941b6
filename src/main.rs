//! The `apimint` command.

mod cli;

use std::process::ExitCode;

/// Schemas are many small maps and texts (docs/performance.md).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cli::report_panics();
    cli::run()
}
