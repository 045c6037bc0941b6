//! Verifies the members of one tool as they are written.

use super::Verifier;
use crate::client_limits::{description_excess, tool_name_refusal};
use crate::diagnostic::{Code, brief};
use crate::model::{ArgumentName, Direction, Hint};
use crate::options::Protocol;
use crate::reader::WrappedTool;
use crate::source::{Node, NodeKind};

/// The values of `taskSupport` (MCP 2025-11-25, `ToolExecution`).
const TASK_SUPPORT: [&str; 3] = ["forbidden", "optional", "required"];

impl Verifier<'_> {
    /// Verifies one tool (MCP 2026-07-28, `Tool`).
    pub(super) fn tool(self, written: &WrappedTool<'_>) {
        let tool = written.outer;
        if !tool.is_object() {
            let message = format!("a tool is {}, not an object; clients refuse the whole list", tool.kind());
            self.sink.report(Code::ToolMalformed, tool.place(), message);
            return;
        }
        let name = tool.get("name").and_then(Node::as_str).unwrap_or_default();
        let member = ToolMember { verifier: self, of: format!("the tool `{}`", brief(name)) };
        match tool.get("name") {
            Some(node) => {
                member.expect(node, NodeKind::String, "a string");
                self.name(node);
            }
            None => member.missing(tool, "name"),
        }
        for key in ["title", "description"] {
            if let Some(node) = tool.get(key) {
                member.expect(node, NodeKind::String, "a string");
            }
        }
        if let Some((node, length)) = written
            .inner
            .get("description")
            .and_then(|node| Some((node, description_excess(node.as_str()?)?)))
        {
            let message =
                format!("a description of {length} characters; some clients keep 1,024, others 2,048");
            self.sink.report(Code::LongDescription, node.place(), message);
        }
        if let Some(node) = tool.get("_meta") {
            member.expect(node, NodeKind::Object, "an object");
        }
        if let Some(execution) = tool.get("execution")
            && member.expect(execution, NodeKind::Object, "an object")
            && let Some(node) = execution.get("taskSupport")
            && member.expect(node, NodeKind::String, "a string")
        {
            self.task_support(node, &member.of);
        }
        if let Some(annotations) = tool.get("annotations")
            && member.expect(annotations, NodeKind::Object, "an object")
        {
            for key in Hint::ALL.map(Hint::key) {
                if let Some(node) = annotations.get(key) {
                    member.expect(node, NodeKind::Boolean, "a boolean");
                }
            }
            if let Some(node) = annotations.get("title") {
                member.expect(node, NodeKind::String, "a string");
            }
        }
        if let Some(icons) = tool.get("icons")
            && member.expect(icons, NodeKind::Array, "an array")
        {
            self.icons(icons, &member.of, Code::ToolMalformed);
        }
        match tool.get("inputSchema") {
            Some(node) if member.expect(node, NodeKind::Object, "an object") => {
                self.schema(node, Direction::Input, &member.of);
            }
            Some(_) => {}
            None => member.missing(tool, "inputSchema"),
        }
        if let Some(node) = tool.get("outputSchema")
            && member.expect(node, NodeKind::Object, "an object")
        {
            self.schema(node, Direction::Output, &member.of);
        }
        self.published_tool(written);
    }

    /// Verifies how a tool is called as a task, which only clients of 2025-11-25 read.
    fn task_support(self, node: Node<'_>, of: &str) {
        let word = node.as_str().unwrap_or_default();
        if !TASK_SUPPORT.contains(&word) {
            let message = format!("`taskSupport` of {of} is not one of {}", TASK_SUPPORT.join(", "));
            self.sink.report(Code::ToolMalformed, node.place(), message);
        } else if word == "required" && matches!(self.options.protocol, Protocol::Any | Protocol::V2025_11_25)
        {
            let message = format!("{of} can only be called as a task; clients without tasks cannot call it");
            self.sink.report(Code::TaskRequired, node.place(), message);
        }
    }

    fn name(self, node: Node<'_>) {
        let Some(name) = node.as_str() else { return };
        if let Some(why) = tool_name_refusal(name) {
            let message = format!("the name `{name}` is refused: {why}");
            self.sink.report(Code::NameRefused, node.place(), message);
        }
    }

    /// Verifies the names of arguments, which are the properties of the input schema.
    pub(super) fn arguments(self, schema: Node<'_>, of: &str) {
        for (name, property) in schema.get("properties").into_iter().flat_map(Node::entries) {
            if ArgumentName::new(name).is_none() {
                let message = format!("the argument `{name}` of {of} has a name that model APIs refuse");
                self.sink.report(Code::NameRefused, property.place(), message);
            }
        }
    }
}

/// The members of one tool.
struct ToolMember<'v> {
    verifier: Verifier<'v>,
    of: String,
}

impl ToolMember<'_> {
    /// Returns whether a member has this JSON type, and reports one that has not: strict clients refuse the
    /// list for it.
    fn expect(&self, node: Node<'_>, kind: NodeKind, expected: &str) -> bool {
        let fits = node.kind() == kind;
        if !fits {
            let message = format!(
                "`{}` of {} is {}, not {expected}; strict clients refuse the whole list",
                node.key(),
                self.of,
                node.kind()
            );
            self.verifier.sink.report(Code::ToolMalformed, node.place(), message);
        }
        fits
    }

    fn missing(&self, tool: Node<'_>, key: &str) {
        let message = format!("{} has no `{key}`; strict clients refuse the whole list", self.of);
        self.verifier.sink.report(Code::ToolMalformed, tool.place(), message);
    }
}
