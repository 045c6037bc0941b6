//! Inputs, origins, and access permissions of references.

use std::fmt;
use std::path::PathBuf;

use url::Url;

use super::server_header::ServerHeader;

/// An input that the user specifies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// A file.
    File(PathBuf),
    /// Standard input.
    Stdin,
    /// An `http` or `https` URL.
    Url(Url),
    /// Bytes in memory, with a name for diagnostics. References are resolved against `Access::base`.
    Bytes {
        /// Name shown in diagnostics.
        name: String,
        /// Content of the document.
        bytes: Vec<u8>,
    },
}

/// Origin that a document was read from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// A file, with the path as shown to people.
    File(PathBuf),
    /// Standard input.
    Stdin,
    /// A URL.
    Url(Url),
    /// Bytes in memory, by name.
    Bytes(String),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => write!(f, "{}", path.display()),
            Self::Stdin => f.write_str("<stdin>"),
            Self::Url(url) => f.write_str(url.as_str()),
            Self::Bytes(name) => f.write_str(name),
        }
    }
}

/// Permissions of references.
///
/// References may always reach files or URLs in or below the directory of the root document. Everything else must be
/// allowed here.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Access {
    /// True if references may leave the root document's directory.
    pub outside: bool,
    /// True if references may use the network.
    pub network: bool,
    /// Base (a directory or URL) for references in standard input or bytes in memory.
    pub base: Option<String>,
    /// Headers of requests, each for one server.
    pub headers: Vec<ServerHeader>,
}
