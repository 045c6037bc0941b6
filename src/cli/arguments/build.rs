//! `apimint build` and `apimint init`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, FromArgMatches, ValueHint};

use super::report::ReportArguments;

/// Builds the manifests that a configuration file names; so does `apimint` without arguments.
///
/// The file, `apimint.toml`, says what each manifest is made from, where it goes, and what is set of its tools;
/// `apimint init` writes one. Paths in it are relative to the directory that it stands in.
///
/// Exit status: 0 if all went well; 1 if the manifests were written, but something was lost that should not be (a
/// diagnostic of level error), or if `--check` finds one out of date; 2 if the configuration or an input cannot be used.
#[derive(Debug, Args)]
pub(crate) struct BuildArguments {
    /// The configuration file
    #[arg(long, value_name = "FILE", default_value = "apimint.toml", value_hint = ValueHint::FilePath)]
    pub(crate) config: PathBuf,

    /// Write nothing; fail if a file in place is not what would be written
    ///
    /// The exit status is 1, and a diagnostic names the tools that are new, gone or changed.
    #[arg(long)]
    pub(crate) check: bool,

    #[command(flatten)]
    pub(crate) report: ReportArguments,
}

impl BuildArguments {
    /// Those of `apimint build` with nothing behind it.
    pub(crate) fn untyped() -> Result<Self, clap::Error> {
        let command = Self::augment_args(clap::Command::new("build"));
        Self::from_arg_matches(&command.try_get_matches_from(["build"])?)
    }
}

/// Writes a configuration file for an API description.
///
/// Comments in it show what can be chosen and set, with the tags and an operation of the description. A file that is
/// there stays as it is.
#[derive(Debug, Args)]
pub(crate) struct InitArguments {
    /// The description: a file or an http(s) URL
    #[arg(value_name = "INPUT", value_hint = ValueHint::AnyPath)]
    pub(crate) input: OsString,

    /// The configuration file to write
    #[arg(short, long, value_name = "FILE", default_value = "apimint.toml", value_hint = ValueHint::FilePath)]
    pub(crate) output: PathBuf,

    #[command(flatten)]
    pub(crate) report: ReportArguments,
}
