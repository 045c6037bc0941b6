//! `apimint completions`: prints a completion script for a shell.

use apimint::diagnostic::Fatal;
use clap::CommandFactory;
use clap::error::ErrorKind;

use crate::cli::arguments::{Cli, CompletionsArguments, usage_error};
use crate::cli::exit::Exit;
use crate::cli::files::destination::Destination;
use crate::cli::files::writable::WholeText;

/// Prints the script.
pub(crate) fn run(arguments: &CompletionsArguments) -> Result<Exit, clap::Error> {
    let mut bytes = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "apimint", &mut bytes);
    let error = |fatal: Fatal| usage_error("completions", ErrorKind::Io, fatal.message);
    Destination::Stdout.write(&WholeText { name: "text", bytes }, u64::MAX).map_err(error)?;
    Ok(Exit::Done)
}
