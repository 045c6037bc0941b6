//! A document that was changed → its tree, with the place where each value was written.

use crate::diagnostic::{DocumentId, NodeId};
use crate::limits::Limits;

use super::super::builder::{BuildError, depth};
use super::super::copied_places::CopiedPlaces;
use super::super::entry::{DECODED, NodeEntry, TextRange, TextShift, narrow};
use super::super::tree::Tree;
use super::super::{Document, Node, NodeKind};
use super::patch::{DocumentPatch, PatchItem};

/// A document that was put together from others.
#[derive(Debug, Default)]
pub(super) struct PatchedTree {
    /// The texts of the others, one behind the other: what is copied keeps pointing into its own.
    pub(super) text: String,
    pub(super) tree: Tree,
    pub(super) copied_places: CopiedPlaces,
}

/// The tree of a document that was changed: `parts` are the documents that its values were read in.
pub(super) fn build(
    patch: &DocumentPatch<'_>,
    parts: &[&Document],
    limits: &Limits,
) -> Result<PatchedTree, BuildError> {
    let mut build = PatchedTreeBuild {
        patched: PatchedTree::default(),
        shifts: Vec::with_capacity(parts.len()),
        most_nodes: limits.nodes.min(1 << 31),
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
    /// Where the text of each part begins.
    shifts: Vec<(DocumentId, TextShift)>,
    most_nodes: usize,
    most_depth: usize,
}

impl PatchedTreeBuild {
    fn add(&mut self, part: &Document) -> Result<(), BuildError> {
        let PatchedTree { text, tree, .. } = &mut self.patched;
        let decoded = tree.decoded.len() + part.tree().decoded.len();
        // Texts that stand further back than this cannot be told.
        if decoded.max(text.len() + part.text().len()) >= DECODED as usize {
            return Err(BuildError::Text);
        }
        let shift = tree.take_texts(part.tree(), text.len());
        text.push_str(part.text());
        // A text may come to stand under a key that had none.
        tree.identified = true;
        self.shifts.push((part.id(), shift));
        Ok(())
    }

    fn shift(&self, node: Node<'_>) -> TextShift {
        let document = node.place().document;
        let known = self.shifts.iter().find(|(part, _)| *part == document);
        known.map_or(TextShift::default(), |(_, shift)| *shift)
    }

    /// Appends an item with everything below it. The bound on depth bounds the recursion.
    fn value(
        &mut self,
        patch: &DocumentPatch<'_>,
        item: PatchItem,
        key: TextRange,
        up: usize,
        level: usize,
    ) -> Result<(), BuildError> {
        let node = patch.value(item);
        let shift = self.shift(node);
        let entries = node.subtree();
        let Some(&first) = entries.first() else { return Ok(()) };
        let whole = patch.is_whole(item) || !first.is_open();
        let copied = if whole { entries } else { &[first] };
        if level + depth(copied) > self.most_depth {
            return Err(BuildError::Depth(self.most_depth));
        }
        let Tree { entries: own, long, .. } = &mut self.patched.tree;
        let start = own.len();
        if start + copied.len() > self.most_nodes {
            return Err(BuildError::Nodes(self.most_nodes));
        }
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
