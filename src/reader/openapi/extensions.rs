//! Extensions that control the conversion: `x-mcp`, and the extensions of other generators, which documents may have
//! already.

use crate::diagnostic::{Code, Sink, SourceAllowance};
use crate::model::{Annotations, Hint};
use crate::source::Node;

/// Settings in the extensions of an operation, a path item or the root.
#[derive(Debug, Clone, Default)]
pub(super) struct OperationExtensions<'s> {
    enabled: Option<bool>,
    /// `name`, `title` and `description`; they apply at the operation only.
    texts: Vec<(&'static str, &'s str)>,
    hints: Annotations,
}

impl<'s> OperationExtensions<'s> {
    /// Reads `x-mcp`, `x-speakeasy-mcp` and `x-gram`. If several of them have a key, the first in this order counts.
    pub(super) fn read(node: Node<'s>, sink: &Sink) -> Self {
        let mut extension = Self::default();
        for (key, value) in node.entries() {
            if !matches!(key, "x-mcp" | "x-speakeasy-mcp" | "x-gram") {
                continue;
            }
            for (field, value) in value.entries() {
                let fits = match field {
                    "enabled" | "disabled" => value.as_bool().is_some(),
                    "name" | "title" | "description" => value.as_str().is_some(),
                    "annotations" => value.is_object(),
                    _ => true,
                };
                if !fits {
                    let message = format!("`{field}` of `{key}` is {}; it is ignored", value.kind());
                    sink.report(Code::InvalidExtension, value.place(), message);
                }
            }
            let is_switch = key == "x-mcp" && value.as_bool().is_some();
            if !value.is_object() && !is_switch {
                let message = format!("`{key}` is {}; an object was expected", value.kind());
                sink.report(Code::InvalidExtension, value.place(), message);
            }
        }
        let (own, speakeasy, gram) = (node.get("x-mcp"), node.get("x-speakeasy-mcp"), node.get("x-gram"));
        extension.enabled = own
            .and_then(|own| own.as_bool().or_else(|| own.get("enabled").and_then(Node::as_bool)))
            .or_else(|| {
                speakeasy
                    .and_then(|other| other.get("disabled"))
                    .and_then(Node::as_bool)
                    .map(|disabled| !disabled)
            });
        for key in ["name", "title", "description"] {
            let levels = [own, speakeasy, gram.filter(|_| key != "title")];
            let text = levels.into_iter().flatten().find_map(|level| level.get(key).and_then(Node::as_str));
            extension.texts.extend(text.map(|text| (key, text)));
        }
        for hint in Hint::ALL {
            let annotations = own.and_then(|own| own.get("annotations"));
            let value = annotations
                .and_then(|annotations| annotations.get(hint.key()))
                .or_else(|| speakeasy.and_then(|other| other.get(hint.key())));
            match value.map(|value| (value, value.as_bool())) {
                Some((_, Some(flag))) => extension.hints.set(hint, flag),
                Some((value, None)) => {
                    let message =
                        format!("`{}` is {}, not a boolean; it is ignored", hint.key(), value.kind());
                    sink.report(Code::InvalidExtension, value.place(), message);
                }
                None => {}
            }
        }
        if let Some(allow) = own.and_then(|own| own.get("allow")) {
            allow_at(node, allow, sink);
        }
        extension
    }

    /// Adds the settings of the wider level (of the path item, or the root) that this level does not have.
    pub(super) fn over(mut self, wider: &Self) -> Self {
        self.enabled = self.enabled.or(wider.enabled);
        for (hint, value) in wider.hints.iter() {
            if self.hints.get(hint).is_none() {
                self.hints.set(hint, value);
            }
        }
        self
    }

    /// Returns false if the operation is disabled, and true if it is enabled explicitly.
    pub(super) fn enabled(&self) -> Option<bool> {
        self.enabled
    }

    /// Returns `name`, `title` or `description` of this level.
    pub(super) fn text(&self, key: &str) -> Option<&'s str> {
        self.texts.iter().find(|(known, _)| *known == key).map(|(_, text)| *text)
    }

    /// Copies the hints of the extensions to `annotations`.
    pub(super) fn hints(&self, annotations: &mut Annotations) {
        for (hint, value) in self.hints.iter() {
            annotations.set(hint, value);
        }
    }
}

/// Reads `allow`, one value or a list: the codes, names and families of diagnostics that are not reported inside `node`.
fn allow_at(node: Node<'_>, allow: Node<'_>, sink: &Sink) {
    let list: Vec<Node<'_>> = if allow.is_array() { allow.items().collect() } else { vec![allow] };
    for item in list {
        match item.as_str().unwrap_or_default().parse() {
            Ok(selector) => {
                sink.allow(SourceAllowance {
                    document: node.place().document,
                    nodes: node.nodes(),
                    selector,
                });
            }
            Err(expected) => {
                let message = format!("`allow` of `x-mcp` is ignored: {expected}");
                sink.report(Code::InvalidExtension, item.place(), message);
            }
        }
    }
}
