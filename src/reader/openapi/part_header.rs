//! Headers of the parts of a form: values that every call sends, and arguments (OpenAPI 3.2, "Encoding Object", `headers`).

use crate::diagnostic::Code;
use crate::json::json;
use crate::model::{Argument, ArgumentLocation, Direction, PartHeader, Schema, Serialization};
use crate::source::Node;

use super::credential_parameters::is_credential_name;
use super::reader::OpenApiReader;
use super::schema_annotations::describe;

impl<'s> OpenApiReader<'s> {
    /// Reads the headers of a part; `Content-Type` has a field of its own. A header whose schema has one value or a default is
    /// sent with it. Another one, if it is required, is reported, unless it is an argument.
    pub(super) fn part_headers(&self, headers: Option<Node<'s>>, has_arguments: bool) -> Vec<PartHeader> {
        let mut read = Vec::new();
        for (name, written) in written_headers(headers) {
            let Some(header) = self.follow(written, "the header of a part") else { continue };
            let value = self.settled_value(header).and_then(|value| self.translator.data(value));
            let is_required = header.get("required").and_then(Node::as_bool) == Some(true);
            if is_required && !has_arguments && value.is_none() {
                let message = format!("no argument sets the header `{name}` of a part; it is not sent");
                self.sink.report(Code::DroppedField, written.place(), message);
            }
            read.push(PartHeader { name: name.to_owned(), value });
        }
        read
    }

    /// Reads the headers of named parts whose value has to be chosen: each is an argument of its own, named after the part and
    /// the header. `form_is_required` says whether a call must have the form.
    pub(super) fn header_arguments(
        &mut self,
        form: Option<Node<'s>>,
        encodings: Option<Node<'s>>,
        form_is_required: bool,
    ) -> Vec<Argument> {
        let Some(form) = form.and_then(|form| self.sources.follow(form, self.sink).ok()) else {
            return Vec::new();
        };
        let mut arguments = Vec::new();
        let required: Vec<&str> =
            form.get("required").into_iter().flat_map(Node::items).filter_map(Node::as_str).collect();
        let properties = self.properties_of(form, 4);
        for (part, encoding) in encodings.into_iter().flat_map(Node::entries) {
            let Ok(encoding) = self.sources.follow(encoding, self.sink) else { continue };
            if !properties.iter().any(|(name, _)| *name == part) {
                continue;
            }
            let is_sent = form_is_required && required.contains(&part);
            for (name, written) in written_headers(encoding.get("headers")) {
                let Ok(header) = self.sources.follow(written, self.sink) else { continue };
                if self.settled_value(header).is_none() {
                    arguments.extend(self.header_argument(part, name, header, is_sent));
                }
            }
        }
        arguments
    }

    /// Makes the argument that is the value of a header, unless the name says that it is a credential.
    fn header_argument(
        &mut self,
        part: &str,
        name: &'s str,
        header: Node<'s>,
        is_sent: bool,
    ) -> Option<Argument> {
        let is_required = header.get("required").and_then(Node::as_bool) == Some(true);
        if is_credential_name(name) && !self.options.credential_arguments {
            let message = format!("the header `{name}` of a part is named like a credential; it is not sent");
            self.sink.report(Code::CredentialByName, header.place(), message);
            return None;
        }
        let mut schema = match header.get("schema") {
            Some(schema) => self.translator.translate(schema, self.dialect, Direction::Input, name),
            None => {
                let mut text = Schema::any();
                text.0.insert("type", json!("string"));
                text
            }
        };
        let own = header.get("description").and_then(Node::as_str).filter(|text| !text.trim().is_empty());
        let description = own.map_or_else(|| format!("The header {name} of the part {part}."), str::to_owned);
        describe(&mut schema, Some(&description), false);
        Some(Argument {
            place: header.place(),
            true_name: format!("{part}.{name}").into(),
            sent_as: Some(name.into()),
            name: None,
            location: ArgumentLocation::PartHeader,
            required: is_sent && is_required,
            schema: schema.into(),
            serialization: Serialization::PartHeader(part.into()),
        })
    }

    /// Returns the one value that a header can have, or its default.
    fn settled_value(&self, header: Node<'s>) -> Option<Node<'s>> {
        let schema = self.sources.follow(header.get("schema")?, self.sink).ok()?;
        let only = schema.get("enum").filter(|values| values.len() == 1).and_then(|values| values.item(0));
        schema.get("const").or(only).or_else(|| schema.get("default"))
    }
}

/// Returns the headers of a part, without `Content-Type`.
fn written_headers(headers: Option<Node<'_>>) -> impl Iterator<Item = (&str, Node<'_>)> {
    let all = headers.into_iter().flat_map(Node::entries);
    all.filter(|(name, _)| !name.eq_ignore_ascii_case("content-type"))
}
