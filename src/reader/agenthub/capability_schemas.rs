//! Schemas of a capability: inline, in a file beside the manifest, or at a URL that is not read.

use crate::diagnostic::{Code, Diagnostic, Place};
use crate::json::{Map, Value, json};
use crate::model::meta::{AGENTHUB_INPUT_SCHEMA, AGENTHUB_OUTPUT_SCHEMA};
use crate::model::{Direction, OutputRoot, Schema, Tool, ToolInput, ToolOutput};
use crate::schema::SourceDialect;
use crate::source::{Document, Node, ReferenceError};

use super::super::remote_input;
use super::conditions;
use super::manifest_path::ManifestPath;
use super::reader::AgentHubReader;

/// One of the two schemas of a capability.
struct SchemaField {
    /// The field of the capability.
    field: &'static str,
    direction: Direction,
    /// Name of the described value in messages.
    owner: &'static str,
    /// Key of `_meta` for the reference, if the tool does not contain the schema itself.
    meta_key: &'static str,
}

const INPUT: SchemaField = SchemaField {
    field: "input_schema",
    direction: Direction::Input,
    owner: "input",
    meta_key: AGENTHUB_INPUT_SCHEMA,
};
const OUTPUT: SchemaField = SchemaField {
    field: "output_schema",
    direction: Direction::Output,
    owner: "result",
    meta_key: AGENTHUB_OUTPUT_SCHEMA,
};

/// Makes each inline schema a document of its own: `#/$defs/…` in it refers to its own definitions.
pub(super) fn embed(document: &Document) {
    let capabilities = document.root().get("capabilities").into_iter().flat_map(Node::items);
    let schemas = capabilities
        .flat_map(|capability| [capability.get(INPUT.field), capability.get(OUTPUT.field)])
        .flatten()
        .filter(|schema| schema.is_object() && !conditions::is_reference(*schema));
    let mut places: Vec<Place> = schemas.map(Node::place).collect();
    places.sort_unstable();
    document.embed_schemas(places.into_iter());
}

/// Result of looking for a schema.
enum FoundSchema<'s> {
    /// The schema, inline or in a document that was read.
    Here(Node<'s>),
    /// A reference to a URL that is not read.
    Remote(&'s str),
    /// Nothing usable.
    Nowhere,
}

impl<'s> AgentHubReader<'s> {
    /// Reads the schemas of a capability into its tool.
    pub(super) fn schemas(&mut self, capability: Node<'s>, path: &ManifestPath<'_>, tool: &mut Tool) {
        self.translator.begin_scope();
        let mut input = ToolInput::new(capability.place(), Schema::any());
        if self.options.exact {
            tool.verbatim.input = self.untranslated(capability, &INPUT);
            tool.verbatim.output =
                self.untranslated(capability, &OUTPUT).filter(|_| self.options.output_schema);
        } else {
            match self.find(capability, path, &INPUT, tool) {
                FoundSchema::Here(schema) => {
                    input.place = capability.get(INPUT.field).unwrap_or(capability).place();
                    input.schema = self.translate(schema, capability, &INPUT);
                }
                FoundSchema::Remote(uri) => {
                    tool.verbatim.input = Some(remote_input::schema(uri, self.options.dialect));
                }
                FoundSchema::Nowhere => {}
            }
            if !self.options.output_schema {
                capability.get(OUTPUT.field).into_iter().for_each(|schema| self.projected.mark(schema));
            } else if let FoundSchema::Here(schema) = self.find(capability, path, &OUTPUT, tool) {
                let place = capability.get(OUTPUT.field).unwrap_or(capability).place();
                let schema = self.translate(schema, capability, &OUTPUT);
                tool.output = Some(ToolOutput { place, schema, root: OutputRoot::Object });
            }
        }
        if tool.verbatim.input.is_none() {
            tool.input = Some(input);
        }
    }

    fn translate(&mut self, schema: Node<'s>, capability: Node<'s>, kind: &SchemaField) -> Schema {
        // A document that declares its own dialect is read in that dialect, whatever refers to it.
        let elsewhere = schema.document().id() != capability.document().id();
        let declared = SourceDialect::of_document(schema.document().root()).filter(|_| elsewhere);
        let dialect = declared.unwrap_or(SourceDialect::Draft202012);
        self.translator.translate(schema, dialect, kind.direction, kind.owner)
    }

    fn find(
        &mut self,
        capability: Node<'s>,
        path: &ManifestPath<'_>,
        kind: &SchemaField,
        tool: &mut Tool,
    ) -> FoundSchema<'s> {
        let Some(schema) = self.projected.get(capability, kind.field) else { return FoundSchema::Nowhere };
        if !conditions::is_reference(schema) {
            self.projected.mark(schema);
            return FoundSchema::Here(schema);
        }
        let Some(reference) = self.projected.get(schema, "$ref_uri") else { return FoundSchema::Nowhere };
        let Some(uri) = reference.as_str() else { return FoundSchema::Nowhere };
        self.projected.mark(reference);
        let error = match self.sources.resolve(schema, uri, self.sink) {
            Ok(target) if target != capability.document().root() => return FoundSchema::Here(target),
            Ok(_) => ReferenceError {
                code: Code::MalformedReference,
                message: format!("`{uri}` points to the manifest itself, which is not a schema"),
            },
            Err(error) => error,
        };
        let is_input = kind.direction == Direction::Input;
        let place = reference.place();
        let path = path.field(kind.field);
        let is_remote = remote_input::is_remote(uri);
        if !is_input || !is_remote {
            tool.meta.insert(kind.meta_key, json!({"$ref_uri": uri}));
        }
        if !is_remote || !remote_input::is_never_read(uri) && error.code != Code::ReferenceNetwork {
            let so = if is_input { "any value is accepted" } else { "the tool has no output schema" };
            let so = if is_remote && is_input { "the reference is kept" } else { so };
            self.sink.report(error.code, place, format!("{}; {so}", error.message));
            return if is_remote { FoundSchema::Remote(uri) } else { FoundSchema::Nowhere };
        }
        let (code, so) = if is_input {
            (Code::RemoteInput, "its `$ref` is kept, and clients must not follow it")
        } else {
            (Code::RemoteOutput, "it is left out, and the reference is kept in `_meta`")
        };
        let why = remote_input::why_not_read(uri);
        let diagnostic = Diagnostic::new(code, format!("`{path}` of {tool} is at `{uri}`, {why}; {so}"));
        let diagnostic = if remote_input::is_never_read(uri) {
            diagnostic.help("Write the schema in place or into a file beside the manifest.")
        } else {
            diagnostic
        };
        self.sink.push(diagnostic.at(place));
        FoundSchema::Remote(uri)
    }

    /// Copies a schema without translating it, as AgentHub's mapping to MCP says (`--exact`).
    fn untranslated(&mut self, capability: Node<'s>, kind: &SchemaField) -> Option<Schema> {
        let schema = self.projected.get(capability, kind.field).filter(|schema| schema.is_object())?;
        if !conditions::is_reference(schema) {
            self.projected.mark(schema);
            let Value::Object(map) = schema.to_value() else { return None };
            return Some(Schema(map));
        }
        let reference = self.projected.get(schema, "$ref_uri")?;
        let uri = reference.as_str()?;
        self.projected.mark(reference);
        let mut map = Map::new();
        map.insert("$ref", json!(uri));
        Some(Schema(map))
    }
}
