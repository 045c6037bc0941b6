//! The arguments of `apimint convert`.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::list_options::ListOptions;
use super::overlays::OverlayArguments;
use super::report::ReportArguments;
use super::source_options::SourceOptions;

/// Converts API descriptions (Swagger 2.0, OpenAPI 3.0 to 3.2; JSON or YAML).
///
/// The manifest goes to standard output, or to the file or directory that `--output` names. What could
/// not be carried over is reported on standard error.
///
/// Exit status: 0 if all went well; 1 if the manifest was written, but something was lost that should not
/// be (a diagnostic of level error), or if `--check` finds it out of date; 2 if an input or argument cannot
/// be used: then nothing is written.
#[derive(Debug, Args)]
pub(crate) struct ConvertArguments {
    /// A file, an http(s) URL, or `-` for standard input
    ///
    /// Several inputs are converted side by side, each into a manifest of its own; they need `--output DIR`.
    /// An input that is given twice is converted once.
    #[arg(value_name = "INPUT", required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) inputs: Vec<OsString>,

    /// Write to this file or directory instead of standard output
    ///
    /// A file is replaced as a whole once the manifest is complete, so that readers never see half of it.
    /// In a directory (made if it is missing, when there are several inputs or the path ends in a slash)
    /// each manifest is called like its input: `pets.yaml` becomes `pets.json`. Inputs of the same name are
    /// told apart by the directories they stand in: `v1/pets.yaml` becomes `v1-pets.json`.
    #[arg(short, long, value_name = "FILE|DIR", value_hint = ValueHint::AnyPath)]
    pub(crate) output: Option<PathBuf>,

    /// Write nothing; fail if the file in place is not what would be written
    ///
    /// For a manifest that is kept beside its description. The exit status is 1, and a diagnostic names the tools that
    /// are new, gone or changed.
    #[arg(long, requires = "output")]
    pub(crate) check: bool,

    /// Take options, rules and levels from this configuration file
    ///
    /// Those of the manifest whose `source` is the input, else those that stand at the top of the file. Where the manifest
    /// goes, and its lock, are typed. An option that is typed counts more than the file's.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) config: Option<PathBuf>,

    /// Keep the names that operations were published under, as this file has them
    ///
    /// The file is made if it is missing, and new names are added to it. An operation keeps its name when its
    /// operationId changes or another operation wants the same; what is new, gone or moved is reported. With `--check`
    /// the file is compared and not written.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) lock: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) overlays: OverlayArguments,

    /// The directory or URL that references in standard input are relative to
    #[arg(long, value_name = "DIR|URL", value_hint = ValueHint::AnyPath)]
    pub(crate) base: Option<String>,

    /// Write pages of so many tools at most, into the directory that `--output` names
    ///
    /// `pets.yaml` becomes `pets.001.json`, `pets.002.json` and so on. Each but the last has a `nextCursor`, which is the
    /// number of the next page as it stands in the file's name. Joined again (`cat pets.*.json`), pages are read as one list.
    #[arg(long, value_name = "N", requires = "output")]
    pub(crate) page_size: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) source_options: SourceOptions,

    #[command(flatten)]
    pub(crate) list_options: ListOptions,

    #[command(flatten)]
    pub(crate) report: ReportArguments,
}
