//! Builder of trees for both parsers: appends nodes in document order, within the limits on their number, depth and
//! text.

pub(super) mod copy;
mod duplicate;
mod join;

use crate::diagnostic::{Code, NodeId};

use super::entry::{DECODED, MAX_KEY, NodeData, NodeEntry, TextRange, narrow, resolve};
use super::tree::Tree;

/// Limit that stopped the construction of a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum BuildError {
    /// More nodes than [`crate::limits::Limits::nodes`].
    #[error("the document has more than {0} values")]
    Nodes(usize),
    /// Nesting below [`crate::limits::Limits::depth`] levels, aliases included.
    #[error("the document nests deeper than {0} levels")]
    Depth(usize),
    /// More text than the offsets of a tree can address.
    #[error("the document's texts are too long")]
    Text,
    /// More nodes made by aliases than [`crate::limits::Limits::alias_nodes`].
    #[error("YAML aliases expand to more than {0} values")]
    AliasNodes(usize),
    /// More text repeated by aliases than [`crate::limits::Limits::alias_bytes`].
    #[error("YAML aliases repeat more than {0} bytes of text")]
    AliasText(usize),
}

impl BuildError {
    /// Returns the code of the diagnostic.
    pub(super) fn code(self) -> Code {
        match self {
            Self::Nodes(_) | Self::Text => Code::TooLarge,
            Self::Depth(_) => Code::TooDeep,
            Self::AliasNodes(_) | Self::AliasText(_) => Code::AliasExpansion,
        }
    }
}

/// A duplicate key in an object; the last value counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DuplicateKey {
    /// Value that a later one hides.
    pub(super) hidden: NodeId,
}

/// Bytes of text per node for which memory is reserved. Most documents have twice as many bytes per node, and reserved
/// memory that is never used costs nothing.
const BYTES: usize = 16;

/// Returns true for a key that is spelled like a JSON Schema identifier.
fn is_identifier(key: &str) -> bool {
    key.starts_with('$') && matches!(key, "$id" | "$anchor" | "$dynamicAnchor" | "$schema")
}

/// Builds a [`Tree`] front to back. Both the JSON and the YAML parser use it.
pub(super) struct TreeBuilder<'t> {
    text: &'t str,
    tree: Tree,
    open: Vec<usize>,
    next_key: TextRange,
    /// True if `next_key` is spelled like a JSON Schema identifier.
    next_identifies: bool,
    max_nodes: usize,
    max_depth: usize,
    alias_nodes: usize,
    max_alias_nodes: usize,
    alias_bytes: usize,
    max_alias_bytes: usize,
    overflow: bool,
    duplicates: Vec<DuplicateKey>,
    /// Deepest nesting so far.
    deepest: usize,
    /// Largest number of nodes so far, including nodes that were removed again.
    most: usize,
    /// Children of the object that was closed last; a buffer that is reused.
    scratch: Vec<usize>,
}

impl<'t> TreeBuilder<'t> {
    /// Creates a builder for a document with this text.
    pub(super) fn new(text: &'t str, limits: &crate::limits::Limits) -> Self {
        Self::for_piece(text, text.len(), limits)
    }

    /// Creates a builder for a piece of the text that has `bytes` bytes.
    pub(super) fn for_piece(text: &'t str, bytes: usize, limits: &crate::limits::Limits) -> Self {
        Self {
            text,
            tree: Tree { entries: Vec::with_capacity(bytes / BYTES), ..Tree::default() },
            open: Vec::new(),
            next_key: TextRange::EMPTY,
            next_identifies: false,
            // Node numbers are 32 bits wide.
            max_nodes: limits.nodes.min(1 << 31),
            max_depth: limits.depth,
            alias_nodes: 0,
            max_alias_nodes: limits.alias_nodes,
            alias_bytes: 0,
            max_alias_bytes: limits.alias_bytes,
            overflow: false,
            duplicates: Vec::new(),
            deepest: 0,
            most: 0,
            scratch: Vec::new(),
        }
    }

    /// Sets the key of the next value.
    pub(super) fn key(&mut self, key: &str) -> TextRange {
        if key.starts_with('$') {
            self.next_identifies = is_identifier(key);
        }
        self.next_key = self.intern(key);
        self.overflow |= key.len() > MAX_KEY;
        self.next_key
    }

    /// Sets the key of the next value to one that is stored already.
    pub(super) fn key_again(&mut self, key: TextRange) {
        self.next_identifies = is_identifier(self.resolve(key));
        self.next_key = key;
    }

    pub(super) fn null(&mut self) -> Result<(), BuildError> {
        self.push(NodeData::Null)
    }

    pub(super) fn boolean(&mut self, value: bool) -> Result<(), BuildError> {
        self.push(NodeData::Boolean(value))
    }

    /// Appends a boolean in its spelling; YAML 1.2.2, section 10.3.2, allows `True` and `TRUE` too.
    pub(super) fn spelled_boolean(&mut self, value: bool, spelling: &str) -> Result<(), BuildError> {
        self.boolean(value)?;
        if !matches!(spelling, "true" | "false") {
            let text = self.intern(spelling);
            if let Some(entry) = self.tree.entries.last_mut() {
                entry.spell_boolean(text);
            }
        }
        Ok(())
    }

    /// Appends a number, whose spelling must follow the grammar of RFC 8259, section 6.
    pub(super) fn number(&mut self, spelling: &str) -> Result<(), BuildError> {
        let text = self.intern(spelling);
        self.push(NodeData::Number(text))
    }

    /// Appends a string, and returns the range where it is stored.
    pub(super) fn string(&mut self, value: &str) -> Result<TextRange, BuildError> {
        let text = self.intern(value);
        self.push(NodeData::String(text)).map(|()| text)
    }

    pub(super) fn open_array(&mut self) -> Result<(), BuildError> {
        self.open(NodeData::Array)
    }

    pub(super) fn open_object(&mut self) -> Result<(), BuildError> {
        self.open(NodeData::Object)
    }

    fn open(&mut self, data: NodeData) -> Result<(), BuildError> {
        if self.open.len() >= self.max_depth {
            return Err(BuildError::Depth(self.max_depth));
        }
        let start = self.tree.entries.len();
        self.push(data)?;
        self.open.push(start);
        self.deepest = self.deepest.max(self.open.len());
        Ok(())
    }

    /// Closes the innermost open array or object.
    pub(super) fn close(&mut self) {
        let Some(start) = self.open.pop() else { return };
        let size = self.tree.entries.len() - start;
        self.tree.entries[start].close(narrow(size));
        if matches!(self.tree.entries[start].data(), NodeData::Object) {
            self.hide_duplicates(start);
        }
    }

    /// Returns the index of the next node. Aliases are expanded with it and [`Self::copy`].
    pub(super) fn position(&self) -> usize {
        self.tree.entries.len()
    }

    /// Returns the data of the value that begins at `start`, without its children.
    pub(super) fn data(&self, start: usize) -> Option<NodeData> {
        self.tree.entries.get(start).map(NodeEntry::data)
    }

    /// Closes everything that is open, and returns the tree.
    pub(super) fn finish(mut self) -> (Tree, Vec<DuplicateKey>) {
        while !self.open.is_empty() {
            self.close();
        }
        (self.tree, self.duplicates)
    }

    fn push(&mut self, data: NodeData) -> Result<(), BuildError> {
        if self.tree.entries.len() >= self.max_nodes {
            return Err(BuildError::Nodes(self.max_nodes));
        }
        if self.overflow {
            return Err(BuildError::Text);
        }
        let key = self.take_key(data);
        let up = self.up();
        self.tree.entries.push(NodeEntry::new(key, data, up, &mut self.tree.long));
        Ok(())
    }

    /// Takes the key for the next value.
    fn take_key(&mut self, value: NodeData) -> TextRange {
        // Otherwise the key is the name of a property, as in a meta-schema.
        if self.next_identifies {
            self.next_identifies = false;
            self.tree.identified |= matches!(value, NodeData::String(_));
        }
        std::mem::replace(&mut self.next_key, TextRange::EMPTY)
    }

    /// Returns the distance from the next node back to its parent.
    fn up(&self) -> usize {
        self.open.last().map_or(0, |&parent| self.tree.entries.len() - parent)
    }

    /// Stores a text. A slice of the document's text stays a range of it; any other text goes to the side buffer.
    pub(super) fn intern(&mut self, value: &str) -> TextRange {
        let text = self.text.as_bytes().as_ptr_range();
        let slice = value.as_bytes().as_ptr_range();
        if text.start <= slice.start && slice.end <= text.end {
            let start = slice.start as usize - text.start as usize;
            // A slice inside the bounds of the text is a part of it.
            if self.text.get(start..start + value.len()).is_some() {
                return TextRange { start: narrow(start), len: narrow(value.len()) };
            }
        }
        let start = self.tree.decoded.len();
        if start + value.len() >= DECODED as usize {
            self.overflow = true;
            return TextRange::EMPTY;
        }
        self.tree.decoded.push_str(value);
        TextRange { start: narrow(start) | DECODED, len: narrow(value.len()) }
    }

    fn resolve(&self, text: TextRange) -> &str {
        resolve(text, self.text, &self.tree.decoded)
    }

    /// Iterates over the children of the object or array at `parent`, which may still be open.
    fn children(&self, parent: usize) -> impl Iterator<Item = usize> {
        let end = match self.tree.entries.get(parent) {
            Some(entry) if !self.open.contains(&parent) => parent + entry.size() as usize,
            _ => self.tree.entries.len(),
        };
        let mut at = parent + 1;
        std::iter::from_fn(move || {
            let entry = self.tree.entries.get(at).filter(|_| at < end)?;
            let child = at;
            at += entry.size() as usize;
            Some(child)
        })
    }

    fn key_of(&self, node: usize) -> TextRange {
        self.tree.key(&self.tree.entries[node])
    }
}

/// Returns the nesting depth of a complete subtree.
pub(super) fn depth(entries: &[NodeEntry]) -> usize {
    let mut ends: Vec<usize> = Vec::new();
    let mut deepest = 0;
    for (at, entry) in entries.iter().enumerate() {
        while ends.last().is_some_and(|&end| end <= at) {
            ends.pop();
        }
        if entry.is_open() {
            ends.push(at + entry.size() as usize);
            deepest = deepest.max(ends.len());
        }
    }
    deepest
}
