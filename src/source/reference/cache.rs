//! The cache of resolved references, and the index of the entries of large objects.

use std::sync::{PoisonError, RwLock};

use foldhash::HashMap;

use crate::diagnostic::{DocumentId, NodeId, Place};

use super::super::node::Node;
use super::error::ReferenceError;

/// Objects with fewer nodes than this are searched linearly.
const LARGE: usize = 512;

/// Cache of resolved references and indexed objects.
#[derive(Default)]
pub(in super::super) struct ReferenceCache {
    /// Targets by document, schema resource and reference, with the number of references followed on the way.
    pub(super) resolved: TargetTable<(Place, usize)>,
    /// Targets of references without fragments, by document and schema resource.
    pub(super) targets: TargetTable<Place>,
    /// Entries of large objects.
    entries: RwLock<HashMap<Place, HashMap<String, NodeId>>>,
}

type FoundTarget<T> = HashMap<String, Result<T, ReferenceError>>;
type TargetTable<T> = RwLock<HashMap<(DocumentId, usize), FoundTarget<T>>>;

impl ReferenceCache {
    /// Removes all targets.
    pub(in super::super) fn forget(&self) {
        self.resolved.write().unwrap_or_else(PoisonError::into_inner).clear();
        self.targets.write().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Returns an entry of an object, or an element of an array. Large ones are indexed on first use.
    pub(super) fn entry<'s>(&self, object: Node<'s>, key: &str) -> Option<Node<'s>> {
        if object.size() < LARGE {
            return if object.is_array() { object.item(key.parse().ok()?) } else { object.get(key) };
        }
        let indexes = self.entries.read().unwrap_or_else(PoisonError::into_inner);
        let node = match indexes.get(&object.place()) {
            Some(index) => index.get(key).copied(),
            None => {
                drop(indexes);
                let named = object.entries().map(|(key, node)| (key.to_owned(), node.place().node));
                let counted =
                    object.items().enumerate().map(|(at, node)| (at.to_string(), node.place().node));
                let index: HashMap<String, NodeId> =
                    if object.is_array() { counted.collect() } else { named.collect() };
                let node = index.get(key).copied();
                let mut indexes = self.entries.write().unwrap_or_else(PoisonError::into_inner);
                indexes.insert(object.place(), index);
                node
            }
        };
        Node::at(object.document(), node?)
    }
}

pub(super) fn look_up<T: Clone>(
    table: &TargetTable<T>,
    key: (DocumentId, usize),
    text: &str,
) -> Option<Result<T, ReferenceError>> {
    table.read().unwrap_or_else(PoisonError::into_inner).get(&key)?.get(text).cloned()
}

pub(super) fn store<T: Clone>(
    table: &TargetTable<T>,
    key: (DocumentId, usize),
    text: &str,
    found: &Result<T, ReferenceError>,
) {
    let mut table = table.write().unwrap_or_else(PoisonError::into_inner);
    table.entry(key).or_default().insert(text.to_owned(), found.clone());
}
