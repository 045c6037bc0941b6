//! Compact storage of nodes, of which a document can have a million.

use std::ops::Range;

/// Narrows an offset or number of nodes. Both are limited to less than 2^31 when a document is loaded.
pub(super) fn narrow(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

/// A range of the document's text, or of the tree's buffer of decoded strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TextRange {
    /// Byte offset; the highest bit selects the buffer of decoded strings.
    pub(super) start: u32,
    /// Length in bytes.
    pub(super) len: u32,
}

/// Bit that marks an offset into the buffer of decoded strings. Texts are shorter than 2^31 bytes.
pub(super) const DECODED: u32 = 1 << 31;

/// Offsets to add to ranges when the texts of several documents are concatenated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct TextShift {
    /// Bytes that precede the text.
    pub(super) text: u32,
    /// Bytes that precede the decoded strings.
    pub(super) decoded: u32,
    /// Keys that precede the list of long keys.
    pub(super) long: u32,
}

impl TextRange {
    pub(super) const EMPTY: Self = Self { start: 0, len: 0 };

    /// Shifts the range for concatenated texts.
    pub(super) fn shifted(self, by: TextShift) -> Self {
        if self == Self::EMPTY {
            return self;
        }
        let by = if self.start & DECODED == 0 { by.text } else { by.decoded };
        Self { start: self.start + by, ..self }
    }

    /// Returns the byte range in the document's text; `None` for a decoded string.
    pub(super) fn span(self) -> Option<Range<usize>> {
        let start = self.start as usize;
        (self.start & DECODED == 0).then(|| start..start + self.len as usize)
    }
}

/// Content of a node without its children.
#[derive(Debug, Clone, Copy)]
pub(super) enum NodeData {
    Null,
    Boolean(bool),
    Number(TextRange),
    String(TextRange),
    Array,
    Object,
}

/// One node. Documents can have a million of them, so it takes only 16 bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct NodeEntry {
    /// Text of a string or number, and of a boolean that is not spelled `true` or `false`; for an array or object, `len` is
    /// the number of nodes in the subtree.
    value: TextRange,
    /// Start of the key's text; for a long key, its index in the list of long keys.
    key_start: u32,
    /// From the lowest bit: the distance to the parent, the length of the key, the type, and the hidden flag.
    packed: u32,
}

/// Number of bits for the distance to the parent.
const UP: u32 = 16;

/// Largest distance that can be stored; it also represents all greater ones.
const FAR: usize = (1 << UP) - 1;

/// Length in bytes from which a key is stored in the list of long keys.
const LONG: u32 = (1 << 12) - 1;

/// Maximum length of a key, in bytes.
pub(super) const MAX_KEY: usize = (1 << 28) - 1;

/// Bit that marks an entry with a later duplicate key.
const HIDDEN: u32 = 1 << 31;

/// Position of the three bits for the type.
const WHAT: u32 = 28;

const NULL: u32 = 0;
const FALSE: u32 = 1;
const TRUE: u32 = 2;
const NUMBER: u32 = 3;
const STRING: u32 = 4;
const ARRAY: u32 = 5;
const OBJECT: u32 = 6;

impl NodeEntry {
    /// Creates a node without children, `up` nodes after its parent; 0 for the root. A long key is added to `long`.
    pub(super) fn new(key: TextRange, data: NodeData, up: usize, long: &mut Vec<TextRange>) -> Self {
        let (what, value) = match data {
            NodeData::Null => (NULL, TextRange::EMPTY),
            NodeData::Boolean(false) => (FALSE, TextRange::EMPTY),
            NodeData::Boolean(true) => (TRUE, TextRange::EMPTY),
            NodeData::Number(text) => (NUMBER, text),
            NodeData::String(text) => (STRING, text),
            NodeData::Array => (ARRAY, TextRange { start: 0, len: 1 }),
            NodeData::Object => (OBJECT, TextRange { start: 0, len: 1 }),
        };
        Self { value, key_start: 0, packed: what << WHAT }.moved(key, up, long)
    }

    /// Returns the key of this node; empty if its parent is not an object.
    pub(super) fn key(&self, long: &[TextRange]) -> TextRange {
        match self.key_len() {
            LONG => long.get(self.key_start as usize).copied().unwrap_or(TextRange::EMPTY),
            len => TextRange { start: self.key_start, len },
        }
    }

    fn key_len(&self) -> u32 {
        self.packed >> UP & LONG
    }

    /// Returns this node with another key and another distance to its parent.
    pub(super) fn moved(self, key: TextRange, up: usize, long: &mut Vec<TextRange>) -> Self {
        let is_long = key.len >= LONG;
        let key_start = if is_long { narrow(long.len()) } else { key.start };
        if is_long {
            long.push(key);
        }
        let packed = self.packed & !(HIDDEN | LONG << UP) | key.len.min(LONG) << UP;
        Self { key_start, packed, ..self }.placed(up)
    }

    /// Returns this node with another distance to its parent.
    pub(super) fn placed(self, up: usize) -> Self {
        Self { packed: self.packed & !narrow(FAR) | narrow(up.min(FAR)), ..self }
    }

    /// Returns the distance to the parent, at most [`FAR`]; 0 for the root. The distance is the same in a copy of the
    /// subtree.
    pub(super) fn up(&self) -> usize {
        (self.packed & narrow(FAR)) as usize
    }

    /// Returns this node shifted for concatenated texts.
    pub(super) fn shifted(self, by: TextShift) -> Self {
        let value = if self.is_open() { self.value } else { self.value.shifted(by) };
        let key_start = match self.key_len() {
            LONG => self.key_start + by.long,
            len => TextRange { start: self.key_start, len }.shifted(by).start,
        };
        Self { value, key_start, ..self }
    }

    pub(super) fn data(&self) -> NodeData {
        match self.what() {
            FALSE => NodeData::Boolean(false),
            TRUE => NodeData::Boolean(true),
            NUMBER => NodeData::Number(self.value),
            STRING => NodeData::String(self.value),
            ARRAY => NodeData::Array,
            OBJECT => NodeData::Object,
            _ => NodeData::Null,
        }
    }

    /// Returns the text of a boolean that has a spelling of its own; empty otherwise.
    pub(super) fn boolean_text(&self) -> TextRange {
        if matches!(self.what(), FALSE | TRUE) { self.value } else { TextRange::EMPTY }
    }

    /// Sets the text of a boolean.
    pub(super) fn spell_boolean(&mut self, text: TextRange) {
        if matches!(self.what(), FALSE | TRUE) {
            self.value = text;
        }
    }

    fn what(&self) -> u32 {
        self.packed >> WHAT & 7
    }

    /// Returns true for an object.
    pub(super) fn is_object(&self) -> bool {
        self.what() == OBJECT
    }

    /// Returns true for an array or object.
    pub(super) fn is_open(&self) -> bool {
        self.what() >= ARRAY
    }

    /// Returns true if a later entry of the same object has the same key.
    pub(super) fn is_hidden(&self) -> bool {
        self.packed & HIDDEN != 0
    }

    /// Marks this entry as hidden by a later entry with the same key.
    pub(super) fn hide(&mut self) {
        self.packed |= HIDDEN;
    }

    /// Returns the number of nodes in this subtree, including this one.
    pub(super) fn size(&self) -> u32 {
        if self.is_open() { self.value.len } else { 1 }
    }

    /// Sets the number of nodes of an array or object, including itself.
    pub(super) fn close(&mut self, size: u32) {
        if self.is_open() {
            self.value.len = size;
        }
    }
}

/// Returns the text of a [`TextRange`].
pub(super) fn resolve<'a>(text: TextRange, source: &'a str, decoded: &'a str) -> &'a str {
    let start = (text.start & !DECODED) as usize;
    let buffer = if text.start & DECODED == 0 { source } else { decoded };
    buffer.get(start..start + text.len as usize).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_small() {
        assert_eq!(size_of::<NodeEntry>(), 16);
    }

    #[test]
    fn what_a_node_says_does_not_run_into_each_other() {
        let mut long = Vec::new();
        let key = |len: u32| TextRange { start: 7, len };
        let text = TextRange { start: 9 | DECODED, len: u32::MAX };
        for len in [0, 1, LONG - 1, LONG, LONG + 1, narrow(MAX_KEY)] {
            for up in [0, 1, FAR - 1, FAR, FAR + 1, 1 << 30] {
                for data in [
                    NodeData::Null,
                    NodeData::Boolean(true),
                    NodeData::Number(text),
                    NodeData::String(text),
                    NodeData::Object,
                ] {
                    let mut entry = NodeEntry::new(key(len), data, up, &mut long);
                    entry.hide();
                    entry.close(12);
                    let size = if matches!(data, NodeData::Object) { 12 } else { 1 };
                    for _ in 0..2 {
                        assert_eq!(entry.key(&long), key(len));
                        assert_eq!(entry.up(), up.min(FAR));
                        assert_eq!(format!("{:?}", entry.data()), format!("{data:?}"));
                        assert!(entry.is_hidden());
                        assert_eq!(entry.size(), size);
                        entry = entry.placed(0).placed(up);
                    }
                    let moved = entry.moved(TextRange::EMPTY, 3, &mut long);
                    assert_eq!(
                        (moved.key(&long), moved.up(), moved.is_hidden()),
                        (TextRange::EMPTY, 3, false)
                    );
                }
            }
        }
    }
}
