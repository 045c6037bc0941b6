//! The arguments of `apimint result`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::report::ReportArguments;

/// Converts the result of a tool (`ToolResult` JSON) into the result of an MCP `tools/call`.
///
/// The result goes to standard output, or to the file that `--output` names.
///
/// Exit status: 0 on success; 1 if the result was written but its data does not match the output schema; 2 if an input or
/// argument cannot be used, and nothing was written.
#[derive(Debug, Args)]
pub(crate) struct ResultArguments {
    /// A file, or `-` for standard input
    #[arg(value_name = "INPUT", value_hint = ValueHint::AnyPath)]
    pub(crate) input: PathBuf,

    /// Check the data against the output schema that this manifest lists for the tool
    ///
    /// The manifest is a result of `tools/list`, such as the output of `apimint convert`.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub(crate) manifest: Option<PathBuf>,

    /// Write to this file instead of standard output
    ///
    /// The file is replaced in one step.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) report: ReportArguments,
}
