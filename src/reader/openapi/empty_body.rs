//! Request bodies that say nothing: those that can only be `{}`, and those of GET and DELETE that nothing describes.

use crate::diagnostic::Code;
use crate::model::Method;
use crate::source::Node;

use super::media_type::MediaKind;
use super::reader::OpenApiReader;

/// The schema of a body that has no content to choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BareSchema {
    /// It accepts only `{}`.
    OnlyEmpty,
    /// It says nothing of what it accepts, or only that it is an object.
    Undescribed,
}

impl<'s> OpenApiReader<'s> {
    /// Returns true, and reports it, if a body is left out because there is nothing to say in it. Frameworks describe a body
    /// for each operation; to a model it is an argument without meaning. A GET or DELETE seldom has a body (RFC 9110, section
    /// 9.3), so that there one that nothing describes goes too.
    pub(super) fn is_body_left_out(
        &self,
        body: BodyDescription<'s>,
        method: &Method,
        required: bool,
    ) -> bool {
        let is_described = body.has_examples || !matches!(method.as_str(), "GET" | "DELETE");
        let what = match body.schema.map_or(Some(BareSchema::Undescribed), |schema| self.bare_schema(schema))
        {
            _ if matches!(body.kind, MediaKind::Text | MediaKind::Binary) => return false,
            Some(BareSchema::OnlyEmpty) => "the body can only be `{}`".to_owned(),
            Some(BareSchema::Undescribed) if !is_described => {
                format!("nothing describes the body of {method}")
            }
            _ => return false,
        };
        let then = if required { "is not an argument, and every call sends `{}`" } else { "is left out" };
        self.sink.report(Code::EmptyBody, body.at.place(), format!("{what}; it {then}"));
        true
    }

    /// Returns the kind of a schema without content. Properties that are read-only are never sent.
    fn bare_schema(&self, written: Node<'s>) -> Option<BareSchema> {
        let schema = self.sources.follow(written, self.sink).ok()?;
        if schema.as_bool() == Some(true) {
            return Some(BareSchema::Undescribed);
        }
        if !schema.is_object() || (schema != written && !written.entries().all(|(key, _)| is_annotation(key)))
        {
            return None;
        }
        let (mut is_object, mut is_closed) = (false, false);
        for (key, value) in schema.entries() {
            match key {
                "type" if value.as_str() == Some("object") => is_object = true,
                "properties" if value.entries().all(|(_, property)| is_read_only(property)) => {}
                "required" if value.is_empty() => {}
                "additionalProperties" | "unevaluatedProperties" if value.as_bool() == Some(false) => {
                    is_closed = true;
                }
                "additionalProperties" | "unevaluatedProperties" if value.as_bool() == Some(true) => {}
                "default" | "example" if value.is_object() && value.is_empty() => {}
                _ if is_annotation(key) => {}
                _ => return None,
            }
        }
        Some(if is_object && is_closed { BareSchema::OnlyEmpty } else { BareSchema::Undescribed })
    }
}

/// The parts of a request body that decide whether it is left out.
#[derive(Debug, Clone, Copy)]
pub(super) struct BodyDescription<'s> {
    pub(super) kind: MediaKind,
    pub(super) schema: Option<Node<'s>>,
    pub(super) has_examples: bool,
    /// The place of the report.
    pub(super) at: Node<'s>,
}

fn is_read_only(property: Node<'_>) -> bool {
    property.get("readOnly").and_then(Node::as_bool) == Some(true)
}

/// Returns true for a keyword that neither restricts nor describes a value.
fn is_annotation(key: &str) -> bool {
    matches!(key, "$ref" | "$schema" | "$id" | "$comment" | "title" | "description" | "externalDocs" | "xml")
        || key.starts_with("x-")
}
