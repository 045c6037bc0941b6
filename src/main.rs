//! The `spec2mcp` command.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::report_panics();
    cli::run()
}
