//! The arguments of `apimint diff`.

use std::ffi::OsString;
use std::path::PathBuf;

use apimint::diff::ChangeClass;
use clap::{Args, ValueEnum, ValueHint};

use super::description_options::DescriptionOptions;
use super::headings::NAMES;
use super::report::ReportArguments;

/// Reports the changes between two manifests or descriptions that a caller of the tools notices.
///
/// Each change is breaking, compatible or cosmetic, or unknown if that cannot be decided. A list of tools is compared as it
/// stands. A description is converted first; options, configuration and overlays apply to every description among the two
/// inputs, so that a published list can be compared with the description that it was made from.
///
/// `--report FILE.md` writes the whole comparison as Markdown, which may be longer than a comment.
///
/// Exit status: 0 on success; 1 if there is a change of the class that `--fail-on` names, or a worse one, or a diagnostic
/// that `--deny` names; 2 if an input or argument cannot be used, and nothing was written.
#[derive(Debug, Args)]
pub(crate) struct DiffArguments {
    /// The old manifest or description: a file, an http(s) URL, or `-` for standard input
    #[arg(value_name = "OLD", value_hint = ValueHint::AnyPath)]
    pub(crate) old: OsString,

    /// The new manifest or description
    #[arg(value_name = "NEW", value_hint = ValueHint::AnyPath)]
    pub(crate) new: OsString,

    /// Write the comparison in this form
    #[arg(long, value_name = "FORM", default_value = "human")]
    pub(crate) format: DiffFormatArgument,

    /// Write to this file instead of standard output
    ///
    /// The file is replaced in one step.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    /// Exit with 1 if there is a change of this class, or a worse one
    #[arg(long, value_name = "CLASS")]
    pub(crate) fail_on: Option<FailOnArgument>,

    /// Give descriptions the names of tools that this file of `convert --lock` lists
    ///
    /// The file is only read.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = NAMES)]
    pub(crate) lock: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) description: DescriptionOptions,

    #[command(flatten)]
    pub(crate) report: ReportArguments,
}

/// `--format`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffFormatArgument {
    /// One block per tool, the worst first
    Human,
    /// One JSON object
    Json,
    /// A comment on a pull request, of at most 65,536 characters
    Markdown,
}

/// `--fail-on`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOnArgument {
    /// Calls that worked before may fail
    Breaking,
    /// Breaking changes, and those that cannot be classified
    Unknown,
    /// All changes but those of texts alone
    Compatible,
    /// Any change
    Any,
}

impl FailOnArgument {
    /// Returns the mildest class that fails.
    pub(crate) fn least(self) -> ChangeClass {
        match self {
            Self::Breaking => ChangeClass::Breaking,
            Self::Unknown => ChangeClass::Unknown,
            Self::Compatible => ChangeClass::Compatible,
            Self::Any => ChangeClass::Cosmetic,
        }
    }
}
