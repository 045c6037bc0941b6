//! What of a manifest was projected, and what was not: the list of dropped fields comes from here, complete by
//! construction.

use std::collections::HashSet;

use crate::diagnostic::{Code, Place, Sink};
use crate::json::{Map, Value};
use crate::source::Node;

use super::conditions;
use super::path::ManifestPath;
use super::secret::is_prose;
use super::shape::FieldShape;
use super::table::REFERENCE;

/// Levels of nesting that are projected: the manifest around them has a few more, and clients take 127.
const MAX_LEVELS: usize = 100;

/// Whether a field that AgentHub does not know has a name that is set aside for extensions.
fn is_extension(name: &str) -> bool {
    let rest = name.strip_prefix("x-agenthub-").or_else(|| name.strip_prefix("agenthub."));
    rest.is_some_and(|rest| !rest.is_empty())
}

/// Takes values out of a manifest, and remembers which.
#[derive(Debug)]
pub(super) struct ProjectedValues {
    /// Values that stand in the result, or that were reported in another way. With a list or object all that is
    /// in it is meant.
    done: HashSet<Place>,
    /// Values that must not leave the manifest.
    secrets: HashSet<Place>,
}

impl ProjectedValues {
    pub(super) fn new(secrets: HashSet<Place>) -> Self {
        Self { done: HashSet::new(), secrets }
    }

    /// Marks a value with all that is in it.
    pub(super) fn mark(&mut self, node: Node<'_>) {
        self.done.insert(node.place());
    }

    /// The value of a field; no secret, and `null` is nothing.
    pub(super) fn get<'s>(&self, object: Node<'s>, key: &str) -> Option<Node<'s>> {
        let value = object.get(key)?;
        let is_hidden = self.secrets.contains(&value.place()) && !is_prose(key);
        Some(value).filter(|value| !value.is_null() && !is_hidden)
    }

    /// A text that says something.
    pub(super) fn text<'s>(&mut self, object: Node<'s>, key: &str) -> Option<&'s str> {
        let value = self.get(object, key)?;
        let text = value.scalar_text().filter(|text| !text.trim().is_empty())?;
        self.mark(value);
        Some(text)
    }

    /// A boolean.
    pub(super) fn flag(&mut self, object: Node<'_>, key: &str) -> Option<bool> {
        let value = self.get(object, key)?;
        let flag = value.as_bool()?;
        self.mark(value);
        Some(flag)
    }

    /// The strings of a list, in order. One that stands alone is a list of one.
    pub(super) fn texts(&mut self, object: Node<'_>, key: &str) -> Option<Vec<String>> {
        let list = self.get(object, key)?;
        if let Some(only) = list.as_str() {
            self.mark(list);
            return Some(vec![only.to_owned()]);
        }
        if !list.is_array() {
            return None;
        }
        if list.is_empty() {
            self.mark(list);
        }
        let mut texts = Vec::new();
        for item in list.items().filter(|item| !self.secrets.contains(&item.place())) {
            if let Some(text) = item.as_str() {
                self.done.insert(item.place());
                texts.push(text.to_owned());
            }
        }
        Some(texts)
    }

    /// A value as it is, without secrets, `null` and fields that its shape does not know.
    pub(super) fn copy(&mut self, node: Node<'_>, shape: Option<&FieldShape>) -> Option<Value> {
        self.copy_at(node, shape, 0)
    }

    fn copy_at(&mut self, node: Node<'_>, shape: Option<&FieldShape>, level: usize) -> Option<Value> {
        if level >= MAX_LEVELS || node.is_null() || self.secrets.contains(&node.place()) {
            return None;
        }
        if node.is_object() {
            let known = shape.and_then(FieldShape::object);
            let mut map = Map::new();
            for (key, value) in node.entries() {
                let field = known.and_then(|known| known.field(key));
                if known.is_none() || field.is_some() {
                    map.extend(self.copy_at(value, field, level + 1).map(|value| (key.to_owned(), value)));
                }
            }
            if node.is_empty() {
                self.mark(node);
            }
            return Some(Value::Object(map));
        }
        if node.is_array() {
            let item = shape.and_then(FieldShape::item);
            let list = node.items().filter_map(|value| self.copy_at(value, item, level + 1)).collect();
            if node.is_empty() {
                self.mark(node);
            }
            return Some(Value::Array(list));
        }
        self.mark(node);
        Some(node.to_value())
    }

    /// The fields in an object, however deep, that are no fields of AgentHub but named as extensions; `meta` gets
    /// them, unless it has something of that name. Those that stand in `except` are left.
    pub(super) fn extensions(&mut self, node: Node<'_>, shape: &FieldShape, except: &str, meta: &mut Map) {
        let known = match shape {
            FieldShape::Schema if !conditions::is_reference(node) => None,
            FieldShape::Schema => Some(&REFERENCE),
            other => other.object(),
        };
        if let Some(known) = known {
            for (key, value) in node.entries().filter(|(key, _)| *key != except) {
                match known.field(key) {
                    Some(shape) => self.extensions(value, shape, "", meta),
                    None if !is_extension(key) || meta.contains_key(key) => {}
                    None => {
                        if let Some(copy) = self.copy(value, None) {
                            meta.insert(key, copy);
                        }
                    }
                }
            }
        } else if let Some(item) = shape.item() {
            for value in node.items() {
                self.extensions(value, item, "", meta);
            }
        }
    }

    /// Reports whatever was not taken, field by field.
    pub(super) fn report_rest(&self, root: Node<'_>, shape: &FieldShape, sink: &Sink) {
        self.rest(root, Some(shape), &ManifestPath::ROOT, sink);
    }

    /// The depth of the tree bounds the recursion.
    fn rest(&self, node: Node<'_>, shape: Option<&FieldShape>, path: &ManifestPath<'_>, sink: &Sink) {
        if self.done.contains(&node.place()) || self.secrets.contains(&node.place()) {
            return;
        }
        let known = shape.and_then(FieldShape::object);
        if node.is_object() && !node.is_empty() {
            for (key, value) in node.entries() {
                let path = path.field(key);
                match known.map(|known| known.field(key)) {
                    Some(None) if !is_extension(key) => {
                        let message = format!(
                            "`{path}` is no field of AgentHub 0.1 (rule `additionalProperties`); it is dropped"
                        );
                        sink.report(Code::FieldUnknown, value.place(), message);
                    }
                    field => self.rest(value, field.flatten(), &path, sink),
                }
            }
        } else if node.is_array() && !self.is_one_field(node) {
            let item = shape.and_then(FieldShape::item);
            for (index, value) in node.items().enumerate() {
                self.rest(value, item, &path.item(index), sink);
            }
        } else {
            let message = format!("`{path}` has no place in a tool list of MCP; it is dropped");
            sink.report(Code::DroppedField, node.place(), message);
        }
    }

    /// Whether a list is a list of plain values of which none was taken.
    fn is_one_field(&self, list: Node<'_>) -> bool {
        list.items().all(|item| {
            let place = item.place();
            let is_plain = !item.is_object() && !item.is_array();
            is_plain && !self.done.contains(&place) && !self.secrets.contains(&place)
        })
    }
}
