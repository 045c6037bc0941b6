//! The arguments of `apimint completions` and `apimint man`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

/// Prints a script that completes command lines in a shell.
#[derive(Debug, Args)]
pub(crate) struct CompletionsArguments {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

/// Prints the manual page (roff), or writes the pages of all subcommands.
#[derive(Debug, Args)]
pub(crate) struct ManArguments {
    /// Write one page per subcommand into this directory, which is created if it is missing
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) output: Option<PathBuf>,
}
