//! One tool of a list, and the object that some model APIs wrap around it.

use crate::source::Node;

/// Fields that hold the input schema of a tool: of MCP, of Anthropic's API, and of OpenAI's.
pub(super) const INPUT_FIELDS: [&str; 3] = ["inputSchema", "input_schema", "parameters"];

/// Returns true if a value has the form of a tool.
pub(super) fn is_tool(node: Node<'_>) -> bool {
    node.get("function").is_some_and(Node::is_object)
        || node.get("name").is_some() && INPUT_FIELDS.iter().any(|key| node.get(key).is_some())
}

/// A tool, and the object around it; most tools have none, and then both are the tool.
pub(super) struct WrappedTool<'s> {
    pub(super) outer: Node<'s>,
    pub(super) inner: Node<'s>,
}

impl<'s> WrappedTool<'s> {
    /// Unwraps `{"type": "function", "function": {…}}`, the form of OpenAI's chat completions.
    pub(super) fn new(outer: Node<'s>) -> Self {
        let inner = outer.get("function").filter(|inner| inner.is_object()).unwrap_or(outer);
        Self { outer, inner }
    }

    /// The input schema.
    pub(super) fn input(&self) -> Option<Node<'s>> {
        INPUT_FIELDS.iter().find_map(|key| self.inner.get(key)).filter(|schema| !schema.is_null())
    }

    /// The output schema.
    pub(super) fn output(&self) -> Option<Node<'s>> {
        self.inner.get("outputSchema").filter(|schema| !schema.is_null())
    }
}
