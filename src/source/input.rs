//! What a user names as input, and what references in it may reach.

use std::fmt;
use std::path::PathBuf;

use url::Url;

/// What a user names as input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// A file.
    File(PathBuf),
    /// Standard input.
    Stdin,
    /// An `http` or `https` URL.
    Url(Url),
    /// Bytes at hand, under a name for diagnostics; references resolve against `Access::base`.
    Bytes {
        /// The name shown in diagnostics.
        name: String,
        /// The bytes.
        bytes: Vec<u8>,
    },
}

/// Where a document was read from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// A file: the path as it is shown to people.
    File(PathBuf),
    /// Standard input.
    Stdin,
    /// A URL.
    Url(Url),
    /// Bytes at hand, by name.
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

/// What references may reach.
///
/// References always reach what lies in or below the directory of the root document, be it a file or
/// a URL; whatever else they reach has to be allowed here.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Access {
    /// Whether references may leave the root document's directory.
    pub outside: bool,
    /// Whether references may use the network.
    pub network: bool,
    /// The base (a directory or URL) of references in standard input or bytes at hand.
    pub base: Option<String>,
}
