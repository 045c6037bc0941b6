//! Download over HTTP, limited in size, time and redirects, and restricted to public networks.

#[cfg(feature = "network")]
mod client;
#[cfg(not(feature = "network"))]
mod no_client;

use http::StatusCode;
use url::Url;

use super::login::Login;
use super::server_header::ServerHeader;

/// Reason that a URL could not be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum FetchError {
    #[error("{0}")]
    Failed(String),
    #[error("the server answered {0}")]
    Answered(StatusCode),
    /// The server cannot be reached; the second text is what to do.
    #[error("{0}")]
    Unreachable(String, &'static str),
    #[error("it is larger than {0} bytes")]
    TooLarge(u64),
    #[error("it redirects to {0}, which may not be read")]
    Forbidden(Box<Url>),
}

/// A download, and what it may reach.
pub(super) struct Download<'d> {
    /// The URL, without user name and password.
    pub(super) url: &'d Url,
    /// The host that the user typed. Others may not have private addresses (RFC 6890).
    pub(super) named: Option<&'d str>,
    pub(super) login: Option<&'d Login>,
    /// Headers of requests, each for one server.
    pub(super) headers: &'d [ServerHeader],
    /// True if a proxy may learn names of private hosts.
    pub(super) private_names_to_proxy: bool,
    /// The test that every redirect must pass.
    pub(super) allowed: &'d dyn Fn(&Url) -> bool,
}

impl FetchError {
    /// Returns what to do about the error, if that is known.
    pub(super) fn help(&self) -> Option<&'static str> {
        match self {
            Self::Unreachable(_, help) => Some(help),
            Self::Answered(status) => Some(match status.as_u16() {
                401 | 403 => {
                    "The server asks who you are: give `--header 'Authorization=Bearer $TOKEN'` with the variable in which \
                     your token is, or a login in the URL (`https://USER:PASSWORD@HOST/…`)."
                }
                404 | 410 => "Check the path of the URL: the server has nothing there.",
                500.. => "The server failed; try again later, or download the file, and give it.",
                _ => "Open the URL in a browser to see what the server has there.",
            }),
            Self::Failed(_) | Self::TooLarge(_) | Self::Forbidden(_) => None,
        }
    }
}

/// Returns true for the two supported schemes, `http` and `https`.
pub(super) fn is_web(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https")
}
