//! `apimint completions` and `apimint man`: what shells and `man` know of the command line.

use std::io;
use std::path::Path;

use apimint::diagnostic::Fatal;
use clap::{Command, CommandFactory};

use super::arguments::{Cli, CompletionsArguments, ManArguments};
use super::output::{Destination, WholeText};
use super::{Exit, usage_error};

/// Prints a script that completes command lines in a shell.
pub(super) fn completions(arguments: &CompletionsArguments) -> Result<Exit, clap::Error> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "apimint", &mut script);
    written(&Destination::Stdout, script).map_err(|fatal| io_error("completions", &fatal))
}

/// Prints the manual page, or writes one a subcommand into a directory.
pub(super) fn man(arguments: &ManArguments) -> Result<Exit, clap::Error> {
    let mut command = Cli::command();
    command.build();
    let error = |fatal: Fatal| io_error("man", &fatal);
    let Some(directory) = &arguments.output else {
        let page =
            page(command).map_err(|failure| usage_error("man", clap::error::ErrorKind::Io, failure))?;
        return written(&Destination::Stdout, page).map_err(error);
    };
    let subcommands: Vec<Command> = command.get_subcommands().cloned().collect();
    for command in std::iter::once(command).chain(subcommands) {
        let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned();
        // Pages are found by the name under which `man` is asked for them.
        let path = Path::new(directory).join(format!("{name}.1"));
        let page =
            page(command).map_err(|failure| usage_error("man", clap::error::ErrorKind::Io, failure))?;
        written(&Destination::File { path, make_parent: true }, page).map_err(error)?;
    }
    Ok(Exit::Done)
}

fn page(command: Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    Ok(page)
}

fn written(destination: &Destination, bytes: Vec<u8>) -> Result<Exit, Fatal> {
    destination.write(&WholeText { name: "text", bytes }, u64::MAX)?;
    Ok(Exit::Done)
}

fn io_error(subcommand: &str, fatal: &Fatal) -> clap::Error {
    usage_error(subcommand, clap::error::ErrorKind::Io, &fatal.message)
}
