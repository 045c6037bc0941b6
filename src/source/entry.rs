//! The nodes of a document as they are stored: small, since documents have a million of them.

use std::ops::Range;

/// Texts and trees are bounded below 2^31 bytes and nodes when a document is loaded.
pub(super) fn narrow(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

/// A piece of text: a range of the document's text, or of the tree's buffer of decoded strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TextRange {
    /// Byte offset; the highest bit set means "in the buffer of decoded strings".
    pub(super) start: u32,
    /// Length in bytes.
    pub(super) len: u32,
}

/// The bit that marks an offset into the buffer of decoded strings; texts are shorter than that.
pub(super) const DECODED: u32 = 1 << 31;

/// How much further back texts stand where the texts of several documents are put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct TextShift {
    /// Bytes before the text.
    pub(super) text: u32,
    /// Bytes before the buffer of decoded strings.
    pub(super) decoded: u32,
    /// Keys before the list of long ones.
    pub(super) long: u32,
}

impl TextRange {
    pub(super) const EMPTY: Self = Self { start: 0, len: 0 };

    /// The same text, further back.
    pub(super) fn shifted(self, by: TextShift) -> Self {
        if self == Self::EMPTY {
            return self;
        }
        let by = if self.start & DECODED == 0 { by.text } else { by.decoded };
        Self { start: self.start + by, ..self }
    }

    /// Its bytes in the document's text, unless the text was decoded.
    pub(super) fn span(self) -> Option<Range<usize>> {
        let start = self.start as usize;
        (self.start & DECODED == 0).then(|| start..start + self.len as usize)
    }
}

/// A value without its children.
#[derive(Debug, Clone, Copy)]
pub(super) enum NodeData {
    Null,
    Boolean(bool),
    Number(TextRange),
    String(TextRange),
    Array,
    Object,
}

/// One node. Documents have a million of them, so it is as small as it can be.
#[derive(Debug, Clone, Copy)]
pub(super) struct NodeEntry {
    /// The text of a string or number; of an array or object the length is the size of the subtree.
    value: TextRange,
    /// Where the text of the key begins; of a long key, which one of the long ones it is.
    key_start: u32,
    /// From the lowest bit: how far up the parent is, the length of the key, what the node is, whether it is hidden.
    packed: u32,
}

/// Bits that say how far up the parent is.
const UP: u32 = 16;

/// The first distance that is not said exactly, but as this one.
const FAR: usize = (1 << UP) - 1;

/// Length from which a key is a long one, in bytes: it stands in a list, and the node says where.
const LONG: u32 = (1 << 12) - 1;

/// Longest key, in bytes.
pub(super) const MAX_KEY: usize = (1 << 28) - 1;

/// The bit that says that a later entry of the same object has the same key.
const HIDDEN: u32 = 1 << 31;

/// The first of the three bits that say what a node is.
const WHAT: u32 = 28;

const NULL: u32 = 0;
const FALSE: u32 = 1;
const TRUE: u32 = 2;
const NUMBER: u32 = 3;
const STRING: u32 = 4;
const ARRAY: u32 = 5;
const OBJECT: u32 = 6;

impl NodeEntry {
    /// A node without children, so many nodes behind its parent; 0 for the root. Long keys are added to the list of these.
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

    /// The key this node stands under, when its parent is an object.
    pub(super) fn key(&self, long: &[TextRange]) -> TextRange {
        match self.key_len() {
            LONG => long.get(self.key_start as usize).copied().unwrap_or(TextRange::EMPTY),
            len => TextRange { start: self.key_start, len },
        }
    }

    fn key_len(&self) -> u32 {
        self.packed >> UP & LONG
    }

    /// The same node under another key and parent.
    pub(super) fn moved(self, key: TextRange, up: usize, long: &mut Vec<TextRange>) -> Self {
        let is_long = key.len >= LONG;
        let key_start = if is_long { narrow(long.len()) } else { key.start };
        if is_long {
            long.push(key);
        }
        let packed = self.packed & !(HIDDEN | LONG << UP) | key.len.min(LONG) << UP;
        Self { key_start, packed, ..self }.placed(up)
    }

    /// The same node under another parent.
    pub(super) fn placed(self, up: usize) -> Self {
        Self { packed: self.packed & !narrow(FAR) | narrow(up.min(FAR)), ..self }
    }

    /// How many nodes before this one its parent stands, up to [`FAR`]; 0 for the root. A distance stays true in a copy.
    pub(super) fn up(&self) -> usize {
        (self.packed & narrow(FAR)) as usize
    }

    /// The same node where the texts stand further back.
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

    fn what(&self) -> u32 {
        self.packed >> WHAT & 7
    }

    /// Whether it is an object.
    pub(super) fn is_object(&self) -> bool {
        self.what() == OBJECT
    }

    /// Whether it can have children.
    pub(super) fn is_open(&self) -> bool {
        self.what() >= ARRAY
    }

    /// Whether a later entry of the same object has the same key.
    pub(super) fn is_hidden(&self) -> bool {
        self.packed & HIDDEN != 0
    }

    /// Says that a later entry of the same object has the same key.
    pub(super) fn hide(&mut self) {
        self.packed |= HIDDEN;
    }

    /// Nodes in this subtree, this one included.
    pub(super) fn size(&self) -> u32 {
        if self.is_open() { self.value.len } else { 1 }
    }

    /// Says how many nodes an array or object has, itself included.
    pub(super) fn close(&mut self, size: u32) {
        if self.is_open() {
            self.value.len = size;
        }
    }
}

/// The characters of a [`TextRange`].
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
