//! Icons of tools (MCP 2025-11-25 and 2026-07-28, `Icon`).

use crate::source::Node;

/// Members of an icon that are not what MCP asks for, and what that is: clients refuse a whole list for one.
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

/// Whether a member of an icon is one that MCP knows.
pub(super) fn is_known(key: &str) -> bool {
    matches!(key, "src" | "mimeType" | "sizes" | "theme")
}
