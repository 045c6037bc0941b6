//! YAML anchors and aliases (YAML 1.2.2, section 7.1).

use granit_parser::Span;

use super::super::builder::BuildError;
use super::super::builder::copy::DetachedValue;
use super::super::entry::NodeData;
use super::reader::{AliasTarget, ExpectedNext, ValueMark, YamlFault, YamlReader, point};

impl YamlReader<'_> {
    pub(super) fn define(&mut self, id: usize, anchor: AliasTarget) {
        // Zero means that there is no anchor.
        if id > 0 {
            if self.anchors.len() <= id {
                self.anchors.resize_with(id + 1, || None);
            }
            self.anchors[id] = Some(anchor);
        }
    }

    pub(super) fn alias(&mut self, id: usize, span: &Span) -> Result<(), YamlFault> {
        let as_key = matches!(self.expect(), Some(ExpectedNext::Key));
        match self.anchors.get(id).and_then(Option::as_ref) {
            None | Some(AliasTarget::Open) => return Err(YamlFault::Recursive),
            Some(&AliasTarget::Key(text, data)) => {
                if as_key {
                    self.builder.key_again(text);
                    self.set_expect(ExpectedNext::Value);
                    return Ok(());
                }
                self.builder.scalar(data)?;
            }
            Some(&AliasTarget::Node(node)) => {
                if as_key {
                    let data = self.builder.data(node);
                    self.alias_as_key(data, span);
                    return Ok(());
                }
                self.builder.copy(node)?;
            }
            Some(AliasTarget::Kept(value)) => {
                if as_key {
                    let data = value.data();
                    self.alias_as_key(data, span);
                    return Ok(());
                }
                self.builder.copy_detached(value)?;
            }
        }
        self.completed()
    }

    fn alias_as_key(&mut self, data: Option<NodeData>, span: &Span) {
        match data {
            Some(NodeData::String(text) | NodeData::Number(text)) => self.builder.key_again(text),
            Some(NodeData::Boolean(value)) => {
                self.builder.key(if value { "true" } else { "false" });
            }
            Some(NodeData::Null) | None => {
                self.builder.key("null");
            }
            Some(NodeData::Array | NodeData::Object) => {
                self.complex_keys.push(point(span));
                self.set_expect(ExpectedNext::Dropped(self.mark()));
                return;
            }
        }
        self.set_expect(ExpectedNext::Value);
    }

    /// Removes the last value from the tree. The anchors inside it stay valid.
    pub(super) fn detach(&mut self, mark: ValueMark) -> Result<DetachedValue, BuildError> {
        // Only the anchors after the mark are visited: visiting all of them each time would take quadratic time.
        for anchor in self.anchors.iter_mut().skip(mark.anchors).flatten() {
            if let AliasTarget::Node(node) = *anchor {
                *anchor = AliasTarget::Kept(self.builder.keep(node)?);
            }
        }
        Ok(self.builder.take_last(mark.node))
    }
}
