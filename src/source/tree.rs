//! The parsed form of a document: one flat list of nodes in document order.
//!
//! Strings are not copied: a node refers to a range of the document's text or, if an escape was resolved, of a side
//! buffer. The children of an object or array follow it directly, and every node stores the number of nodes of its
//! subtree, so that the next sibling is one addition away.

use std::fmt;

use super::entry::{NodeEntry, TextRange, TextShift, narrow};

/// Type of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeKind {
    /// `null`
    Null,
    /// `true` or `false`
    Boolean,
    /// A number, in its source spelling.
    Number,
    /// A string.
    String,
    /// A JSON array or YAML sequence.
    Array,
    /// A JSON object or YAML mapping.
    Object,
}

impl fmt::Display for NodeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Null => "null",
            Self::Boolean => "a boolean",
            Self::Number => "a number",
            Self::String => "a string",
            Self::Array => "an array",
            Self::Object => "an object",
        })
    }
}

/// All nodes of one document.
#[derive(Debug, Default)]
pub struct Tree {
    pub(super) entries: Vec<NodeEntry>,
    pub(super) decoded: String,
    /// Keys whose length does not fit into a node.
    pub(super) long: Vec<TextRange>,
    /// True if a string is the value of a key that is spelled like a JSON Schema identifier (`$id`, `$anchor`,
    /// `$dynamicAnchor`), or of `$schema`, since draft 04 schemas use `id`.
    pub(super) identified: bool,
}

impl Tree {
    /// Returns the key of one of the nodes.
    pub(super) fn key(&self, entry: &NodeEntry) -> TextRange {
        entry.key(&self.long)
    }

    /// Appends the decoded strings and long keys of another tree, whose text begins at byte `text` of the combined
    /// text. Returns the offsets by which to shift its nodes.
    pub(super) fn take_texts(&mut self, other: &Self, text: usize) -> TextShift {
        let shift = TextShift {
            text: narrow(text),
            decoded: narrow(self.decoded.len()),
            long: narrow(self.long.len()),
        };
        self.decoded.push_str(&other.decoded);
        self.long.extend(other.long.iter().map(|key| key.shifted(shift)));
        shift
    }
}
