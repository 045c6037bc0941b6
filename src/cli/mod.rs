//! The command line: arguments, subcommands, the configuration file, output files, and reports.

mod arguments;
mod commands;
mod config;
mod exit;
mod files;
mod reporting;
mod request_forms;
mod streams;
mod threads;
mod typed_logins;

use std::env;
use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};
use std::panic;
use std::path::Path;
use std::process::ExitCode;

use apimint::diagnostic::escape;
use apimint::source::without_userinfo;
use clap::{ArgMatches, CommandFactory, FromArgMatches};

use arguments::{BuildArguments, Cli, Command, WrittenOptions};
use commands::{build, check, completions, convert, diff, explain, init, inspect, man, request, result};
pub(crate) use exit::Exit;
use streams::{OUTPUT_CLOSED, StandardStream, was_closed};

/// Runs the command line of the process, and prints what is wrong with it.
pub(crate) fn run() -> ExitCode {
    match execute(env::args_os()) {
        Ok(exit) => exit.into(),
        Err(message) => say(&message),
    }
}

/// Prints an error in the arguments. Help and version are "errors" too.
pub(crate) fn say(message: &clap::Error) -> ExitCode {
    let text = message.render().to_string();
    let without_logins = typed_logins::removed_from_error(&text);
    let printed = match without_userinfo(&without_logins) {
        _ if !message.use_stderr() && was_closed(StandardStream::Output) => {
            Err(io::Error::other(OUTPUT_CLOSED))
        }
        shown if message.use_stderr() && *shown != *text => io::stderr().lock().write_all(shown.as_bytes()),
        _ => message.print(),
    };
    match printed {
        Err(error) if !message.use_stderr() && error.kind() != ErrorKind::BrokenPipe => {
            let _ = writeln!(io::stderr().lock(), "error: the text could not be written: {error}");
            Exit::Unusable.into()
        }
        // A failure to print an error cannot be reported.
        _ => u8::try_from(message.exit_code()).map_or(Exit::Unusable.into(), ExitCode::from),
    }
}

/// Runs a command line, which begins with the name of the program. The error says what is wrong with it, and is also the
/// help or version that was asked for.
pub(crate) fn execute(line: impl IntoIterator<Item = OsString>) -> Result<Exit, clap::Error> {
    let line: Vec<OsString> = line.into_iter().collect();
    obey(&Cli::command().try_get_matches_from(&line).map_err(|error| with_command(error, &line))?)
}

/// Says the command that was meant by a line with a file or URL in place of one.
fn with_command(error: clap::Error, line: &[OsString]) -> clap::Error {
    let Some(typed) = line.get(1).filter(|_| error.kind() == clap::error::ErrorKind::InvalidSubcommand)
    else {
        return error;
    };
    let shown = typed.to_string_lossy();
    if !(shown.contains(['/', '.']) || Path::new(typed).exists()) {
        return error;
    }
    let message = format!("`{shown}` is no command; `apimint convert {shown}` converts it");
    Cli::command().error(clap::error::ErrorKind::InvalidSubcommand, message)
}

fn obey(matches: &ArgMatches) -> Result<Exit, clap::Error> {
    let Some(command) = Cli::from_arg_matches(matches)?.command else {
        return build::run(&BuildArguments::untyped()?);
    };
    let typed =
        || matches.subcommand().map(|(_, matches)| WrittenOptions::typed(matches)).unwrap_or_default();
    match command {
        Command::Convert(arguments) => convert::run(&arguments, &typed()),
        Command::Build(arguments) => build::run(&arguments),
        Command::Init(arguments) => init::run(&arguments),
        Command::Check(arguments) => check::run(&arguments, &typed()),
        Command::Result(arguments) => result::run(&arguments),
        Command::Request(arguments) => request::run(&arguments, &typed()),
        #[cfg(feature = "serve")]
        Command::Serve(arguments) => commands::serve::run(&arguments, &typed()),
        #[cfg(not(feature = "serve"))]
        Command::Serve(_) => Err(arguments::usage_error(
            "serve",
            clap::error::ErrorKind::InvalidSubcommand,
            "this build has no server; `cargo install apimint` installs one that has",
        )),
        Command::Diff(arguments) => diff::run(&arguments, &typed()),
        Command::Inspect(arguments) => inspect::run(&arguments, &typed()),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Completions(arguments) => completions::run(&arguments),
        Command::Man(arguments) => man::run(&arguments),
    }
}

/// Reports panics in one line that asks for a bug report. The exit status is then 101.
pub(crate) fn report_panics() {
    panic::set_hook(Box::new(|information| {
        let payload = information.payload();
        let message = payload
            .downcast_ref::<&str>()
            .copied()
            .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
            .unwrap_or("no message");
        let place = information
            .location()
            .map(|location| format!(" ({}:{})", location.file(), location.line()))
            .unwrap_or_default();
        let _ = writeln!(
            io::stderr().lock(),
            "internal error, please report it at {}/issues: {}{place}",
            env!("CARGO_PKG_REPOSITORY"),
            escape(message),
        );
    }));
}
