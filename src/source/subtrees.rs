//! Subtrees of documents, in which places are looked up.

use std::ops::Range;

use crate::diagnostic::{DocumentId, NodeId, Place};

use super::sources::Sources;

/// Subtrees of documents, each with the number under which it was given.
#[derive(Debug)]
pub struct Subtrees(Vec<Subtree>);

#[derive(Debug)]
struct Subtree {
    document: DocumentId,
    nodes: Range<NodeId>,
    number: usize,
    /// The index of the smallest subtree around this one.
    outer: Option<usize>,
}

impl Sources {
    /// Returns the subtrees below places. Of equal places, the first one counts.
    pub fn subtrees(&self, roots: impl IntoIterator<Item = Option<Place>>) -> Subtrees {
        let subtree = |(number, place): (usize, Option<Place>)| {
            let place = place?;
            let nodes = self.node(place)?.nodes();
            Some(Subtree { document: place.document, nodes, number, outer: None })
        };
        let mut subtrees: Vec<Subtree> = roots.into_iter().enumerate().filter_map(subtree).collect();
        subtrees.sort_by_key(|subtree| (subtree.document, subtree.nodes.start));
        subtrees.dedup_by_key(|subtree| (subtree.document, subtree.nodes.start));
        let mut around: Vec<usize> = Vec::new();
        for index in 0..subtrees.len() {
            let place = Place { document: subtrees[index].document, node: subtrees[index].nodes.start };
            while around.pop_if(|&mut outer| !subtrees[outer].contains(place)).is_some() {}
            subtrees[index].outer = around.last().copied();
            around.push(index);
        }
        Subtrees(subtrees)
    }
}

impl Subtree {
    fn contains(&self, place: Place) -> bool {
        self.document == place.document && self.nodes.contains(&place.node)
    }
}

impl Subtrees {
    /// Returns the number of the smallest subtree that contains a place. Takes logarithmic time, and one step per level at
    /// which subtrees contain each other.
    pub fn number(&self, place: Place) -> Option<usize> {
        let begun = self.0.partition_point(|subtree| {
            (subtree.document, subtree.nodes.start) <= (place.document, place.node)
        });
        let mut at = begun.checked_sub(1);
        while let Some(subtree) = at.and_then(|index| self.0.get(index)) {
            if subtree.contains(place) {
                return Some(subtree.number);
            }
            at = subtree.outer;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::input::Access;
    use super::super::sample;
    use super::*;
    use crate::diagnostic::Sink;
    use crate::limits::Limits;

    #[test]
    fn the_smallest_subtree_counts() {
        let sources = Sources::new(Access::default(), Limits::default());
        let input = sample::input(br#"{"a": {"b": {"c": 1}, "d": 2}, "e": {"f": 3}}"#);
        let document = sources.load(&input, &Sink::new()).unwrap();
        let place =
            |keys: &[&str]| keys.iter().fold(document.root(), |node, key| node.get(key).unwrap()).place();
        let roots = [&["a", "b"][..], &["a"], &["e"], &["e"]];
        let subtrees = sources.subtrees(roots.into_iter().map(|keys| Some(place(keys))).chain([None]));
        let number = |keys: &[&str]| subtrees.number(place(keys));
        assert_eq!(
            [number(&["a"]), number(&["a", "b"]), number(&["a", "b", "c"])],
            [Some(1), Some(0), Some(0)]
        );
        // After an inner subtree, the outer one goes on.
        assert_eq!([number(&["a", "d"]), number(&["e", "f"]), number(&[])], [Some(1), Some(2), None]);
        let elsewhere = Place { document: DocumentId(7), ..place(&["a"]) };
        assert_eq!(subtrees.number(elsewhere), None);
    }
}
