//! The command line of `apimint diff`.

use std::ffi::OsString;
use std::path::PathBuf;

use apimint::diff::Class;
use clap::{Args, ValueEnum, ValueHint};

use super::overlays::OverlayArguments;
use super::report::ReportArguments;

/// Says what a caller of the tools would notice between two manifests or descriptions.
///
/// Each change is breaking, compatible or cosmetic, or unknown where that could not be decided. What `--overlay` names is
/// applied to both, but not to one that is a list of tools already.
///
/// Exit status: 0 if all went well; 1 if there is a change of the class that `--fail-on` names, or worse, or a diagnostic
/// that `--deny` names; 2 if an input or argument cannot be used: then nothing is written.
#[derive(Debug, Args)]
pub(crate) struct DiffArguments {
    /// The old manifest or description: a file, an http(s) URL, or `-` for standard input
    #[arg(value_name = "OLD", value_hint = ValueHint::AnyPath)]
    pub(crate) old: OsString,

    /// The new manifest or description
    #[arg(value_name = "NEW", value_hint = ValueHint::AnyPath)]
    pub(crate) new: OsString,

    #[command(flatten)]
    pub(crate) overlays: OverlayArguments,

    /// The form of what is written
    #[arg(long, value_name = "FORM", default_value = "human")]
    pub(crate) format: DiffFormatArgument,

    /// Write to this file instead of standard output
    ///
    /// The file is replaced as a whole once all is compared.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    /// Exit with 1 if there is a change of this class, or a worse one
    #[arg(long, value_name = "CLASS")]
    pub(crate) fail_on: Option<FailOnArgument>,

    #[command(flatten)]
    pub(crate) report: ReportArguments,
}

/// `--format`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffFormatArgument {
    /// A block for each tool, worst first
    Human,
    /// One JSON object
    Json,
    /// A table, for a comment on a pull request
    Markdown,
}

/// `--fail-on`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOnArgument {
    /// What was done before may fail now
    Breaking,
    /// The same, or it could not be decided
    Unknown,
    /// Anything changed
    Any,
}

impl FailOnArgument {
    /// The least class that fails.
    pub(crate) fn least(self) -> Class {
        match self {
            Self::Breaking => Class::Breaking,
            Self::Unknown => Class::Unknown,
            Self::Any => Class::Cosmetic,
        }
    }
}
