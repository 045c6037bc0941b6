//! The output schema that a manifest lists for the tool of a result.

use crate::diagnostic::{Code, Diagnostic, Fatal, Sink};
use crate::model::meta::ORIGIN;
use crate::model::{ListedOutput, ToolOutcome, ToolResult};
use crate::source::{Document, Node};

use super::tool_list::listed_tools;

/// Marks an output schema that wraps the data in a property `result`.
const WRAPPED: &str = "x-fastmcp-wrap-result";

/// Returns the output schema of the tool that a result names; an error result needs none. A document that does not list
/// tools is unusable; a tool that is not listed, or has no output schema, is reported.
pub fn listed_output(
    manifest: &Document,
    result: &ToolResult,
    sink: &Sink,
) -> Result<Option<ListedOutput>, Fatal> {
    let root = manifest.root();
    let Some(tools) = listed_tools(root) else {
        let message = "the manifest lists no tools: it is not a result of `tools/list`";
        return Err(Box::new(Diagnostic::new(Code::NoToolList, message).at(root.place())));
    };
    if matches!(result.outcome, ToolOutcome::Error(_)) {
        return Ok(None);
    }
    let Some(name) = &result.tool else {
        let message = "the result does not name its tool, so its data is not checked";
        sink.report(Code::UnlistedTool, result.place, message);
        return Ok(None);
    };
    let Some(tool) = find(&tools, name) else {
        let message = format!("the manifest lists no tool `{name}`, so the data is not checked");
        sink.report(Code::UnlistedTool, result.place, message);
        return Ok(None);
    };
    let Some(schema) = tool.get("outputSchema").filter(|schema| !schema.is_null()) else {
        let message = format!("`{name}` has no output schema in the manifest, so the data is not checked");
        sink.report(Code::NoOutputSchema, tool.place(), message);
        return Ok(None);
    };
    let wrapped = schema.get(WRAPPED).and_then(Node::as_bool) == Some(true);
    Ok(Some(ListedOutput { schema: schema.to_value(), wrapped }))
}

/// Finds a tool by its name, or else by the name that it has in its source.
fn find<'d>(tools: &[Node<'d>], name: &str) -> Option<Node<'d>> {
    let named = |node: Node<'d>| node.get("name").and_then(Node::as_str) == Some(name);
    let origin = |tool: Node<'d>| tool.get("_meta")?.get(ORIGIN);
    let find = |is_wanted: &dyn Fn(Node<'d>) -> bool| tools.iter().copied().find(|tool| is_wanted(*tool));
    find(&named).or_else(|| find(&|tool| origin(tool).is_some_and(named)))
}
