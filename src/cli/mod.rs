//! What a person types and sees: arguments, one file a subcommand, reports and progress.

mod arguments;
mod build;
mod check;
mod completions;
mod config;
mod configured;
mod convert;
mod diff;
mod explain;
mod init;
mod input;
mod inspect;
mod lock;
mod names;
mod outcome;
mod output;
mod overlay;
mod pages;
mod places;
mod plan;
mod progress;
mod report;
mod result;
mod shared;
mod stale;
mod totals;
mod touched;
mod unfinished;

use std::io::{self, Write};
use std::panic;
use std::process::ExitCode;

use apimint::diagnostic::escape;
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches};

use arguments::{BuildArguments, Cli, Command};
use config::TypedOptions;

/// How a run ended, from best to worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) enum Exit {
    /// Done.
    #[default]
    Done,
    /// Done, but with a diagnostic of error level.
    Flawed,
    /// An input or argument is unusable, or the output could not be written.
    Unusable,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Done => Self::SUCCESS,
            Exit::Flawed => Self::from(1),
            Exit::Unusable => Self::from(2),
        }
    }
}

/// Reads the command line and does what it says.
pub(crate) fn run() -> ExitCode {
    match Cli::command().try_get_matches().and_then(|matches| obey(&matches)) {
        Ok(exit) => exit.into(),
        Err(message) => {
            // Help and version are "errors" as well. Nobody is left to hear that they could not be printed.
            let _ = message.print();
            u8::try_from(message.exit_code()).map_or(Exit::Unusable.into(), ExitCode::from)
        }
    }
}

fn obey(matches: &ArgMatches) -> Result<Exit, clap::Error> {
    let Some(command) = Cli::from_arg_matches(matches)?.command else {
        return build::run(&BuildArguments::untyped()?);
    };
    match command {
        Command::Convert(arguments) => {
            let typed = matches.subcommand().map(|(_, matches)| TypedOptions::of(matches));
            convert::run(&arguments, &typed.unwrap_or_default())
        }
        Command::Build(arguments) => build::run(&arguments),
        Command::Init(arguments) => init::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Result(arguments) => result::run(&arguments),
        Command::Diff(arguments) => diff::run(&arguments),
        Command::Inspect(arguments) => inspect::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Completions(arguments) => completions::completions(&arguments),
        Command::Man(arguments) => completions::man(&arguments),
    }
}

impl BuildArguments {
    /// Those of `apimint build` with nothing behind it.
    fn untyped() -> Result<Self, clap::Error> {
        let command = Self::augment_args(clap::Command::new("build"));
        Self::from_arg_matches(&command.try_get_matches_from(["build"])?)
    }
}

/// A mistake in the arguments of a subcommand that only shows once they are taken together.
fn usage_error(
    subcommand: &str,
    kind: clap::error::ErrorKind,
    message: impl std::fmt::Display,
) -> clap::Error {
    let mut command = Cli::command();
    // Without this, the usage line would lack the program's name.
    command.build();
    match command.find_subcommand_mut(subcommand) {
        Some(subcommand) => subcommand.error(kind, message),
        None => command.error(kind, message),
    }
}

/// Threads that a run takes at most: no description has work for more, and each takes room for a stack.
const MOST_THREADS: usize = 64;

/// The threads that a subcommand works on, with stack for the deepest documents.
fn threads(subcommand: &str) -> Result<rayon::ThreadPool, clap::Error> {
    let asked = std::env::var("RAYON_NUM_THREADS").ok().and_then(|number| number.parse().ok());
    let usual = || std::thread::available_parallelism().map_or(1, usize::from);
    let number = asked.filter(|&number| number > 0).unwrap_or_else(usual).min(MOST_THREADS);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(number).stack_size(convert::STACK_BYTES).build();
    pool.map_err(|error| {
        let message = format_args!("no thread could be started: {error}").to_string();
        usage_error(subcommand, clap::error::ErrorKind::Io, message)
    })
}

/// Replaces Rust's report of a panic by one line. A panic is always a fault of the program: the process
/// then ends with 101.
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
