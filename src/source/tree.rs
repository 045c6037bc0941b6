//! The parsed form of a document: one flat list of nodes in document order.
//!
//! Strings are not copied: a node points into the document's text, or, where an escape had to be
//! resolved, into a side buffer. An object's or array's children follow it directly, and every node
//! knows how many nodes its subtree holds, so that a sibling is one addition away.

use std::fmt;

use serde_json::{Map, Number, Value};

use crate::diagnostic::{NodeId, Place};

use super::Document;

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
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

impl fmt::Display for Kind {
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

/// A piece of text: a range of the document's text, or of the tree's buffer of decoded strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Text {
    /// Byte offset; the highest bit set means "in the buffer of decoded strings".
    start: u32,
    /// Length in bytes.
    len: u32,
}

const DECODED: u32 = 1 << 31;

impl Text {
    const EMPTY: Self = Self { start: 0, len: 0 };

    /// Offset in the document's text, unless the text was decoded.
    fn offset(self) -> Option<usize> {
        (self.start & DECODED == 0).then_some(self.start as usize)
    }
}

#[derive(Debug, Clone, Copy)]
enum Data {
    Null,
    Boolean(bool),
    Number(Text),
    String(Text),
    Array,
    Object,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    /// The key this node stands under, when its parent is an object.
    key: Text,
    data: Data,
    /// Nodes in this subtree, this one included.
    size: u32,
    /// A later entry of the same object has the same key, so this one is hidden.
    hidden: bool,
}

/// All nodes of one document.
#[derive(Debug, Default)]
pub struct Tree {
    entries: Vec<Entry>,
    decoded: String,
}

/// Why a tree could not be built further.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum BuildError {
    /// More nodes than [`crate::Limits::nodes`].
    #[error("the document has more than {0} values")]
    TooManyNodes(usize),
    /// More nodes made by aliases than [`crate::Limits::alias_nodes`].
    #[error("YAML aliases expand to more than {0} values")]
    TooManyAliasNodes(usize),
}

/// A key that an object has more than once; the last value counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DuplicateKey {
    /// The value that is hidden by a later one.
    pub(super) hidden: NodeId,
}

/// Writes a [`Tree`] front to back; both the JSON and the YAML reader feed it.
pub(super) struct Builder<'t> {
    text: &'t str,
    tree: Tree,
    open: Vec<usize>,
    next_key: Text,
    max_nodes: usize,
    alias_nodes: usize,
    max_alias_nodes: usize,
    pub(super) duplicates: Vec<DuplicateKey>,
}

impl<'t> Builder<'t> {
    /// A builder for a document with this text, bound by `limits`.
    pub(super) fn new(text: &'t str, limits: &crate::Limits) -> Self {
        Self {
            text,
            tree: Tree::default(),
            open: Vec::new(),
            next_key: Text::EMPTY,
            max_nodes: limits.nodes,
            alias_nodes: 0,
            max_alias_nodes: limits.alias_nodes,
            duplicates: Vec::new(),
        }
    }

    /// Levels of objects and arrays that are open now.
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Says under which key the next value stands.
    pub(super) fn key(&mut self, key: &str) {
        self.next_key = self.intern(key);
    }

    pub(super) fn null(&mut self) -> Result<(), BuildError> {
        self.push(Data::Null)
    }

    pub(super) fn boolean(&mut self, value: bool) -> Result<(), BuildError> {
        self.push(Data::Boolean(value))
    }

    /// A number by its spelling, which must follow JSON's grammar for numbers (RFC 8259, section 6).
    pub(super) fn number(&mut self, spelling: &str) -> Result<(), BuildError> {
        let text = self.intern(spelling);
        self.push(Data::Number(text))
    }

    pub(super) fn string(&mut self, value: &str) -> Result<(), BuildError> {
        let text = self.intern(value);
        self.push(Data::String(text))
    }

    pub(super) fn open_array(&mut self) -> Result<(), BuildError> {
        self.open.push(self.tree.entries.len());
        self.push(Data::Array)
    }

    pub(super) fn open_object(&mut self) -> Result<(), BuildError> {
        self.open.push(self.tree.entries.len());
        self.push(Data::Object)
    }

    /// Ends the innermost open array or object.
    pub(super) fn close(&mut self) {
        let Some(start) = self.open.pop() else { return };
        let size = self.tree.entries.len() - start;
        self.tree.entries[start].size = narrow(size);
        if matches!(self.tree.entries[start].data, Data::Object) {
            self.hide_duplicates(start);
        }
    }

    /// Index of the next node; with [`Self::copy`] this is how aliases are expanded.
    pub(super) fn position(&self) -> usize {
        self.tree.entries.len()
    }

    /// Appends a copy of the complete subtree at `start` as the next value.
    pub(super) fn copy(&mut self, start: usize) -> Result<(), BuildError> {
        let Some(first) = self.tree.entries.get(start) else {
            return Ok(());
        };
        let size = first.size as usize;
        self.alias_nodes += size;
        if self.alias_nodes > self.max_alias_nodes {
            return Err(BuildError::TooManyAliasNodes(self.max_alias_nodes));
        }
        if self.tree.entries.len() + size > self.max_nodes {
            return Err(BuildError::TooManyNodes(self.max_nodes));
        }
        let at = self.tree.entries.len();
        self.tree.entries.extend_from_within(start..start + size);
        self.tree.entries[at].key = std::mem::replace(&mut self.next_key, Text::EMPTY);
        self.tree.entries[at].hidden = false;
        Ok(())
    }

    /// Takes the value at the end of the tree off again: a YAML merge key's value.
    pub(super) fn take_last(&mut self, start: usize) -> Detached {
        Detached {
            entries: self.tree.entries.split_off(start),
        }
    }

    /// Appends those entries of the detached object (or objects, in an array) whose keys the object
    /// that is open now does not have yet. YAML merge keys (<https://yaml.org/type/merge.html>):
    /// own keys win, and of several merged mappings the earlier one.
    pub(super) fn merge(&mut self, merged: &Detached) -> Result<(), BuildError> {
        let Some(&object) = self.open.last() else {
            return Ok(());
        };
        let mut sources = Vec::new();
        match merged.entries.first().map(|entry| entry.data) {
            Some(Data::Object) => sources.push(0),
            Some(Data::Array) => {
                let mut at = 1;
                while let Some(entry) = merged.entries.get(at) {
                    if matches!(entry.data, Data::Object) {
                        sources.push(at);
                    }
                    at += entry.size.max(1) as usize;
                }
            }
            _ => {}
        }
        for source in sources {
            let end = source + merged.entries[source].size as usize;
            let mut at = source + 1;
            while at < end {
                let entry = merged.entries[at];
                let size = entry.size as usize;
                if !entry.hidden && !self.has_key(object, entry.key) {
                    if self.tree.entries.len() + size > self.max_nodes {
                        return Err(BuildError::TooManyNodes(self.max_nodes));
                    }
                    self.alias_nodes += size;
                    if self.alias_nodes > self.max_alias_nodes {
                        return Err(BuildError::TooManyAliasNodes(self.max_alias_nodes));
                    }
                    self.tree
                        .entries
                        .extend_from_slice(&merged.entries[at..at + size]);
                }
                at += size;
            }
        }
        Ok(())
    }

    /// The finished tree.
    pub(super) fn finish(mut self) -> (Tree, Vec<DuplicateKey>) {
        while !self.open.is_empty() {
            self.close();
        }
        self.tree.entries.shrink_to_fit();
        (self.tree, self.duplicates)
    }

    fn push(&mut self, data: Data) -> Result<(), BuildError> {
        if self.tree.entries.len() >= self.max_nodes {
            return Err(BuildError::TooManyNodes(self.max_nodes));
        }
        let key = std::mem::replace(&mut self.next_key, Text::EMPTY);
        self.tree.entries.push(Entry {
            key,
            data,
            size: 1,
            hidden: false,
        });
        Ok(())
    }

    /// A slice of the document's text stays a range; anything else is kept in the side buffer.
    fn intern(&mut self, value: &str) -> Text {
        let text = self.text.as_bytes().as_ptr_range();
        let slice = value.as_bytes().as_ptr_range();
        if text.start <= slice.start && slice.end <= text.end {
            let start = slice.start as usize - text.start as usize;
            if self.text.get(start..start + value.len()) == Some(value) {
                return Text {
                    start: narrow(start),
                    len: narrow(value.len()),
                };
            }
        }
        let start = self.tree.decoded.len();
        self.tree.decoded.push_str(value);
        Text {
            start: narrow(start) | DECODED,
            len: narrow(value.len()),
        }
    }

    fn resolve(&self, text: Text) -> &str {
        resolve(text, self.text, &self.tree.decoded)
    }

    fn has_key(&self, object: usize, key: Text) -> bool {
        let wanted = self.resolve(key);
        self.children(object)
            .any(|child| self.resolve(self.tree.entries[child].key) == wanted)
    }

    /// Children of the object or array that starts at `parent` and may still be open.
    fn children(&self, parent: usize) -> impl Iterator<Item = usize> {
        let mut at = parent + 1;
        std::iter::from_fn(move || {
            let entry = self.tree.entries.get(at)?;
            let child = at;
            at += entry.size.max(1) as usize;
            Some(child)
        })
    }

    fn hide_duplicates(&mut self, object: usize) {
        let children: Vec<usize> = self.children(object).collect();
        let mut hidden = Vec::new();
        if children.len() <= 12 {
            for (index, &early) in children.iter().enumerate() {
                let key = self.resolve(self.tree.entries[early].key);
                if children[index + 1..]
                    .iter()
                    .any(|&late| self.resolve(self.tree.entries[late].key) == key)
                {
                    hidden.push(early);
                }
            }
        } else {
            let mut seen = std::collections::HashSet::with_capacity(children.len());
            for &child in children.iter().rev() {
                if !seen.insert(self.resolve(self.tree.entries[child].key)) {
                    hidden.push(child);
                }
            }
            hidden.reverse();
        }
        for child in hidden {
            self.tree.entries[child].hidden = true;
            self.duplicates.push(DuplicateKey {
                hidden: NodeId(narrow(child)),
            });
        }
    }
}

/// A value that was taken off the end of a tree under construction.
pub(super) struct Detached {
    entries: Vec<Entry>,
}

/// Texts and trees are bounded well below 2^31 bytes and nodes when a document is loaded.
fn narrow(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

fn resolve<'a>(text: Text, source: &'a str, decoded: &'a str) -> &'a str {
    let start = (text.start & !DECODED) as usize;
    let buffer = if text.start & DECODED == 0 {
        source
    } else {
        decoded
    };
    buffer.get(start..start + text.len as usize).unwrap_or_default()
}

/// One value of a document. Cheap to copy; everything is read through it.
#[derive(Clone, Copy)]
pub struct Node<'d> {
    document: &'d Document,
    index: u32,
}

impl PartialEq for Node<'_> {
    /// The same place of the same document.
    fn eq(&self, other: &Self) -> bool {
        self.place() == other.place()
    }
}

impl Eq for Node<'_> {}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.kind(), self.pointer())
    }
}

impl<'d> Node<'d> {
    /// The root of a document.
    pub(super) fn root(document: &'d Document) -> Self {
        Self { document, index: 0 }
    }

    /// The node with this number, if the document has it.
    pub(super) fn at(document: &'d Document, id: NodeId) -> Option<Self> {
        ((id.0 as usize) < document.tree().entries.len()).then_some(Self {
            document,
            index: id.0,
        })
    }

    fn entry(self) -> &'d Entry {
        &self.document.tree().entries[self.index as usize]
    }

    fn text(self, text: Text) -> &'d str {
        resolve(text, self.document.text(), &self.document.tree().decoded)
    }

    /// The document this value stands in.
    pub fn document(self) -> &'d Document {
        self.document
    }

    /// Where this value stands, for diagnostics and as its identity.
    pub fn place(self) -> Place {
        Place {
            document: self.document.id(),
            node: NodeId(self.index),
        }
    }

    /// What this value is.
    pub fn kind(self) -> Kind {
        match self.entry().data {
            Data::Null => Kind::Null,
            Data::Boolean(_) => Kind::Boolean,
            Data::Number(_) => Kind::Number,
            Data::String(_) => Kind::String,
            Data::Array => Kind::Array,
            Data::Object => Kind::Object,
        }
    }

    /// Whether this is `null`.
    pub fn is_null(self) -> bool {
        self.kind() == Kind::Null
    }

    /// Whether this is an object.
    pub fn is_object(self) -> bool {
        self.kind() == Kind::Object
    }

    /// Whether this is an array.
    pub fn is_array(self) -> bool {
        self.kind() == Kind::Array
    }

    /// The text, if this is a string.
    pub fn as_str(self) -> Option<&'d str> {
        match self.entry().data {
            Data::String(text) => Some(self.text(text)),
            _ => None,
        }
    }

    /// The spelling, if this is a number.
    pub fn as_number(self) -> Option<&'d str> {
        match self.entry().data {
            Data::Number(text) => Some(self.text(text)),
            _ => None,
        }
    }

    /// The truth value, if this is a boolean.
    pub fn as_bool(self) -> Option<bool> {
        match self.entry().data {
            Data::Boolean(value) => Some(value),
            _ => None,
        }
    }

    /// The text of a string, number or boolean as it is spelled in the source: version numbers and the
    /// like are often written without quotes.
    pub fn scalar_text(self) -> Option<&'d str> {
        match self.entry().data {
            Data::String(text) | Data::Number(text) => Some(self.text(text)),
            Data::Boolean(true) => Some("true"),
            Data::Boolean(false) => Some("false"),
            _ => None,
        }
    }

    /// The key this value stands under; empty where its parent is no object.
    pub fn key(self) -> &'d str {
        self.text(self.entry().key)
    }

    /// Byte offset of this value's key (or of the value itself, for a string) in the document's text.
    pub(super) fn text_offset(self) -> Option<usize> {
        let entry = self.entry();
        if entry.key != Text::EMPTY {
            return entry.key.offset();
        }
        match entry.data {
            Data::String(text) | Data::Number(text) => text.offset(),
            _ => None,
        }
    }

    /// The children of an object or array, in order; of entries with the same key only the last.
    /// Empty for every other value.
    pub fn children(self) -> Children<'d> {
        let entry = self.entry();
        let end = match entry.data {
            Data::Array | Data::Object => self.index + entry.size,
            _ => self.index + 1,
        };
        Children {
            document: self.document,
            next: self.index + 1,
            end,
        }
    }

    /// The entries of an object, in order. Empty for every other value.
    pub fn entries(self) -> impl Iterator<Item = (&'d str, Self)> {
        let children = if self.is_object() {
            self.children()
        } else {
            Children {
                end: 0,
                ..self.children()
            }
        };
        children.map(|child| (child.key(), child))
    }

    /// The items of an array, in order. Empty for every other value.
    pub fn items(self) -> Children<'d> {
        if self.is_array() {
            self.children()
        } else {
            Children {
                end: 0,
                ..self.children()
            }
        }
    }

    /// Number of children.
    pub fn len(self) -> usize {
        self.children().count()
    }

    /// Whether there are no children.
    pub fn is_empty(self) -> bool {
        self.children().next().is_none()
    }

    /// Number of nodes in this subtree, this one included.
    pub fn size(self) -> usize {
        self.entry().size as usize
    }

    /// The value under `key`, if this is an object that has it.
    pub fn get(self, key: &str) -> Option<Self> {
        if !self.is_object() {
            return None;
        }
        self.children().find(|child| child.key() == key)
    }

    /// The item at `index`, if this is an array that has it.
    pub fn item(self, index: usize) -> Option<Self> {
        self.items().nth(index)
    }

    /// The JSON Pointer (RFC 6901) of this value inside its document.
    pub fn pointer(self) -> String {
        let mut pointer = String::new();
        let mut parent = Self::root(self.document);
        while parent.index < self.index {
            let mut index = 0_usize;
            let mut at = parent.index + 1;
            let end = parent.index + parent.entry().size;
            let child = loop {
                if at >= end {
                    return pointer;
                }
                let child = Self {
                    document: self.document,
                    index: at,
                };
                let next = at + child.entry().size.max(1);
                if self.index < next {
                    break child;
                }
                if !child.entry().hidden || parent.is_array() {
                    index += 1;
                }
                at = next;
            };
            pointer.push('/');
            if parent.is_array() {
                pointer.push_str(&index.to_string());
            } else {
                pointer.push_str(&child.key().replace('~', "~0").replace('/', "~1"));
            }
            parent = child;
        }
        pointer
    }

    /// This value as a [`Value`]; numbers keep their spelling. Depth is bounded by the reader's limit.
    pub fn to_value(self) -> Value {
        match self.entry().data {
            Data::Null => Value::Null,
            Data::Boolean(value) => Value::Bool(value),
            Data::Number(text) => Value::Number(number(self.text(text))),
            Data::String(text) => Value::String(self.text(text).to_owned()),
            Data::Array => Value::Array(self.children().map(Self::to_value).collect()),
            Data::Object => Value::Object(
                self.entries()
                    .map(|(key, value)| (key.to_owned(), value.to_value()))
                    .collect::<Map<_, _>>(),
            ),
        }
    }
}

/// A number in its source spelling.
fn number(spelling: &str) -> Number {
    serde_json::from_str(spelling).unwrap_or_else(|_| Number::from(0))
}

/// Iterator over the children of a node.
#[derive(Clone)]
pub struct Children<'d> {
    document: &'d Document,
    next: u32,
    end: u32,
}

impl<'d> Iterator for Children<'d> {
    type Item = Node<'d>;

    fn next(&mut self) -> Option<Node<'d>> {
        while self.next < self.end {
            let node = Node {
                document: self.document,
                index: self.next,
            };
            let entry = node.entry();
            self.next += entry.size.max(1);
            if !entry.hidden {
                return Some(node);
            }
        }
        None
    }
}
