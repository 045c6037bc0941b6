//! Verifies a list of tools from any source: reports everything that clients refuse, and repairs nothing.

mod list_limits;
mod message_text;
mod published;
mod references;
mod required_names;
mod schema;
mod schema_scan;
mod server_info;
mod tool;

use std::collections::HashMap;

use crate::diagnostic::{Code, Diagnostic, Fatal, Sink};
use crate::model::meta::SERVER_INFO;
use crate::options::{Options, Protocol};
use crate::parallel::each;
use crate::reader::WrappedTool;
use crate::source::{Document, Node, NodeKind};

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
/// response, whole or in pages, or a bare array. Each tool is judged as it is written, one after the other.
pub fn verify(document: &Document, options: &Options, sink: &Sink) -> Result<VerifiedList, Fatal> {
    let root = document.root();
    crate::reader::refuse_error_response(root)?;
    let Some(mut tools) = crate::reader::written_tools(root) else {
        let message = "this is not a list of tools: it is not an array, a tool, or an object with `tools`";
        let found = Diagnostic::new(Code::ListMalformed, message).at(root.place());
        let is_description = root.get("openapi").or_else(|| root.get("swagger")).is_some();
        return Err(Box::new(if is_description {
            found.help("It is a description. `apimint convert FILE -o tools.json` makes a list of it, and says what it lost.")
        } else {
            found
        }));
    };
    if let Some(refusal) = refused_as_foreign(root, &tools) {
        return Err(refusal);
    }
    let verifier = Verifier { options, sink };
    let pages = crate::reader::listed_pages(root);
    for page in &pages {
        verifier.envelope(*page);
    }
    verifier.message_text(document, &pages, &tools);
    verifier.list_limits(&pages, &tools);
    let mut names: HashMap<&str, usize> = HashMap::new();
    for tool in tools.iter().map(|tool| tool.outer) {
        if let Some(name) = tool.get("name").and_then(Node::as_str) {
            let count = names.entry(name).or_default();
            *count += 1;
            if *count == 2 {
                let message = format!("two tools are named `{name}`; clients refuse the list, or lose one");
                sink.report(Code::NameRepeated, tool.place(), message);
            }
        }
    }
    each(&mut tools, sink, |tool, sink| Verifier { options, sink }.tool(tool));
    let length = |page: &Node<'_>| page.to_value().to_string().len();
    let longest = match pages.as_slice() {
        [] | [_] => document.text().len(),
        several => several.iter().map(length).max().unwrap_or_default(),
    };
    Ok(VerifiedList { tools: tools.len(), pages: pages.len(), longest })
}

/// Returns the refusal of a list in another form than that of MCP. A list with a tool of MCP is one of MCP, and what the others
/// lack is reported.
fn refused_as_foreign(root: Node<'_>, tools: &[WrappedTool<'_>]) -> Option<Fatal> {
    let is_of_mcp = |tool: &WrappedTool<'_>| tool.outer.get("inputSchema").is_some();
    let has_schema = |tool: &WrappedTool<'_>| tool.outer.get("schema").is_some_and(Node::is_object);
    if tools.iter().any(is_of_mcp) {
        return None;
    }
    let (what, field) = match tools.iter().find_map(WrappedTool::model_api) {
        Some((api, field)) => (format!("tools for {api}"), field),
        None if tools.iter().any(has_schema) => ("ToolDefinitions".to_owned(), "schema"),
        None => return None,
    };
    let message = format!("this is a list of {what} (they have `{field}`), which MCP clients do not read");
    let finding = Diagnostic::new(Code::ListMalformed, message).at(root.place());
    Some(Box::new(finding.help("`apimint convert` reads the list, and writes one for MCP clients.")))
}

/// Reports what clients refuse.
#[derive(Clone, Copy)]
struct Verifier<'v> {
    options: &'v Options,
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
        if let Some(meta) = result.get("_meta") {
            self.published_meta(result, meta);
        }
        let kind = result.get("resultType").filter(|node| node.kind() == NodeKind::String);
        if let Some(node) = kind.filter(|node| node.as_str() != Some("complete")) {
            wrong(node, "`complete`: the TypeScript client loses the list");
        }
        if let Some(node) = result.get("nextCursor").filter(|node| node.as_str() == Some("")) {
            let message = "`nextCursor` is an empty cursor, for which clients ask without end; leave it out";
            self.sink.report(Code::ListMalformed, node.place(), message);
        }
        let ttl = result.get("ttlMs").filter(|node| node.kind() == NodeKind::Number);
        if let Some(node) = ttl.filter(|node| node.to_value().as_u64().is_none()) {
            wrong(node, "a whole number of 0 or more");
        }
        let scope = result.get("cacheScope").filter(|node| node.kind() == NodeKind::String);
        if let Some(node) = scope.filter(|node| !matches!(node.as_str(), Some("public" | "private"))) {
            wrong(node, "`public` or `private`");
        }
        if self.options.protocol == Protocol::V2026_07_28 {
            for key in ["resultType", "ttlMs", "cacheScope"] {
                if result.get(key).is_none() {
                    let message = format!("`{key}` is missing, which 2026-07-28 requires");
                    self.sink.report(Code::ListMalformed, result.place(), message);
                }
            }
        }
    }
}
