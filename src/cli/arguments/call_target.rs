//! Where calls go, and with which credentials: arguments of the subcommands that make requests.

use std::collections::BTreeMap;
use std::path::PathBuf;

use apimint::call::ServerChoice;
use apimint::source::{strip_userinfo, without_userinfo};
use clap::{Args, ValueHint};
use url::Url;

use super::headings::CALLS;

/// The server of calls, and the credentials.
#[derive(Debug, Args)]
pub(crate) struct CallTargetArguments {
    /// Read credentials from this file
    ///
    /// The file is JSON, or TOML if its name ends in `.toml`: an object of texts by security scheme. HTTP Basic takes
    /// `user:password`. Cookies that the runtime sets are given by their names.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = CALLS)]
    pub(crate) credentials: Option<PathBuf>,

    /// Call this server: its number in the tool's list, from 1, or a URL
    #[arg(long, value_name = "N|URL", value_parser = server, help_heading = CALLS)]
    server: Option<ServerChoice>,

    /// Set a variable of the server's URL; can be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = variable, help_heading = CALLS, hide_short_help = true)]
    server_variable: Vec<(String, String)>,

    /// Resolve a relative server against this URL: that of the description
    #[arg(long, value_name = "URL", value_parser = base, value_hint = ValueHint::Url, help_heading = CALLS, hide_short_help = true)]
    pub(crate) base: Option<Url>,
}

impl CallTargetArguments {
    /// Returns the chosen server.
    pub(crate) fn server(&self) -> ServerChoice {
        self.server.clone().unwrap_or_default()
    }

    /// Returns the chosen values of variables, by name.
    pub(crate) fn server_variables(&self) -> BTreeMap<String, String> {
        self.server_variable.iter().cloned().collect()
    }
}

/// Parses the choice of a server. Requests are shown, so that credentials come from `--credentials` or the environment only.
#[allow(clippy::unnecessary_wraps, reason = "clap expects a result")]
fn server(typed: &str) -> Result<ServerChoice, String> {
    let choice = typed.parse().map(ServerChoice::Number);
    Ok(choice.unwrap_or_else(|_| ServerChoice::Url(without_userinfo(typed).into_owned())))
}

fn base(typed: &str) -> Result<Url, url::ParseError> {
    let mut url: Url = typed.parse()?;
    strip_userinfo(&mut url);
    Ok(url)
}

fn variable(typed: &str) -> Result<(String, String), String> {
    let (name, value) = typed.split_once('=').ok_or("it must be NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}
