//! Verifies a list of tools from any source: reports everything that clients refuse, and repairs nothing.

mod schema;
mod server_info;

use std::collections::HashMap;

use crate::client_limits::TOOL_NAME_CHARACTERS;
use crate::diagnostic::{Code, Diagnostic, Fatal, Sink, brief};
use crate::model::meta::SERVER_INFO;
use crate::model::{ArgumentName, Direction, Hint, ToolName};
use crate::options::Protocol;
use crate::source::{Document, Node, NodeKind};

/// The values of `taskSupport` (MCP 2025-11-25, `ToolExecution`).
const TASK_SUPPORT: [&str; 3] = ["forbidden", "optional", "required"];

/// A summary of a verified list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VerifiedList {
    /// The number of tools.
    pub tools: usize,
    /// The number of pages; none for a bare list.
    pub pages: usize,
    /// The length of the longest message in bytes: that of a page as JSON without spaces if there are
    /// several, otherwise that of the document.
    pub longest: usize,
}

/// Reports what clients refuse in a list of tools: the result of MCP's `tools/list`, bare or in a JSON-RPC
/// response, whole or in pages, or a bare array.
pub fn verify(document: &Document, protocol: Protocol, sink: &Sink) -> Result<VerifiedList, Fatal> {
    let root = document.root();
    crate::reader::refuse_error_response(root)?;
    let Some(list) = crate::reader::listed_tools(root) else {
        let message = "this is not a list of tools: it is not an array, a tool, or an object with `tools`";
        return Err(Box::new(Diagnostic::new(Code::ListMalformed, message).at(root.place())));
    };
    if document.has_unpaired_surrogates() {
        let message = "the list has half of a surrogate pair (`S022`); some clients refuse it as a whole";
        sink.report(Code::ListMalformed, root.place(), message);
    }
    let verifier = Verifier { protocol, sink };
    let pages = crate::reader::listed_pages(root);
    for page in &pages {
        verifier.envelope(*page);
    }
    let mut names: HashMap<&str, usize> = HashMap::new();
    for &tool in &list {
        verifier.tool(tool);
        if let Some(name) = tool.get("name").and_then(Node::as_str) {
            let count = names.entry(name).or_default();
            *count += 1;
            if *count == 2 {
                let message = format!("two tools are named `{name}`; clients refuse the list, or lose one");
                sink.report(Code::NameRepeated, tool.place(), message);
            }
        }
    }
    let length = |page: &Node<'_>| page.to_value().to_string().len();
    let longest = match pages.as_slice() {
        [] | [_] => document.text().len(),
        several => several.iter().map(length).max().unwrap_or_default(),
    };
    Ok(VerifiedList { tools: list.len(), pages: pages.len(), longest })
}

/// Reports what clients refuse.
#[derive(Clone, Copy)]
struct Verifier<'v> {
    protocol: Protocol,
    sink: &'v Sink,
}

impl Verifier<'_> {
    /// Verifies the members of the result around the tools (MCP 2026-07-28, `ListToolsResult` and
    /// `PaginatedResult`).
    fn envelope(self, page: Node<'_>) {
        let result = crate::reader::listed_result(page);
        let wrong = |node: Node<'_>, expected: &str| {
            let found = match node.kind() {
                NodeKind::Number => node.scalar_text().unwrap_or_default().to_owned(),
                NodeKind::String => format!("`{}`", node.as_str().unwrap_or_default()),
                kind => kind.to_string(),
            };
            let message = format!("`{}` is {found}, not {expected}", node.key());
            self.sink.report(Code::ListMalformed, node.place(), message);
        };
        for (key, kind, expected) in [
            ("_meta", NodeKind::Object, "an object"),
            ("nextCursor", NodeKind::String, "a string"),
            ("resultType", NodeKind::String, "a string"),
            ("ttlMs", NodeKind::Number, "a number"),
            ("cacheScope", NodeKind::String, "a string"),
        ] {
            if let Some(node) = result.get(key).filter(|node| node.kind() != kind) {
                wrong(node, expected);
            }
        }
        if let Some(info) = result.get("_meta").and_then(|meta| meta.get(SERVER_INFO)) {
            self.server_info(info);
        }
        let ttl = result.get("ttlMs").filter(|node| node.kind() == NodeKind::Number);
        if let Some(node) = ttl.filter(|node| node.to_value().as_u64().is_none()) {
            wrong(node, "a whole number of 0 or more");
        }
        let scope = result.get("cacheScope").filter(|node| node.kind() == NodeKind::String);
        if let Some(node) = scope.filter(|node| !matches!(node.as_str(), Some("public" | "private"))) {
            wrong(node, "`public` or `private`");
        }
        if self.protocol == Protocol::V2026_07_28 {
            for key in ["resultType", "ttlMs", "cacheScope"] {
                if result.get(key).is_none() {
                    let message = format!("`{key}` is missing, which 2026-07-28 requires");
                    self.sink.report(Code::ListMalformed, result.place(), message);
                }
            }
        }
    }

    /// Verifies one tool (MCP 2026-07-28, `Tool`).
    fn tool(self, tool: Node<'_>) {
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
        if let Some(node) = tool.get("_meta") {
            member.expect(node, NodeKind::Object, "an object");
        }
        if let Some(execution) = tool.get("execution")
            && member.expect(execution, NodeKind::Object, "an object")
            && let Some(node) = execution.get("taskSupport")
            && member.expect(node, NodeKind::String, "a string")
            && !node.as_str().is_some_and(|word| TASK_SUPPORT.contains(&word))
        {
            let message = format!("`taskSupport` of {} is not one of {}", member.of, TASK_SUPPORT.join(", "));
            self.sink.report(Code::ToolMalformed, node.place(), message);
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
    }

    fn name(self, node: Node<'_>) {
        let Some(name) = node.as_str() else { return };
        let rest = name.strip_prefix(['_', '-']).unwrap_or(name);
        let is_plain = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-');
        let why = if name.is_empty() {
            "it is empty"
        } else if !name.chars().all(is_plain) {
            "model APIs accept letters, digits, `_` and `-` only"
        } else if name.len() > TOOL_NAME_CHARACTERS {
            "several clients accept at most 64 characters"
        } else if ToolName::new(name, TOOL_NAME_CHARACTERS).is_none() && !rest.is_empty() {
            "some clients accept only names that begin with a letter"
        } else {
            return;
        };
        let message = format!("the name `{name}` is refused: {why}");
        self.sink.report(Code::NameRefused, node.place(), message);
    }

    /// Verifies the names and the schemas of arguments, which are the properties of the input schema.
    fn arguments(self, schema: Node<'_>, of: &str) {
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
