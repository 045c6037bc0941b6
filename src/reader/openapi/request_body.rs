//! Request bodies: the media type that is sent, and the argument `body`.

use crate::diagnostic::Code;
use crate::json::{Value, json};
use crate::model::{Argument, ArgumentLocation, BodyCall, Direction, Method, Schema, Serialization};
use crate::source::{Fields, Node, TakenField};

use super::base64_text::is_base64_text;
use super::empty_body::BodyDescription;
use super::media_type::{MediaKind, preference, registered_form};
use super::operation_parameters::OperationParameters;
use super::reader::OpenApiReader;
use super::schema_annotations::{describe, set_examples, written_examples};

/// Fields of a Media Type Object or an Encoding Object that say how the parts of a form are sent (OpenAPI 3.2, "Media Type Object").
pub(super) const ENCODINGS: [&str; 3] = ["encoding", "prefixEncoding", "itemEncoding"];

impl<'s> OpenApiReader<'s> {
    /// Reads a request body (OpenAPI 3.2, "Request Body Object") into one argument, and the form in which it is sent.
    pub(super) fn request_body(&mut self, written: Node<'s>, method: &Method) -> Option<RequestBody> {
        let value = self.referenced(written, "the request body")?;
        let node = value.node;
        if !node.is_object() {
            let message = format!("the request body is {}, not an object; it is left out", node.kind());
            self.sink.report(Code::MalformedBody, written.place(), message);
            return None;
        }
        let mut fields = Fields::new(node);
        fields.pass_over(&["$ref"], "it was followed");
        let description = self.text(fields.take("description"));
        let description = self.description_beside(value, "the request body").or(description);
        let required = self.flag(fields.take("required"));
        let content = fields.take("content").map(TakenField::used).filter(|content| !content.is_empty());
        self.report_unknown(&fields, "the request body");
        let Some(content) = content.filter(|content| content.is_object()) else {
            self.sink.report(
                Code::MalformedBody,
                written.place(),
                "the request body has no `content`; it is left out",
            );
            return None;
        };
        let (media_type, media) = self.choose(content)?;
        let media = self.follow(media, "the media type")?;
        let mut fields = Fields::new(media);
        let schema_node = fields.take("schema").map(TakenField::used);
        let sequence = fields.take("itemSchema").map(TakenField::used);
        let (example, examples) = written_examples(&mut fields);
        let media_type = self.registered(media_type, content);
        let kind = self.kind_of(media_type, schema_node);
        let has_examples = example.is_some() || examples.is_some() || sequence.is_some();
        let described = BodyDescription { kind, schema: schema_node, has_examples, at: written };
        if self.is_body_left_out(described, method, required) {
            fields.pass_over(&ENCODINGS, "the body is left out, with a report");
            self.report_unknown(&fields, "the media type");
            return Some(RequestBody::left_out(node, required, media_type));
        }
        self.report_unusual_body(method, written);
        if !matches!(kind, MediaKind::UrlEncoded | MediaKind::Multipart) {
            self.report_idle_encodings(media_type, &mut fields);
        }
        let (mut schema, call) = match kind {
            MediaKind::Json | MediaKind::OtherJson => {
                let schema = self.json_schema(schema_node, sequence, content);
                let content_type = if media_type.contains('*') { "application/json" } else { media_type };
                (schema, body_call(content_type))
            }
            MediaKind::UrlEncoded | MediaKind::Multipart => {
                self.form(media_type, kind, schema_node, sequence, &mut fields)
            }
            MediaKind::Text | MediaKind::Binary => self.plain_body(media_type, kind, schema_node, content),
        };
        set_examples(&mut schema, self.examples(example, examples));
        describe(&mut schema, description.as_deref(), false);
        self.report_unknown(&fields, "the media type");
        let headers = match kind {
            MediaKind::Multipart => self.header_arguments(schema_node, media.get("encoding"), required),
            _ => Vec::new(),
        };
        let argument = body_argument(node, required, schema);
        Some(RequestBody { argument, headers, call, is_left_out: false })
    }

    /// Reports encodings of a body that is not a form, where they have no effect (OpenAPI 3.2, "Media Type Object",
    /// `encoding`).
    fn report_idle_encodings(&self, media_type: &str, fields: &mut Fields<'s>) {
        for key in ENCODINGS {
            if let Some(field) = fields.take(key) {
                let message = format!("`{key}` has no effect on a body of {media_type}; it is ignored");
                field.reported_unless_empty(Code::DroppedField, message, self.sink);
            }
        }
    }

    /// Reads a body of Swagger 2.0 ("Parameter Object"): one `in: body` parameter, or `in: formData` parameters.
    pub(super) fn swagger_body(
        &mut self,
        parameters: &OperationParameters<'s>,
        consumes: Option<Node<'s>>,
        method: &Method,
    ) -> Option<RequestBody> {
        let types: Vec<&str> = consumes.into_iter().flat_map(Node::items).filter_map(Node::as_str).collect();
        if !parameters.form.is_empty() {
            if let Some(body) = parameters.body {
                self.report_unused_body(body, "form parameters");
            }
            self.report_unusual_body(method, parameters.form[0]);
            let (argument, call) = self.swagger_form(&parameters.form, &types);
            return Some(RequestBody { argument, headers: Vec::new(), call, is_left_out: false });
        }
        let node = parameters.body?;
        let mut fields = Fields::new(node);
        fields.pass_over(&["name", "in"], "the body has no name, and its place is known");
        let description = self.text(fields.take("description"));
        let required = self.flag(fields.take("required"));
        let schema_node = fields.take("schema").map(TakenField::used);
        let media_type = types
            .iter()
            .copied()
            .min_by_key(|media_type| preference(media_type))
            .unwrap_or("application/json");
        if types.len() > 1 {
            self.report_dropped_types(media_type, types.iter().copied(), node);
        }
        let kind = self.kind_of(media_type, schema_node);
        let described = BodyDescription { kind, schema: schema_node, has_examples: false, at: node };
        if self.is_body_left_out(described, method, required) {
            self.report_unknown(&fields, "the body parameter");
            return Some(RequestBody::left_out(node, required, media_type));
        }
        self.report_unusual_body(method, node);
        let (mut schema, call) = match kind {
            MediaKind::Text | MediaKind::Binary => self.plain_body(media_type, kind, schema_node, node),
            _ => {
                let schema = self.json_schema(schema_node, None, node);
                let content_type = if media_type.contains('*') { "application/json" } else { media_type };
                (schema, body_call(content_type))
            }
        };
        describe(&mut schema, description.as_deref(), false);
        self.report_unknown(&fields, "the body parameter");
        let argument = body_argument(node, required, schema);
        Some(RequestBody { argument, headers: Vec::new(), call, is_left_out: false })
    }

    /// Reports a body parameter of Swagger 2.0 that is left out beside something else. An operation has one body, or form
    /// parameters (Swagger 2.0, "Parameter Object").
    pub(super) fn report_unused_body(&self, body: Node<'s>, beside: &str) {
        let name = body.get("name").and_then(Node::scalar_text).unwrap_or_default();
        let message = format!("the body parameter `{name}` beside {beside} is left out");
        self.sink.report(Code::MalformedParameter, body.place(), message);
    }

    /// Chooses the media type to send.
    fn choose(&self, content: Node<'s>) -> Option<(&'s str, Node<'s>)> {
        let (media_type, media) =
            content.entries().min_by_key(|(media_type, media)| (media.is_null(), preference(media_type)))?;
        if content.len() > 1 {
            self.report_dropped_types(media_type, content.entries().map(|(other, _)| other), content);
        }
        Some((media_type, media))
    }

    fn report_dropped_types<'t>(&self, chosen: &str, all: impl Iterator<Item = &'t str>, at: Node<'s>) {
        let others: Vec<&str> = all.filter(|other| *other != chosen).collect();
        let chosen = if chosen.contains('*') { "application/json" } else { chosen };
        if others.is_empty() {
            return;
        }
        let message = format!("the body is sent as {chosen}, not as {}", others.join(", "));
        self.sink.report(Code::MediaTypesDropped, at.place(), message);
    }

    /// Returns the media type, or the registered type if it is a misspelling of one.
    fn registered<'t>(&self, media_type: &'t str, at: Node<'s>) -> &'t str {
        let Some(meant) = registered_form(&media_type.trim().to_ascii_lowercase()) else { return media_type };
        let message = format!("`{media_type}` is not a registered media type; the body is sent as {meant}");
        self.sink.report(Code::MediaTypeRepaired, at.place(), message);
        meant
    }

    /// Returns the kind of a media type. A wildcard with a string schema is text or bytes, not JSON.
    pub(super) fn kind_of(&self, media_type: &str, schema: Option<Node<'s>>) -> MediaKind {
        let kind = MediaKind::of(media_type);
        if kind == MediaKind::OtherJson && media_type.contains('*') {
            let schema = schema.and_then(|schema| self.sources.follow(schema, self.sink).ok());
            if schema.is_some_and(|schema| schema.get("type").and_then(Node::as_str) == Some("string")) {
                return if self.is_binary(schema) { MediaKind::Binary } else { MediaKind::Text };
            }
        }
        kind
    }

    fn json_schema(&mut self, schema: Option<Node<'s>>, sequence: Option<Node<'s>>, at: Node<'s>) -> Schema {
        if let Some(schema) = schema {
            return self.translator.translate(schema, self.dialect, Direction::Input, "body");
        }
        if sequence.is_none() {
            let message = "the request body has no schema; any value is accepted";
            self.sink.report(Code::BodyWithoutSchema, at.place(), message);
        }
        Schema::any()
    }

    /// Reads a body that is neither JSON nor a form: its argument is one string.
    fn plain_body(
        &mut self,
        media_type: &str,
        kind: MediaKind,
        schema: Option<Node<'s>>,
        at: Node<'s>,
    ) -> (Schema, BodyCall) {
        let mut string = Schema::any();
        string.0.insert("type", json!("string"));
        let is_string = schema.is_none_or(|schema| {
            self.sources.follow(schema, self.sink).is_ok_and(|schema| {
                schema.get("type").is_none_or(|kind| matches!(kind.as_str(), Some("string" | "file")))
            })
        });
        if let Some(schema) = schema.filter(|_| is_string) {
            let translated = self.translator.translate(schema, self.dialect, Direction::Input, "body");
            for keyword in
                ["title", "description", "default", "examples", "enum", "pattern", "minLength", "maxLength"]
            {
                if let Some(value) = translated.0.get(keyword) {
                    string.0.insert(keyword, value.clone());
                }
            }
        }
        // A wildcard cannot be sent as `Content-Type`.
        let media_type = match (media_type.contains('*'), kind) {
            (false, _) => media_type,
            (true, MediaKind::Binary) => "application/octet-stream",
            (true, _) => "text/plain",
        };
        let lost = if is_string { "" } else { ", so its schema is not carried over" };
        let mut call = body_call(media_type);
        string.0.insert("contentMediaType", json!(media_type));
        let is_text = |schema| self.sources.follow(schema, self.sink).is_ok_and(is_base64_text);
        if kind == MediaKind::Binary && !self.options.decode_base64 && schema.is_some_and(is_text) {
            string.0.insert("contentEncoding", json!("base64"));
            let message = format!("the body is {media_type}; it is base64 text, which is sent as text");
            self.sink.report(Code::BinaryBody, at.place(), message);
        } else if kind == MediaKind::Binary {
            string.0.insert("contentEncoding", json!("base64"));
            call.decode_base64 = true;
            let message = format!("the body is {media_type}; it is passed as base64 text{lost}");
            self.sink.report(Code::BinaryBody, at.place(), message);
        } else {
            let message = format!("the body is {media_type}; it is passed as one string{lost}");
            self.sink.report(Code::TextBody, at.place(), message);
        }
        (string, call)
    }

    /// Reports a body of a method for which HTTP defines no meaning of bodies (RFC 9110, section 9.3).
    fn report_unusual_body(&self, method: &Method, at: Node<'s>) {
        if matches!(method.as_str(), "GET" | "HEAD" | "DELETE" | "OPTIONS" | "TRACE") {
            let message = format!("HTTP defines no meaning for the body of {method}; it is kept");
            self.sink.report(Code::UnusualBody, at.place(), message);
        }
    }
}

/// A body that was read.
pub(super) struct RequestBody {
    pub(super) argument: Argument,
    /// The headers of parts that are arguments.
    pub(super) headers: Vec<Argument>,
    pub(super) call: BodyCall,
    /// True if the body is not an argument: a call sends `{}` if the body is required, else nothing.
    pub(super) is_left_out: bool,
}

impl RequestBody {
    fn left_out(node: Node<'_>, required: bool, media_type: &str) -> Self {
        let content_type = if media_type.contains('*') { "application/json" } else { media_type };
        let argument = body_argument(node, required, Schema::any());
        Self { argument, headers: Vec::new(), call: body_call(content_type), is_left_out: true }
    }
}

/// Makes the argument that holds the whole body.
pub(super) fn body_argument(node: Node<'_>, required: bool, schema: Schema) -> Argument {
    Argument {
        place: node.place(),
        true_name: "body".into(),
        sent_as: None,
        name: None,
        location: ArgumentLocation::Body,
        required,
        schema: schema.into(),
        serialization: Serialization::Body,
    }
}

/// Makes the call of a body that is sent as this media type, without further settings.
pub(super) fn body_call(content_type: &str) -> BodyCall {
    BodyCall {
        content_type: content_type.to_owned(),
        flattened: false,
        decode_base64: false,
        parts: Vec::new(),
        prefix_parts: Vec::new(),
    }
}

/// Changes a schema so that it describes base64 text of a media type.
pub(super) fn as_base64(schema: &mut Schema, media_type: Option<&str>) {
    if !schema.0.get("type").is_some_and(|kind| kind == "string" || kind.is_array()) {
        schema.0.insert("type", json!("string"));
        // What it was when any value was one.
        if schema.0.get("default").is_some_and(|default| !default.is_string()) {
            schema.0.shift_remove("default");
        }
    }
    schema.0.insert("contentEncoding", json!("base64"));
    if let Some(media_type) = media_type {
        schema.0.entry("contentMediaType".to_owned()).or_insert_with(|| Value::String(media_type.to_owned()));
    }
}
