//! The arguments of `apimint request`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use super::call_target::CallTargetArguments;
use super::description_options::DescriptionOptions;
use super::report::ReportArguments;

/// Shows the HTTP request that a call of a tool becomes. Nothing is sent.
///
/// The input is a manifest or any description that `convert` reads; a description is converted with the options of
/// `convert`.
/// Credentials come from `--credentials`, or else from the environment: `APIMINT_` and the name of the security scheme in upper
/// case, with `_` for other characters. They are written as `$APIMINT_…` unless `--show-credentials` is given.
///
/// Exit status: 0 on success; 1 if a diagnostic that `--deny` names was raised; 2 if an input or argument cannot be used, and
/// nothing was written.
#[derive(Debug, Args)]
pub(crate) struct RequestArguments {
    /// A manifest or description: a file, an http(s) URL, or `-` for standard input
    #[arg(value_name = "INPUT", value_hint = ValueHint::AnyPath)]
    pub(crate) input: OsString,

    /// The name of the tool
    #[arg(value_name = "TOOL")]
    pub(crate) tool: String,

    /// The arguments of the call: JSON, `@FILE`, or `-` for standard input
    #[arg(value_name = "ARGUMENTS", default_value = "{}", value_hint = ValueHint::Other)]
    pub(crate) arguments: OsString,

    /// Read the call as a model gave it: decode the arguments with this side table of `convert --to`
    ///
    /// TOOL is then the name that the model knows.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) map: Option<PathBuf>,

    /// Write the request in this form
    #[arg(long, value_name = "FORM", default_value = "curl")]
    pub(crate) format: RequestFormatArgument,

    /// Do not check the arguments against the input schema of the tool
    #[arg(long)]
    pub(crate) no_validate: bool,

    /// Write credentials, and not `$APIMINT_…` in their place
    #[arg(long)]
    pub(crate) show_credentials: bool,

    #[command(flatten)]
    pub(crate) target: CallTargetArguments,

    #[command(flatten)]
    pub(crate) description: DescriptionOptions,

    #[command(flatten)]
    pub(crate) report: ReportArguments,
}

/// `--format`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RequestFormatArgument {
    /// A command for a POSIX shell
    Curl,
    /// An HTTP/1.1 message
    Http,
    /// One JSON object: `method`, `url`, `headers`, and `body` as `text` or `base64`
    Json,
}
