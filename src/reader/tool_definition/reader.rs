//! Reads definitions into a catalogue.

use crate::diagnostic::{Code, Sink};
use crate::json::{Map, Value};
use crate::model::meta::DEFINITION;
use crate::model::{Catalog, Direction, Format, NameSource, Schema, Tool, ToolInput};
use crate::options::Options;
use crate::schema::{SourceDialect, Translator, is_short_form};
use crate::selection::SelectionCandidate;
use crate::source::{Document, Fields, Node, Sources, TakenField};

use super::super::list_catalog;
use super::super::operation_choice::OperationChoice;
use super::code_model;
use super::definition_document::DefinitionDocument;
use super::hints::{Behaviour, Category, ConsequenceLevel};
use super::routing;

/// Fields that are kept in `_meta`: MCP has no field for them, or only hints that say less.
const KEPT: [&str; 7] =
    ["consequenceLevel", "requiresConfirmation", "timeout", "tags", "version", "dependsOn", "triggerPhrases"];

/// The fields among them that hints express in part.
const APPROXIMATED: [&str; 2] = ["consequenceLevel", "requiresConfirmation"];

/// Reads definitions. One that is not an object, or has no name, is reported and left out.
pub(in crate::reader) fn read<'s>(
    sources: &'s Sources,
    document: &'s Document,
    options: &'s Options,
    sink: &'s Sink,
) -> Catalog {
    let root = document.root();
    // Each definition, with its key in a map.
    let definitions: Vec<(Node<'s>, Option<&'s str>)> = match DefinitionDocument::of(root) {
        DefinitionDocument::One(node) => vec![(node, None)],
        DefinitionDocument::Several(list) if list.is_array() => {
            list.items().map(|node| (node, None)).collect()
        }
        DefinitionDocument::Several(map) => {
            let (definitions, other): (Vec<_>, Vec<_>) = map.children().partition(|node| node.is_object());
            list_catalog::report_unknown(other.into_iter(), sink);
            definitions.into_iter().map(|node| (node, Some(node.key()))).collect()
        }
    };
    if matches!(DefinitionDocument::of(root), DefinitionDocument::Several(tools) if tools != root) {
        let mut fields = Fields::new(root);
        fields.pass_over(&["tools"], "its definitions are read");
        list_catalog::report_unknown(fields.rest(), sink);
    }
    // Each schema is a document of its own: `#/$defs/…` in it means its own definitions.
    let schemas = definitions.iter().filter_map(|(node, _)| node.get("schema"));
    document.embed_schemas(schemas.map(Node::place));
    let mut reader = ToolDefinitionReader {
        sink,
        options,
        translator: Translator::new(sources, sink, options.dialect, options.output_formats),
        choice: OperationChoice::new(options),
        tools: Vec::new(),
    };
    reader.translator.keep_discriminators(options.keep_discriminator);
    for &(node, key) in &definitions {
        reader.definition(node, key);
    }
    reader.choice.report_unmatched(root.place(), sink);
    routing::report_relative(&reader.tools, root, sink);
    let found = (root.place(), definitions.len());
    list_catalog::catalog(Format::ToolDefinition, found, Map::new(), reader.tools, reader.translator, options)
}

struct ToolDefinitionReader<'s> {
    sink: &'s Sink,
    options: &'s Options,
    translator: Translator<'s>,
    choice: OperationChoice<'s>,
    tools: Vec<Tool>,
}

impl<'s> ToolDefinitionReader<'s> {
    fn definition(&mut self, node: Node<'s>, key: Option<&'s str>) {
        let mut fields = Fields::new(node);
        let written = fields.take("name").and_then(|name| name.text(self.sink));
        let Some(name) = list_catalog::tool_name(written.or(key), node, self.sink) else { return };
        let tags = node.get("category").and_then(Node::as_str).into_iter().collect();
        let candidate = SelectionCandidate { id: Some(name), tags, ..SelectionCandidate::default() };
        if !self.choice.wants(&candidate, &format_args!("the tool `{name}`"), node.place(), self.sink) {
            return;
        }
        if let Some(library) = node.get("schema").and_then(code_model::library) {
            let message = format!(
                "the schema of `{name}` is an object of {library}, not JSON Schema; the tool is left out"
            );
            self.sink.report(Code::ModelInCode, node.get("schema").unwrap_or(node).place(), message);
            return;
        }
        let mut tool = Tool::new(node.place(), NameSource::Words(name.to_owned()));
        tool.rules = self.choice.rules(&candidate);
        if !self.status(fields.take("status").map(TakenField::used), &mut tool) {
            return;
        }
        tool.source_description =
            self.text(fields.take("description").map(TakenField::used)).map(str::to_owned);
        self.behaviour(&mut fields, &mut tool);
        self.schema(fields.take("schema").map(TakenField::used), node, name, &mut tool);
        if let Some(routing) = fields.take("mcpRouting").map(TakenField::used) {
            routing::read(routing, &mut tool, self.options.server_url.as_ref(), self.sink);
        }
        for rest in fields.rest().filter(|rest| !rest.is_null()) {
            let message =
                format!("MCP has no field for `{}` of the tool `{name}`; it is dropped", rest.key());
            self.sink.report(Code::DroppedField, rest.place(), message);
        }
        self.tools.push(tool);
    }

    /// Applies `status`, and returns false if the tool is left out.
    fn status(&self, node: Option<Node<'s>>, tool: &mut Tool) -> bool {
        let Some(node) = node else { return true };
        let status = node.as_str().map(|status| status.trim().to_ascii_lowercase());
        match status.as_deref() {
            Some("active") => {}
            Some("deprecated") if self.options.skip_deprecated => {
                let message = format!("the tool {tool} is deprecated and was left out");
                self.sink.report(Code::DeprecatedSkipped, tool.place, message);
                return false;
            }
            Some("deprecated") => tool.deprecated = true,
            Some("removed") => {
                let message = format!("the tool {tool} has the status `removed` and is left out");
                self.sink.report(Code::DefinitionRemoved, node.place(), message);
                return false;
            }
            _ => self.ignore(node, "is not a status; it is ignored"),
        }
        true
    }

    /// Sets the hints, and keeps the fields that hints do not express in `_meta`.
    fn behaviour(&self, fields: &mut Fields<'s>, tool: &mut Tool) {
        let mut kept = Map::new();
        let mut behaviour = Behaviour::default();
        if let Some(node) = fields.take("category").map(TakenField::used) {
            behaviour.category = self.text(Some(node)).map(Category::new);
            if behaviour.category == Some(Category::Unknown) {
                let message = format!(
                    "unknown category `{}` of {tool}; its hints are those of `side_effect`",
                    node.scalar_text().unwrap_or_default()
                );
                self.sink.report(Code::UnknownCategory, node.place(), message);
                kept.insert("category", node.to_value());
            }
        }
        fields.pass_over(&KEPT, "read below, in the order of the definition");
        let written = fields.node().entries().filter(|(key, value)| KEPT.contains(key) && !value.is_null());
        for (key, value) in written {
            let fits = match key {
                "requiresConfirmation" => {
                    let flag = value.as_bool().or_else(|| value.as_str()?.trim().parse().ok());
                    behaviour.confirmed = flag == Some(true);
                    flag.is_some()
                }
                "consequenceLevel" => {
                    behaviour.level = value.as_str().and_then(ConsequenceLevel::new);
                    if behaviour.level.is_none() && value.as_str().is_some() {
                        // An unknown level may be a high one.
                        behaviour.level = Some(ConsequenceLevel::High);
                        self.ignore(value, "is not a level; the hints are those of `high`");
                    }
                    value.as_str().is_some()
                }
                "timeout" => value.as_number().is_some(),
                "version" => value.scalar_text().is_some(),
                _ => value.is_array() && value.items().all(|item| item.as_str().is_some()),
            };
            if fits {
                kept.insert(key.to_owned(), value.to_value());
            } else {
                self.ignore(value, &format!("has the wrong type ({}); it is dropped", value.kind()));
            }
        }
        tool.annotations = behaviour.hints();
        if behaviour.confirmed && behaviour.category.is_some_and(Category::is_read_only) {
            let message = format!(
                "{tool} requires confirmation and is read-only; no hints express both, so clients may call it without asking"
            );
            let node = fields.node().get("requiresConfirmation").unwrap_or(fields.node());
            self.sink.report(Code::ConfirmationLost, node.place(), message);
        }
        if !kept.is_empty() {
            self.sink.report(Code::DefinitionKept, tool.place, kept_message(&kept, tool));
            tool.meta.insert(DEFINITION.to_owned(), Value::Object(kept));
        }
    }

    fn schema(&mut self, schema: Option<Node<'s>>, node: Node<'s>, name: &'s str, tool: &mut Tool) {
        self.translator.begin_scope();
        let translated = match schema {
            None => {
                let message = format!("the tool `{name}` has no input schema, so it gets no arguments");
                self.sink.report(Code::InputMissing, node.place(), message);
                Schema::default()
            }
            Some(schema) if is_short_form(schema) => {
                self.translator.translate_short_form(schema, Direction::Input, "input")
            }
            Some(schema) => {
                self.translator.translate(schema, SourceDialect::Draft202012, Direction::Input, "input")
            }
        };
        let place = schema.unwrap_or(node).place();
        tool.input = Some(ToolInput::new(place, translated));
    }

    /// Returns the text of a field; a value of another type is reported and counts as absent.
    fn text(&self, node: Option<Node<'s>>) -> Option<&'s str> {
        let node = node?;
        if node.scalar_text().is_none() {
            self.ignore(node, &format!("is {}, not text; it is dropped", node.kind()));
        }
        node.scalar_text()
    }

    fn ignore(&self, node: Node<'s>, what: &str) {
        let value = node.scalar_text().map(|text| format!(" `{text}`")).unwrap_or_default();
        let message = format!("`{}`{value} {what}", node.key());
        self.sink.report(Code::DefinitionValue, node.place(), message);
    }
}

/// Describes the fields of a tool that are kept in `_meta`, in one sentence.
fn kept_message(kept: &Map, tool: &Tool) -> String {
    let listed = |approximated: bool| {
        let keys = kept.keys().filter(|key| APPROXIMATED.contains(&key.as_str()) == approximated);
        keys.map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ")
    };
    let mut parts = Vec::new();
    for (what, fields) in [("hints only approximate", listed(true)), ("MCP has no field for", listed(false))]
    {
        if !fields.is_empty() {
            parts.push(format!("{what} {fields}"));
        }
    }
    format!("{tool}: {}; the values are kept in `_meta`", parts.join(", and "))
}
