//! A path item with a `$ref`: its own fields, over those of the path item that the reference leads to.

use crate::diagnostic::{Code, Sink};
use crate::source::{Fields, Node, ReferenceError, Sources, TakenField};

use super::extensions::OperationExtensions;

/// The objects that a path item consists of: the one in `paths`, and those that its `$ref` leads to, one after another. The
/// specification leaves open what a field means that two of them have (OpenAPI 3.2, "Path Item Object", `$ref`); the field
/// of the earlier object counts.
pub(super) struct PathItemLayers<'s> {
    layers: Vec<Fields<'s>>,
}

impl<'s> PathItemLayers<'s> {
    /// Returns the layers of a path item whose `$ref`, if any, is not followed.
    pub(super) fn of(written: Node<'s>) -> Self {
        let mut fields = Fields::new(written);
        fields.pass_over(&["$ref"], "it was followed");
        Self { layers: vec![fields] }
    }

    /// Follows the `$ref` of a path item, if it has one.
    pub(super) fn follow(
        written: Node<'s>,
        sources: &'s Sources,
        sink: &Sink,
    ) -> Result<Self, ReferenceError> {
        let target = sources.follow(written, sink)?;
        let mut layers = Self::of(written);
        let mut at = written;
        while at != target
            && let Some(reference) = at.get("$ref").and_then(Node::as_str)
        {
            at = sources.resolve(at, reference, sink)?;
            layers.layers.extend(Self::of(at).layers);
        }
        Ok(layers)
    }

    /// Returns the last object, to which the reference leads.
    pub(super) fn target(&self) -> Node<'s> {
        let last = self.layers.len() - 1;
        self.layers[last].node()
    }

    pub(super) fn count(&self) -> usize {
        self.layers.len()
    }

    /// Iterates over the fields of one object.
    pub(super) fn entries(&self, number: usize) -> impl Iterator<Item = (&'s str, Node<'s>)> + use<'s> {
        self.layers[number].node().entries()
    }

    /// Takes a field of the first object that has it.
    pub(super) fn take(&mut self, key: &'static str, sink: &Sink) -> Option<TakenField<'s>> {
        let mut found: Option<TakenField<'s>> = None;
        for value in self.layers.iter_mut().filter_map(|layer| layer.take(key)) {
            match &found {
                Some(own) => report_replaced(own.look(), value.used(), sink),
                None => found = Some(value),
            }
        }
        found
    }

    /// Returns true, and reports it, if an earlier object has an operation for the same method, in lower case.
    pub(super) fn replaced(&self, number: usize, method: &str, operation: Node<'s>, sink: &Sink) -> bool {
        let own = self.layers[..number].iter().find_map(|layer| {
            let is_same = |(key, own): &(&str, Node<'s>)| key.eq_ignore_ascii_case(method) && !own.is_null();
            layer.node().entries().find(is_same).map(|(_, own)| own)
        });
        if let Some(own) = own {
            report_replaced(own, operation, sink);
        }
        own.is_some()
    }

    /// Returns the extensions of all objects.
    pub(super) fn extensions(&self, sink: &Sink) -> OperationExtensions<'s> {
        let all = self.layers.iter().map(|layer| OperationExtensions::read(layer.node(), sink));
        all.reduce(|near, wider| near.over(&wider)).unwrap_or_default()
    }

    /// Iterates over the fields that were never taken.
    pub(super) fn rest(&self) -> impl Iterator<Item = Node<'s>> {
        self.layers.iter().flat_map(Fields::rest)
    }
}

fn report_replaced(own: Node<'_>, other: Node<'_>, sink: &Sink) {
    if !other.is_null() && !other.has_same_content(own) {
        let message =
            format!("`{}` is replaced by the field beside the `$ref` of the path item", other.key());
        sink.report(Code::DroppedField, other.place(), message);
    }
}
