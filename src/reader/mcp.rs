//! Tools as they are sent to a model: the result of MCP's `tools/list`, whole or as a JSON-RPC response, in one piece or in
//! pages; a bare list, or what model APIs call a function or a tool.
//!
//! Read leniently: whoever wrote the list, each tool comes out in the form that every client accepts. What is in
//! that form already comes out as it is.

use crate::diagnostic::{Code, Sink};
use crate::json::{Map, Value};
use crate::model::meta::{HTTP, SOURCE};
use crate::model::{
    Annotations, Catalog, Direction, Format, Hint, NameSource, OutputRoot, Tool, ToolInput, ToolOutput,
};
use crate::options::Options;
use crate::schema::{SourceDialect, Translator};
use crate::selection::SelectionCandidate;
use crate::source::{Document, Fields, Node, Sources};

use super::choice::OperationChoice;
use super::{icon, remote, tools};

/// Where a tool can have its input schema: MCP, Anthropic, OpenAI.
const INPUTS: [&str; 3] = ["inputSchema", "input_schema", "parameters"];

/// Whether a document holds tools in one of these forms; a list of nothing is one.
pub(super) fn is_one(root: Node<'_>) -> bool {
    let Some(tools) = listed(root) else { return false };
    tools.is_empty() || tools.into_iter().any(is_tool)
}

fn is_tool(node: Node<'_>) -> bool {
    node.get("function").is_some_and(Node::is_object)
        || node.get("name").is_some() && INPUTS.iter().any(|key| node.get(key).is_some())
}

/// The result that a JSON-RPC response holds, or what is a result by itself.
pub(crate) fn result(page: Node<'_>) -> Node<'_> {
    page.get("result").filter(|result| result.is_object()).unwrap_or(page)
}

fn tools_of(page: Node<'_>) -> Option<Node<'_>> {
    result(page).get("tools").filter(|tools| tools.is_array())
}

/// Results of `tools/list`, whole or in a response, in their order: the document itself, or items of it, each a page of one
/// list.
pub(crate) fn pages(root: Node<'_>) -> Vec<Node<'_>> {
    let pages = if root.is_array() { root.items().collect() } else { vec![root] };
    pages.into_iter().filter(|page| tools_of(*page).is_some()).collect()
}

/// The tools in a document: those of its pages, the items of a bare list, or the one tool that it is.
pub(crate) fn listed(root: Node<'_>) -> Option<Vec<Node<'_>>> {
    if root.is_array() {
        let tools = root.items().flat_map(|item| match tools_of(item) {
            Some(tools) => tools.items().collect(),
            None => vec![item],
        });
        return Some(tools.collect());
    }
    let tools = tools_of(root).map(|tools| tools.items().collect());
    tools.or_else(|| is_tool(root).then(|| vec![root]))
}

/// One tool: what stands around its definition, and the definition.
struct WrappedTool<'s> {
    outer: Node<'s>,
    inner: Node<'s>,
}

impl<'s> WrappedTool<'s> {
    /// `{"type": "function", "function": {…}}` is the form of OpenAI's chat completions.
    fn new(outer: Node<'s>) -> Self {
        let inner = outer.get("function").filter(|inner| inner.is_object()).unwrap_or(outer);
        Self { outer, inner }
    }

    fn input(&self) -> Option<Node<'s>> {
        INPUTS.iter().find_map(|key| self.inner.get(key)).filter(|schema| !schema.is_null())
    }

    fn output(&self) -> Option<Node<'s>> {
        self.inner.get("outputSchema").filter(|schema| !schema.is_null())
    }
}

/// Reads tools. A tool that is no object, or has no name, is reported and left out.
pub(super) fn read<'s>(
    sources: &'s Sources,
    document: &'s Document,
    options: &'s Options,
    sink: &'s Sink,
) -> Catalog {
    let root = document.root();
    let mut meta = Map::new();
    let pages = pages(root);
    for (index, page) in pages.iter().enumerate() {
        report_envelope(*page, index + 1 == pages.len(), &mut meta, sink);
    }
    let listed = listed(root).unwrap_or_else(|| vec![root]);
    let written: Vec<WrappedTool<'s>> =
        listed.into_iter().filter(|tool| !is_message(*tool, sink)).map(WrappedTool::new).collect();
    // Each schema is a document of its own: `#/$defs/…` in it means its own definitions.
    let schemas = written.iter().flat_map(|tool| {
        let mut schemas = [tool.input(), tool.output()];
        schemas.sort_by_key(|schema| schema.map(Node::place));
        schemas
    });
    document.embed_schemas(schemas.flatten().map(Node::place));
    let mut reader = ToolListReader {
        sink,
        options,
        translator: Translator::new(sources, sink, options.dialect, options.output_formats),
        choice: OperationChoice::new(options),
        tools: Vec::new(),
    };
    // This program wrote the list.
    if meta.contains_key(SOURCE) {
        reader.translator.expect_emitted();
    }
    for tool in &written {
        reader.tool(tool);
    }
    reader.choice.report_unmatched(root.place(), sink);
    let found = (root.place(), written.len());
    tools::catalog(Format::McpTools, found, meta, reader.tools, reader.translator, options)
}

/// Whether this stands in a list as another message of JSON-RPC would, which is reported.
fn is_message(node: Node<'_>, sink: &Sink) -> bool {
    let is_message = node.get("jsonrpc").is_some();
    if is_message && node.get("error").is_some() {
        let message = "a response is an error and no list of tools; what it would have listed is missing";
        sink.report(Code::MalformedTool, node.place(), message);
    } else if is_message {
        let message = "a message that lists no tools is dropped";
        sink.report(Code::DroppedField, node.place(), message);
    }
    is_message
}

/// What stands around the tools of a page: `_meta` is kept, the rest belongs to one answer and not to the tools.
fn report_envelope(page: Node<'_>, is_last: bool, meta: &mut Map, sink: &Sink) {
    let mut levels = vec![page];
    levels.extend(Some(result(page)).filter(|result| *result != page));
    for level in levels {
        let mut fields = Fields::new(level);
        for known in ["jsonrpc", "id", "result", "tools", "resultType", "ttlMs", "cacheScope"] {
            fields.take(known);
        }
        if let Some(Value::Object(entries)) = fields.take("_meta").map(Node::to_value) {
            meta.extend(entries);
        }
        // The page behind it is what a cursor leads to.
        if let Some(cursor) = fields.take("nextCursor").filter(|_| is_last) {
            let message = "another page of the list follows, which is not here; its tools are missing";
            sink.report(Code::OnePage, cursor.place(), message);
        }
        tools::report_rest(fields.rest(), sink);
    }
}

struct ToolListReader<'s> {
    sink: &'s Sink,
    options: &'s Options,
    translator: Translator<'s>,
    choice: OperationChoice<'s>,
    tools: Vec<Tool>,
}

impl<'s> ToolListReader<'s> {
    fn tool(&mut self, written: &WrappedTool<'s>) {
        let (outer, inner) = (written.outer, written.inner);
        let mut fields = Fields::new(inner);
        let written_name = fields.take("name").and_then(Node::scalar_text);
        let Some(name) = tools::name(written_name, inner, self.sink) else { return };
        let call = inner.get("_meta").and_then(|meta| meta.get(HTTP));
        let text = |key: &str| call.and_then(|call| call.get(key)).and_then(Node::as_str);
        let candidate = SelectionCandidate {
            id: Some(name),
            method: text("method"),
            path: text("path"),
            tags: Vec::new(),
        };
        if !self.choice.wants(&candidate, &format_args!("the tool `{name}`"), outer.place(), self.sink) {
            return;
        }
        let mut tool = Tool::new(outer.place(), NameSource::Copied(name.to_owned()));
        tool.rules = self.choice.rules(&candidate);
        let title = fields.take("title").and_then(Node::as_str);
        tool.source_description = fields.take("description").and_then(Node::scalar_text).map(str::to_owned);
        self.annotations(fields.take("annotations"), &mut tool);
        let other_title = tool.further_annotations.get("title").and_then(Value::as_str);
        tool.explicit_title = title.or(other_title).map(str::to_owned);
        if let Some(Value::Object(entries)) = fields.take("_meta").map(Node::to_value) {
            tool.meta = entries;
        }
        self.icons(fields.take("icons"), &mut tool);
        self.execution(fields.take("execution"), &tool);
        self.schemas(written, &mut tool);
        for known in INPUTS.into_iter().chain(["outputSchema"]) {
            fields.take(known);
        }
        // What model APIs have besides: what kind of tool it is, and how strictly they read its schema.
        if inner.get("type").is_some_and(|kind| kind.as_str().is_some()) {
            fields.take("type");
        }
        let mut around = Fields::new(outer);
        if outer != inner {
            around.take("type");
            around.take("function");
        }
        let around = around.rest().filter(|_| outer != inner);
        for rest in fields.rest().chain(around).filter(|rest| !rest.is_null()) {
            let message = format!("`{}` of the tool `{name}` has no place in MCP; it is dropped", rest.key());
            self.sink.report(Code::DroppedField, rest.place(), message);
        }
        self.tools.push(tool);
    }

    fn schemas(&mut self, written: &WrappedTool<'s>, tool: &mut Tool) {
        self.translator.begin_scope();
        let input = written.input();
        if input.is_none() {
            let message = format!("the tool {tool} does not describe its input; it has no argument");
            self.sink.report(Code::InputMissing, written.inner.place(), message);
        }
        if let Some(uri) = input.and_then(remote::of).filter(|_| !self.options.allow_net) {
            let message = format!(
                "the input schema of {tool} stands at `{uri}`, which needs the network; its `$ref` is kept, and \
                 clients must not follow it"
            );
            self.sink.report(Code::RemoteInput, input.unwrap_or(written.inner).place(), message);
            tool.verbatim.input = Some(remote::input(uri, self.options.dialect));
        } else {
            tool.input = Some(ToolInput {
                place: input.unwrap_or(written.inner).place(),
                schema: input.map_or_else(Default::default, |schema| {
                    self.translator.translate(schema, SourceDialect::Draft202012, Direction::Input, "input")
                }),
                wrapped: false,
            });
        }
        if let Some(schema) = written.output().filter(|_| self.options.output_schema) {
            tool.output = Some(ToolOutput {
                place: schema.place(),
                schema: self.translator.translate(
                    schema,
                    SourceDialect::Draft202012,
                    Direction::Output,
                    "result",
                ),
                root: OutputRoot::Object,
            });
        }
    }

    /// Icons, each an object with the address of an image.
    fn icons(&self, node: Option<Node<'s>>, tool: &mut Tool) {
        for icon in node.into_iter().flat_map(Node::children) {
            if icon.get("src").is_none_or(|source| source.as_str().is_none()) {
                let message = format!("an icon of {tool} has no `src`; it is dropped");
                self.sink.report(Code::WrongType, icon.place(), message);
                continue;
            }
            let misfits: Vec<Node<'s>> = icon::misfits(icon).map(|(misfit, _)| misfit).collect();
            let mut kept = Map::new();
            for (key, value) in icon.entries() {
                if misfits.contains(&value) {
                    let message =
                        format!("`{key}` of an icon of {tool} is not what MCP asks for; it is dropped");
                    self.sink.report(Code::WrongType, value.place(), message);
                } else if icon::is_known(key) {
                    kept.insert(key, value.to_value());
                } else {
                    let message = format!("`{key}` of an icon of {tool} has no place in MCP; it is dropped");
                    self.sink.report(Code::DroppedField, value.place(), message);
                }
            }
            tool.icons.push(Value::Object(kept));
        }
    }

    /// How a tool runs, in the one version of MCP (2025-11-25) that knows tasks of this kind. What it says by default
    /// is nothing to lose.
    fn execution(&self, node: Option<Node<'s>>, tool: &Tool) {
        let Some(node) = node else { return };
        let is_default = |(key, value): (&str, Node<'_>)| {
            key == "taskSupport" && value.as_str() == Some("forbidden") || value.is_null()
        };
        if !node.entries().all(is_default) {
            let message = format!("`execution` of {tool} is known to one version of MCP only; it is dropped");
            self.sink.report(Code::DroppedField, node.place(), message);
        }
    }

    /// The four hints, and whatever else stands there.
    fn annotations(&self, node: Option<Node<'s>>, tool: &mut Tool) {
        let Some(node) = node else { return };
        if !node.is_object() {
            let message = format!("`annotations` of {tool} is {}, not an object; it is dropped", node.kind());
            self.sink.report(Code::WrongType, node.place(), message);
            return;
        }
        let mut annotations = Annotations::default();
        for (key, value) in node.entries().filter(|(_, value)| !value.is_null()) {
            match (Hint::ALL.into_iter().find(|hint| hint.key() == key), value.as_bool()) {
                (Some(hint), Some(flag)) => annotations.set(hint, flag),
                (Some(_), None) => {
                    let message =
                        format!("`{key}` of {tool} is {}, not a boolean; it is dropped", value.kind());
                    self.sink.report(Code::WrongType, value.place(), message);
                }
                (None, _) => {
                    tool.further_annotations.insert(key, value.to_value());
                }
            }
        }
        tool.annotations = annotations;
    }
}
