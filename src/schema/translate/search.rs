//! Searches through what schemas are built of, bounded where many refer to many.

use std::collections::HashMap;

use crate::diagnostic::Place;
use crate::source::Node;

/// Parts that one search looks at. Real schemas are built of a dozen.
const MOST: usize = 2_000;

/// One search through schemas and the parts of their `allOf`. A number of levels alone is no bound: schemas that are each
/// built of all the others lead to more ways than anyone can go.
#[derive(Default)]
pub(super) struct AllOfSearch {
    /// With how many levels left each schema was gone into.
    seen: HashMap<Place, usize>,
    parts: usize,
}

impl AllOfSearch {
    /// Whether to go into a schema with so many levels left: not where it was gone into with as many already, as that
    /// found what there is to find.
    pub(super) fn enters(&mut self, schema: Node<'_>, levels: usize) -> bool {
        let seen = self.seen.entry(schema.place()).or_default();
        if *seen >= levels || self.parts >= MOST {
            return false;
        }
        *seen = levels;
        self.parts += 1 + schema.get("allOf").map_or(0, Node::len);
        true
    }

    /// Whether there was more than a search may go into.
    pub(super) fn is_exhausted(&self) -> bool {
        self.parts >= MOST
    }
}
