//! `--header`: headers of the requests for descriptions, with secrets from the environment.

use std::env;
use std::fmt;

use apimint::source::{InvalidHeader, ServerHeader};
use clap::Args;
use http::HeaderName;
use url::Url;

use super::headings::READING;

/// The option `--header`.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct HeaderArguments {
    /// Send this header to the server of an input that is a URL: `'Authorization=Bearer $TOKEN'`
    ///
    /// `$TOKEN` is the environment variable of this name. References and redirects get the header only on the same server, and no
    /// message shows its value. `NAME: VALUE` means the same.
    #[arg(long = "header", value_name = "NAME=VALUE", value_parser = parse, help_heading = READING, hide_short_help = true)]
    pub(crate) header: Vec<HeaderArgument>,
}

/// A header as it was typed or configured.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct HeaderArgument {
    pub(crate) name: String,
    /// The text before the variable, or all of it.
    text: String,
    /// The environment variable with which the value ends.
    variable: Option<String>,
}

impl fmt::Debug for HeaderArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HeaderArgument").field("name", &self.name).finish_non_exhaustive()
    }
}

impl HeaderArgument {
    /// Returns the header with its value for the server of a URL. The error is a message, without the value.
    pub(crate) fn for_server(&self, url: &Url) -> Result<ServerHeader, String> {
        let name = &self.name;
        let mut value = self.text.clone();
        if let Some(variable) = &self.variable {
            // CI sets a secret that it does not give to a run to empty text.
            let secret = env::var(variable).ok().filter(|secret| !secret.is_empty());
            value.push_str(&secret.ok_or_else(|| {
                format!(
                    "the header `{name}` needs the environment variable `{variable}`, which is not set or empty"
                )
            })?);
        }
        ServerHeader::new(url, name, &value).map_err(|error| match (&self.variable, &error) {
            (Some(variable), InvalidHeader::Value(_)) => {
                format!("the environment variable `{variable}` cannot be the header `{name}`: {error}")
            }
            _ => format!("the header `{name}` cannot be sent: {error}"),
        })
    }

    /// Returns the header as a configuration can have it, if its value comes from the environment.
    pub(crate) fn for_configuration(&self) -> Option<String> {
        let variable = self.variable.as_ref()?;
        Some(format!("{}={}${{{variable}}}", self.name, self.text))
    }
}

/// Parses `NAME=VALUE` or `NAME: VALUE`. The value may end with `$VARIABLE` or `${VARIABLE}`, if that is all of it or a blank is
/// before it: a secret that the shell has filled in may have a `$` anywhere else.
fn parse(typed: &str) -> Result<HeaderArgument, String> {
    let expected = "expected NAME=VALUE, such as 'Authorization=Bearer $TOKEN'";
    let (name, value) = typed.split_once(['=', ':']).ok_or(expected)?;
    let (name, value) = (name.trim().to_owned(), value.trim());
    if name.parse::<HeaderName>().is_err() || value.is_empty() {
        return Err(expected.to_owned());
    }
    let last = value.rfind(char::is_whitespace).map_or(0, |at| at + 1);
    let variable = value.get(last..).and_then(variable);
    let text = if variable.is_some() { &value[..last] } else { value };
    Ok(HeaderArgument { name, text: text.to_owned(), variable: variable.map(str::to_owned) })
}

/// Returns the name in `$NAME` or `${NAME}`.
fn variable(word: &str) -> Option<&str> {
    let name = word.strip_prefix('$')?;
    let name = name.strip_prefix('{').map_or(Some(name), |name| name.strip_suffix('}'))?;
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    (!name.is_empty() && name.bytes().all(is_name)).then_some(name)
}
