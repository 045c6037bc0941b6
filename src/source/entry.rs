//! The nodes of a document as they are stored: small, since documents have a million of them.

use std::ops::Range;

/// Texts and trees are bounded below 2^31 bytes and nodes when a document is loaded.
pub(super) fn narrow(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

/// A piece of text: a range of the document's text, or of the tree's buffer of decoded strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Text {
    /// Byte offset; the highest bit set means "in the buffer of decoded strings".
    pub(super) start: u32,
    /// Length in bytes.
    pub(super) len: u32,
}

/// The bit that marks an offset into the buffer of decoded strings; texts are shorter than that.
pub(super) const DECODED: u32 = 1 << 31;

/// How much further back texts stand where the texts of several documents are put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Shift {
    /// Bytes before the text.
    pub(super) text: u32,
    /// Bytes before the buffer of decoded strings.
    pub(super) decoded: u32,
}

impl Text {
    pub(super) const EMPTY: Self = Self { start: 0, len: 0 };

    /// The same text, further back.
    pub(super) fn shifted(self, by: Shift) -> Self {
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
pub(super) enum Data {
    Null,
    Boolean(bool),
    Number(Text),
    String(Text),
    Array,
    Object,
}

/// One node. Documents have a million of them, so it is as small as it can be.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    /// The text of a string or number; of an array or object the length is the size of the subtree.
    value: Text,
    /// How many nodes before this one its parent stands; 0 for the root. A distance stays true in a copy.
    pub(super) up: u32,
    /// Where the text of the key begins.
    key_start: u32,
    /// The length of the key, and in the bits above those of [`MAX_KEY`] what the node is, and whether it is hidden.
    packed: u32,
}

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

impl Entry {
    /// A node without children.
    pub(super) fn new(key: Text, data: Data, up: u32) -> Self {
        let (what, value) = match data {
            Data::Null => (NULL, Text::EMPTY),
            Data::Boolean(false) => (FALSE, Text::EMPTY),
            Data::Boolean(true) => (TRUE, Text::EMPTY),
            Data::Number(text) => (NUMBER, text),
            Data::String(text) => (STRING, text),
            Data::Array => (ARRAY, Text { start: 0, len: 1 }),
            Data::Object => (OBJECT, Text { start: 0, len: 1 }),
        };
        Self { value, up, key_start: 0, packed: what << WHAT }.under(key)
    }

    /// The key this node stands under, when its parent is an object.
    pub(super) fn key(&self) -> Text {
        Text { start: self.key_start, len: self.packed & narrow(MAX_KEY) }
    }

    fn under(self, key: Text) -> Self {
        let others = self.packed & !narrow(MAX_KEY);
        Self { key_start: key.start, packed: others | key.len & narrow(MAX_KEY), ..self }
    }

    /// The same node under another key and parent.
    pub(super) fn moved(self, key: Text, up: u32) -> Self {
        Self { up, packed: self.packed & !HIDDEN, ..self }.under(key)
    }

    /// The same node where the texts stand further back.
    pub(super) fn shifted(self, by: Shift) -> Self {
        let value = if self.is_open() { self.value } else { self.value.shifted(by) };
        Self { value, ..self }.under(self.key().shifted(by))
    }

    pub(super) fn data(&self) -> Data {
        match self.what() {
            FALSE => Data::Boolean(false),
            TRUE => Data::Boolean(true),
            NUMBER => Data::Number(self.value),
            STRING => Data::String(self.value),
            ARRAY => Data::Array,
            OBJECT => Data::Object,
            _ => Data::Null,
        }
    }

    fn what(&self) -> u32 {
        (self.packed & !HIDDEN) >> WHAT
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

/// The characters of a [`Text`].
pub(super) fn resolve<'a>(text: Text, source: &'a str, decoded: &'a str) -> &'a str {
    let start = (text.start & !DECODED) as usize;
    let buffer = if text.start & DECODED == 0 { source } else { decoded };
    buffer.get(start..start + text.len as usize).unwrap_or_default()
}
