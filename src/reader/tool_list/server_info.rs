//! The identity of the server in the `_meta` of a list (MCP 2026-07-28, `serverInfo`), which clients parse strictly.

use crate::diagnostic::{Code, Sink};
use crate::json::{Map, Value};
use crate::model::ServerIdentity;
use crate::model::meta::SERVER_INFO;
use crate::source::Node;

use super::icons::{is_uri, read_icons};

/// Copies the `_meta` of a list. A `serverInfo` that is not an `Implementation` of MCP is repaired, or dropped if it has no
/// name.
pub(super) fn read_meta(meta: Node<'_>, sink: &Sink) -> Map {
    let mut entries = Map::new();
    for (key, value) in meta.entries() {
        let copy = if key == SERVER_INFO { server_info(value, sink) } else { Some(value.to_value()) };
        entries.extend(copy.map(|copy| (key.to_owned(), copy)));
    }
    entries
}

fn server_info(info: Node<'_>, sink: &Sink) -> Option<Value> {
    let name = info.get("name").and_then(Node::scalar_text);
    if name.is_none_or(|name| name.trim().is_empty()) {
        let message = "`serverInfo` is not an object with a name; it is dropped";
        sink.report(Code::WrongType, info.place(), message);
        return None;
    }
    let mut copy = Map::new();
    for (key, value) in info.entries() {
        let kept = match key {
            "name" | "version" | "title" | "description" => text(value, sink),
            "websiteUrl" => uri(value, sink),
            "icons" => {
                Some(Value::Array(read_icons(value, "`serverInfo`", sink))).filter(|_| value.is_array())
            }
            _ => Some(value.to_value()).filter(|_| !value.is_null()),
        };
        copy.extend(kept.map(|kept| (key.to_owned(), kept)));
    }
    if !copy.contains_key("version") {
        let message = format!("`serverInfo` has no version; it gets `{}`", ServerIdentity::NO_VERSION);
        sink.report(Code::WrongType, info.place(), message);
        copy.insert("version", Value::from(ServerIdentity::NO_VERSION));
    }
    Some(Value::Object(copy))
}

/// Returns a text; a number or a boolean is written as one.
fn text(value: Node<'_>, sink: &Sink) -> Option<Value> {
    if value.as_str().is_none() && !value.is_null() {
        let done = if value.scalar_text().is_some() { "it is written as text" } else { "it is dropped" };
        let message = format!("`{}` of `serverInfo` is {}, not text; {done}", value.key(), value.kind());
        sink.report(Code::WrongType, value.place(), message);
    }
    value.scalar_text().map(Value::from).filter(|_| !value.is_null())
}

fn uri(value: Node<'_>, sink: &Sink) -> Option<Value> {
    let text = value.as_str().filter(|text| is_uri(text));
    if text.is_none() && !value.is_null() {
        let message = format!("`{}` of `serverInfo` is not a URI; it is dropped", value.key());
        sink.report(Code::WrongType, value.place(), message);
    }
    text.map(Value::from)
}
