//! A view of an object that records which of its fields were read, and what became of them.

use std::mem;

use crate::diagnostic::{Code, NodeId, Sink};

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

    /// Takes the field `key`. `null` counts as absent, since many programs write it for "not set".
    #[must_use = "a field that is taken is used, reported or passed over"]
    pub fn take(&mut self, key: &'static str) -> Option<TakenField<'d>> {
        let value = self.mark(key).filter(|value| !value.is_null())?;
        Some(TakenField(value))
    }

    /// Takes the field `key`, including `null`.
    #[must_use = "a field that is taken is used, reported or passed over"]
    pub fn take_value(&mut self, key: &'static str) -> Option<TakenField<'d>> {
        self.mark(key).map(TakenField)
    }

    /// Takes these fields, and passes over them in silence.
    pub fn pass_over(&mut self, keys: &[&'static str], _why: &'static str) {
        for key in keys {
            self.mark(key);
        }
    }

    fn mark(&mut self, key: &str) -> Option<Node<'d>> {
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

/// The value of a field that was taken. It has to be used, reported, or passed over with a reason; in a build with debug
/// assertions, losing it is a panic.
#[derive(Debug)]
#[must_use = "a field that is taken is used, reported or passed over"]
pub struct TakenField<'d>(Node<'d>);

impl<'d> TakenField<'d> {
    /// Looks at the value. It still has to be used, reported or passed over.
    pub fn look(&self) -> Node<'d> {
        self.0
    }

    /// Returns the value. The caller uses all of it, or reports what it does not use.
    pub fn used(self) -> Node<'d> {
        let value = self.0;
        mem::forget(self);
        value
    }

    /// Reports that the value is not used, or not as it is written.
    pub fn reported(self, code: Code, message: impl Into<String>, sink: &Sink) {
        sink.report(code, self.used().place(), message);
    }

    /// Reports that the value is not used, unless it is an empty object or array, which says nothing.
    pub fn reported_unless_empty(self, code: Code, message: impl Into<String>, sink: &Sink) {
        let value = self.look();
        if value.is_empty() && (value.is_object() || value.is_array()) {
            self.passed_over("it says nothing");
        } else {
            self.reported(code, message, sink);
        }
    }

    /// Returns a text. A number or a boolean counts as the text that is written; anything else is reported.
    pub fn text(self, sink: &Sink) -> Option<&'d str> {
        let value = self.used();
        let text = value.scalar_text();
        if text.is_none() {
            let message = format!("`{}` is {}, not text; it is dropped", value.key(), value.kind());
            sink.report(Code::WrongType, value.place(), message);
        }
        text
    }

    /// Leaves the value out in silence, for a reason.
    pub fn passed_over(self, _why: &'static str) {
        mem::forget(self);
    }
}

impl Drop for TakenField<'_> {
    fn drop(&mut self) {
        debug_assert!(
            std::thread::panicking(),
            "`{}` was taken, and neither used nor reported",
            self.0.key()
        );
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
        assert!(fields.take("f1").is_none());
        assert!(fields.take_value("f66").is_some_and(|value| value.used().as_number() == Some("1")));
        fields.pass_over(&["f0", "f63"], "a test");
        for taken in ["f64", "f69", "none"] {
            assert_eq!(fields.take(taken).map(TakenField::used).is_some(), taken != "none", "{taken}");
        }
        let left: Vec<&str> = fields.rest().map(Node::key).collect();
        assert_eq!(left.len(), 64);
        for taken in ["f0", "f1", "f63", "f64", "f66", "f69"] {
            assert!(!left.contains(&taken), "{taken}");
        }
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "`lost` was taken")]
    fn a_taken_field_cannot_be_lost() {
        let sources = Sources::new(Access::default(), Limits::default());
        let input = Input::Bytes { name: "a.json".to_owned(), bytes: br#"{"lost": 1}"#.to_vec() };
        let Ok(document) = sources.load(&input, &Sink::new()) else { panic!("not read") };
        drop(Fields::new(document.root()).take("lost"));
    }
}
