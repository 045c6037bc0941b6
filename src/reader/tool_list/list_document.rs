//! The forms of a document that lists tools, and the tools in it.

use crate::source::Node;

use super::wrapped_tool::{WrappedTool, declarations, is_tool};

/// Returns true if a document lists tools in one of the known forms; the list may be empty.
pub(in crate::reader) fn is_tool_list(root: Node<'_>) -> bool {
    let Some(items) = items_of(root) else { return false };
    items.is_empty() || items.into_iter().any(|item| is_tool(item) || declarations(item).is_some())
}

/// Returns the result inside a JSON-RPC response, the tool configuration inside a request of Bedrock's Converse, or the page
/// itself.
pub(crate) fn listed_result(page: Node<'_>) -> Node<'_> {
    let inner = page.get("result").filter(|result| result.is_object());
    let configuration = || page.get("toolConfig").filter(|configuration| has_tools(*configuration));
    inner.or_else(configuration).unwrap_or(page)
}

fn has_tools(node: Node<'_>) -> bool {
    node.get("tools").is_some_and(Node::is_array)
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

/// Returns the items of a list: those of its pages, of a bare array, or the document if it is one tool.
fn items_of(root: Node<'_>) -> Option<Vec<Node<'_>>> {
    if root.is_array() {
        let tools = root.items().flat_map(|item| match tools_of(item) {
            Some(tools) => tools.items().collect(),
            None => vec![item],
        });
        return Some(tools.collect());
    }
    let tools = tools_of(root).map(|tools| tools.items().collect());
    tools.or_else(|| (is_tool(root) || declarations(root).is_some()).then(|| vec![root]))
}

/// Returns the tools of a document: the items of its list, with the functions of Gemini's tools in their place.
pub(in crate::reader) fn listed_tools(root: Node<'_>) -> Option<Vec<Node<'_>>> {
    written_tools(root).map(|tools| tools.into_iter().map(|tool| tool.outer).collect())
}

/// Returns the same tools with their forms.
pub(crate) fn written_tools(root: Node<'_>) -> Option<Vec<WrappedTool<'_>>> {
    let tools = items_of(root)?.into_iter().flat_map(|item| match declarations(item) {
        Some(list) => list.items().map(WrappedTool::declared).collect(),
        None => vec![WrappedTool::new(item)],
    });
    Some(tools.collect())
}

/// Returns the Gemini tools of a document, each an object with a list of functions.
pub(super) fn declaring_tools(root: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    items_of(root).into_iter().flatten().filter(|item| declarations(*item).is_some())
}
