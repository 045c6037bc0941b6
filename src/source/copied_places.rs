//! Source places of the values in a patched document.

use crate::diagnostic::{NodeId, Place};

/// Maps each node of a document that was built from others to the place that it was copied from. A contiguous range of
/// copies is one entry.
#[derive(Debug, Default)]
pub(super) struct CopiedPlaces {
    pieces: Vec<(NodeId, Place)>,
}

impl CopiedPlaces {
    /// Records that the nodes from `start` on, up to the next range, are copies of those from `place` on.
    pub(super) fn push(&mut self, start: NodeId, place: Place) {
        let continues = self.pieces.last().is_some_and(|&(first, from)| {
            from.document == place.document
                && place.node.0.checked_sub(from.node.0) == Some(start.0 - first.0)
        });
        if !continues {
            self.pieces.push((start, place));
        }
    }

    /// Returns the place that a node was copied from.
    pub(super) fn place(&self, node: NodeId) -> Option<Place> {
        let at = self.pieces.partition_point(|(start, _)| *start <= node).checked_sub(1)?;
        let (start, place) = *self.pieces.get(at)?;
        Some(Place { node: NodeId(place.node.0 + (node.0 - start.0)), ..place })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::DocumentId;

    #[test]
    fn pieces_that_follow_one_another_are_one() {
        let place = |document, node| Place { document: DocumentId(document), node: NodeId(node) };
        let mut copied = CopiedPlaces::default();
        for (start, from) in
            [(0, place(0, 0)), (1, place(0, 1)), (5, place(0, 5)), (6, place(1, 2)), (8, place(0, 8))]
        {
            copied.push(NodeId(start), from);
        }
        assert_eq!(copied.pieces.len(), 3);
        let places = [0, 4, 5, 6, 7, 8, 9].map(|node| copied.place(NodeId(node)));
        let expected = [(0, 0), (0, 4), (0, 5), (1, 2), (1, 3), (0, 8), (0, 9)];
        assert_eq!(places, expected.map(|(document, node)| Some(place(document, node))));
        assert_eq!(CopiedPlaces::default().place(NodeId(0)), None);
    }
}
