//! `apimint man`: prints or writes the manual pages.

use std::path::Path;

use apimint::diagnostic::Fatal;
use clap::error::ErrorKind;
use clap::{Command, CommandFactory};

use crate::cli::arguments::{Cli, ManArguments, usage_error};
use crate::cli::exit::Exit;
use crate::cli::files::destination::Destination;
use crate::cli::files::writable::WholeText;

/// Prints the manual page, or writes one page per subcommand into a directory.
pub(crate) fn run(arguments: &ManArguments) -> Result<Exit, clap::Error> {
    let mut command = Cli::command();
    command.build();
    let Some(directory) = &arguments.output else {
        write_page(command, &Destination::Stdout)?;
        return Ok(Exit::Done);
    };
    let subcommands: Vec<Command> = command.get_subcommands().cloned().collect();
    for command in std::iter::once(command).chain(subcommands) {
        let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned();
        // `man` finds a page by the name of its file.
        let path = Path::new(directory).join(format!("{name}.1"));
        write_page(command, &Destination::File(path))?;
    }
    Ok(Exit::Done)
}

fn write_page(command: Command, destination: &Destination) -> Result<(), clap::Error> {
    let mut bytes = Vec::new();
    let rendered = clap_mangen::Man::new(command).render(&mut bytes);
    rendered.map_err(|error| usage_error("man", ErrorKind::Io, error))?;
    let error = |fatal: Fatal| usage_error("man", ErrorKind::Io, fatal.message);
    destination.write(&WholeText { name: "text", bytes }, u64::MAX).map(drop).map_err(error)
}
