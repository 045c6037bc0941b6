//! Copies of values, for YAML aliases and merge keys.

use foldhash::HashSet;

use crate::diagnostic::NodeId;

use super::super::entry::{NodeData, NodeEntry, TextRange, narrow};
use super::{BuildError, TreeBuilder, depth};

impl TreeBuilder<'_> {
    /// Appends a copy of a scalar that occurred as a key.
    pub(in super::super) fn scalar(&mut self, data: NodeData) -> Result<(), BuildError> {
        self.charge(&[NodeEntry::new(TextRange::EMPTY, data, 0, &mut Vec::new())])?;
        self.push(data)
    }

    /// Appends a copy of the complete subtree at `start` as the next value.
    pub(in super::super) fn copy(&mut self, start: usize) -> Result<(), BuildError> {
        let copied = DetachedValue { entries: self.subtree(start).to_vec() };
        self.copy_detached(&copied)
    }

    /// Appends a copy of a value that was removed from the tree as the next value.
    pub(in super::super) fn copy_detached(&mut self, value: &DetachedValue) -> Result<(), BuildError> {
        let Some(&first) = value.entries.first() else {
            return self.null();
        };
        self.charge(&value.entries)?;
        let deepest = self.open.len() + depth(&value.entries);
        if deepest > self.max_depth {
            return Err(BuildError::Depth(self.max_depth));
        }
        self.deepest = self.deepest.max(deepest);
        if self.tree.entries.len() + value.entries.len() > self.max_nodes {
            return Err(BuildError::Nodes(self.max_nodes));
        }
        let up = self.up();
        let key = self.take_key(first.data());
        self.tree.entries.push(first.moved(key, up, &mut self.tree.long));
        self.tree.entries.extend_from_slice(&value.entries[1..]);
        Ok(())
    }

    /// Copies the complete subtree at `start`, without appending it to the tree.
    pub(in super::super) fn keep(&mut self, start: usize) -> Result<DetachedValue, BuildError> {
        let entries = self.subtree(start).to_vec();
        self.charge(&entries)?;
        Ok(DetachedValue { entries })
    }

    /// Removes the value at the end of the tree: the value of a YAML merge key, or of a key that is ignored.
    pub(in super::super) fn take_last(&mut self, start: usize) -> DetachedValue {
        self.most = self.most.max(self.tree.entries.len());
        let first = NodeId(narrow(start));
        // The duplicates inside the value are the last in the list.
        while self.duplicates.last().is_some_and(|duplicate| duplicate.hidden >= first) {
            self.duplicates.pop();
        }
        DetachedValue { entries: self.tree.entries.split_off(start) }
    }

    /// Appends the entries of detached objects whose keys the innermost open object does not have yet. A detached value
    /// is an object or an array of objects. By the rules of YAML merge keys (<https://yaml.org/type/merge.html>), own
    /// keys take precedence, and earlier merged mappings take precedence over later ones.
    pub(in super::super) fn merge(&mut self, merged: &[DetachedValue]) -> Result<(), BuildError> {
        let Some(&object) = self.open.last() else {
            return Ok(());
        };
        let mut wanted = Vec::new();
        {
            let mut keys: HashSet<&str> =
                self.children(object).map(|child| self.resolve(self.key_of(child))).collect();
            for detached in merged {
                for source in detached.objects() {
                    // Of duplicate keys only the last is not hidden.
                    for (at, entry) in detached.children(source) {
                        if !entry.is_hidden() && keys.insert(self.resolve(self.tree.key(entry))) {
                            wanted.push(&detached.entries[at..at + entry.size() as usize]);
                        }
                    }
                }
            }
        }
        for entries in wanted {
            if self.tree.entries.len() + entries.len() > self.max_nodes {
                return Err(BuildError::Nodes(self.max_nodes));
            }
            let up = self.up();
            self.tree.entries.push(entries[0].placed(up));
            self.tree.entries.extend_from_slice(&entries[1..]);
        }
        Ok(())
    }

    /// Returns true if the value at `start` is an object, or an array of objects only.
    pub(in super::super) fn is_mergeable(&self, start: usize) -> bool {
        match self.data(start) {
            Some(NodeData::Object) => true,
            Some(NodeData::Array) => {
                self.children(start).all(|child| matches!(self.tree.entries[child].data(), NodeData::Object))
            }
            _ => false,
        }
    }

    fn subtree(&self, start: usize) -> &[NodeEntry] {
        let Some(first) = self.tree.entries.get(start) else {
            return &[];
        };
        let end = start + first.size() as usize;
        self.tree.entries.get(start..end).unwrap_or_default()
    }

    fn charge(&mut self, entries: &[NodeEntry]) -> Result<(), BuildError> {
        self.alias_nodes += entries.len();
        if self.alias_nodes > self.max_alias_nodes {
            return Err(BuildError::AliasNodes(self.max_alias_nodes));
        }
        for entry in entries {
            self.alias_bytes += self.tree.key(entry).len as usize;
            if let NodeData::String(text) | NodeData::Number(text) = entry.data() {
                self.alias_bytes += text.len as usize;
            }
        }
        if self.alias_bytes > self.max_alias_bytes {
            return Err(BuildError::AliasText(self.max_alias_bytes));
        }
        Ok(())
    }
}

/// A value that was removed from the end of a tree under construction.
pub(in super::super) struct DetachedValue {
    entries: Vec<NodeEntry>,
}

impl DetachedValue {
    /// Returns the data of the value, without its children.
    pub(in super::super) fn data(&self) -> Option<NodeData> {
        self.entries.first().map(NodeEntry::data)
    }

    /// Returns the indices of its objects: itself, or the elements of an array.
    fn objects(&self) -> Vec<usize> {
        match self.entries.first().map(NodeEntry::data) {
            Some(NodeData::Object) => vec![0],
            Some(NodeData::Array) => self
                .children(0)
                .filter(|(_, entry)| matches!(entry.data(), NodeData::Object))
                .map(|(at, _)| at)
                .collect(),
            _ => Vec::new(),
        }
    }

    fn children(&self, parent: usize) -> impl Iterator<Item = (usize, &NodeEntry)> {
        let end = parent + self.entries[parent].size() as usize;
        let mut at = parent + 1;
        std::iter::from_fn(move || {
            let entry = self.entries.get(at).filter(|_| at < end)?;
            let child = at;
            at += entry.size() as usize;
            Some((child, entry))
        })
    }
}
