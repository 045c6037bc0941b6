//! A view of an object that remembers which of its fields were asked for.

use crate::diagnostic::NodeId;

use super::Node;

/// The fields of an object. Whatever was never taken is left over, so that nothing is lost silently.
#[derive(Debug)]
pub struct Fields<'d> {
    node: Node<'d>,
    /// One bit for each of the first fields.
    taken: u64,
    /// Those that were taken of the others.
    further: Vec<NodeId>,
}

impl<'d> Fields<'d> {
    /// A view of `node`; one that is no object has no fields.
    pub fn new(node: Node<'d>) -> Self {
        Self { node, taken: 0, further: Vec::new() }
    }

    /// The object itself.
    pub fn node(&self) -> Node<'d> {
        self.node
    }

    /// The field under `key`; `null` counts as absent, since many writers emit it for "not set".
    pub fn take(&mut self, key: &'static str) -> Option<Node<'d>> {
        self.take_value(key).filter(|value| !value.is_null())
    }

    /// The field under `key`, `null` included.
    pub fn take_value(&mut self, key: &'static str) -> Option<Node<'d>> {
        let (index, value) = self.node.find(key)?;
        match bit(index) {
            Some(bit) => self.taken |= bit,
            None => self.further.push(value.place().node),
        }
        Some(value)
    }

    /// The fields that were never taken, in document order.
    pub fn rest(&self) -> impl Iterator<Item = Node<'d>> {
        let is_left = |(index, (_, value)): &(usize, (&str, Node<'d>))| match bit(*index) {
            Some(bit) => self.taken & bit == 0,
            None => !self.further.contains(&value.place().node),
        };
        self.node.entries().enumerate().filter(is_left).map(|(_, (_, value))| value)
    }
}

/// The bit of the field at a position, if it is one of the first.
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
