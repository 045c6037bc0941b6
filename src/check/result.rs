//! Whether the result of a call is what its tool's output schema promises: clients refuse one that is not.

use crate::diagnostic::{Code, Sink};
use crate::json::pointer::unescaped;
use crate::model::{ListedOutput, ToolResult};
use crate::schema::{Unchecked, misfits};
use crate::source::{Document, Node};
use crate::writer::CallResult;

/// Reports each place of the data that does not fit. The result is written all the same.
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
                Unchecked::Unsound(_) => Code::OutputSchemaUnsound,
                Unchecked::TooLong => Code::ResultUnchecked,
            };
            let message = format!("the output schema of `{tool}` in the manifest {unchecked}");
            sink.report(code, result.place, message);
            return;
        }
    };
    for misfit in misfits {
        let pointer = if call.is_wrapped() {
            misfit.pointer.strip_prefix("/result").unwrap_or_default()
        } else {
            &misfit.pointer
        };
        let at = if pointer.is_empty() { "the data".to_owned() } else { format!("`{pointer}` of the data") };
        let message = format!("{at} does not fit the output schema of `{tool}`: {}", misfit.reason);
        let place = document.root().get("data").map_or(result.place, |data| follow(data, pointer).place());
        sink.report(Code::ResultMisfit, place, message);
    }
}

/// The value that a JSON Pointer (RFC 6901) leads to, as far as it leads.
fn follow<'d>(data: Node<'d>, pointer: &str) -> Node<'d> {
    let mut node = data;
    for token in pointer.split('/').skip(1) {
        let key = unescaped(token);
        let next = node.get(&key).or_else(|| node.item(key.parse().ok()?));
        match next {
            Some(next) => node = next,
            None => break,
        }
    }
    node
}
