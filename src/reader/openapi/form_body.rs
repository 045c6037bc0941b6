//! Form bodies, URL-encoded and multipart, with files and encodings.

use foldhash::{HashMap, HashSet};

use crate::diagnostic::Code;
use crate::json::{Map, Value, json};
use crate::model::{Argument, BodyCall, Direction, PartCall, Schema};
use crate::source::{Fields, Node, TakenField};

use super::form_part::part;
use super::media_type::MediaKind;
use super::reader::OpenApiReader;
use super::request_body::{as_base64, body_argument, body_call};

/// The name of the part of a form that is one file without a name. Each part of a form has a name (RFC 7578, section 4.2);
/// where a description gives none, this is what servers mostly expect.
const ONE_FILE: &str = "file";

impl<'s> OpenApiReader<'s> {
    /// Reads a form with its encodings (OpenAPI 3.2, "Media Type Object" and "Encoding Object"). `sequence` is the schema of each
    /// item, for a body without `schema`.
    pub(super) fn form(
        &mut self,
        media_type: &str,
        kind: MediaKind,
        schema: Option<Node<'s>>,
        sequence: Option<Node<'s>>,
        fields: &mut Fields<'s>,
    ) -> (Schema, BodyCall) {
        let mut call = body_call(media_type);
        let encoding = fields.take("encoding").map(TakenField::used);
        let prefix_encoding = fields.take("prefixEncoding").map(TakenField::used);
        let item_encoding = fields.take("itemEncoding").map(TakenField::used);
        let schema = match (schema, sequence.filter(|_| kind == MediaKind::Multipart)) {
            (Some(schema), _) => schema,
            (None, Some(items)) => {
                self.report_unused_encodings(encoding, &[]);
                let mut translated = Schema::any();
                translated.0.insert("type", json!("array"));
                let item = self.translator.translate(items, self.dialect, Direction::Input, "body");
                translated.0.insert("items", Value::Object(item.0));
                call.parts.extend(self.item_part(Some(items), item_encoding, &mut translated));
                return (translated, call);
            }
            (None, None) => {
                self.report_unused_encodings(encoding, &[]);
                let message = "the form has no schema; any value is accepted";
                self.sink.report(Code::BodyWithoutSchema, fields.node().place(), message);
                return (Schema::any(), call);
            }
        };
        // The root of the schema is translated inline, so that properties can be changed to base64 text.
        let Some(target) = self.follow(schema, "the form's schema") else {
            return (Schema::any(), call);
        };
        let mut translated = self.translator.translate(target, self.dialect, Direction::Input, "body");
        if kind == MediaKind::Multipart && self.is_binary(Some(target)) {
            let message = "the form has no named parts; its bytes are passed as base64 text, and sent as the part `file`";
            self.sink.report(Code::BinaryBody, target.place(), message);
            self.report_unused_encodings(encoding, &[]);
            call.parts = vec![PartCall { decode_base64: true, ..part(ONE_FILE) }];
            return (form_of_one_file(translated), call);
        }
        let properties = self.properties_of(target, 4);
        self.report_unused_encodings(encoding, &properties);
        let encodings: HashMap<&str, Node<'s>> = encoding.into_iter().flat_map(Node::entries).collect();
        let mut parts = Vec::new();
        let others = self.other_files(target, kind, &mut translated);
        for (name, property) in properties {
            let encoding = encodings.get(name).copied();
            let part = self.part(name, property, encoding, kind == MediaKind::Multipart);
            if part.decode_base64 {
                if let Some(Value::Object(described)) =
                    translated.0.get_mut("properties").and_then(|all| all.get_mut(name))
                {
                    self.part_as_base64(described, property);
                }
                let message = format!("the file `{name}` is passed as base64 text");
                self.sink.report(Code::BinaryBody, property.place(), message);
            }
            if part.decode_base64 || part.content_type.is_some() || encoding.is_some() || others.is_some() {
                parts.push(part);
            }
        }
        parts.extend(others);
        if kind == MediaKind::Multipart {
            call.prefix_parts = self.prefix_parts(target, prefix_encoding, &mut translated);
            parts.extend(self.item_part(target.get("items"), item_encoding, &mut translated));
        }
        call.parts = parts;
        (translated, call)
    }

    /// Returns the part `*` of a multipart form whose further properties are files, and changes them to base64 text. The
    /// properties that are named have entries of their own beside it.
    fn other_files(&self, schema: Node<'s>, kind: MediaKind, translated: &mut Schema) -> Option<PartCall> {
        let others = schema.get("additionalProperties").filter(|others| others.is_object())?;
        let part = PartCall { name: None, ..self.part("", others, None, kind == MediaKind::Multipart) };
        if !part.decode_base64 {
            return None;
        }
        self.item_as_base64(
            translated.0.get_mut("additionalProperties").and_then(Value::as_object_mut),
            others,
        );
        Some(part)
    }

    /// Reads the parts at the first positions of a multipart body without names (OpenAPI 3.2, "Encoding By Position").
    fn prefix_parts(
        &self,
        schema: Node<'s>,
        encodings: Option<Node<'s>>,
        translated: &mut Schema,
    ) -> Vec<PartCall> {
        let encodings = encodings.into_iter().flat_map(Node::items).enumerate();
        let read = |(position, encoding)| {
            let own = schema.get("prefixItems").and_then(|items: Node<'s>| items.item(position));
            let Some(item) = own.or_else(|| schema.get("items")) else {
                return PartCall { name: None, ..self.encoding(encoding, false) };
            };
            let part = PartCall { name: None, ..self.part("", item, Some(encoding), true) };
            if part.decode_base64 && own.is_some() {
                let described = translated.0.get_mut("prefixItems").and_then(Value::as_array_mut);
                let described = described.and_then(|items| items.get_mut(position)?.as_object_mut());
                self.item_as_base64(described, item);
            }
            part
        };
        encodings.map(read).collect()
    }

    /// Reads the part for each item of a multipart body without names, if something has to be said of it (OpenAPI 3.2, `itemEncoding`).
    fn item_part(
        &self,
        items: Option<Node<'s>>,
        encoding: Option<Node<'s>>,
        translated: &mut Schema,
    ) -> Option<PartCall> {
        let Some(items) = items else {
            return encoding.map(|encoding| PartCall { name: None, ..self.encoding(encoding, false) });
        };
        let part = PartCall { name: None, ..self.part("", items, encoding, true) };
        if part.decode_base64 {
            // Beside `prefixItems`, Draft 07 validators apply `items` to the first items too.
            let is_tuple = translated.0.contains_key("prefixItems");
            let described = translated.0.get_mut("items").filter(|_| !is_tuple);
            self.item_as_base64(described.and_then(Value::as_object_mut), items);
        }
        (encoding.is_some() || part.decode_base64).then_some(part)
    }

    /// Changes the schema of an item that is a file to base64 text, and reports the file.
    fn item_as_base64(&self, described: Option<&mut Map>, item: Node<'s>) {
        if let Some(described) = described {
            self.part_as_base64(described, item);
        }
        self.sink.report(Code::BinaryBody, item.place(), "a part of the body is passed as base64 text");
    }

    /// Reads the `encoding` of a form in a parameter (OpenAPI 3.2, "Parameter Locations", `querystring`).
    pub(super) fn field_encodings(
        &self,
        schema: Option<Node<'s>>,
        encoding: Option<Node<'s>>,
    ) -> Vec<PartCall> {
        let Some(encoding) = encoding else { return Vec::new() };
        let properties = schema.map(|schema| self.properties_of(schema, 4)).unwrap_or_default();
        self.report_unused_encodings(Some(encoding), &properties);
        let said = properties
            .into_iter()
            .filter_map(|(name, property)| Some(self.part(name, property, Some(encoding.get(name)?), false)));
        said.collect()
    }

    /// Reports encodings under names that the schema has no property for (OpenAPI 3.2, "Media Type Object", `encoding`).
    fn report_unused_encodings(&self, encodings: Option<Node<'s>>, properties: &[(&str, Node<'s>)]) {
        let Some(encodings) = encodings else { return };
        let known: HashSet<&str> = properties.iter().map(|(name, _)| *name).collect();
        for (name, encoding) in encodings.entries().filter(|(name, _)| !known.contains(name)) {
            let message =
                format!("`encoding` names `{name}`, which is not a property of the form; it is ignored");
            self.sink.report(Code::DroppedField, encoding.place(), message);
        }
    }

    /// Reads the `in: formData` parameters of Swagger 2.0 ("Parameter Object") into one object.
    pub(super) fn swagger_form(&mut self, form: &[Node<'s>], types: &[&str]) -> (Argument, BodyCall) {
        let is_of_type = |node: Node<'s>, kind| node.get("type").and_then(Node::as_str) == Some(kind);
        // A list of files is not in the specification, but documents have it.
        let is_list_of_files =
            |node: Node<'s>| node.get("items").is_some_and(|items| is_of_type(items, "file"));
        let is_file = |node: &Node<'s>| is_of_type(*node, "file") || is_list_of_files(*node);
        let has_file = form.iter().any(is_file);
        let multipart =
            types.iter().copied().find(|media_type| MediaKind::of(media_type) == MediaKind::Multipart);
        let url_encoded =
            types.iter().copied().find(|media_type| MediaKind::of(media_type) == MediaKind::UrlEncoded);
        let media_type = if has_file {
            multipart.unwrap_or("multipart/form-data")
        } else {
            url_encoded.or(multipart).unwrap_or("application/x-www-form-urlencoded")
        };
        let mut call = body_call(media_type);
        let mut properties = Map::new();
        let mut required = Vec::new();
        for &node in form {
            let mut fields = Fields::new(node);
            let name = fields.take("name").and_then(|name| name.text(self.sink)).unwrap_or_default();
            if self.flag(fields.take("required")) {
                required.push(Value::from(name));
            }
            let mut schema = self.translator.translate_parameter(node, Direction::Input);
            let format = fields.take("collectionFormat").and_then(|format| format.text(self.sink));
            if is_file(&node) {
                if is_list_of_files(node) {
                    self.part_as_base64(&mut schema.0, node);
                } else {
                    as_base64(&mut schema, None);
                }
                call.parts.push(PartCall { decode_base64: true, ..part(name) });
                let message = format!("the file `{name}` is passed as base64 text");
                self.sink.report(Code::BinaryBody, node.place(), message);
            } else if format.is_some() || node.get("type").and_then(Node::as_str) == Some("array") {
                let (style, explode) = match format {
                    Some("multi") => ("form", true),
                    Some("ssv") => ("spaceDelimited", false),
                    Some("pipes") => ("pipeDelimited", false),
                    _ => ("form", false),
                };
                let style = Some(style.to_owned());
                let tab_separated = format == Some("tsv");
                call.parts.push(PartCall { style, explode: Some(explode), tab_separated, ..part(name) });
            }
            properties.insert(name, Value::Object(schema.0));
        }
        let is_required = !required.is_empty();
        let mut schema = Schema::any();
        schema.0.insert("type", json!("object"));
        schema.0.insert("properties", Value::Object(properties));
        if is_required {
            schema.0.insert("required", Value::Array(required));
        }
        let node = form.first().copied().unwrap_or_else(|| self.document.root());
        (body_argument(node, is_required, schema), call)
    }
}

/// Makes the schema of a form with one part, which is a file with this schema.
fn form_of_one_file(mut file: Schema) -> Schema {
    as_base64(&mut file, None);
    let mut schema = Schema::any();
    schema.0.insert("type", json!("object"));
    schema
        .0
        .insert("properties", Value::Object(Map::from_iter([(ONE_FILE.to_owned(), Value::Object(file.0))])));
    schema.0.insert("required", json!([ONE_FILE]));
    schema
}
