//! Place → line and column, computed only when a diagnostic is shown.

use crate::diagnostic::Place;

use super::Sources;

/// A place as people and editors count it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    /// The file, URL or `<stdin>`, as given by the user.
    pub file: String,
    /// The JSON Pointer (RFC 6901) inside it.
    pub pointer: String,
    /// Line, from 1, where it is known.
    pub line: Option<usize>,
    /// Column in characters, from 1, where it is known.
    pub column: Option<usize>,
    /// Bytes of the document's text to point at, where they are known.
    pub span: Option<std::ops::Range<usize>>,
}

impl Sources {
    /// Works out where a place is.
    pub fn position(&self, _place: Place) -> Option<Position> {
        None
    }
}
