//! The arguments of `apimint convert`.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::headings::{LIST, NAMES, READING};
use super::list_options::ListOptions;
use super::option_values::SplitArgument;
use super::overlays::OverlayArguments;
use super::report::ReportArguments;
use super::source_options::SourceOptions;
use super::target_arguments::TargetArguments;

/// Converts API descriptions (Swagger 2.0, OpenAPI 3.0 to 3.2; JSON or YAML).
///
/// The manifest goes to standard output, or to the file or directory that `--output` names. Diagnostics on standard error
/// report the parts of the description that the manifest cannot express.
///
/// Exit status: 0 on success; 1 if the manifest was written but a diagnostic is an error, or if `--check` finds it out of
/// date; 2 if an input or argument cannot be used, and nothing was written for it.
#[derive(Debug, Args)]
pub(crate) struct ConvertArguments {
    /// A file, an http(s) URL, or `-` for standard input
    ///
    /// Several inputs are converted in parallel, each into a manifest of its own; they need `--output DIR`. An input that
    /// is given twice is converted once.
    #[arg(value_name = "INPUT", required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) inputs: Vec<OsString>,

    /// Write to this file or directory instead of standard output
    ///
    /// The file is replaced in one step, so that no reader sees half of a manifest. In a directory, each manifest has the
    /// name of its input: `pets.yaml` becomes `pets.json`. If inputs have the same name, their directories are added:
    /// `v1/pets.yaml` becomes `v1-pets.json`. The path is a directory if there are several inputs, or
    /// if it ends in a slash. Missing directories are created.
    #[arg(short, long, value_name = "FILE|DIR", value_hint = ValueHint::AnyPath)]
    pub(crate) output: Option<PathBuf>,

    /// Write nothing; fail if the manifest on disk is out of date
    ///
    /// The exit status is then 1, and a diagnostic names the tools that are new, gone or changed.
    #[arg(long, requires = "output")]
    pub(crate) check: bool,

    /// Convert again whenever a file changes that was read, until Ctrl-C
    #[arg(long, requires = "output", conflicts_with = "check", hide_short_help = true)]
    pub(crate) watch: bool,

    /// Take options, rules and levels from this configuration file
    ///
    /// They come from the manifest whose `source` is the input; otherwise from the top of the file. `output` and `lock`
    /// are not taken from the file. Options on the command line take precedence over it.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = READING)]
    pub(crate) config: Option<PathBuf>,

    /// Keep the names of published tools that this file lists
    ///
    /// The file is created if it is missing, and new names are added to it. An operation keeps its name if its operationId
    /// changes or another operation wants the same name. Diagnostics report operations that are new, gone or moved. With
    /// `--check`, the file is compared and not written.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = NAMES)]
    pub(crate) lock: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) overlays: OverlayArguments,

    /// Resolve references in standard input against this directory or URL
    #[arg(long, value_name = "DIR|URL", value_hint = ValueHint::AnyPath, help_heading = READING, hide_short_help = true)]
    pub(crate) base: Option<String>,

    /// Write pages of at most this number of tools into the directory that `--output` names
    ///
    /// `pets.yaml` becomes `pets.001.json`, `pets.002.json` and so on. Every page but the last has a `nextCursor`: the
    /// number of the next page, as in its file name. Concatenated pages (`cat pets.*.json`) are read as one list.
    #[arg(long, value_name = "N", requires = "output", help_heading = LIST, hide_short_help = true)]
    pub(crate) page_size: Option<NonZeroUsize>,

    /// Write one list per tag, and an index, into the directory that `--output` names
    ///
    /// `pets.yaml` becomes `pets.cats.json`, `pets.dogs.json` and so on. An operation with several tags goes to the list of
    /// the first, one without a tag to `pets.untagged.json`. `pets.index.json` has the name, the tag, the number of tools,
    /// the bytes and the tokens of each list.
    #[arg(long, value_name = "BY", requires = "output", help_heading = LIST, hide_short_help = true)]
    pub(crate) split_by: Option<SplitArgument>,

    #[command(flatten)]
    pub(crate) source_options: SourceOptions,

    #[command(flatten)]
    pub(crate) list_options: ListOptions,

    #[command(flatten)]
    pub(crate) target: TargetArguments,

    #[command(flatten)]
    pub(crate) report: ReportArguments,
}
