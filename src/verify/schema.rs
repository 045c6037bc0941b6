//! One schema of a tool, as it is written.

use std::collections::HashSet;

use crate::json::pointer::{escaped, unescaped};
use crate::json::{Map, Value};

use super::Verifier;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::Direction;
use crate::options::Protocol;
use crate::schema::{Fault, Position, meta_valid, position, refused_at_root};
use crate::source::Node;

/// Levels of nesting that leave room for what stands around a schema: the Rust client fails at 128 in all.
const MAX_DEPTH: usize = 120;

impl Verifier<'_> {
    /// Says what clients refuse in a schema.
    pub(super) fn schema(self, node: Node<'_>, direction: Direction, of: &str) {
        let what = match direction {
            Direction::Input => format!("the input schema of {of}"),
            Direction::Output => format!("the output schema of {of}"),
        };
        let Value::Object(schema) = node.to_value() else { return };
        let may_be_anything = direction == Direction::Output && self.protocol == Protocol::V2026_07_28;
        if !may_be_anything {
            for reason in refused_at_root(&schema, direction) {
                self.sink.report(Code::SchemaRefused, node.place(), format!("{what} is refused: {reason}"));
            }
        }
        if direction == Direction::Input {
            self.arguments(node, of);
        }
        let depth = levels(node);
        if depth > MAX_DEPTH {
            let message = format!("{what} nests {depth} levels deep; clients fail on it");
            self.sink.report(Code::SchemaRefused, node.place(), message);
        }
        let schema = Value::Object(schema);
        for fault in meta_valid(&schema).err().into_iter().chain(unresolved(&schema)) {
            let message = format!("{what} is not sound: {}", fault.reason);
            let keys = fault.pointer.split('/').skip(1).map(|key| unescaped(key).into_owned());
            self.sink.push(Diagnostic::new(Code::SchemaUnsound, message).at(node.place()).below(keys));
        }
    }
}

/// Levels of arrays and objects; the limit on the source's depth bounds the recursion.
fn levels(node: Node<'_>) -> usize {
    let below = node.children().filter(|child| !child.is_empty()).map(levels).max();
    1 + below.unwrap_or(0)
}

/// References that lead to nothing in the schema itself, each once. What stands elsewhere no client fetches.
fn unresolved(schema: &Value) -> Vec<Fault> {
    let mut anchors = HashSet::new();
    let mut references = Vec::new();
    collect(schema, &mut String::new(), &mut anchors, &mut references);
    let leads = |reference: &str| match reference.strip_prefix('#') {
        Some("") => true,
        Some(fragment) if fragment.starts_with('/') => {
            let decoded = percent_encoding::percent_decode_str(fragment).decode_utf8_lossy();
            schema.pointer(&decoded).is_some()
        }
        Some(anchor) => anchors.contains(anchor),
        None => false,
    };
    let mut seen = HashSet::new();
    let lost = references.into_iter().filter(|(_, reference)| !leads(reference) && seen.insert(*reference));
    lost.map(|(pointer, reference)| {
        let why = if reference.starts_with('#') { "leads to nothing" } else { "leads out of the schema" };
        Fault { pointer, reason: format!("the reference `{reference}` {why}") }
    })
    .collect()
}

fn collect<'s>(
    value: &'s Value,
    pointer: &mut String,
    anchors: &mut HashSet<&'s str>,
    references: &mut Vec<(String, &'s str)>,
) {
    let Value::Object(map) = value else { return };
    for keyword in ["$anchor", "$dynamicAnchor"] {
        anchors.extend(map.get(keyword).and_then(Value::as_str));
    }
    for keyword in ["$ref", "$dynamicRef"] {
        if let Some(reference) = map.get(keyword).and_then(Value::as_str) {
            references.push((format!("{pointer}/{keyword}"), reference));
        }
    }
    let length = pointer.len();
    let mut enter = |keys: &[&str], inner: &'s Value| {
        for key in keys {
            pointer.push('/');
            pointer.push_str(&escaped(key));
        }
        collect(inner, pointer, anchors, references);
        pointer.truncate(length);
    };
    for (keyword, value) in map {
        match (position(keyword, value), value) {
            (Position::Schema, value) => enter(&[keyword], value),
            (Position::List, Value::Array(list)) => {
                for (index, inner) in list.iter().enumerate() {
                    enter(&[keyword, &index.to_string()], inner);
                }
            }
            (Position::Map, Value::Object(inner)) => {
                each_member(inner, |key, inner| enter(&[keyword, key], inner));
            }
            _ => {}
        }
    }
}

fn each_member<'s>(map: &'s Map, mut visit: impl FnMut(&str, &'s Value)) {
    for (key, value) in map {
        visit(key, value);
    }
}

#[cfg(test)]
mod tests {
    use crate::json::json;

    use super::*;

    #[test]
    fn references_lead_into_the_schema_or_are_named() {
        let schema = json!({
            "$defs": {"a/b": {}, "c": {"$anchor": "here"}, "d": {"$ref": "#/$defs/none"}},
            "properties": {
                "self": {"$ref": "#"}, "escaped": {"$ref": "#/$defs/a~1b"}, "encoded": {"$ref": "#/$defs/a%7E1b"},
                "anchor": {"$ref": "#here"}, "lost": {"$ref": "#there"}, "again": {"$ref": "#there"},
                "out": {"items": [{"$ref": "https://example.com/a.json"}]},
                "data": {"enum": [{"$ref": "#/no"}], "default": {"$ref": "#/no"}},
            },
        });
        let found: Vec<String> = unresolved(&schema)
            .into_iter()
            .map(|fault| format!("{} {}", fault.pointer, fault.reason))
            .collect();
        assert_eq!(
            found,
            [
                "/$defs/d/$ref the reference `#/$defs/none` leads to nothing",
                "/properties/lost/$ref the reference `#there` leads to nothing",
                "/properties/out/items/0/$ref the reference `https://example.com/a.json` leads out of the schema",
            ]
        );
    }
}
