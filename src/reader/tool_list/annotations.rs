//! Annotations and task support of a tool.

use crate::diagnostic::{Code, Sink};
use crate::model::{Annotations, Hint, Tool};
use crate::source::Node;

/// Reads the four hints, and keeps all other annotations as they are.
pub(super) fn read_annotations(node: Option<Node<'_>>, tool: &mut Tool, sink: &Sink) {
    let Some(node) = node else { return };
    if !node.is_object() {
        let message = format!("`annotations` of {tool} is {}, not an object; it is dropped", node.kind());
        sink.report(Code::WrongType, node.place(), message);
        return;
    }
    let mut annotations = Annotations::default();
    for (key, value) in node.entries().filter(|(_, value)| !value.is_null()) {
        match (Hint::ALL.into_iter().find(|hint| hint.key() == key), value.as_bool()) {
            (Some(hint), Some(flag)) => annotations.set(hint, flag),
            (Some(_), None) => {
                let message = format!("`{key}` of {tool} is {}, not a boolean; it is dropped", value.kind());
                sink.report(Code::WrongType, value.place(), message);
            }
            (None, _) if key == "title" && value.as_str().is_none() => {
                let message =
                    format!("`annotations.title` of {tool} is {}, not text; it is dropped", value.kind());
                sink.report(Code::WrongType, value.place(), message);
            }
            (None, _) => {
                tool.further_annotations.insert(key, value.to_value());
            }
        }
    }
    tool.annotations = annotations;
}

/// Reports `execution`, which exists in MCP 2025-11-25 only. Its default value (`taskSupport: forbidden`) says nothing, and
/// is not reported.
pub(super) fn report_execution(node: Option<Node<'_>>, tool: &Tool, sink: &Sink) {
    let Some(node) = node.filter(|node| !node.is_null()) else { return };
    let is_default = |(key, value): (&str, Node<'_>)| {
        key == "taskSupport" && value.as_str() == Some("forbidden") || value.is_null()
    };
    if !node.is_object() || !node.entries().all(is_default) {
        let message = format!("`execution` of {tool} exists only in MCP 2025-11-25; it is dropped");
        sink.report(Code::DroppedField, node.place(), message);
    }
}
