//! Icons of tools (MCP 2025-11-25 and 2026-07-28, `Icon`).

use crate::diagnostic::{Code, Sink};
use crate::json::{Map, Value};
use crate::model::Tool;
use crate::source::Node;

/// Members of an icon that do not have the type that MCP requires, each with that type. One such member makes clients
/// refuse the whole list.
pub(crate) fn misfits(icon: Node<'_>) -> impl Iterator<Item = (Node<'_>, &'static str)> {
    icon.entries().filter_map(|(key, value)| {
        let (fits, wanted) = match key {
            "src" | "mimeType" => (value.as_str().is_some(), "a string"),
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

/// Returns true if MCP defines a member of an icon with this name.
fn is_known(key: &str) -> bool {
    matches!(key, "src" | "mimeType" | "sizes" | "theme")
}

/// Reads the icons of a tool, each an object with the address of an image.
pub(super) fn read_icons(list: Option<Node<'_>>, tool: &mut Tool, sink: &Sink) {
    let owner = tool.to_string();
    let icons = list.into_iter().flat_map(Node::children);
    tool.icons.extend(icons.filter_map(|icon| sound_icon(icon, &owner, sink)));
}

/// Returns an icon with the members that MCP defines; an icon without an address is dropped.
pub(super) fn sound_icon(icon: Node<'_>, owner: &str, sink: &Sink) -> Option<Value> {
    if icon.get("src").is_none_or(|source| source.as_str().is_none()) {
        let message = format!("an icon of {owner} has no `src`; it is dropped");
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
