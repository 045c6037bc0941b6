//! The arguments of `apimint check`.

use std::ffi::OsString;

use clap::{Args, ValueHint};

use super::option_values::ProtocolArgument;
use super::report::ReportArguments;

/// Says what clients refuse in lists of tools, whoever wrote them.
///
/// Each input is the result of MCP's `tools/list`, a JSON-RPC response with it, pages of them one behind the other, a bare
/// list, or one tool a line. Nothing is repaired or written; `convert` reads the same lists, and writes what every client takes.
///
/// Exit status: 0 if every client takes them; 1 if one refuses them (a diagnostic of level error); 2 if an input or
/// argument cannot be used.
#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    /// A file, an http(s) URL, or `-` for standard input
    #[arg(value_name = "INPUT", required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) inputs: Vec<OsString>,

    /// The version of MCP that the clients speak
    #[arg(long, value_name = "VERSION", default_value = "any")]
    pub(crate) protocol: ProtocolArgument,

    #[command(flatten)]
    pub(crate) report: ReportArguments,
}
