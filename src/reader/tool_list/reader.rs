//! Reads a list of tools into a catalogue.

use crate::diagnostic::{Code, Sink};
use crate::json::{Map, Value};
use crate::model::meta::{HTTP, SOURCE, TAGS};
use crate::model::{Catalog, Format, NameSource, Tool};
use crate::options::Options;
use crate::schema::Translator;
use crate::selection::SelectionCandidate;
use crate::source::{Document, Fields, Node, Sources, TakenField};

use super::super::list_catalog;
use super::super::operation_choice::OperationChoice;
use super::annotations::{read_annotations, report_execution};
use super::error_response::error_response;
use super::icons::read_icons;
use super::list_document::{declaring_tools, listed_pages, listed_result, written_tools};
use super::server_info;
use super::tool_schemas::read_schemas;
use super::wrapped_tool::WrappedTool;

/// Reads tools. A tool that is not an object, or has no name, is reported and left out.
pub(in crate::reader) fn read<'s>(
    sources: &'s Sources,
    document: &'s Document,
    options: &'s Options,
    sink: &'s Sink,
) -> Catalog {
    let root = document.root();
    let mut meta = Map::new();
    let pages = listed_pages(root);
    for (index, page) in pages.iter().enumerate() {
        report_envelope(*page, index + 1 == pages.len(), &mut meta, sink);
    }
    declaring_tools(root).for_each(|tool| report_beside_declarations(tool, sink));
    let listed = written_tools(root).unwrap_or_else(|| vec![WrappedTool::new(root)]);
    let written: Vec<WrappedTool<'s>> =
        listed.into_iter().filter(|tool| !is_message(tool.outer, sink)).collect();
    // Each schema is a document of its own: `#/$defs/…` in it means its own definitions.
    let schemas = written.iter().flat_map(|tool| {
        let mut schemas =
            [tool.input(), tool.output()].map(|schema| schema.map(|schema| schema.node.place()));
        schemas.sort_unstable();
        schemas
    });
    document.embed_schemas(schemas.flatten());
    let mut reader = ToolListReader {
        sink,
        options,
        translator: Translator::new(sources, sink, options.dialect, options.output_formats),
        choice: OperationChoice::new(options),
        tools: Vec::new(),
    };
    // Their pointers lead to branches in the schema itself.
    reader.translator.keep_discriminators(true);
    // This program wrote the list.
    if meta.contains_key(SOURCE) {
        reader.translator.expect_emitted();
    }
    for tool in &written {
        reader.tool(tool);
    }
    reader.choice.report_unmatched(root.place(), sink);
    let found = (root.place(), written.len());
    list_catalog::catalog(Format::McpTools, found, meta, reader.tools, reader.translator, options)
}

/// Reports an item of a list that is a JSON-RPC message and not a tool, and returns true for it.
fn is_message(node: Node<'_>, sink: &Sink) -> bool {
    let is_message = node.get("jsonrpc").is_some();
    if let Some(error) = error_response(node) {
        let message = format!("a response is an error, not a list of tools: {error}; its tools are missing");
        sink.report(Code::MalformedTool, node.place(), message);
    } else if is_message {
        let message = "a JSON-RPC message without a list of tools is ignored";
        sink.report(Code::DroppedField, node.place(), message);
    }
    is_message
}

/// The message about a list whose last page has a `nextCursor`.
const ONE_PAGE: &str =
    "`nextCursor` leads to another page, which the input does not contain; its tools are missing";

/// Reports a list that is taken as it stands, and whose last page leads to another.
pub(crate) fn report_one_page(root: Node<'_>, sink: &Sink) {
    let last = listed_pages(root).pop();
    if let Some(cursor) = last.and_then(|page| listed_result(page).get("nextCursor"))
        && !cursor.is_null()
    {
        sink.report(Code::OnePage, cursor.place(), ONE_PAGE);
    }
}

/// Keeps `_meta` of a page, and reports fields that are unknown. Known fields of a response, such as `id` and `ttlMs`,
/// describe that one response and not the tools, so they are ignored.
fn report_envelope(page: Node<'_>, is_last: bool, meta: &mut Map, sink: &Sink) {
    let mut levels = vec![page];
    levels.extend(Some(listed_result(page)).filter(|result| *result != page));
    for level in levels {
        let mut fields = Fields::new(level);
        fields.pass_over(&["result", "tools"], "its tools are read");
        fields
            .pass_over(&["jsonrpc", "id", "resultType", "ttlMs", "cacheScope"], "it describes one response");
        if fields.node().get("toolConfig") == Some(listed_result(page)) {
            fields.pass_over(&["toolConfig"], "its tools are read");
        }
        match fields.take("_meta").map(TakenField::used) {
            Some(node) if node.is_object() => meta.extend(server_info::read_meta(node, sink)),
            Some(node) => {
                let message = format!("`_meta` of the list is {}, not an object; it is dropped", node.kind());
                sink.report(Code::WrongType, node.place(), message);
            }
            None => {}
        }
        // The cursor of any other page leads to the page after it, which is in the document.
        match fields.take("nextCursor") {
            Some(cursor) if is_last => {
                cursor.reported(Code::OnePage, ONE_PAGE, sink);
            }
            Some(cursor) => cursor.passed_over("the page after it is in the document"),
            None => {}
        }
        list_catalog::report_unknown(fields.rest(), sink);
    }
}

/// Reports what a Gemini tool has beside its functions, such as `googleSearch`, which the API itself executes.
fn report_beside_declarations(tool: Node<'_>, sink: &Sink) {
    let mut fields = Fields::new(tool);
    fields.pass_over(&["functionDeclarations", "function_declarations"], "its functions are read");
    for rest in fields.rest().filter(|rest| !rest.is_null()) {
        let message =
            format!("`{}` beside `functionDeclarations` is not a function; it is dropped", rest.key());
        sink.report(Code::DroppedField, rest.place(), message);
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
        if let Some(why) = written.not_a_function() {
            self.sink.report(
                Code::NotAFunction,
                outer.place(),
                format!("{} {why}; it is left out", called(outer)),
            );
            return;
        }
        let mut fields = Fields::new(inner);
        let written_name = fields.take("name").and_then(|name| name.text(self.sink));
        let Some(name) = list_catalog::tool_name(written_name, inner, self.sink) else { return };
        let call = inner.get("_meta").and_then(|meta| meta.get(HTTP));
        let text = |key: &str| call.and_then(|call| call.get(key)).and_then(Node::as_str);
        let tags = inner.get("_meta").and_then(|meta| meta.get(TAGS));
        let tags: Vec<&str> = tags.into_iter().flat_map(Node::items).filter_map(Node::as_str).collect();
        let own_tags = tags.iter().map(|&tag| tag.to_owned()).collect();
        let candidate =
            SelectionCandidate { id: Some(name), method: text("method"), path: text("path"), tags };
        if !self.choice.wants(&candidate, &format_args!("the tool `{name}`"), outer.place(), self.sink) {
            return;
        }
        let mut tool = Tool::new(outer.place(), NameSource::Copied(name.to_owned()));
        tool.rules = self.choice.rules(&candidate);
        tool.tags = own_tags;
        let title = self.text(fields.take("title").map(TakenField::used), &tool);
        tool.source_description =
            self.text(fields.take("description").map(TakenField::used), &tool).map(str::to_owned);
        read_annotations(fields.take("annotations").map(TakenField::used), &mut tool, self.sink);
        let other_title = tool.further_annotations.get("title").and_then(Value::as_str);
        tool.explicit_title = title.or(other_title).map(str::to_owned);
        if let Some(entries) = self.object(fields.take("_meta").map(TakenField::used), &tool) {
            tool.meta = entries;
        }
        if let Some(icons) = fields.take("icons").map(TakenField::used) {
            tool.icons = read_icons(icons, &tool.to_string(), self.sink);
        }
        report_execution(fields.take("execution").map(TakenField::used), &tool, self.sink);
        read_schemas(written, &mut tool, &mut self.translator, self.options, self.sink);
        fields.pass_over(&written.schema_fields(), "the schemas were read");
        // Model APIs also have `type`, which says that a tool is a function.
        if inner.get("type").is_some_and(|kind| kind.as_str().is_some()) {
            fields.pass_over(&["type"], "it says that the tool is a function");
        }
        let mut around = Fields::new(outer);
        if let Some(wrapper) = written.wrapper {
            around.pass_over(&["type", wrapper], "the function is read");
        }
        let around = around.rest().filter(|_| outer != inner);
        for rest in fields.rest().chain(around).filter(|rest| !rest.is_null()) {
            let message =
                format!("MCP has no field for `{}` of the tool `{name}`; it is dropped", rest.key());
            self.sink.report(Code::DroppedField, rest.place(), message);
        }
        self.tools.push(tool);
    }

    /// Returns a text. A number or a boolean is taken as one; anything else is reported and dropped.
    fn text(&self, node: Option<Node<'s>>, tool: &Tool) -> Option<&'s str> {
        let node = node.filter(|node| !node.is_null())?;
        if node.scalar_text().is_none() {
            let message = format!("`{}` of {tool} is {}, not text; it is dropped", node.key(), node.kind());
            self.sink.report(Code::WrongType, node.place(), message);
        }
        node.scalar_text()
    }

    /// Returns the entries of an object; anything else is reported and dropped.
    fn object(&self, node: Option<Node<'s>>, tool: &Tool) -> Option<Map> {
        let node = node.filter(|node| !node.is_null())?;
        if let Value::Object(entries) = node.to_value() {
            return Some(entries);
        }
        let message = format!("`{}` of {tool} is {}, not an object; it is dropped", node.key(), node.kind());
        self.sink.report(Code::WrongType, node.place(), message);
        None
    }
}

/// Describes a tool of a model API that has no name of its own, or none in the usual place.
fn called(tool: Node<'_>) -> String {
    let name = tool.get("custom").unwrap_or(tool).get("name").and_then(Node::as_str);
    let kind = tool.get("type").and_then(Node::as_str);
    let only = tool.entries().next().map(|(key, _)| key);
    name.or(kind).or(only).map_or_else(|| "a tool".to_owned(), |name| format!("the tool `{name}`"))
}
