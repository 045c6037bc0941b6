//! A document that overlays change. Values are copied only when they are changed; the rest still refers to the source
//! documents.

use crate::diagnostic::Code;
use crate::limits::Limits;

use super::super::entry::narrow;
use super::super::node::Node;
use super::super::tree::NodeKind;

/// Identifier of a value in the changed document. It stays valid when other values change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct PatchItem(u32);

/// Number of steps charged for a new item, which needs memory as well as time.
const MADE: usize = 16;

impl PatchItem {
    /// The root value.
    pub(super) const ROOT: Self = Self(0);
}

/// Number that represents no item.
const NONE: u32 = u32::MAX;

/// Reason that an evaluation was stopped.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum PatchStop {
    /// More values than [`Limits::nodes`].
    #[error("overlays make the document larger than {0} values")]
    Nodes(usize),
    /// More new values than [`Limits::overlay_nodes`].
    #[error("overlays add more than {0} values to the document")]
    Added(usize),
    /// Deeper nesting than [`Limits::depth`].
    #[error("overlays make the document nest deeper than {0} levels")]
    Depth(usize),
    /// More steps than [`Limits::overlay_steps`].
    #[error("overlays take more than {0} steps to apply")]
    Steps(u64),
    /// Longer texts than offsets of 32 bits can address.
    #[error("the texts of the document and its overlays are too long")]
    Text,
    /// A `JSONPath` function in a position that RFC 9535 does not allow.
    #[error("function `{0}` is not allowed in this position (RFC 9535, section 2.4)")]
    Function(String),
}

impl PatchStop {
    /// Returns the code of the diagnostic, if the overlay cannot be applied at all.
    pub(super) fn code(&self) -> Code {
        match self {
            Self::Depth(_) => Code::TooDeep,
            Self::Nodes(_) | Self::Added(_) | Self::Steps(_) | Self::Text => Code::TooLarge,
            Self::Function(_) => Code::OverlayAction,
        }
    }
}

/// State of an item. The children of an opened item are a linked list, so that insertion and removal take constant
/// time.
#[derive(Debug, Clone, Copy)]
struct PatchCell<'s> {
    /// Source value whose key the item has.
    key: Node<'s>,
    /// Source value of the item; also of all its descendants, until it is opened.
    value: Node<'s>,
    opened: bool,
    parent: u32,
    first: u32,
    last: u32,
    next: u32,
    previous: u32,
}

impl<'s> PatchCell<'s> {
    fn new(key: Node<'s>, value: Node<'s>) -> Self {
        Self { key, value, opened: false, parent: NONE, first: NONE, last: NONE, next: NONE, previous: NONE }
    }
}

/// A document that is being changed.
pub(super) struct DocumentPatch<'s> {
    cells: Vec<PatchCell<'s>>,
    /// Number of values of the unchanged document.
    source_nodes: usize,
    most_nodes: usize,
    most_added: usize,
    most_depth: usize,
    most_steps: u64,
    steps: u64,
}

impl<'s> DocumentPatch<'s> {
    /// Creates an unchanged document.
    pub(super) fn new(root: Node<'s>, limits: &Limits) -> Self {
        Self {
            cells: vec![PatchCell::new(root, root)],
            source_nodes: root.size(),
            // The highest number represents no item.
            most_nodes: limits.nodes.min(1 << 31),
            most_added: limits.overlay_nodes,
            most_depth: limits.depth,
            most_steps: limits.overlay_steps,
            steps: 0,
        }
    }

    /// Returns the source value of an item.
    pub(super) fn value(&self, item: PatchItem) -> Node<'s> {
        self.cell(item).value
    }

    /// Returns the source value whose key the item has.
    pub(super) fn key(&self, item: PatchItem) -> Node<'s> {
        self.cell(item).key
    }

    /// Returns the type of an item.
    pub(super) fn kind(&self, item: PatchItem) -> NodeKind {
        self.value(item).kind()
    }

    /// Returns true if the item was never opened, so that everything below it is unchanged.
    pub(super) fn is_whole(&self, item: PatchItem) -> bool {
        !self.cell(item).opened
    }

    /// Charges steps before the work is done.
    pub(super) fn charge(&mut self, steps: usize) -> Result<(), PatchStop> {
        self.steps = self.steps.saturating_add(steps as u64);
        if self.steps > self.most_steps { Err(PatchStop::Steps(self.most_steps)) } else { Ok(()) }
    }

    /// Checks the limits on the number of items, or of values of the changed document. Unchanged values count as well.
    pub(super) fn bound(&self, items: usize) -> Result<(), PatchStop> {
        if items > self.most_nodes {
            Err(PatchStop::Nodes(self.most_nodes))
        } else if items.saturating_sub(self.source_nodes) > self.most_added {
            Err(PatchStop::Added(self.most_added))
        } else {
            Ok(())
        }
    }

    /// Opens an item, and returns its first child.
    pub(super) fn first(&mut self, item: PatchItem) -> Result<Option<PatchItem>, PatchStop> {
        self.charge(1)?;
        self.open(item)?;
        Ok(some(self.cell(item).first))
    }

    /// Returns the next sibling of an item.
    pub(super) fn next(&mut self, item: PatchItem) -> Result<Option<PatchItem>, PatchStop> {
        self.charge(1)?;
        Ok(some(self.cell(item).next))
    }

    /// Iterates over the children of an opened item, without charging steps.
    pub(super) fn opened_children(&self, item: PatchItem) -> impl Iterator<Item = PatchItem> {
        std::iter::successors(some(self.cell(item).first), |child| some(self.cell(*child).next))
    }

    /// Returns the array or object that contains the item.
    pub(super) fn parent(&self, item: PatchItem) -> Option<PatchItem> {
        some(self.cell(item).parent)
    }

    /// Opens an item, and returns its children.
    pub(super) fn children(&mut self, item: PatchItem) -> Result<Vec<PatchItem>, PatchStop> {
        let mut children = Vec::new();
        let mut at = self.first(item)?;
        while let Some(child) = at {
            children.push(child);
            at = self.next(child)?;
        }
        Ok(children)
    }

    /// Returns the entry of an object with a key.
    pub(super) fn entry(&mut self, item: PatchItem, key: &str) -> Result<Option<PatchItem>, PatchStop> {
        if self.kind(item) != NodeKind::Object {
            return Ok(None);
        }
        let mut at = self.first(item)?;
        while let Some(child) = at {
            if self.key(child).key() == key {
                return Ok(Some(child));
            }
            at = self.next(child)?;
        }
        Ok(None)
    }

    /// Returns the element of an array at an index; a negative index counts from the end (RFC 9535, section 2.3.3).
    pub(super) fn element(&mut self, item: PatchItem, index: i64) -> Result<Option<PatchItem>, PatchStop> {
        if self.kind(item) != NodeKind::Array {
            return Ok(None);
        }
        let children = self.children(item)?;
        let length = i64::try_from(children.len()).unwrap_or(i64::MAX);
        let index = if index < 0 { index.saturating_add(length) } else { index };
        Ok(usize::try_from(index).ok().and_then(|index| children.get(index).copied()))
    }

    /// Returns the item and all its descendants, in document order.
    pub(super) fn descendants(&mut self, item: PatchItem) -> Result<Vec<PatchItem>, PatchStop> {
        let mut all = vec![item];
        let mut at = item;
        loop {
            let mut next = self.first(at)?;
            while next.is_none() && at != item {
                next = self.next(at)?;
                if next.is_none() {
                    at = self.parent(at).unwrap_or(item);
                }
            }
            let Some(next) = next else { return Ok(all) };
            self.bound(all.len())?;
            all.push(next);
            at = next;
        }
    }

    /// Returns the JSON Pointer (RFC 6901) of an item in the current state of the document.
    pub(super) fn pointer(&self, item: PatchItem) -> String {
        let with_parent = |item: PatchItem| Some((item, self.parent(item)?));
        let mut steps: Vec<(PatchItem, PatchItem)> =
            std::iter::successors(with_parent(item), |(_, parent)| with_parent(*parent)).collect();
        steps.reverse();
        let mut pointer = String::new();
        for (child, parent) in steps {
            let position = || self.opened_children(parent).position(|one| one == child).unwrap_or(0);
            let in_array = self.kind(parent) == NodeKind::Array;
            let position = if in_array { position() } else { 0 };
            self.key(child).push_token(self.value(parent), position, &mut pointer);
        }
        pointer
    }

    /// Adds a value from another document, without a parent.
    pub(super) fn detached(&mut self, value: Node<'s>) -> Result<PatchItem, PatchStop> {
        self.add(PatchCell::new(value, value))
    }

    /// Copies an item in its current state, without a parent.
    pub(super) fn copy(&mut self, item: PatchItem) -> Result<PatchItem, PatchStop> {
        self.copy_at(item, 0)
    }

    /// Removes an item from its parent. The root stays.
    pub(super) fn remove(&mut self, item: PatchItem) {
        let PatchCell { parent, next, previous, .. } = *self.cell(item);
        let Some(parent) = some(parent) else { return };
        match some(previous) {
            Some(previous) => self.cells[previous.0 as usize].next = next,
            None => self.cells[parent.0 as usize].first = next,
        }
        match some(next) {
            Some(next) => self.cells[next.0 as usize].previous = previous,
            None => self.cells[parent.0 as usize].last = previous,
        }
        let cell = &mut self.cells[item.0 as usize];
        (cell.parent, cell.next, cell.previous) = (NONE, NONE, NONE);
    }

    /// Appends a copy of `addition` to an array, or to an object under the key of `addition`.
    pub(super) fn append(&mut self, parent: PatchItem, addition: PatchItem) -> Result<(), PatchStop> {
        self.open(parent)?;
        let level = self.level(parent) + 1;
        let copy = self.copy_at(addition, level)?;
        self.link(parent, copy);
        Ok(())
    }

    /// Replaces a primitive value by another one.
    pub(super) fn replace(&mut self, item: PatchItem, value: Node<'s>) {
        self.cells[item.0 as usize].value = value;
    }

    fn cell(&self, item: PatchItem) -> &PatchCell<'s> {
        // Every item has a cell, and cells are never removed.
        &self.cells[item.0 as usize]
    }

    fn add(&mut self, cell: PatchCell<'s>) -> Result<PatchItem, PatchStop> {
        self.bound(self.cells.len() + 1)?;
        self.charge(MADE)?;
        self.cells.push(cell);
        Ok(PatchItem(narrow(self.cells.len() - 1)))
    }

    fn open(&mut self, item: PatchItem) -> Result<(), PatchStop> {
        if self.cell(item).opened {
            return Ok(());
        }
        self.cells[item.0 as usize].opened = true;
        for child in self.value(item).children() {
            let child = self.add(PatchCell::new(child, child))?;
            self.link(item, child);
        }
        Ok(())
    }

    fn link(&mut self, parent: PatchItem, child: PatchItem) {
        let last = std::mem::replace(&mut self.cells[parent.0 as usize].last, child.0);
        let cell = &mut self.cells[child.0 as usize];
        (cell.parent, cell.previous) = (parent.0, last);
        match some(last) {
            Some(last) => self.cells[last.0 as usize].next = child.0,
            None => self.cells[parent.0 as usize].first = child.0,
        }
    }

    /// Returns the depth of an item.
    fn level(&self, item: PatchItem) -> usize {
        std::iter::successors(self.parent(item), |at| self.parent(*at)).count()
    }

    /// Copies an item and its descendants. The limit on depth bounds the recursion.
    fn copy_at(&mut self, item: PatchItem, level: usize) -> Result<PatchItem, PatchStop> {
        if level > self.most_depth {
            return Err(PatchStop::Depth(self.most_depth));
        }
        let PatchCell { key, value, opened, .. } = *self.cell(item);
        let copy = self.add(PatchCell { opened, ..PatchCell::new(key, value) })?;
        let mut at = some(self.cell(item).first);
        while let Some(child) = at {
            let inner = self.copy_at(child, level + 1)?;
            self.link(copy, inner);
            at = some(self.cell(child).next);
        }
        Ok(copy)
    }
}

fn some(number: u32) -> Option<PatchItem> {
    (number != NONE).then_some(PatchItem(number))
}
