//! Joins the trees of the pieces of a text to one tree.

use crate::diagnostic::NodeId;

use super::super::entry::{DECODED, NodeData, narrow};
use super::{BuildError, DuplicateKey, TreeBuilder};

impl TreeBuilder<'_> {
    /// Returns the data of the innermost open value.
    pub(in super::super) fn innermost(&self) -> Option<NodeData> {
        self.data(*self.open.last()?)
    }

    /// Appends the content of the outermost array or object of a later piece of the same text, which continues the
    /// innermost open one. Values that are open in the piece stay open. Returns the offset that the nodes of the piece
    /// are shifted by.
    pub(in super::super) fn join(&mut self, piece: &TreeBuilder<'_>) -> Result<usize, BuildError> {
        // The outermost array or object of the piece is already open here.
        let shift = self.tree.entries.len().saturating_sub(1);
        let levels = self.open.len().saturating_sub(1);
        self.check(piece, shift, levels)?;
        self.alias_nodes += piece.alias_nodes;
        self.alias_bytes += piece.alias_bytes;
        self.deepest = self.deepest.max(levels + piece.deepest);
        self.most = self.most.max(shift + piece.most);
        let texts = self.tree.take_texts(&piece.tree, 0);
        let parent = self.open.last().copied().unwrap_or_default();
        self.tree.entries.extend(piece.tree.entries.iter().enumerate().skip(1).map(|(index, entry)| {
            let entry = entry.shifted(texts);
            // Children of the outermost value are farther from it now; a distance that was too large to store stays so.
            if entry.up() == index { entry.placed(shift + index - parent) } else { entry }
        }));
        self.tree.identified |= piece.tree.identified;
        self.open.extend(piece.open.iter().skip(1).map(|start| shift + start));
        let later = |hidden: NodeId| NodeId(hidden.0 + narrow(shift));
        let duplicates = piece.duplicates.iter();
        self.duplicates.extend(duplicates.map(|one| DuplicateKey { hidden: later(one.hidden) }));
        Ok(shift)
    }

    /// Checks the limits for the whole, with a piece shifted by `shift` nodes and `levels` levels.
    fn check(&self, piece: &TreeBuilder<'_>, shift: usize, levels: usize) -> Result<(), BuildError> {
        if shift + piece.most.max(piece.tree.entries.len()) > self.max_nodes {
            return Err(BuildError::Nodes(self.max_nodes));
        }
        if levels + piece.deepest > self.max_depth {
            return Err(BuildError::Depth(self.max_depth));
        }
        if self.alias_nodes + piece.alias_nodes > self.max_alias_nodes {
            return Err(BuildError::AliasNodes(self.max_alias_nodes));
        }
        if self.alias_bytes + piece.alias_bytes > self.max_alias_bytes {
            return Err(BuildError::AliasText(self.max_alias_bytes));
        }
        let decoded = self.tree.decoded.len() + piece.tree.decoded.len();
        if self.overflow || piece.overflow || decoded >= DECODED as usize {
            return Err(BuildError::Text);
        }
        Ok(())
    }
}
