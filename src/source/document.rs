//! Documents: a text with its tree and its origin.

use std::sync::OnceLock;

use crate::diagnostic::{DocumentId, NodeId};

use super::copied_places::CopiedPlaces;
use super::identifier::SchemaIdentifiers;
use super::input::Origin;
use super::line_index::LineIndex;
use super::scope::ReferenceBase;
use super::tree::Tree;

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
    pub(super) id: DocumentId,
    pub(super) origin: Origin,
    pub(super) syntax: Syntax,
    pub(super) text: String,
    pub(super) tree: Tree,
    pub(super) base: ReferenceBase,
    /// Source places of the values, if overlays changed the document.
    pub(super) copied_places: Option<CopiedPlaces>,
    /// True if unpaired surrogates were replaced.
    pub(super) is_mended: bool,
    pub(super) lines: OnceLock<LineIndex>,
    /// See [`Document::texts`].
    pub(super) texts: OnceLock<Vec<Option<NodeId>>>,
    pub(super) identifiers: OnceLock<SchemaIdentifiers>,
    /// Identifiers including those of schemas that are embedded in other formats.
    pub(super) with_embedded: OnceLock<SchemaIdentifiers>,
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

    /// Returns true if the text has unpaired surrogates, which strings have as U+FFFD.
    pub fn has_unpaired_surrogates(&self) -> bool {
        self.is_mended
    }

    pub(super) fn tree(&self) -> &Tree {
        &self.tree
    }
}
