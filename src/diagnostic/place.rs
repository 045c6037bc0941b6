//! Places of diagnostics in documents and texts.

/// Number of a document among all documents read in one run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DocumentId(pub u32);

/// Number of a value inside its document, in document order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

/// Place of a value in a source document. It is cheap to create: JSON Pointer, line and column are computed only when a
/// diagnostic is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The document.
    pub document: DocumentId,
    /// The value in it.
    pub node: NodeId,
}

/// Place in a text that could not be parsed into a tree.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TextPlace {
    /// File name, URL or `<stdin>`.
    pub file: String,
    /// Line, from 1; `None` for the file as a whole.
    pub line: Option<usize>,
    /// Column in characters, from 1.
    pub column: Option<usize>,
}
