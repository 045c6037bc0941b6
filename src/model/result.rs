//! What a tool answered, and what a manifest says that it answers.

use crate::diagnostic::Place;
use crate::json::Value;

/// The answer to one call of a tool.
#[derive(Debug, Clone)]
pub struct ToolResult {
    /// Where it stands in the source.
    pub place: Place,
    /// The tool that answered, as the source names it.
    pub tool: Option<String>,
    /// What it answered.
    pub outcome: ToolOutcome,
}

/// Success or failure.
#[derive(Debug, Clone, PartialEq)]
pub enum ToolOutcome {
    /// The data that was asked for.
    Data(Value),
    /// Why there is none.
    Error(String),
}

/// What a manifest says of the data of one tool.
#[derive(Debug, Clone)]
pub struct ListedOutput {
    /// Its `outputSchema`, as it is written.
    pub schema: Value,
    /// Whether the data stands under `result`, be it an object or not.
    pub wrapped: bool,
}
