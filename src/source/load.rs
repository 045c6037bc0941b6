//! Files, standard input and URLs → documents; encodings and size limits.

use std::path::PathBuf;

use elsa::FrozenVec;
use url::Url;

use crate::diagnostic::{Code, Diagnostic, DocumentId, Fatal, Place, Sink};
use crate::limits::Limits;

use super::{Document, Node};

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

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::File(path) => write!(f, "{}", path.display()),
            Self::Stdin => f.write_str("<stdin>"),
            Self::Url(url) => write!(f, "{url}"),
            Self::Bytes(name) => f.write_str(name),
        }
    }
}

/// What references may reach.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Access {
    /// Whether references may leave the root document's directory.
    pub outside: bool,
    /// Whether references may use the network.
    pub network: bool,
    /// The base (a directory or URL) of references in standard input or bytes at hand.
    pub base: Option<String>,
}

/// All documents of one run. Documents are added when something refers to them, and stay.
pub struct Sources {
    access: Access,
    limits: Limits,
    documents: FrozenVec<Box<Document>>,
}

impl std::fmt::Debug for Sources {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sources")
            .field("documents", &self.documents.len())
            .finish_non_exhaustive()
    }
}

impl Sources {
    /// No documents yet.
    pub fn new(access: Access, limits: Limits) -> Self {
        Self {
            access,
            limits,
            documents: FrozenVec::new(),
        }
    }

    /// Reads and parses the root document.
    pub fn load(&self, _input: &Input, _sink: &Sink) -> Result<&Document, Fatal> {
        Err(Box::new(Diagnostic::new(Code::Unreadable, "not written yet")))
    }

    /// The document with this number.
    pub fn document(&self, id: DocumentId) -> Option<&Document> {
        self.documents.get(id.0 as usize)
    }

    /// The value at a place.
    pub fn node(&self, place: Place) -> Option<Node<'_>> {
        Node::at(self.document(place.document)?, place.node)
    }
}
