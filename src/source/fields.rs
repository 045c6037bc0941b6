//! A view of an object that remembers which of its fields were asked for.

use super::Node;

/// The fields of an object. Whatever was never taken is left over, so that nothing is lost silently.
#[derive(Debug)]
pub struct Fields<'d> {
    node: Node<'d>,
    taken: Vec<&'static str>,
}

impl<'d> Fields<'d> {
    /// A view of `node`; one that is no object has no fields.
    pub fn new(node: Node<'d>) -> Self {
        Self { node, taken: Vec::new() }
    }

    /// The object itself.
    pub fn node(&self) -> Node<'d> {
        self.node
    }

    /// The field under `key`; `null` counts as absent, since many writers emit it for "not set".
    pub fn take(&mut self, key: &'static str) -> Option<Node<'d>> {
        self.taken.push(key);
        self.node.get(key).filter(|value| !value.is_null())
    }

    /// The field under `key`, `null` included.
    pub fn take_value(&mut self, key: &'static str) -> Option<Node<'d>> {
        self.taken.push(key);
        self.node.get(key)
    }

    /// The fields that were never taken, in document order.
    pub fn rest(&self) -> impl Iterator<Item = Node<'d>> {
        self.node.entries().filter(|(key, _)| !self.taken.contains(key)).map(|(_, value)| value)
    }
}
