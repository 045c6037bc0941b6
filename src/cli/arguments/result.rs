//! The arguments of `apimint result`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::report::ReportArguments;

/// Turns the result of a tool (`ToolResult` JSON) into the result of an MCP `tools/call`.
///
/// The result goes to standard output, or to the file that `--output` names.
///
/// Exit status: 0 if all went well; 1 if the result was written, but its data does not fit what the manifest
/// promises; 2 if an input or argument cannot be used: then nothing is written.
#[derive(Debug, Args)]
pub(crate) struct ResultArguments {
    /// A file, or `-` for standard input
    #[arg(value_name = "INPUT", value_hint = ValueHint::AnyPath)]
    pub(crate) input: PathBuf,

    /// Check the data against the output schema that this manifest lists for the tool
    ///
    /// The manifest is the result of `tools/list`, such as what `apimint convert` writes.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub(crate) manifest: Option<PathBuf>,

    /// Write to this file instead of standard output
    ///
    /// The file is replaced as a whole once the result is complete.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) report: ReportArguments,
}
