//! Copying values of a manifest into the catalogue. Every copied value is marked, so that all others can be reported as
//! dropped.

use std::collections::HashSet;

use crate::diagnostic::{Code, Diagnostic, Place, Sink};
use crate::json::{Map, Value};
use crate::model::meta::{AGENTHUB_EXTENSION_PREFIXES, is_legal_key};
use crate::source::Node;

use super::conditions;
use super::field_shape::FieldShape;
use super::manifest_fields::REFERENCE;
use super::manifest_path::ManifestPath;
use super::secrets::is_prose;

/// Most levels of nesting that are copied. Clients accept 127 levels of JSON, and the manifest has a few around the copy.
const MAX_LEVELS: usize = 100;

/// Returns true if the name of an unknown field is reserved for extensions of AgentHub, and is one that MCP allows in `_meta`.
fn is_extension(name: &str) -> bool {
    let rest = AGENTHUB_EXTENSION_PREFIXES.iter().find_map(|prefix| name.strip_prefix(prefix));
    rest.is_some_and(|rest| !rest.is_empty()) && is_legal_key(name)
}

/// Copies values of a manifest, and remembers which were copied.
#[derive(Debug)]
pub(super) struct ProjectedValues {
    /// Values that were copied, or reported in another way. A list or an object in this set stands for everything in it.
    done: HashSet<Place>,
    /// Values that must not be copied.
    secrets: HashSet<Place>,
}

impl ProjectedValues {
    /// Starts with no copied values.
    pub(super) fn new(secrets: HashSet<Place>) -> Self {
        Self { done: HashSet::new(), secrets }
    }

    /// Marks a value, and everything in it, as copied or reported.
    pub(super) fn mark(&mut self, node: Node<'_>) {
        self.done.insert(node.place());
    }

    /// Returns the value of a field, unless it is a secret or `null`.
    pub(super) fn get<'s>(&self, object: Node<'s>, key: &str) -> Option<Node<'s>> {
        let value = object.get(key)?;
        let is_hidden = self.secrets.contains(&value.place()) && !is_prose(key);
        Some(value).filter(|value| !value.is_null() && !is_hidden)
    }

    /// Takes a text field that is not blank.
    pub(super) fn text<'s>(&mut self, object: Node<'s>, key: &str) -> Option<&'s str> {
        let value = self.get(object, key)?;
        let text = value.scalar_text().filter(|text| !text.trim().is_empty())?;
        self.mark(value);
        Some(text)
    }

    /// Takes a boolean field.
    pub(super) fn flag(&mut self, object: Node<'_>, key: &str) -> Option<bool> {
        let value = self.get(object, key)?;
        let flag = value.as_bool()?;
        self.mark(value);
        Some(flag)
    }

    /// Takes the strings of a list, in order. A string in place of a list counts as a list of one.
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

    /// Copies a value without secrets, `null`, and fields that its shape does not define.
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

    /// Copies extension fields at any depth of `node` into `meta`, unless it has a field of that name already. The field
    /// `except` of `node` is skipped.
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

    /// Reports every field that was not copied.
    pub(super) fn report_dropped(&self, root: Node<'_>, shape: &FieldShape, sink: &Sink) {
        self.report_dropped_at(root, Some(shape), &ManifestPath::ROOT, sink);
    }

    /// Recurses into lists and objects; the depth limit of the source bounds the recursion.
    fn report_dropped_at(
        &self,
        node: Node<'_>,
        shape: Option<&FieldShape>,
        path: &ManifestPath<'_>,
        sink: &Sink,
    ) {
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
                            "AgentHub 0.1 has no field `{path}` (rule `additionalProperties`); it is dropped"
                        );
                        sink.report(Code::FieldUnknown, value.place(), message);
                    }
                    field => self.report_dropped_at(value, field.flatten(), &path, sink),
                }
            }
        } else if node.is_array() && !self.is_one_field(node) {
            let item = shape.and_then(FieldShape::item);
            for (index, value) in node.items().enumerate() {
                self.report_dropped_at(value, item, &path.item(index), sink);
            }
        } else {
            let message = format!("MCP has no field for `{path}`; it is dropped");
            // AgentHub's mapping to MCP: warnings include "original path list".
            let dropped = Diagnostic::new(Code::DroppedField, message).at(node.place()).listed_in_full();
            // Nothing is to be done about a field that AgentHub has and MCP has not.
            sink.push(if shape.is_some() { dropped.note() } else { dropped });
        }
    }

    /// Returns true if a list holds only scalar values and none of them was copied, so that it is reported as one field.
    fn is_one_field(&self, list: Node<'_>) -> bool {
        list.items().all(|item| {
            let place = item.place();
            let is_plain = !item.is_object() && !item.is_array();
            is_plain && !self.done.contains(&place) && !self.secrets.contains(&place)
        })
    }
}
