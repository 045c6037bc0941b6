//! Construction of the tree of a changed document, with the source place of each value.

use crate::diagnostic::{DocumentId, NodeId};
use crate::limits::Limits;

use super::super::builder::depth;
use super::super::copied_places::CopiedPlaces;
use super::super::document::Document;
use super::super::entry::{DECODED, NodeEntry, TextRange, TextShift, narrow};
use super::super::node::Node;
use super::super::tree::NodeKind;
use super::super::tree::Tree;
use super::patch::{DocumentPatch, PatchItem, PatchStop};

/// A tree that was built from several documents.
#[derive(Debug, Default)]
pub(super) struct PatchedTree {
    /// Concatenated texts of the documents, so that copied nodes keep referring to their own text.
    pub(super) text: String,
    pub(super) tree: Tree,
    pub(super) copied_places: CopiedPlaces,
}

/// Builds the tree of a changed document from `parts`, the documents that its values come from.
pub(super) fn build(
    patch: &DocumentPatch<'_>,
    parts: &[&Document],
    limits: &Limits,
) -> Result<PatchedTree, PatchStop> {
    let mut build = PatchedTreeBuild {
        patched: PatchedTree::default(),
        shifts: Vec::with_capacity(parts.len()),
        most_depth: limits.depth,
    };
    for part in parts {
        build.add(part)?;
    }
    build.value(patch, PatchItem::ROOT, TextRange::EMPTY, 0, 0)?;
    Ok(build.patched)
}

struct PatchedTreeBuild {
    patched: PatchedTree,
    /// Offsets of the texts of each part.
    shifts: Vec<(DocumentId, TextShift)>,
    most_depth: usize,
}

impl PatchedTreeBuild {
    fn add(&mut self, part: &Document) -> Result<(), PatchStop> {
        let PatchedTree { text, tree, .. } = &mut self.patched;
        let decoded = tree.decoded.len() + part.tree().decoded.len();
        // Longer texts cannot be addressed.
        if decoded.max(text.len() + part.text().len()) >= DECODED as usize {
            return Err(PatchStop::Text);
        }
        let shift = tree.take_texts(part.tree(), text.len());
        text.push_str(part.text());
        // A string may become the value of an identifier such as `$id`.
        tree.identified = true;
        self.shifts.push((part.id(), shift));
        Ok(())
    }

    fn shift(&self, node: Node<'_>) -> TextShift {
        let document = node.place().document;
        let known = self.shifts.iter().find(|(part, _)| *part == document);
        known.map_or(TextShift::default(), |(_, shift)| *shift)
    }

    /// Appends an item with all its descendants. The limit on depth bounds the recursion.
    fn value(
        &mut self,
        patch: &DocumentPatch<'_>,
        item: PatchItem,
        key: TextRange,
        up: usize,
        level: usize,
    ) -> Result<(), PatchStop> {
        let node = patch.value(item);
        let shift = self.shift(node);
        let entries = node.subtree();
        let Some(&first) = entries.first() else { return Ok(()) };
        let whole = patch.is_whole(item) || !first.is_open();
        let copied = if whole { entries } else { &[first] };
        if level + depth(copied) > self.most_depth {
            return Err(PatchStop::Depth(self.most_depth));
        }
        let Tree { entries: own, long, .. } = &mut self.patched.tree;
        let start = own.len();
        patch.bound(start + copied.len())?;
        self.patched.copied_places.push(NodeId(narrow(start)), node.place());
        own.push(first.shifted(shift).moved(key, up, long));
        own.extend(copied.iter().skip(1).map(|entry: &NodeEntry| entry.shifted(shift)));
        if whole {
            return Ok(());
        }
        for child in patch.opened_children(item) {
            let key = match patch.kind(item) {
                NodeKind::Object => self.key(patch.key(child)),
                _ => TextRange::EMPTY,
            };
            let up = self.patched.tree.entries.len() - start;
            self.value(patch, child, key, up, level + 1)?;
        }
        let size = narrow(self.patched.tree.entries.len() - start);
        if let Some(entry) = self.patched.tree.entries.get_mut(start) {
            entry.close(size);
        }
        Ok(())
    }

    fn key(&self, node: Node<'_>) -> TextRange {
        let key = node.subtree().first().map_or(TextRange::EMPTY, |first| node.document().tree().key(first));
        key.shifted(self.shift(node))
    }
}
