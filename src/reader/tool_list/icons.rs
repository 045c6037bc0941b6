//! Icons of tools (MCP 2025-11-25 and 2026-07-28, `Icon`).

use crate::diagnostic::{Code, Sink};
use crate::json::{Map, Value};
use crate::source::Node;

/// Members of an icon that do not have the type that MCP requires, each with that type. A member of another JSON type makes
/// clients refuse the whole list.
pub(crate) fn misfits(icon: Node<'_>) -> impl Iterator<Item = (Node<'_>, &'static str)> {
    icon.entries().filter_map(|(key, value)| {
        let (fits, wanted) = match key {
            "src" => (value.as_str().is_some_and(is_uri), "a URI"),
            "mimeType" => (value.as_str().is_some(), "a string"),
            "sizes" => {
                let are_strings = value.is_array() && value.items().all(|size| size.as_str().is_some());
                (are_strings, "a list of strings")
            }
            "theme" => (matches!(value.as_str(), Some("dark" | "light")), "`dark` or `light`"),
            _ => return None,
        };
        (!fits).then_some((value, wanted))
    })
}

/// Returns true if a text is a URI with a scheme (RFC 3986), as `format: uri` demands; a client cannot resolve any other.
pub(crate) fn is_uri(text: &str) -> bool {
    fluent_uri::Uri::parse(text).is_ok()
}

/// Returns true if MCP defines a member of an icon with this name.
fn is_known(key: &str) -> bool {
    matches!(key, "src" | "mimeType" | "sizes" | "theme")
}

/// Reads a list of icons, each an object with the address of an image.
pub(super) fn read_icons(list: Node<'_>, owner: &str, sink: &Sink) -> Vec<Value> {
    if !list.is_array() && !list.is_null() {
        let message = format!("`icons` of {owner} is {}, not a list; it is dropped", list.kind());
        sink.report(Code::WrongType, list.place(), message);
    }
    list.items().filter_map(|icon| sound_icon(icon, owner, sink)).collect()
}

/// Returns an icon with the members that MCP defines; an icon without the URI of an image is dropped.
fn sound_icon(icon: Node<'_>, owner: &str, sink: &Sink) -> Option<Value> {
    let source = icon.get("src").and_then(Node::as_str);
    if source.is_none_or(|source| !is_uri(source)) {
        let why = if source.is_some() { "has a `src` that is not a URI" } else { "has no `src`" };
        let message = format!("an icon of {owner} {why}; it is dropped");
        sink.report(Code::WrongType, icon.place(), message);
        return None;
    }
    let misfits: Vec<(Node<'_>, &str)> = misfits(icon).collect();
    let mut kept = Map::new();
    for (key, value) in icon.entries() {
        if let Some((_, wanted)) = misfits.iter().find(|(misfit, _)| *misfit == value) {
            let message = format!("`{key}` of an icon of {owner} is not {wanted}; it is dropped");
            sink.report(Code::WrongType, value.place(), message);
        } else if is_known(key) {
            kept.insert(key, value.to_value());
        } else {
            let message = format!("MCP has no field for `{key}` of an icon of {owner}; it is dropped");
            sink.report(Code::DroppedField, value.place(), message);
        }
    }
    Some(Value::Object(kept))
}
