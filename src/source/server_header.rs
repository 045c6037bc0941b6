//! Headers of the requests to one server, such as the `Authorization` that it asks for.

use http::header::{InvalidHeaderName, InvalidHeaderValue};
use http::{HeaderName, HeaderValue};
use url::{Origin, Url};

/// A header (RFC 9110, section 5) of each request to one server. Other servers do not get it, also if the server redirects to
/// them. Its value is shown nowhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerHeader {
    origin: Origin,
    name: HeaderName,
    /// Marked as sensitive, so that its `Debug` does not show it.
    value: HeaderValue,
}

/// A name or value that no header can have.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidHeader {
    /// The name is empty, or has a character that is not of a token (RFC 9110, section 5.6.2).
    #[error("it is no name of a header")]
    Name(#[from] InvalidHeaderName),
    /// The value has a control character, such as a line end.
    #[error("a header has no line ends and other control characters")]
    Value(#[from] InvalidHeaderValue),
}

impl ServerHeader {
    /// Makes a header for the server of a URL: its scheme, host and port (RFC 6454, section 4).
    pub fn new(server: &Url, name: &str, value: &str) -> Result<Self, InvalidHeader> {
        let (name, mut value): (HeaderName, HeaderValue) = (name.parse()?, value.parse()?);
        value.set_sensitive(true);
        Ok(Self { origin: server.origin(), name, value })
    }

    /// Returns true if both set the same field of requests to the same server.
    pub fn is_same_field(&self, other: &Self) -> bool {
        (&self.origin, &self.name) == (&other.origin, &other.name)
    }

    /// Returns name and value for a request of a URL; there are none for other servers.
    pub(super) fn for_url(&self, url: &Url) -> Option<(&HeaderName, &HeaderValue)> {
        (self.origin == url.origin()).then_some((&self.name, &self.value))
    }
}
