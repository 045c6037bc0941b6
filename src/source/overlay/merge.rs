//! Merging a value into a document that is being changed: Overlay Specification 1.1.0, section 4.4.3.

use std::collections::HashMap;

use crate::credential;
use crate::diagnostic::Place;

use super::super::{Kind, Node};
use super::patch::{Item, Patch, Stop};

/// A value that could not be merged.
#[derive(Debug)]
pub(super) struct Misfit<'s> {
    /// What was to be merged.
    pub(super) addition: Node<'s>,
    /// The JSON Pointer of what it was to be merged into.
    pub(super) into: String,
    /// What that is.
    pub(super) kind: Kind,
    /// Other places that it could not be merged into.
    pub(super) more: usize,
}

/// What could not be merged, in the order in which it was met: each value once.
#[derive(Debug, Default)]
pub(super) struct Misfits<'s> {
    list: Vec<Misfit<'s>>,
    by_place: HashMap<Place, usize>,
}

impl<'s> Misfits<'s> {
    /// Takes down that an addition does not fit an item.
    pub(super) fn note(&mut self, patch: &Patch<'s>, item: Item, addition: Node<'s>) {
        if let Some(known) = self.by_place.get(&addition.place()).and_then(|&at| self.list.get_mut(at)) {
            known.more += 1;
            return;
        }
        self.by_place.insert(addition.place(), self.list.len());
        let (mut into, kind) = (patch.pointer(item), patch.kind(item));
        credential::mask_pointer(&mut into);
        self.list.push(Misfit { addition, into, kind, more: 0 });
    }
}

impl<'s> IntoIterator for Misfits<'s> {
    type Item = Misfit<'s>;
    type IntoIter = std::vec::IntoIter<Misfit<'s>>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl<'s> Patch<'s> {
    /// Merges `addition` into an item: objects entry by entry, arrays one behind the other, and of two values that are
    /// neither the added one counts. What cannot be merged is left as it was.
    pub(super) fn merge(
        &mut self,
        item: Item,
        addition: Item,
        misfits: &mut Misfits<'s>,
    ) -> Result<(), Stop> {
        // Both are objects and arrays that the bound on depth holds for, which bounds the recursion.
        match (self.kind(item), self.kind(addition)) {
            (Kind::Object, Kind::Object) => {
                let (own, added) = (self.children(item)?, self.children(addition)?);
                let index = Index::new(self, &own, added.len());
                for entry in added {
                    match index.find(self, &own, entry)? {
                        Some(present) => self.merge(present, entry, misfits)?,
                        None => self.append(item, entry)?,
                    }
                }
            }
            (Kind::Array, Kind::Array) => {
                for element in self.children(addition)? {
                    self.append(item, element)?;
                }
            }
            (Kind::Object | Kind::Array, _) | (_, Kind::Object | Kind::Array) => {
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

/// Finds entries of an object by their keys: with a table, where many are looked for.
struct Index<'s>(Option<HashMap<&'s str, Item>>);

/// Entries for which it is quicker to go through an object again and again.
const FEW: usize = 8;

impl<'s> Index<'s> {
    fn new(patch: &Patch<'s>, own: &[Item], wanted: usize) -> Self {
        Self((wanted > FEW).then(|| own.iter().map(|&item| (patch.key(item).key(), item)).collect()))
    }

    fn find(&self, patch: &mut Patch<'s>, own: &[Item], entry: Item) -> Result<Option<Item>, Stop> {
        let key = patch.key(entry).key();
        if let Some(table) = &self.0 {
            return Ok(table.get(key).copied());
        }
        patch.charge(own.len())?;
        Ok(own.iter().copied().find(|&item| patch.key(item).key() == key))
    }
}
