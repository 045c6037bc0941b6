//! The arguments of `apimint check`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::header_arguments::HeaderArguments;
use super::option_values::ProtocolArgument;
use super::report::ReportArguments;

/// Reports what clients refuse in lists of tools, from any program.
///
/// Each input is the result of MCP's `tools/list`, a JSON-RPC response with such a result, several pages in sequence, a bare
/// list, or one tool per line. Nothing is repaired or written; `convert` reads the same lists and repairs them.
///
/// Exit status: 0 if every client accepts the lists; 1 if a client refuses one (a diagnostic is an error); 2 if an input
/// or argument cannot be used.
#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    /// A file, an http(s) URL, or `-` for standard input
    #[arg(value_name = "INPUT", required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) inputs: Vec<OsString>,

    /// Check for clients that speak this version of MCP
    #[arg(long, value_name = "VERSION", default_value = "any")]
    pub(crate) protocol: ProtocolArgument,

    /// Give advice on inputs that models use badly
    ///
    /// Advice concerns arguments without a type or a description, objects without properties, unions whose branches no
    /// property tells apart, and required arguments with a default.
    #[arg(long)]
    pub(crate) lint: bool,

    /// Take `protocol`, `lint`, `limits` and levels from this configuration file
    ///
    /// They are those of the manifest whose output the input is, and otherwise those at the top of the file. Options on the
    /// command line take precedence.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) config: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) headers: HeaderArguments,

    #[command(flatten)]
    pub(crate) report: ReportArguments,
}
