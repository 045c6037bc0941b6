//! `ToolResult` JSON: the result that an agent's tool returned.

use crate::diagnostic::{Code, Diagnostic, Fatal, Sink};
use crate::model::{ToolOutcome, ToolResult};
use crate::source::{Document, Fields, Node, TakenField};

/// Reads `{tool, fetchedAt, data}` or `{tool, fetchedAt, error}`. A result with both `data` and `error`, or with neither,
/// is unusable.
pub fn tool_result(document: &Document, sink: &Sink) -> Result<ToolResult, Fatal> {
    let root = document.root();
    if !root.is_object() {
        let message = format!("a result of a tool is an object, but the document is {}", root.kind());
        let wrong = Diagnostic::new(Code::WrongRoot, message).at(root.place());
        return Err(Box::new(wrong.help("Give one result of a tool.")));
    }
    let mut fields = Fields::new(root);
    let tool = fields.take("tool").and_then(|tool| tool.text(sink)).map(str::to_owned);
    let fetched_at = fields.take("fetchedAt").map(TakenField::used).and_then(|time| {
        let text = time.as_str().map(str::to_owned);
        if text.is_some() {
            let message = "MCP has no field for `fetchedAt` in the result of a call; it is kept in `_meta`";
            sink.report(Code::FetchedAtKept, time.place(), message);
        } else {
            let message = format!("`fetchedAt` is {}, not text; it is dropped", time.kind());
            sink.report(Code::WrongType, time.place(), message);
        }
        text
    });
    let error = fields.take("error").map(TakenField::used);
    // `null` is data. Beside an error it counts as absent, since programs that write every field write it there.
    let data = fields.take_value("data").map(TakenField::used);
    let data = data.filter(|data| error.is_none() || !data.is_null());
    let outcome = match (data, error) {
        (Some(data), None) => ToolOutcome::Data(data.to_value()),
        (None, Some(error)) => ToolOutcome::Error(error_text(error, sink)),
        (data, _) => {
            let found = if data.is_none() { "neither" } else { "both" };
            let message = format!("a result has either `data` or `error`; this one has {found}");
            return Err(Box::new(Diagnostic::new(Code::MalformedResult, message).at(root.place())));
        }
    };
    for rest in fields.rest().filter(|rest| !rest.is_null()) {
        let message = format!("MCP has no field for `{}` in the result of a call; it is dropped", rest.key());
        sink.report(Code::DroppedField, rest.place(), message);
    }
    Ok(ToolResult { place: root.place(), tool, fetched_at, outcome })
}

fn error_text(error: Node<'_>, sink: &Sink) -> String {
    error.as_str().map_or_else(
        || {
            let message = format!("`error` is {}, not text; it is written as JSON", error.kind());
            sink.report(Code::WrongType, error.place(), message);
            error.to_value().to_string()
        },
        str::to_owned,
    )
}
