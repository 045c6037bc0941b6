//! The command line of the program, and errors in it.

use clap::{CommandFactory, Parser, Subcommand};

use super::build::{BuildArguments, InitArguments};
use super::check::CheckArguments;
use super::completions::{CompletionsArguments, ManArguments};
use super::convert::ConvertArguments;
use super::diff::DiffArguments;
use super::explain::ExplainArguments;
use super::inspect::InspectArguments;
use super::request::RequestArguments;
use super::result::ResultArguments;
use super::serve::ServeArguments;

/// Converts API descriptions into Model Context Protocol `tools/list` manifests.
///
/// Without a subcommand, it builds the manifests that `apimint.toml` lists, as `apimint build` does.
#[derive(Debug, Parser)]
#[command(name = "apimint", version, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Convert(Box<ConvertArguments>),
    Build(BuildArguments),
    Init(InitArguments),
    Check(CheckArguments),
    Request(Box<RequestArguments>),
    Serve(Box<ServeArguments>),
    Result(ResultArguments),
    Diff(Box<DiffArguments>),
    Inspect(Box<InspectArguments>),
    Explain(ExplainArguments),
    Completions(CompletionsArguments),
    Man(ManArguments),
}

/// Returns an error in the arguments of a subcommand that clap cannot detect.
pub(crate) fn usage_error(
    subcommand: &str,
    kind: clap::error::ErrorKind,
    message: impl std::fmt::Display,
) -> clap::Error {
    let mut command = Cli::command();
    // Without it, the usage line lacks the program's name.
    command.build();
    match command.find_subcommand_mut(subcommand) {
        Some(subcommand) => subcommand.error(kind, message),
        None => command.error(kind, message),
    }
}

#[cfg(test)]
mod tests {
    use super::super::conversion_settings::ConversionSettings;
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn defaults_are_those_of_the_library() {
        let Cli { command } = Cli::parse_from(["apimint", "convert", "-"]);
        let Some(Command::Convert(arguments)) = command else { panic!("not a conversion") };
        let settings = ConversionSettings::new(arguments.source_options, arguments.list_options, None);
        assert_eq!(format!("{settings:?}"), format!("{:?}", ConversionSettings::default()));
    }
}
