//! A bounded search through schemas that are composed by `allOf`.

use std::collections::HashMap;

use crate::diagnostic::Place;
use crate::source::Node;

/// Maximum number of parts that one search visits. Real schemas have about a dozen.
const MOST: usize = 2_000;

/// One search through schemas and the parts of their `allOf`. A limit on the depth alone is not enough:
/// schemas that are each composed of all the others have exponentially many paths.
#[derive(Default)]
pub(super) struct AllOfSearch {
    /// The largest number of remaining levels with which each schema was entered.
    seen: HashMap<Place, usize>,
    parts: usize,
}

impl AllOfSearch {
    /// Enters a schema with this many levels remaining; false if it was entered with as many before, since
    /// that search found everything, or if the search is exhausted.
    pub(super) fn enter(&mut self, schema: Node<'_>, levels: usize) -> bool {
        let seen = self.seen.entry(schema.place()).or_default();
        if *seen >= levels || self.parts >= MOST {
            return false;
        }
        *seen = levels;
        self.parts += 1 + schema.get("allOf").map_or(0, Node::len);
        true
    }

    /// Returns whether the search has reached its limit.
    pub(super) fn is_exhausted(&self) -> bool {
        self.parts >= MOST
    }
}
