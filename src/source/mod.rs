//! Bytes in, documents out: where each came from, its text, its tree, and positions on demand.
//!
//! This layer knows files, encodings, JSON, YAML and references between documents; it knows nothing of
//! the formats that are written in them.

mod builder;
mod encoding;
mod fields;
mod identifier;
mod json;
mod load;
mod locate;
mod network;
mod parse;
mod position;
mod reference;
mod scalar;
mod tree;
mod yaml;

use std::sync::OnceLock;

pub use fields::Fields;
pub use load::{Access, Input, Origin, Sources};
pub use position::Position;
pub use reference::ReferenceError;
pub use tree::{Children, Kind, Node, Tree};

use crate::diagnostic::{Code, DocumentId};

use identifier::Identifiers;
use locate::Base;
use position::Lines;

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
    base: Base,
    lines: OnceLock<Lines>,
    identifiers: OnceLock<Identifiers>,
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

/// A place in a text that gave no tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct TextPoint {
    /// From 1.
    line: usize,
    /// In characters, from 1.
    column: usize,
}

/// Why a text gave no tree.
#[derive(Debug)]
struct ParseError {
    code: Code,
    message: String,
    at: TextPoint,
}

impl ParseError {
    fn from_build(fault: builder::BuildError, at: TextPoint) -> Self {
        use builder::BuildError as Fault;
        let code = match fault {
            Fault::TooManyNodes(_) | Fault::TooMuchText => Code::TooLarge,
            Fault::TooDeep(_) => Code::TooDeep,
            Fault::TooManyAliasNodes(_) | Fault::TooMuchAliasText(_) => Code::AliasExpansion,
        };
        Self {
            code,
            message: fault.to_string(),
            at,
        }
    }
}
