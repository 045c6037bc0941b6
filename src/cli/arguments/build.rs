//! The arguments of `apimint build` and `apimint init`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, FromArgMatches, ValueHint};

use super::header_arguments::HeaderArguments;
use super::report::ReportArguments;

/// Builds the manifests that a configuration file lists; `apimint` without arguments does the same.
///
/// For each manifest, `apimint.toml` lists the sources, the output file, options, and settings of tools. `apimint init`
/// writes such a file. Paths in it are relative to its directory.
///
/// Exit status: 0 on success; 1 if the manifests were written but a diagnostic is an error, or if `--check` finds one out
/// of date; 2 if the configuration or an input cannot be used.
#[derive(Debug, Args)]
pub(crate) struct BuildArguments {
    /// Build only these manifests
    ///
    /// A name is that of the output file or of a source, without its extension, or the path of one: `pets`, `mcp/pets.json` and
    /// `openapi` for a manifest `mcp/pets.json` from `openapi.yaml`.
    #[arg(value_name = "NAME", value_hint = ValueHint::Other)]
    pub(crate) names: Vec<String>,

    /// The configuration file
    ///
    /// By default it is the `apimint.toml` of the working directory, or of the nearest directory above that has one.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) config: Option<PathBuf>,

    /// Write nothing; fail if a manifest on disk is out of date
    ///
    /// The exit status is 1, and a diagnostic names the tools that are new, gone or changed.
    #[arg(long)]
    pub(crate) check: bool,

    /// Build again whenever a file changes that was read, until Ctrl-C
    #[arg(long, conflicts_with = "check")]
    pub(crate) watch: bool,

    #[command(flatten)]
    pub(crate) report: ReportArguments,
}

impl BuildArguments {
    /// Returns the arguments of `apimint build` alone.
    pub(crate) fn untyped() -> Result<Self, clap::Error> {
        let command = Self::augment_args(clap::Command::new("build"));
        Self::from_arg_matches(&command.try_get_matches_from(["build"])?)
    }
}

/// Writes a configuration file for an API description.
///
/// Lines of the file that can be uncommented select the tags of the description and leave out its largest tools, those of
/// which a model reads most first; others show the settings of a tool. An existing file is not overwritten.
#[derive(Debug, Args)]
pub(crate) struct InitArguments {
    /// The description: a file or an http(s) URL
    #[arg(value_name = "INPUT", value_hint = ValueHint::AnyPath)]
    pub(crate) input: OsString,

    /// The configuration file to write
    #[arg(short, long, value_name = "FILE", default_value = "apimint.toml", value_hint = ValueHint::FilePath)]
    pub(crate) output: PathBuf,

    #[command(flatten)]
    pub(crate) headers: HeaderArguments,

    #[command(flatten)]
    pub(crate) report: ReportArguments,
}
