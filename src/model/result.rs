//! Results of tool calls, and the output that a manifest declares for a tool.

use crate::diagnostic::Place;
use crate::json::Value;

/// The result of one tool call.
#[derive(Debug, Clone)]
pub struct ToolResult {
    /// The place in the source.
    pub place: Place,
    /// The name of the tool in the source.
    pub tool: Option<String>,
    /// The time at which the data was fetched, as written.
    pub fetched_at: Option<String>,
    /// The data or the error.
    pub outcome: ToolOutcome,
}

/// The outcome of a tool call.
#[derive(Debug, Clone, PartialEq)]
pub enum ToolOutcome {
    /// Success, with the data.
    Data(Value),
    /// Failure, with the message.
    Error(String),
}

/// The output that a manifest declares for one tool.
#[derive(Debug, Clone)]
pub struct ListedOutput {
    /// The `outputSchema`.
    pub schema: Value,
    /// True if the data is wrapped as `{"result": …}`.
    pub wrapped: bool,
}
