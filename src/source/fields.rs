//! A view of an object that records which of its fields were read.

use crate::diagnostic::NodeId;

use super::node::Node;

/// The fields of an object. Fields that were never read can be reported, so that nothing is lost silently.
#[derive(Debug)]
pub struct Fields<'d> {
    node: Node<'d>,
    /// One bit for each of the first 64 fields.
    taken: u64,
    /// Fields after the first 64 that were read.
    further: Vec<NodeId>,
}

impl<'d> Fields<'d> {
    /// Creates a view of `node`; a value that is not an object has no fields.
    pub fn new(node: Node<'d>) -> Self {
        Self { node, taken: 0, further: Vec::new() }
    }

    /// Returns the object itself.
    pub fn node(&self) -> Node<'d> {
        self.node
    }

    /// Reads the field `key`. `null` counts as absent, since many programs write it for "not set".
    pub fn take(&mut self, key: &'static str) -> Option<Node<'d>> {
        self.take_value(key).filter(|value| !value.is_null())
    }

    /// Reads the field `key`, including `null`.
    pub fn take_value(&mut self, key: &'static str) -> Option<Node<'d>> {
        let (index, value) = self.node.find(key)?;
        match bit(index) {
            Some(bit) => self.taken |= bit,
            None => self.further.push(value.place().node),
        }
        Some(value)
    }

    /// Returns the fields that were never read, in document order.
    pub fn rest(&self) -> impl Iterator<Item = Node<'d>> {
        let is_left = |(index, (_, value)): &(usize, (&str, Node<'d>))| match bit(*index) {
            Some(bit) => self.taken & bit == 0,
            None => !self.further.contains(&value.place().node),
        };
        self.node.entries().enumerate().filter(is_left).map(|(_, (_, value))| value)
    }
}

/// Returns the bit of the field at an index, if it is one of the first 64.
fn bit(index: usize) -> Option<u64> {
    1_u64.checked_shl(u32::try_from(index).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Sink;
    use crate::limits::Limits;
    use crate::source::{Access, Input, Sources};

    #[test]
    fn what_is_not_taken_is_left() {
        let fields: Vec<String> = (0..70).map(|number| format!("\"f{number}\": {number}")).collect();
        let text = format!("{{{}, \"f1\": null, \"f66\": 1}}", fields.join(", "));
        let sources = Sources::new(Access::default(), Limits::default());
        let input = Input::Bytes { name: "a.json".to_owned(), bytes: text.into_bytes() };
        let Ok(document) = sources.load(&input, &Sink::new()) else { panic!("not read") };
        let mut fields = Fields::new(document.root());
        assert_eq!(fields.take("f1"), None);
        assert!(fields.take_value("f66").is_some_and(|value| value.as_number() == Some("1")));
        for taken in ["f0", "f63", "f64", "f69", "none"] {
            assert_eq!(fields.take(taken).is_some(), taken != "none", "{taken}");
        }
        let left: Vec<&str> = fields.rest().map(Node::key).collect();
        assert_eq!(left.len(), 64);
        for taken in ["f0", "f1", "f63", "f64", "f66", "f69"] {
            assert!(!left.contains(&taken), "{taken}");
        }
    }
}
