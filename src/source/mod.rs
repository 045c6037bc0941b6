//! Reading and parsing of documents: origin, text, tree, and positions on demand.
//!
//! This layer handles files, encodings, JSON, YAML and references between documents. It does not know the formats of
//! the descriptions themselves.

mod builder;
mod bytes;
mod copied_places;
mod encoding;
mod entry;
mod fields;
mod identifier;
mod input;
mod json;
mod load;
mod locate;
mod network;
mod node;
mod node_equality;
mod overlay;
mod parse;
mod pinpoint;
mod position;
mod reference;
mod scalar;
mod tree;

mod yaml;

use std::sync::OnceLock;

pub use fields::Fields;
pub use input::{Access, Input, Origin};
pub use load::Sources;
pub use node::{Children, Node};
pub use position::LinePosition;
pub use reference::ReferenceError;
pub use tree::{NodeKind, Tree};

use crate::diagnostic::{Code, DocumentId, NodeId};

use copied_places::CopiedPlaces;
use identifier::SchemaIdentifiers;
use locate::ReferenceBase;
use position::LineIndex;

/// Syntax of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Syntax {
    /// JSON (RFC 8259).
    Json,
    /// YAML 1.2.
    Yaml,
}

/// A file, URL or standard input, read and parsed.
#[derive(Debug)]
pub struct Document {
    id: DocumentId,
    origin: Origin,
    syntax: Syntax,
    text: String,
    tree: Tree,
    base: ReferenceBase,
    /// Source places of the values, if overlays changed the document.
    copied_places: Option<CopiedPlaces>,
    lines: OnceLock<LineIndex>,
    /// See [`Document::texts`].
    texts: OnceLock<Vec<Option<NodeId>>>,
    identifiers: OnceLock<SchemaIdentifiers>,
    /// Identifiers including those of schemas that are embedded in other formats.
    with_embedded: OnceLock<SchemaIdentifiers>,
}

impl Document {
    /// Returns the number that identifies this document in diagnostics.
    pub fn id(&self) -> DocumentId {
        self.id
    }

    /// Returns the origin that the document was read from.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Returns the syntax of the document.
    pub fn syntax(&self) -> Syntax {
        self.syntax
    }

    /// Returns the decoded text; for a patched document, the concatenated texts of all documents that it was built
    /// from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the root value.
    pub fn root(&self) -> Node<'_> {
        Node::root(self)
    }

    fn tree(&self) -> &Tree {
        &self.tree
    }
}

/// A position in a text that could not be parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct TextPoint {
    /// Line, from 1.
    line: usize,
    /// Column in characters, from 1.
    column: usize,
}

/// Reason that a text could not be parsed.
#[derive(Debug)]
struct ParseError {
    code: Code,
    message: String,
    at: TextPoint,
}

impl ParseError {
    fn from_build(fault: builder::BuildError, at: TextPoint) -> Self {
        Self { code: fault.code(), message: fault.to_string(), at }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod sample {
    //! Helpers for the tests of this layer.

    use crate::json::Value;

    use super::{Access, Input, Sources};
    use crate::diagnostic::{Code, Diagnostic, Sink};
    use crate::limits::Limits;

    /// Reads a text, and returns its value or the fatal diagnostic, and the warnings.
    pub(super) fn read(text: impl AsRef<[u8]>) -> (Result<Value, Diagnostic>, Vec<Diagnostic>) {
        let sink = Sink::new();
        let sources = Sources::new(Access::default(), Limits::default());
        let result = sources
            .load(&input(text.as_ref()), &sink)
            .map(|document| document.root().to_value())
            .map_err(|fatal| *fatal);
        (result, sink.into_diagnostics())
    }

    /// Returns the value of a text that must be readable without a warning.
    #[track_caller]
    pub(super) fn value(text: impl AsRef<[u8]>) -> Value {
        let (result, warnings) = read(text);
        assert_eq!(warnings, Vec::new());
        result.unwrap()
    }

    /// Returns code, line and column of the diagnostic for a text that must not be readable.
    #[track_caller]
    pub(super) fn refusal(text: impl AsRef<[u8]>) -> (Code, usize, usize) {
        let fatal = read(text).0.unwrap_err();
        let place = fatal.position.unwrap();
        (fatal.code, place.line.unwrap_or(0), place.column.unwrap_or(0))
    }

    pub(super) fn input(bytes: &[u8]) -> Input {
        Input::Bytes { name: "sample".to_owned(), bytes: bytes.to_owned() }
    }
}
