//! Merging of values: Overlay Specification 1.1.0, section 4.4.3.

use std::collections::HashMap;

use crate::credential;
use crate::diagnostic::Place;

use super::super::node::Node;
use super::super::tree::NodeKind;
use super::patch::{DocumentPatch, PatchItem, PatchStop};

/// A value that could not be merged, because the types differ.
#[derive(Debug)]
pub(super) struct MergeMisfit<'s> {
    /// Value that should have been merged.
    pub(super) addition: Node<'s>,
    /// JSON Pointer of the target value.
    pub(super) into: String,
    /// Type of the target value.
    pub(super) kind: NodeKind,
    /// Number of further targets that the value could not be merged into.
    pub(super) more: usize,
}

/// Values that could not be merged, in the order of their first occurrence, without duplicates.
#[derive(Debug, Default)]
pub(super) struct MergeMisfits<'s> {
    list: Vec<MergeMisfit<'s>>,
    by_place: HashMap<Place, usize>,
}

impl<'s> MergeMisfits<'s> {
    /// Records that a value cannot be merged into an item.
    pub(super) fn note(&mut self, patch: &DocumentPatch<'s>, item: PatchItem, addition: Node<'s>) {
        if let Some(known) = self.by_place.get(&addition.place()).and_then(|&at| self.list.get_mut(at)) {
            known.more += 1;
            return;
        }
        self.by_place.insert(addition.place(), self.list.len());
        let (mut into, kind) = (patch.pointer(item), patch.kind(item));
        credential::mask_pointer(&mut into);
        self.list.push(MergeMisfit { addition, into, kind, more: 0 });
    }
}

impl<'s> IntoIterator for MergeMisfits<'s> {
    type Item = MergeMisfit<'s>;
    type IntoIter = std::vec::IntoIter<MergeMisfit<'s>>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl<'s> DocumentPatch<'s> {
    /// Merges `addition` into an item: objects by keys, arrays by concatenation; a primitive value is replaced. If the
    /// types do not fit, the item stays unchanged.
    pub(super) fn merge(
        &mut self,
        item: PatchItem,
        addition: PatchItem,
        misfits: &mut MergeMisfits<'s>,
    ) -> Result<(), PatchStop> {
        // The limit on depth holds for both values, which bounds the recursion.
        match (self.kind(item), self.kind(addition)) {
            (NodeKind::Object, NodeKind::Object) => {
                let (own, added) = (self.children(item)?, self.children(addition)?);
                let index = MemberIndex::new(self, &own, added.len());
                for entry in added {
                    match index.find(self, &own, entry)? {
                        Some(present) => self.merge(present, entry, misfits)?,
                        None => self.append(item, entry)?,
                    }
                }
            }
            (NodeKind::Array, NodeKind::Array) => {
                for element in self.children(addition)? {
                    self.append(item, element)?;
                }
            }
            (NodeKind::Object | NodeKind::Array, _) | (_, NodeKind::Object | NodeKind::Array) => {
                misfits.note(self, item, self.value(addition));
            }
            _ => {
                let value = self.value(addition);
                self.replace(item, value);
            }
        }
        Ok(())
    }
}

/// Lookup of entries by their keys, with a hash table if many are looked up.
struct MemberIndex<'s>(Option<HashMap<&'s str, PatchItem>>);

/// Maximum number of lookups for which a linear search is faster.
const FEW: usize = 8;

impl<'s> MemberIndex<'s> {
    fn new(patch: &DocumentPatch<'s>, own: &[PatchItem], wanted: usize) -> Self {
        Self((wanted > FEW).then(|| own.iter().map(|&item| (patch.key(item).key(), item)).collect()))
    }

    fn find(
        &self,
        patch: &mut DocumentPatch<'s>,
        own: &[PatchItem],
        entry: PatchItem,
    ) -> Result<Option<PatchItem>, PatchStop> {
        let key = patch.key(entry).key();
        if let Some(table) = &self.0 {
            return Ok(table.get(key).copied());
        }
        patch.charge(own.len())?;
        Ok(own.iter().copied().find(|&item| patch.key(item).key() == key))
    }
}
