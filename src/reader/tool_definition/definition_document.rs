//! The forms of a document with definitions: one definition, an array of them, `{"tools": …}`, or a map from names to
//! definitions.

use crate::source::Node;

use super::hints::Category;

/// Fields that hold the input of a tool in lists of MCP and of model APIs. An object with one of them is not a definition.
const OTHER_INPUT_FIELDS: [&str; 4] = ["inputSchema", "input_schema", "parameters", "function"];

/// Fields that only definitions have.
const DEFINITION_FIELDS: [&str; 5] =
    ["consequenceLevel", "requiresConfirmation", "mcpRouting", "dependsOn", "triggerPhrases"];

/// Returns true if a document holds definitions.
pub(in crate::reader) fn is_tool_definitions(root: Node<'_>) -> bool {
    match DefinitionDocument::of(root) {
        DefinitionDocument::One(node) => is_definition(node),
        DefinitionDocument::Several(node) => node.children().any(is_definition),
    }
}

fn is_definition(node: Node<'_>) -> bool {
    let has_text = |key: &str| node.get(key).is_some_and(|value| value.as_str().is_some());
    let has_own_field = DEFINITION_FIELDS.iter().any(|key| node.get(key).is_some())
        || node
            .get("category")
            .and_then(Node::as_str)
            .is_some_and(|category| Category::new(category) != Category::Unknown);
    let has_schema = node.get("schema").is_some_and(Node::is_object);
    let is_other = OTHER_INPUT_FIELDS.iter().any(|key| node.get(key).is_some());
    !is_other && (has_text("name") || has_text("description")) && (has_schema || has_own_field)
}

/// The definitions of a document.
pub(super) enum DefinitionDocument<'s> {
    /// One definition.
    One(Node<'s>),
    /// An array of definitions, or a map from names to definitions.
    Several(Node<'s>),
}

impl<'s> DefinitionDocument<'s> {
    /// Finds the definitions of a document.
    pub(super) fn of(root: Node<'s>) -> Self {
        match root.get("tools").filter(|tools| tools.is_array() || tools.is_object()) {
            Some(tools) => Self::Several(tools),
            None if root.get("name").is_some_and(|name| name.as_str().is_some()) => Self::One(root),
            None => Self::Several(root),
        }
    }
}
