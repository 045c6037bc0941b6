//! Checks the result of a call against the output schema of its tool, since clients refuse a result that does
//! not match.

use std::collections::HashMap;

use crate::diagnostic::{Code, Place, Sink};
use crate::json::pointer::unescaped;
use crate::model::{ListedOutput, ToolResult};
use crate::schema::{UncheckedReason, misfits};
use crate::source::{Document, Node};
use crate::writer::CallResult;

/// Reports each place of the data that does not match. The result is written anyway.
pub fn check_result(
    result: &ToolResult,
    call: &CallResult,
    listed: &ListedOutput,
    document: &Document,
    sink: &Sink,
) {
    let Some(content) = call.structured_content() else { return };
    let tool = result.tool.as_deref().unwrap_or_default();
    let misfits = match misfits(&listed.schema, &content) {
        Ok(misfits) => misfits,
        Err(unchecked) => {
            let code = match unchecked {
                UncheckedReason::Unsound(_) => Code::OutputSchemaUnsound,
                UncheckedReason::TooLong => Code::ResultUnchecked,
            };
            let message = format!("the output schema of `{tool}` in the manifest {unchecked}");
            sink.report(code, result.place, message);
            return;
        }
    };
    let mut inside = InnerValues::default();
    for misfit in misfits {
        let pointer = if call.is_wrapped() {
            misfit.pointer.strip_prefix("/result").unwrap_or_default()
        } else {
            &misfit.pointer
        };
        let at = if pointer.is_empty() { "the data".to_owned() } else { format!("`{pointer}` of the data") };
        let message = format!("{at} does not match the output schema of `{tool}`: {}", misfit.reason);
        let place =
            document.root().get("data").map_or(result.place, |data| inside.follow(data, pointer).place());
        sink.report(Code::ResultMisfit, place, message);
    }
}

/// A cache of the values inside arrays and objects, by their reference tokens. There may be as many errors as
/// values.
#[derive(Default)]
struct InnerValues<'d>(HashMap<Place, HashMap<String, Node<'d>>>);

impl<'d> InnerValues<'d> {
    /// Returns the value at a JSON Pointer (RFC 6901), or the last one on its path that exists.
    fn follow(&mut self, data: Node<'d>, pointer: &str) -> Node<'d> {
        let mut node = data;
        for token in pointer.split('/').skip(1) {
            let inside = self.0.entry(node.place()).or_insert_with(|| by_token(node));
            match inside.get(&*unescaped(token)) {
                Some(next) => node = *next,
                None => break,
            }
        }
        node
    }
}

fn by_token(node: Node<'_>) -> HashMap<String, Node<'_>> {
    if node.is_array() {
        return node.items().enumerate().map(|(index, item)| (index.to_string(), item)).collect();
    }
    node.entries().map(|(key, value)| (key.to_owned(), value)).collect()
}
