//! The arguments of `apimint request`.

use std::ffi::OsString;
use std::path::PathBuf;

use apimint::call::ServerChoice;
use clap::{Args, ValueEnum, ValueHint};
use url::Url;

use super::report::ReportArguments;

/// Shows the HTTP request that a call of a tool becomes. Nothing is sent.
///
/// The input is a manifest or any description that `convert` reads; a description is converted with the default options.
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

    /// Write the request in this form
    #[arg(long, value_name = "FORM", default_value = "curl")]
    pub(crate) format: RequestFormatArgument,

    /// Do not check the arguments against the input schema of the tool
    #[arg(long)]
    pub(crate) no_validate: bool,

    /// Read credentials from this file
    ///
    /// The file is JSON, or TOML if its name ends in `.toml`: an object of texts by security scheme. HTTP Basic takes
    /// `user:password`. Cookies that the runtime sets are given by their names.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) credentials: Option<PathBuf>,

    /// Write credentials, and not `$APIMINT_…` in their place
    #[arg(long)]
    pub(crate) show_credentials: bool,

    /// Call this server: its number in the tool's list, from 1, or a URL
    #[arg(long, value_name = "N|URL", value_parser = server)]
    pub(crate) server: Option<ServerChoice>,

    /// Set a variable of the server's URL; can be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = variable)]
    pub(crate) server_variable: Vec<(String, String)>,

    /// Resolve a relative server against this URL: that of the description
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) base: Option<Url>,

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

#[allow(clippy::unnecessary_wraps, reason = "clap expects a result")]
fn server(typed: &str) -> Result<ServerChoice, String> {
    let choice = typed.parse().map(ServerChoice::Number);
    Ok(choice.unwrap_or_else(|_| ServerChoice::Url(typed.to_owned())))
}

fn variable(typed: &str) -> Result<(String, String), String> {
    let (name, value) = typed.split_once('=').ok_or("it must be NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}
