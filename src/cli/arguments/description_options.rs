//! How a description is converted by a subcommand that needs its tools and writes no manifest.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::headings::READING;
use super::list_options::ListOptions;
use super::overlays::OverlayArguments;
use super::source_options::SourceOptions;

/// The configuration, overlays and options of `convert` that shape tools.
#[derive(Debug, Args)]
pub(crate) struct DescriptionOptions {
    /// Take options, rules and levels from this configuration file
    ///
    /// They come from the manifest whose `source` is an input; otherwise from the top of the file. Options on the command line
    /// take precedence over it.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = READING)]
    pub(crate) config: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) overlays: OverlayArguments,

    #[command(flatten)]
    pub(crate) source: SourceOptions,

    #[command(flatten)]
    pub(crate) list: ListOptions,
}
