//! Dynamic anchors: schemas that stand for others, depending on where evaluation began (JSON Schema 2020-12 core, sections
//! 7.1 and 8.2.3.2).

use crate::diagnostic::Place;

use super::node::Node;

impl<'s> Node<'s> {
    /// Returns the place of the schema resource that contains a value, if the resource has dynamic anchors.
    pub(crate) fn dynamic_resource(self) -> Option<Place> {
        let document = self.document();
        if !document.has_resources() {
            return None;
        }
        let identifiers = document.identifiers();
        let number = identifiers.enclosing(self.place().node);
        let mut anchors = identifiers.dynamic_anchors.values().flatten();
        anchors.find(|(resource, _)| *resource == number)?;
        Some(Place { document: document.id(), node: identifiers.resource(number).node })
    }

    /// Returns the schema that a reference to this dynamic anchor leads to, where evaluation entered the resource `outermost`
    /// first. `None` if that cannot be told: the resource has several such anchors, or another one has it too.
    pub(crate) fn dynamic_target(self, name: &str, outermost: Self) -> Option<Self> {
        let (own, outer) = (self.document(), outermost.document());
        let anchors = |document: &'s super::Document| document.identifiers().dynamic_anchors.get(name);
        let in_outer = anchors(outer).map(Vec::as_slice).unwrap_or_default();
        let resource = |number: usize| outer.identifiers().resource(number).node;
        let mut found = in_outer.iter().filter(|(number, _)| resource(*number) == outermost.place().node);
        if let Some(&(_, node)) = found.next() {
            return Self::at(outer, node).filter(|_| found.next().is_none());
        }
        // A resource between the outermost and this one might have the anchor too.
        let others = if own.id() == outer.id() { 0 } else { in_outer.len() };
        let all = anchors(own).map_or(0, Vec::len) + others;
        (all == 1).then_some(self)
    }
}
