//! Form bodies, URL-encoded and multipart, with files and encodings.

use foldhash::{HashMap, HashSet};

use crate::diagnostic::Code;
use crate::json::{Map, Value, json};
use crate::model::{Argument, BodyCall, Direction, Format, PartCall, Schema};
use crate::source::{Fields, Node, TakenField};

use super::base64_text::is_base64_text;
use super::media_type::MediaKind;
use super::reader::OpenApiReader;
use super::request_body::{ENCODINGS, as_base64, body_argument, body_call};
use super::unknown_fields::DescriptiveObject;

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
            let message = "the form has no named parts; its bytes are passed as base64 text";
            self.sink.report(Code::BinaryBody, target.place(), message);
            call.decode_base64 = true;
        }
        let properties = self.properties_of(target, 4);
        self.report_unused_encodings(encoding, &properties);
        let encodings: HashMap<&str, Node<'s>> = encoding.into_iter().flat_map(Node::entries).collect();
        let mut parts = Vec::new();
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
            if part.decode_base64 || part.content_type.is_some() || encoding.is_some() {
                parts.push(part);
            }
        }
        if kind == MediaKind::Multipart {
            call.prefix_parts = self.prefix_parts(target, prefix_encoding, &mut translated);
            parts.extend(self.item_part(target.get("items"), item_encoding, &mut translated));
        }
        call.parts = parts;
        (translated, call)
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
                return PartCall { name: None, ..self.encoding(encoding) };
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
            return encoding.map(|encoding| PartCall { name: None, ..self.encoding(encoding) });
        };
        let part = PartCall { name: None, ..self.part("", items, encoding, true) };
        if part.decode_base64 {
            self.item_as_base64(translated.0.get_mut("items").and_then(Value::as_object_mut), items);
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
        let is_file = |node: &Node<'s>| node.get("type").and_then(Node::as_str) == Some("file");
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
                as_base64(&mut schema, None);
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

    /// Returns the settings with which one part of a form is sent.
    fn part(&self, name: &str, property: Node<'s>, encoding: Option<Node<'s>>, multipart: bool) -> PartCall {
        let mut call = encoding.map_or_else(|| part(name), |encoding| self.encoding(encoding));
        call.name = Some(name.to_owned());
        let resolved = self.sources.follow(property, self.sink).unwrap_or(property);
        let item = resolved.get("items").and_then(|items| self.sources.follow(items, self.sink).ok());
        // An optional file is often a union of bytes and null.
        let alternatives = ["anyOf", "oneOf"].into_iter().filter_map(|keyword| resolved.get(keyword));
        let binary = self.is_binary(Some(resolved))
            || (item.is_some() && self.is_binary(item))
            || alternatives.flat_map(Node::items).any(|branch| self.is_binary(Some(branch)));
        // From OpenAPI 3.1 on, a part whose schema names no type is bytes ("Encoding Object", `contentType`).
        let untyped = matches!(self.format, Format::OpenApi31 | Format::OpenApi32)
            && !self.names_type(item.unwrap_or(resolved), 4);
        let is_binary_type = call.content_type.as_deref().is_none_or(|content_type| {
            content_type.split(',').all(|content_type| MediaKind::of(content_type) == MediaKind::Binary)
        });
        // `style`, `explode` and `allowReserved` describe a field of text, so that no media type applies (OpenAPI 3.2,
        // "Encoding Object").
        let is_field = call.style.is_some() || call.explode.is_some() || call.allow_reserved.is_some();
        call.decode_base64 = multipart && (binary || (untyped && is_binary_type && !is_field));
        let has_no_type = call.content_type.is_none() && !is_field && !call.decode_base64;
        if multipart && has_no_type && self.is_structured(item.unwrap_or(resolved)) {
            call.content_type = Some("application/json".to_owned());
        }
        call
    }

    /// Returns true if a part is an object, for which `contentType` is `application/json` by default (OpenAPI 3.2, "Encoding
    /// Object"; for an array, the type of its items decides).
    fn is_structured(&self, schema: Node<'s>) -> bool {
        let kind = schema.get("type");
        let is_object = kind.is_some_and(|kind| {
            kind.as_str() == Some("object") || kind.items().any(|kind| kind.as_str() == Some("object"))
        });
        is_object || (kind.is_none() && !self.properties_of(schema, 4).is_empty())
    }

    /// Returns true if a schema names a type, directly or by its values, members or a subschema that applies to the same value; down
    /// to a depth. A dangling reference counts as a type: it says nothing of bytes.
    fn names_type(&self, schema: Node<'s>, depth: usize) -> bool {
        let Ok(schema) = self.sources.follow(schema, self.sink) else { return true };
        if !schema.is_object() {
            return schema.as_bool() == Some(false);
        }
        let keywords =
            ["type", "enum", "const", "properties", "additionalProperties", "items", "prefixItems"];
        let mut branches = ["allOf", "anyOf", "oneOf"].into_iter().filter_map(|keyword| schema.get(keyword));
        keywords.iter().any(|keyword| schema.get(keyword).is_some())
            || is_base64_text(schema)
            || branches
                .any(|list| depth == 0 || list.items().any(|branch| self.names_type(branch, depth - 1)))
    }

    /// Reads the settings of a part (OpenAPI 3.2, "Encoding Object").
    fn encoding(&self, node: Node<'s>) -> PartCall {
        let Ok(node) = self.sources.follow(node, self.sink) else {
            return part("");
        };
        DescriptiveObject::Encoding.report(node, self.sink);
        for key in ENCODINGS {
            if let Some(inner) = node.get(key).filter(|inner| !inner.is_empty()) {
                let message = format!("`{key}` of an encoding is not carried over");
                self.sink.report(Code::DroppedField, inner.place(), message);
            }
        }
        let text = |key: &str| node.get(key).and_then(Node::as_str).map(str::to_owned);
        PartCall {
            content_type: text("contentType"),
            headers: node
                .get("headers")
                .into_iter()
                .flat_map(Node::entries)
                .map(|(name, _)| name.to_owned())
                .collect(),
            style: text("style"),
            explode: node.get("explode").and_then(Node::as_bool),
            allow_reserved: node.get("allowReserved").and_then(Node::as_bool),
            ..part("")
        }
    }

    /// Changes the schema of a part that is a file, or a list of files, to base64 text.
    fn part_as_base64(&self, described: &mut Map, property: Node<'s>) {
        let resolved = self.sources.follow(property, self.sink).unwrap_or(property);
        let is_list = resolved.get("items").is_some();
        let mut schema = Schema(std::mem::take(described));
        if is_list {
            let mut item = Schema::any();
            as_base64(&mut item, None);
            schema.0.shift_remove("$ref");
            schema.0.insert("type", json!("array"));
            schema.0.insert("items", Value::Object(item.0));
        } else if !["$ref", "anyOf", "oneOf"].iter().any(|keyword| schema.0.contains_key(*keyword)) {
            as_base64(&mut schema, None);
        }
        *described = schema.0;
    }

    /// Returns true if a schema describes bytes, by `format` (OpenAPI 3.0) or by content keywords (OpenAPI 3.1). Base64 text is
    /// text ("Data Type Format"; 3.1, "Working With Binary Data"), unless an option says that bytes are meant.
    pub(super) fn is_binary(&self, schema: Option<Node<'s>>) -> bool {
        let Some(schema) = schema else { return false };
        let Ok(schema) = self.sources.follow(schema, self.sink) else {
            return false;
        };
        let text = |key: &str| schema.get(key).and_then(Node::as_str);
        if is_base64_text(schema) {
            return self.options.decode_base64;
        }
        if text("type") == Some("file") || text("format") == Some("binary") {
            return true;
        }
        if let Some(encoding) = text("contentEncoding") {
            return encoding == "binary";
        }
        text("contentMediaType").is_some_and(|media_type| MediaKind::of(media_type) == MediaKind::Binary)
    }

    /// Returns the properties of a schema, with those of its `allOf` down to a depth.
    fn properties_of(&self, schema: Node<'s>, depth: usize) -> Vec<(&'s str, Node<'s>)> {
        let Ok(schema) = self.sources.follow(schema, self.sink) else {
            return Vec::new();
        };
        let mut properties: Vec<(&str, Node<'s>)> =
            schema.get("properties").into_iter().flat_map(Node::entries).collect();
        let parts = schema.get("allOf").filter(|_| depth > 0).into_iter().flat_map(Node::items);
        let of_parts: Vec<(&str, Node<'s>)> =
            parts.flat_map(|part| self.properties_of(part, depth - 1)).collect();
        if !of_parts.is_empty() {
            let mut known: HashSet<&str> = properties.iter().map(|(name, _)| *name).collect();
            properties.extend(of_parts.into_iter().filter(|(name, _)| known.insert(name)));
        }
        properties
    }
}

/// Makes the call of a part that has no settings.
fn part(name: &str) -> PartCall {
    PartCall {
        name: Some(name.to_owned()),
        content_type: None,
        headers: Vec::new(),
        style: None,
        explode: None,
        allow_reserved: None,
        decode_base64: false,
        tab_separated: false,
    }
}
