//! The forms of a document that lists tools, and the tools in it.

use crate::source::Node;

use super::wrapped_tool::is_tool;

/// Returns true if a document lists tools in one of the known forms; the list may be empty.
pub(in crate::reader) fn is_tool_list(root: Node<'_>) -> bool {
    let Some(tools) = listed_tools(root) else { return false };
    tools.is_empty() || tools.into_iter().any(is_tool)
}

/// Returns the result inside a JSON-RPC response, or the page itself if it is not a response.
pub(crate) fn listed_result(page: Node<'_>) -> Node<'_> {
    page.get("result").filter(|result| result.is_object()).unwrap_or(page)
}

fn tools_of(page: Node<'_>) -> Option<Node<'_>> {
    listed_result(page).get("tools").filter(|tools| tools.is_array())
}

/// Results of `tools/list`, in order: the document itself, or the items of an array, which are the pages of one list. Each
/// is a bare result or a JSON-RPC response.
pub(crate) fn listed_pages(root: Node<'_>) -> Vec<Node<'_>> {
    let pages = if root.is_array() { root.items().collect() } else { vec![root] };
    pages.into_iter().filter(|page| tools_of(*page).is_some()).collect()
}

/// Returns the tools of a document: those of its pages, the items of a bare array, or the document if it is one tool.
pub(crate) fn listed_tools(root: Node<'_>) -> Option<Vec<Node<'_>>> {
    if root.is_array() {
        let tools = root.items().flat_map(|item| match tools_of(item) {
            Some(tools) => tools.items().collect(),
            None => vec![item],
        });
        return Some(tools.collect());
    }
    let tools = tools_of(root).map(|tools| tools.items().collect());
    tools.or_else(|| is_tool(root).then(|| vec![root]))
}
