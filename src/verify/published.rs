//! Judges the texts of a tool with the passes that clean them in a conversion, and gives advice. The passes get the schemas
//! as they are written: nothing is translated before.

use std::sync::Arc;

use super::Verifier;
use crate::client_limits::{INPUT_SCHEMA_VALUES, SCHEMA_LEVELS};
use crate::diagnostic::{Code, Diagnostic, Family, Place};
use crate::json::{Map, Value};
use crate::model::{
    Argument, ArgumentLocation, ArgumentName, Catalog, Definition, Definitions, Direction, Format,
    NameSource, OutputRoot, Schema, SchemaDialect, Serialization, SourceInfo, Tool, ToolInput, ToolOutput,
};
use crate::pass::{lint_inputs, remove_secrets, strip_hidden_text};
use crate::reader::WrappedTool;
use crate::schema::{ReachedDefinitions, pre_order, required};
use crate::source::Node;
use crate::writer::{FinishedSchema, SharedSchemas};

/// The keywords that hold definitions, with the beginnings of references to them.
const DEFINITIONS: [(&str, &str); 2] =
    [("$defs", Schema::REFERENCE_PREFIX), ("definitions", "#/definitions/")];

impl Verifier<'_> {
    /// Judges the texts in the `_meta` of a list.
    pub(super) fn published_meta(self, result: Node<'_>, meta: Node<'_>) {
        let mut catalog = empty_catalog(result.place());
        catalog.meta = members(Some(meta));
        self.judge(catalog);
    }

    /// Judges the texts and the size of a tool, and gives advice on it.
    pub(super) fn published_tool(self, written: &WrappedTool<'_>) {
        let tool = written.inner;
        let mut catalog = empty_catalog(tool.place());
        let text = |key: &str| tool.get(key).and_then(Node::as_str).map(str::to_owned);
        let mut read = Tool::new(tool.place(), NameSource::Copied(text("name").unwrap_or_default()));
        read.title = text("title");
        read.description = text("description").unwrap_or_default();
        read.further_annotations = members(tool.get("annotations"));
        read.icons = tool.get("icons").into_iter().flat_map(Node::items).map(Node::to_value).collect();
        read.meta = members(tool.get("_meta"));
        if let Some(node) = written.input().map(|input| input.node) {
            let (mut root, definitions) = opened(node);
            catalog.input_definitions = definitions;
            let required: Vec<String> = required(&root).map(str::to_owned).collect();
            let properties = match root.shift_remove("properties") {
                Some(Value::Object(properties)) => properties,
                _ => Map::new(),
            };
            // What is left is no schema of an object, and advice on one would be about the arguments again.
            root.shift_remove("type");
            root.shift_remove("required");
            read.arguments = properties
                .into_iter()
                .filter_map(|(name, schema)| argument(node.place(), &name, schema, &required))
                .collect();
            read.input = Some(ToolInput::new(node.place(), Schema(root)));
            self.input_size(node.place(), &read, &catalog.input_definitions);
        }
        if let Some(node) = written.output().map(|output| output.node) {
            let (root, definitions) = opened(node);
            catalog.output_definitions = definitions;
            read.output =
                Some(ToolOutput { place: node.place(), schema: Schema(root), root: OutputRoot::Any });
        }
        catalog.tools.push(read);
        self.judge(catalog);
    }

    /// Keeps what the passes say of texts, and their advice.
    fn judge(self, mut catalog: Catalog) {
        let said = self.sink.beside().judging();
        strip_hidden_text(&mut catalog, &said);
        remove_secrets(&mut catalog, &said);
        lint_inputs(&mut catalog, self.options, &said);
        said.take(|finding| !matches!(finding.code.family(), Family::Safety | Family::Lint));
        self.sink.absorb(said);
    }

    /// Warns of an input schema that nests deeper than model APIs accept, or takes much of a model's context.
    fn input_size(self, place: Place, tool: &Tool, definitions: &Definitions) {
        let dialect = SchemaDialect::Portable;
        let arguments = tool.arguments.iter();
        let arguments: Vec<FinishedSchema> =
            arguments.map(|argument| FinishedSchema::of(&argument.schema, definitions, dialect)).collect();
        let shared = SharedSchemas::new(definitions.clone(), |_| true, dialect);
        let deepest = arguments.iter().map(|schema| 1 + shared.levels(schema)).max().unwrap_or(0);
        if deepest > SCHEMA_LEVELS {
            let message = format!(
                "the arguments of {tool} nest {deepest} levels deep; some model APIs accept {SCHEMA_LEVELS}"
            );
            self.sink.report(Code::DeepSchema, place, message);
        }
        let size = shared.size(arguments.iter(), &mut ReachedDefinitions::default());
        if size > INPUT_SCHEMA_VALUES {
            let message =
                format!("the input schema of {tool} has {size} values, all of which a model has to read");
            self.sink.report(Code::LargeSchema, place, message);
        }
    }

    /// Reports a schema that is longer than its bound in a conversion.
    pub(super) fn schema_length(self, node: Node<'_>, bytes: usize, direction: Direction, what: &str) {
        let (input, output) = self.options.schema_bounds(&[]);
        let (bound, code) = match direction {
            Direction::Input => (input.max(), Code::InputCut),
            Direction::Output => (output.max(), Code::OutputCut),
        };
        if bytes > bound {
            let message = format!("{what} has {bytes} bytes; long schemas fill the context of a client");
            let finding = Diagnostic::new(code, message).at(node.place());
            self.sink.push(finding.help(format!(
                "`apimint convert` cuts it to {bound} bytes, except what it needs for its first level."
            )));
        }
    }
}

/// A catalogue without tools, for a list at a place.
fn empty_catalog(place: Place) -> Catalog {
    Catalog {
        source: SourceInfo { format: Format::McpTools, title: None, version: None },
        place,
        found: 0,
        server: None,
        meta: Map::new(),
        tools: Vec::new(),
        input_definitions: Definitions::default(),
        output_definitions: Definitions::default(),
    }
}

/// Returns the members of an object.
fn members(node: Option<Node<'_>>) -> Map {
    match node.map(Node::to_value) {
        Some(Value::Object(members)) => members,
        _ => Map::new(),
    }
}

/// Takes a schema apart into its root and its definitions, to which all references lead in the one form that passes know.
fn opened(node: Node<'_>) -> (Map, Definitions) {
    let mut root = members(Some(node));
    let mut definitions = Definitions::default();
    for (keyword, prefix) in DEFINITIONS {
        let Some(list) = node.get(keyword) else { continue };
        if prefix != Schema::REFERENCE_PREFIX {
            pre_order(&mut root, (), |schema, _, ()| redirect(schema, prefix), |(), _, _| ());
        }
        let Some(Value::Object(mut schemas)) = root.shift_remove(keyword) else { continue };
        for (name, definition) in list.entries() {
            if let Some(Value::Object(schema)) = schemas.get_mut(name).map(Value::take) {
                let place = definition.place();
                definitions.insert(Definition { name: name.to_owned(), schema: Schema(schema), place });
            }
        }
    }
    (root, definitions)
}

/// Makes the reference of a schema lead to `$defs`.
fn redirect(schema: &mut Map, prefix: &str) {
    if let Some(Value::String(reference)) = schema.get_mut("$ref")
        && let Some(name) = reference.strip_prefix(prefix)
    {
        *reference = [Schema::REFERENCE_PREFIX, name].concat();
    }
}

/// Returns a property of the root as an argument; none for a boolean schema, which has no text.
fn argument(place: Place, name: &str, schema: Value, required: &[String]) -> Option<Argument> {
    let Value::Object(schema) = schema else { return None };
    Some(Argument {
        place,
        true_name: name.into(),
        name: ArgumentName::new(name),
        sent_as: None,
        location: ArgumentLocation::Input,
        required: required.iter().any(|one| one == name),
        schema: Arc::new(Schema(schema)),
        serialization: Serialization::Value,
    })
}
