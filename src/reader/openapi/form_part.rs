//! Parts of a form: how each is sent, by its schema and its encoding.

use foldhash::HashSet;

use crate::diagnostic::Code;
use crate::json::{Map, Value, json};
use crate::model::{Format, ParameterStyle, PartCall, Schema};
use crate::source::Node;

use super::base64_text::is_base64_text;
use super::media_type::MediaKind;
use super::reader::OpenApiReader;
use super::request_body::{ENCODINGS, as_base64};
use super::unknown_fields::DescriptiveObject;

impl<'s> OpenApiReader<'s> {
    /// Returns the settings with which one part of a form is sent.
    pub(super) fn part(
        &self,
        name: &str,
        property: Node<'s>,
        encoding: Option<Node<'s>>,
        multipart: bool,
    ) -> PartCall {
        let mut call = encoding
            .map_or_else(|| part(name), |encoding| self.encoding(encoding, multipart && !name.is_empty()));
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

    /// Reads the settings of a part (OpenAPI 3.2, "Encoding Object"). `has_arguments` says that headers without a value are
    /// arguments.
    pub(super) fn encoding(&self, node: Node<'s>, has_arguments: bool) -> PartCall {
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
        let style = node.get("style").filter(|style| !style.is_null());
        let known = style.and_then(Node::as_str).filter(|word| ParameterStyle::from_word(word).is_some());
        if let (Some(style), None) = (style, known) {
            self.sink.report(
                Code::WrongType,
                style.place(),
                "an encoding has an unknown `style`; it is dropped",
            );
        }
        PartCall {
            content_type: node.get("contentType").and_then(Node::as_str).map(str::to_owned),
            headers: self.part_headers(node.get("headers"), has_arguments),
            style: known.map(str::to_owned),
            explode: node.get("explode").and_then(Node::as_bool),
            allow_reserved: node.get("allowReserved").and_then(Node::as_bool),
            ..part("")
        }
    }

    /// Changes the schema of a part that is a file, or a list of files, to base64 text.
    pub(super) fn part_as_base64(&self, described: &mut Map, property: Node<'s>) {
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
    pub(super) fn properties_of(&self, schema: Node<'s>, depth: usize) -> Vec<(&'s str, Node<'s>)> {
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
pub(super) fn part(name: &str) -> PartCall {
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
