//! Writes the result of MCP's `tools/call`, in the form that is valid in every published version at once.

use std::io::{self, Write};

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::json::{Value, json};
use crate::model::ToolOutcome;
use crate::model::meta::FETCHED_AT;

/// The result of one call of a tool.
#[derive(Debug, Clone)]
pub struct CallResult {
    outcome: ToolOutcome,
    /// True if the data is wrapped in an object under `result`: it is not an object, or its tool lists it so.
    wrapped: bool,
    fetched_at: Option<String>,
}

impl CallResult {
    /// Returns the result of a call with this outcome. Data that is not an object is always wrapped: every
    /// version but the last requires an object.
    pub fn new(outcome: ToolOutcome, wrapped: bool) -> Self {
        let is_object = matches!(&outcome, ToolOutcome::Data(Value::Object(_)));
        Self { outcome, wrapped: wrapped || !is_object, fetched_at: None }
    }

    /// Sets the time at which the data was fetched, as written.
    #[must_use]
    pub fn fetched_at(mut self, time: Option<String>) -> Self {
        self.fetched_at = time;
        self
    }

    /// Returns the structured content, if the call succeeded.
    pub fn structured_content(&self) -> Option<Value> {
        match &self.outcome {
            ToolOutcome::Data(data) if self.wrapped => Some(json!({"result": data})),
            ToolOutcome::Data(data) => Some(data.clone()),
            ToolOutcome::Error(_) => None,
        }
    }

    /// Returns whether the data is wrapped in an object under `result`.
    pub fn is_wrapped(&self) -> bool {
        self.wrapped
    }

    /// Writes the result as one line of JSON. Fails only where `out` fails.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, self)?;
        out.write_all(b"\n")
    }
}

impl Serialize for CallResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = match &self.outcome {
            // "Text for display": JSON would put text into quotes.
            ToolOutcome::Data(Value::String(text)) => text.clone(),
            ToolOutcome::Data(data) => data.to_string(),
            ToolOutcome::Error(error) => format!("Error: {error}"),
        };
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("content", &json!([{"type": "text", "text": text}]))?;
        match self.structured_content() {
            Some(content) => map.serialize_entry("structuredContent", &content)?,
            None => map.serialize_entry("isError", &true)?,
        }
        // 2026-07-28 requires it, and every earlier version allows it, since results are open there.
        map.serialize_entry("resultType", "complete")?;
        if let Some(time) = &self.fetched_at {
            map.serialize_entry("_meta", &json!({FETCHED_AT: time}))?;
        }
        map.end()
    }
}
