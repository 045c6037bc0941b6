//! The server of a call: OpenAPI's Server Object, and the choice of a caller.

use std::collections::BTreeMap;

use url::{Position, Url};

use super::description::ServerTemplate;
use super::error::CallError;
use super::percent::literal;

/// The choice among the servers of a call.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum ServerChoice {
    /// The first one.
    #[default]
    First,
    /// The one at this position, from 1.
    Number(usize),
    /// The one with this URL template or name, or else this URL.
    Url(String),
}

/// The server that a call goes to, and the query fields that its URL has.
#[derive(Debug)]
pub(super) struct ServerAddress {
    /// The URL without a query, and without `/` at its end.
    pub(super) url: String,
    pub(super) query: Vec<String>,
}

/// Returns the address of the chosen server. A relative one is resolved against `base` (RFC 3986, section 5).
pub(super) fn server_address(
    servers: &[ServerTemplate],
    choice: &ServerChoice,
    variables: &BTreeMap<String, String>,
    base: Option<&Url>,
) -> Result<ServerAddress, CallError> {
    let own;
    let server = match choice {
        ServerChoice::First => servers.first().ok_or(CallError::NoServer)?,
        ServerChoice::Number(number) => {
            let server = number.checked_sub(1).and_then(|position| servers.get(position));
            server.ok_or_else(|| {
                CallError::Server(format!("there is no server {number}; the tool has {}", servers.len()))
            })?
        }
        ServerChoice::Url(url) => {
            let is_meant = |server: &&ServerTemplate| server.url == *url || server.name.as_ref() == Some(url);
            own = ServerTemplate { url: url.clone(), name: None, variables: Vec::new() };
            servers.iter().find(is_meant).unwrap_or(&own)
        }
    };
    let written = filled(server, variables, base)?;
    let url = resolved(&written, base)?;
    let url = url.split('#').next().unwrap_or_default();
    let (url, query) = url.split_once('?').unwrap_or((url, ""));
    let query = query.split('&').filter(|field| !field.is_empty()).map(str::to_owned).collect();
    Ok(ServerAddress { url: url.trim_end_matches('/').to_owned(), query })
}

/// Replaces the variables of a server's URL. One that is the whole host and has no value is the host of `base`.
fn filled(
    server: &ServerTemplate,
    chosen: &BTreeMap<String, String>,
    base: Option<&Url>,
) -> Result<String, CallError> {
    if let Some(name) = chosen.keys().find(|name| !server.variables.iter().any(|one| one.name == **name)) {
        return Err(CallError::Server(format!("the server `{}` has no variable `{name}`", server.url)));
    }
    let mut url = String::with_capacity(server.url.len());
    let mut rest = server.url.as_str();
    while let Some((before, after)) = rest.split_once('{') {
        let named = after.split_once('}').and_then(|(name, after)| {
            server.variables.iter().find(|variable| variable.name == name).map(|variable| (variable, after))
        });
        let Some((variable, after)) = named else {
            return Err(CallError::Server(format!(
                "the URL `{}` of the server has a placeholder that no variable fills",
                server.url
            )));
        };
        let is_host = before.ends_with("://") && (after.is_empty() || after.starts_with('/'));
        let base_host =
            base.filter(|_| is_host).map(|base| base[Position::BeforeHost..Position::AfterPort].to_owned());
        let given = chosen.get(&variable.name).or(variable.default.as_ref());
        let value = given.or(base_host.as_ref()).ok_or_else(|| {
            let name = &variable.name;
            CallError::Server(format!("the variable `{name}` of the server has no default; give it a value"))
        })?;
        if chosen.contains_key(&variable.name)
            && !variable.values.is_empty()
            && !variable.values.contains(value)
        {
            return Err(CallError::Server(format!(
                "the variable `{}` of the server can be `{}`, not `{value}`",
                variable.name,
                variable.values.join("`, `"),
            )));
        }
        url.push_str(before);
        url.push_str(value);
        rest = after;
    }
    url.push_str(rest);
    Ok(url)
}

/// Returns an absolute `http` or `https` URL. One that is absolute already keeps its spelling.
fn resolved(written: &str, base: Option<&Url>) -> Result<String, CallError> {
    let unusable = |reason: &dyn std::fmt::Display| {
        CallError::Server(format!("the URL `{written}` of the server cannot be used: {reason}"))
    };
    let (url, is_relative) = match (Url::parse(written), base) {
        (Ok(url), _) => (url, false),
        (Err(url::ParseError::RelativeUrlWithoutBase), Some(base)) => {
            (base.join(written).map_err(|error| unusable(&error))?, true)
        }
        (Err(url::ParseError::RelativeUrlWithoutBase), None) => {
            return Err(unusable(&"it is relative, and there is no base URL (`--base`)"));
        }
        (Err(error), _) => return Err(unusable(&error)),
    };
    if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
        return Err(unusable(&"it is not an http or https URL"));
    }
    // A host in another script becomes Punycode, which only the parser does.
    if is_relative || !written.is_ascii() {
        return Ok(url.as_str().to_owned());
    }
    Ok(literal(written.trim()).into_owned())
}
