//! A view of one value of a document: its type, its content, and the values around it.

use std::fmt;
use std::ops::Range;

use crate::diagnostic::{NodeId, Place};
use crate::json::{Map, Number, Value};

use super::document::Document;
use super::entry::{NodeData, NodeEntry, TextRange, narrow, resolve};
use super::tree::NodeKind;

/// A value of a document. It is cheap to copy, and the API for reading documents.
#[derive(Clone, Copy)]
pub struct Node<'d> {
    document: &'d Document,
    index: u32,
}

impl PartialEq for Node<'_> {
    /// Compares the places, not the content.
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

impl Document {
    /// Returns the root value.
    pub fn root(&self) -> Node<'_> {
        Node::root(self)
    }
}

impl<'d> Node<'d> {
    /// Returns the root of a document.
    pub(super) fn root(document: &'d Document) -> Self {
        Self { document, index: 0 }
    }

    /// Returns the node with this number, if the document has it.
    pub(super) fn at(document: &'d Document, id: NodeId) -> Option<Self> {
        ((id.0 as usize) < document.tree().entries.len()).then_some(Self { document, index: id.0 })
    }

    fn entry(self) -> &'d NodeEntry {
        &self.document.tree().entries[self.index as usize]
    }

    /// Returns the entries of this value and all its descendants, in document order.
    pub(super) fn subtree(self) -> &'d [NodeEntry] {
        let start = self.index as usize;
        let end = start + self.entry().size() as usize;
        self.document.tree().entries.get(start..end).unwrap_or_default()
    }

    pub(super) fn text(self, text: TextRange) -> &'d str {
        resolve(text, self.document.text(), &self.document.tree().decoded)
    }

    /// Returns the document that contains this value.
    pub fn document(self) -> &'d Document {
        self.document
    }

    /// Returns the place of this value, which identifies it and locates it for diagnostics.
    pub fn place(self) -> Place {
        Place { document: self.document.id(), node: NodeId(self.index) }
    }

    /// Returns the type of this value.
    pub fn kind(self) -> NodeKind {
        match self.entry().data() {
            NodeData::Null => NodeKind::Null,
            NodeData::Boolean(_) => NodeKind::Boolean,
            NodeData::Number(_) => NodeKind::Number,
            NodeData::String(_) => NodeKind::String,
            NodeData::Array => NodeKind::Array,
            NodeData::Object => NodeKind::Object,
        }
    }

    /// Returns true for `null`.
    pub fn is_null(self) -> bool {
        self.kind() == NodeKind::Null
    }

    /// Returns true for an object.
    pub fn is_object(self) -> bool {
        self.kind() == NodeKind::Object
    }

    /// Returns true for an array.
    pub fn is_array(self) -> bool {
        self.kind() == NodeKind::Array
    }

    /// Returns the text of a string.
    pub fn as_str(self) -> Option<&'d str> {
        match self.entry().data() {
            NodeData::String(text) => Some(self.text(text)),
            _ => None,
        }
    }

    /// Returns the source spelling of a number.
    pub fn as_number(self) -> Option<&'d str> {
        match self.entry().data() {
            NodeData::Number(text) => Some(self.text(text)),
            _ => None,
        }
    }

    /// Returns the value of a boolean.
    pub fn as_bool(self) -> Option<bool> {
        match self.entry().data() {
            NodeData::Boolean(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the text of a string, number or boolean in its source spelling. Version numbers and the like are often
    /// written without quotes.
    pub fn scalar_text(self) -> Option<&'d str> {
        match self.entry().data() {
            NodeData::String(text) | NodeData::Number(text) => Some(self.text(text)),
            NodeData::Boolean(value) => Some(match self.text(self.entry().boolean_text()) {
                "" if value => "true",
                "" => "false",
                spelling => spelling,
            }),
            _ => None,
        }
    }

    /// Returns the key of this value; empty if the parent is not an object.
    pub fn key(self) -> &'d str {
        self.text(self.document.tree().key(self.entry()))
    }

    /// Returns the byte range of this value's key in the document's text, or, without a key, of the string or number
    /// itself. Returns `None` if the text differs from the source because of an escape or YAML line folding.
    pub(super) fn text_span(self) -> Option<Range<usize>> {
        let entry = self.entry();
        let value = match entry.data() {
            NodeData::String(text) | NodeData::Number(text) => text.span(),
            _ => None,
        };
        let key = self.document.tree().key(entry);
        if key == TextRange::EMPTY {
            return value;
        }
        key.span().or(value)
    }

    /// Returns the preceding node in document order, at any depth.
    pub(super) fn previous(self) -> Option<Self> {
        Some(Self { document: self.document, index: self.index.checked_sub(1)? })
    }

    /// Iterates over the children of an object or array, including entries hidden by a later duplicate key; the flag is
    /// true for hidden ones.
    pub(crate) fn all_children(self) -> impl Iterator<Item = (Self, bool)> {
        let end = self.index + self.entry().size();
        let mut at = self.index + 1;
        std::iter::from_fn(move || {
            let child = Self { document: self.document, index: at };
            (at < end).then(|| {
                at += child.entry().size();
                (child, child.entry().is_hidden())
            })
        })
    }

    /// Iterates over the children of an object or array, in order; of duplicate keys only the last counts. Empty for
    /// every other value.
    pub fn children(self) -> Children<'d> {
        let entry = self.entry();
        Children { document: self.document, next: self.index + 1, end: self.index + entry.size() }
    }

    /// Iterates over the entries of an object, in order. Empty for every other value.
    pub fn entries(self) -> impl Iterator<Item = (&'d str, Self)> {
        let children =
            if self.is_object() { self.children() } else { Children { end: 0, ..self.children() } };
        children.map(|child| (child.key(), child))
    }

    /// Iterates over the elements of an array, in order. Empty for every other value.
    pub fn items(self) -> Children<'d> {
        if self.is_array() { self.children() } else { Children { end: 0, ..self.children() } }
    }

    /// Returns the number of children.
    pub fn len(self) -> usize {
        self.children().count()
    }

    /// Returns true if there are no children.
    pub fn is_empty(self) -> bool {
        self.children().next().is_none()
    }

    /// Returns the number of nodes in this subtree, including this one.
    pub fn size(self) -> usize {
        self.entry().size() as usize
    }

    /// Returns the range of this value and all its descendants.
    pub fn nodes(self) -> Range<NodeId> {
        NodeId(self.index)..NodeId(self.index + self.entry().size())
    }

    /// Returns the value of `key`, if this is an object that has it.
    pub fn get(self, key: &str) -> Option<Self> {
        self.find(key).map(|(_, value)| value)
    }

    /// Returns the value of `key` and the number of entries before it.
    pub(super) fn find(self, key: &str) -> Option<(usize, Self)> {
        let tree = self.document.tree();
        let object = tree.entries.get(self.index as usize).filter(|entry| entry.is_object())?;
        let (mut index, end) = (self.index + 1, self.index + object.size());
        let mut before = 0;
        while index < end {
            let entry = tree.entries.get(index as usize)?;
            if !entry.is_hidden() {
                let own = tree.key(entry);
                // A comparison of lengths excludes most keys without a look at the text.
                if own.len as usize == key.len() && self.text(own) == key {
                    return Some((before, Self { document: self.document, index }));
                }
                before += 1;
            }
            index += entry.size();
        }
        None
    }

    /// Returns the element at `index`, if this is an array that has it.
    pub fn item(self, index: usize) -> Option<Self> {
        self.items().nth(index)
    }

    /// Returns the object or array that contains this value; `None` for the root.
    pub(super) fn parent(self) -> Option<Self> {
        let mut before = self;
        loop {
            // A distance that is too large to be stored leads to a node inside the parent, and on from there.
            let up = before.entry().up();
            let index = before.index.checked_sub(narrow(up)).filter(|_| up > 0)?;
            before = Self { document: self.document, index };
            if index + before.entry().size() > self.index {
                return Some(before);
            }
        }
    }

    /// Returns the JSON Pointer (RFC 6901) of this value in its document.
    pub fn pointer(self) -> String {
        let with_parent = |child: Self| Some((child, child.parent()?));
        let mut steps: Vec<(Self, Self)> =
            std::iter::successors(with_parent(self), |(_, parent)| with_parent(*parent)).collect();
        steps.reverse();
        let mut pointer = String::new();
        for (child, parent) in steps {
            let position = || parent.all_children().position(|(one, _)| one == child).unwrap_or(0);
            child.push_token(parent, if parent.is_array() { position() } else { 0 }, &mut pointer);
        }
        pointer
    }

    /// Appends the reference token (RFC 6901, section 3) that leads from `parent` to this child.
    pub(super) fn push_token(self, parent: Self, position: usize, pointer: &mut String) {
        pointer.push('/');
        if parent.is_array() {
            pointer.push_str(&position.to_string());
            return;
        }
        for character in self.key().chars() {
            match character {
                '~' => pointer.push_str("~0"),
                '/' => pointer.push_str("~1"),
                other => pointer.push(other),
            }
        }
    }

    /// Converts this value to a [`Value`]; numbers keep their spelling. The limit on depth bounds the recursion.
    pub fn to_value(self) -> Value {
        match self.entry().data() {
            NodeData::Null => Value::Null,
            NodeData::Boolean(value) => Value::Bool(value),
            NodeData::Number(text) => Value::Number(number(self.text(text))),
            NodeData::String(text) => Value::String(self.text(text).to_owned()),
            NodeData::Array => Value::Array(self.children().map(Self::to_value).collect()),
            NodeData::Object => {
                Value::Object(self.entries().map(|(key, value)| (key, value.to_value())).collect::<Map>())
            }
        }
    }
}

/// Wraps the source spelling of a number. Both parsers produce only numbers that JSON's grammar allows, and parsing
/// would change the spelling of the exponent.
fn number(spelling: &str) -> Number {
    Number::from_string_unchecked(spelling.to_owned())
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
            let node = Node { document: self.document, index: self.next };
            let entry = node.entry();
            self.next += entry.size();
            if !entry.is_hidden() {
                return Some(node);
            }
        }
        None
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::input::Access;
    use super::super::sample;
    use super::super::sources::Sources;
    use super::*;
    use crate::diagnostic::Sink;
    use crate::limits::Limits;

    /// Checks that every descendant of `node` finds its parent, and counts the nodes.
    fn finds_up(node: Node<'_>) -> usize {
        let mut nodes = 1;
        for (child, _) in node.all_children() {
            assert!(child.parent() == Some(node), "{}", child.place().node.0);
            nodes += finds_up(child);
        }
        nodes
    }

    #[test]
    fn parents_are_found_however_far_away_they_are() {
        let key = |len: usize| "k".repeat(len);
        let long = [4_094, 4_095, 4_096, 70_000].map(|len| format!("\"{}\": [{len}]", key(len))).join(", ");
        let item = "{\"a\": [1, {\"b\": {}}], \"c\": 2}, ".repeat(50_000);
        let text = format!("{{\"items\": [{item}{{}}], {long}, \"last\": {{\"items\": [{item}3], {long}}}}}");
        let sources = Sources::new(Access::default(), Limits::default());
        let document =
            sources.load(&sample::input(text.as_bytes()), &Sink::new()).map_err(|fatal| fatal.message);
        let root = document.unwrap().root();
        assert!(root.parent().is_none());
        assert_eq!(finds_up(root), root.size());
        for object in [root, root.get("last").unwrap()] {
            for len in [4_094, 4_095, 4_096, 70_000] {
                let value = object.get(&key(len)).unwrap();
                assert_eq!(value.item(0).unwrap().as_number().unwrap(), len.to_string());
                assert_eq!(value.key().len(), len);
                let before = if object == root { "" } else { "/last" };
                assert_eq!(value.pointer(), format!("{before}/{}", key(len)));
            }
        }
        assert!(root.get(&key(4_097)).is_none());
        assert_eq!(
            root.get("last").unwrap().get("items").unwrap().item(49_999).unwrap().pointer(),
            "/last/items/49999"
        );
    }
}
