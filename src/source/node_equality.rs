//! Comparison of values by content.

use std::hash::{Hash, Hasher};
use std::mem::discriminant;

use super::entry::{NodeData, NodeEntry};
use super::node::Node;

impl Node<'_> {
    /// Returns true if both values are in one document, and have the same keys and values in the same order and
    /// spelling. The keys of the two values themselves may differ. Duplicate keys are compared too.
    pub fn has_same_content(self, other: Self) -> bool {
        let text = |node: Self, entry: &NodeEntry| match entry.data() {
            NodeData::String(text) | NodeData::Number(text) => Some(node.text(text)),
            _ => None,
        };
        let truth = |entry: &NodeEntry| matches!(entry.data(), NodeData::Boolean(true));
        let tree = self.document().tree();
        let (own, others) = (self.subtree(), other.subtree());
        self.document().id() == other.document().id()
            && own.len() == others.len()
            && own.iter().zip(others).enumerate().all(|(index, (one, two))| {
                one.size() == two.size()
                    && one.is_hidden() == two.is_hidden()
                    && discriminant(&one.data()) == discriminant(&two.data())
                    && truth(one) == truth(two)
                    && text(self, one) == text(other, two)
                    && (index == 0 || self.text(tree.key(one)) == other.text(tree.key(two)))
            })
    }

    /// Hashes a part of what [`Node::has_same_content`] compares: equal values have equal hashes.
    pub fn hash_content(self, hasher: &mut impl Hasher) {
        for (index, entry) in self.subtree().iter().enumerate() {
            if index > 0 {
                self.text(self.document().tree().key(entry)).hash(hasher);
            }
            match entry.data() {
                NodeData::String(text) | NodeData::Number(text) => self.text(text).hash(hasher),
                NodeData::Boolean(value) => value.hash(hasher),
                NodeData::Null | NodeData::Array | NodeData::Object => entry.size().hash(hasher),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::hash::DefaultHasher;

    use super::*;
    use crate::diagnostic::Sink;
    use crate::limits::Limits;
    use crate::source::{Access, Input, Sources};

    #[test]
    fn values_are_alike_or_not() {
        let text = r#"[{"a": 1, "b": ["x", true]}, {"a": 1, "b": ["x", true]}, {"a": 1, "b": ["x", false]},
            {"b": ["x", true], "a": 1}, {"a": "1", "b": ["x", true]}, {"a": 1.0, "b": ["x", true]},
            {"a": 1, "b": ["x"], "c": true}, {"a": 1, "b": ["\u0078", true]}]"#;
        let sources = Sources::new(Access::default(), Limits::default());
        let input = Input::Bytes { name: "a.json".to_owned(), bytes: text.into() };
        let Ok(document) = sources.load(&input, &Sink::new()) else { panic!("not read") };
        let nodes: Vec<Node<'_>> = document.root().items().collect();
        let alike: Vec<bool> = nodes.iter().map(|&node| node.has_same_content(nodes[0])).collect();
        assert_eq!(alike, [true, true, false, false, false, false, false, true]);
        let hash = |node: Node<'_>| {
            let mut hasher = DefaultHasher::new();
            node.hash_content(&mut hasher);
            hasher.finish()
        };
        assert_eq!(hash(nodes[0]), hash(nodes[1]));
        assert_eq!(hash(nodes[0]), hash(nodes[7]));
        assert_ne!(hash(nodes[0]), hash(nodes[2]));
    }
}
