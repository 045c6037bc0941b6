//! Bytes in, documents out: where each came from, its text, its tree, and positions on demand.
//!
//! This layer knows files, encodings, JSON, YAML and references between documents; it knows nothing of
//! the formats that are written in them.

mod fields;
mod json;
mod load;
mod position;
mod reference;
mod tree;
mod yaml;

pub use fields::Fields;
pub use load::{Access, Input, Origin, Sources};
pub use position::Position;
pub use reference::ReferenceError;
pub use tree::{Children, Kind, Node, Tree};

use crate::diagnostic::DocumentId;

/// How a document is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Syntax {
    /// JSON (RFC 8259).
    Json,
    /// YAML 1.2.
    Yaml,
}

/// One file, URL or standard input, read and parsed.
#[derive(Debug)]
pub struct Document {
    id: DocumentId,
    origin: Origin,
    syntax: Syntax,
    text: String,
    tree: Tree,
}

impl Document {
    /// The number diagnostics know this document by.
    pub fn id(&self) -> DocumentId {
        self.id
    }

    /// Where it was read from.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// How it is written.
    pub fn syntax(&self) -> Syntax {
        self.syntax
    }

    /// Its whole text, decoded.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its outermost value.
    pub fn root(&self) -> Node<'_> {
        Node::root(self)
    }

    fn tree(&self) -> &Tree {
        &self.tree
    }
}
