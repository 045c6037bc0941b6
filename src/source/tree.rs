//! The parsed form of a document: one flat list of nodes in document order.
//!
//! Strings are not copied: a node points into the document's text, or, where an escape had to be
//! resolved, into a side buffer. An object's or array's children follow it directly, and every node
//! knows how many nodes its subtree holds, so that a sibling is one addition away.

use std::fmt;

use super::entry::{NodeEntry, TextRange, TextShift, narrow};

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeKind {
    /// `null`
    Null,
    /// `true` or `false`
    Boolean,
    /// A number, in its source spelling.
    Number,
    /// Text.
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
    /// Keys that are too long for a node to say how long.
    pub(super) long: Vec<TextRange>,
    /// Whether some text stands under a key that is spelled like a JSON Schema identifier (`$id`, `$anchor`,
    /// `$dynamicAnchor`), or like `$schema`, under which draft 04 has an `id`.
    pub(super) identified: bool,
}

impl Tree {
    /// The key of one of its nodes.
    pub(super) fn key(&self, entry: &NodeEntry) -> TextRange {
        entry.key(&self.long)
    }

    /// Takes over what another tree keeps beside its nodes; says how much further back that stands here, where so many
    /// bytes of text come before the text of the other.
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
