//! Converts one parameter to one argument.

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{
    Argument, ArgumentLocation, Direction, Format, ParameterStyle, Schema, Serialization, StyleSerialization,
};
use crate::source::{Fields, Node, TakenField};

use super::media_type::MediaKind;
use super::operation_parameters::OperationParameters;
use super::reader::OpenApiReader;
use super::schema_annotations::{describe, set_examples, written_examples};

/// Headers that are ignored as parameters (OpenAPI 3.2, "Parameter Object", `name`).
const IGNORED_HEADERS: [&str; 3] = ["accept", "content-type", "authorization"];

impl<'s> OpenApiReader<'s> {
    /// Reads one parameter (OpenAPI 3.2 and Swagger 2.0, "Parameter Object"). It becomes an argument, or the body, or a value
    /// that the runtime sets.
    pub(super) fn parameter(
        &mut self,
        location: &str,
        node: Node<'s>,
        parameters: &mut OperationParameters<'s>,
    ) {
        let is_swagger_20 = self.format == Format::Swagger20;
        if matches!(location, "body" | "formData") {
            if !is_swagger_20 {
                let message = format!(
                    "`in: {location}` exists only in Swagger 2.0; it is read as a Swagger 2.0 parameter"
                );
                self.sink.report(Code::WrongType, node.place(), message);
            }
            if location == "body" {
                if let Some(earlier) = parameters.body.replace(node) {
                    self.report_unused_body(earlier, "another body parameter");
                }
            } else {
                parameters.form.push(node);
            }
            return;
        }
        let mut fields = Fields::new(node);
        let name = fields.take("name").and_then(|name| name.text(self.sink)).unwrap_or_default();
        fields.pass_over(&["in"], "the location is known");
        let Some(location) = argument_location(location) else {
            let message =
                format!("the parameter `{name}` has the unknown location `{location}`; it is left out");
            self.sink.report(Code::MalformedParameter, node.place(), message);
            return;
        };
        let mut required = self.flag(fields.take("required"));
        if location == ArgumentLocation::Header
            && IGNORED_HEADERS.contains(&name.to_ascii_lowercase().as_str())
        {
            let message = format!("OpenAPI ignores the header parameter `{name}`; it is not an argument");
            self.sink.report(Code::HeaderIgnored, node.place(), message);
            return;
        }
        if let Some(credential) = self.credential(node, location, name, required) {
            parameters.credentials.push(credential);
            return;
        }
        if location == ArgumentLocation::Cookie && !self.options.cookies {
            let message = format!("the cookie `{name}` is set by the runtime; it is not an argument");
            let diagnostic = if self.options.http {
                Diagnostic::new(Code::CookieAtRuntime, message)
            } else {
                Diagnostic::new(
                    Code::CookieAtRuntime,
                    format!("{message}, and with --no-http the manifest does not name it"),
                )
                .help("Use --cookies to make cookies arguments, or see that the runtime knows of them.")
            };
            self.sink.push(diagnostic.at(node.place()));
            let cookie = self.runtime_cookie(name, required, node, &mut fields);
            parameters.cookies.push(cookie);
            return;
        }
        if location == ArgumentLocation::Path && !required {
            let message =
                format!("the path parameter `{name}` is not marked as required; it is made required");
            self.sink.report(Code::PathParameterOptional, node.place(), message);
            required = true;
        }
        let (schema, serialization) = if is_swagger_20 {
            self.swagger_parameter(node, &mut fields, location)
        } else {
            self.parameter_schema(name, node, &mut fields, location)
        };
        if let Some(flag) = node.get("allowEmptyValue").filter(|flag| flag.as_bool() == Some(true))
            && !accepts_empty(&schema)
        {
            let message = format!(
                "`allowEmptyValue` of `{name}` is dropped; only values that its schema accepts can be passed"
            );
            self.sink.push(Diagnostic::new(Code::DroppedField, message).at(flag.place()).note());
        }
        parameters.arguments.push(Argument {
            place: node.place(),
            true_name: name.into(),
            sent_as: None,
            name: None,
            location,
            required,
            schema: schema.into(),
            serialization,
        });
    }

    /// Reads schema and serialization of an OpenAPI 3 parameter.
    fn parameter_schema(
        &mut self,
        name: &'s str,
        node: Node<'s>,
        fields: &mut Fields<'s>,
        location: ArgumentLocation,
    ) -> (Schema, Serialization) {
        let default_style = match location {
            ArgumentLocation::Path | ArgumentLocation::Header => ParameterStyle::Simple,
            _ => ParameterStyle::Form,
        };
        let style = fields.take("style").map(TakenField::used).and_then(|style| {
            let known = style.as_str().and_then(ParameterStyle::from_word);
            if known.is_none() {
                let message = format!("the parameter `{name}` has an unknown `style`; the default is used");
                self.sink.report(Code::WrongType, style.place(), message);
            }
            known
        });
        let style = style.filter(|style| {
            let is_possible = is_possible(*style, location);
            if !is_possible {
                let message = format!(
                    "`style: {}` does not apply in: {}; the parameter `{name}` is sent with the default",
                    style.as_str(),
                    location.as_str()
                );
                self.sink.report(Code::WrongType, node.place(), message);
            }
            is_possible
        });
        let style = style.unwrap_or(default_style);
        let explode = fields
            .take("explode")
            .map_or(matches!(style, ParameterStyle::Form | ParameterStyle::Cookie), |flag| {
                self.flag(Some(flag))
            });
        let allow_reserved = self.flag(fields.take("allowReserved"));
        // OpenAPI 3.0 and 3.1 know it in queries only; headers are never percent-encoded ("Parameter Object").
        let has_reserved = match location {
            ArgumentLocation::Query => true,
            ArgumentLocation::Path | ArgumentLocation::Cookie => self.format == Format::OpenApi32,
            _ => false,
        };
        if allow_reserved && !has_reserved {
            let message = format!(
                "`allowReserved` says nothing of a parameter in: {}; `{name}` is sent without it",
                location.as_str()
            );
            self.sink.report(Code::DroppedField, node.place(), message);
        }
        let allow_reserved = allow_reserved && has_reserved;
        fields.pass_over(&["allowEmptyValue"], "reported with the schema");
        let description = self.text(fields.take("description"));
        let deprecated = self.flag(fields.take("deprecated"));
        let (example, examples) = written_examples(fields);
        let style = StyleSerialization { allow_reserved, ..StyleSerialization::new(style, explode) };
        let mut serialization = Serialization::Style(style);
        let (schema_node, content) =
            (fields.take("schema").map(TakenField::used), fields.take("content").map(TakenField::used));
        let mut media_examples = None;
        let mut schema = match (schema_node, content) {
            (Some(schema), _) => self.translator.translate(schema, self.dialect, Direction::Input, name),
            (None, Some(content)) => match content.entries().next() {
                Some((media_type, media)) => {
                    if content.len() > 1 {
                        let message = format!(
                            "the parameter `{name}` offers several media types; {media_type} is used"
                        );
                        self.sink.report(Code::SeveralContents, content.place(), message);
                    }
                    let media = self.follow(media, "the media type").unwrap_or(media);
                    let mut fields = Fields::new(media);
                    media_examples = Some(written_examples(&mut fields));
                    let schema = fields.take("schema").map(TakenField::used);
                    let is_form = MediaKind::of(media_type) == MediaKind::UrlEncoded;
                    let encoding = if is_form { fields.take("encoding").map(TakenField::used) } else { None };
                    for key in ["encoding", "itemSchema"].into_iter().skip(usize::from(is_form)) {
                        if let Some(field) = fields.take(key) {
                            let message = format!("`{key}` of the parameter `{name}` is not carried over");
                            field.reported_unless_empty(Code::DroppedField, message, self.sink);
                        }
                    }
                    let parts = self.field_encodings(schema, encoding);
                    serialization = Serialization::Content(media_type.to_owned(), parts);
                    self.report_unknown(&fields, "the media type");
                    schema.map_or_else(Schema::any, |schema| {
                        self.translator.translate(schema, self.dialect, Direction::Input, name)
                    })
                }
                None => self.no_schema(name, node),
            },
            // A parameter in the form of Swagger 2.0: it has the keywords of its schema itself.
            (None, None) if node.get("type").is_some() || node.get("items").is_some() => {
                let message = format!(
                    "the parameter `{name}` has `type` where `schema` should be; it is read as in Swagger 2.0"
                );
                self.sink.report(Code::WrongType, node.place(), message);
                return self.swagger_parameter(node, fields, location);
            }
            (None, None) => self.no_schema(name, node),
        };
        if let Some((example, examples)) = media_examples {
            set_examples(&mut schema, self.examples(example, examples));
        }
        set_examples(&mut schema, self.examples(example, examples));
        describe(&mut schema, description.as_deref(), deprecated);
        self.report_unknown(fields, &format!("the parameter `{name}`"));
        (schema, serialization)
    }

    /// Reads schema and serialization of a Swagger 2.0 parameter outside the body.
    fn swagger_parameter(
        &mut self,
        node: Node<'s>,
        fields: &mut Fields<'s>,
        location: ArgumentLocation,
    ) -> (Schema, Serialization) {
        let schema = self.translator.translate_parameter(node, Direction::Input);
        let format = fields.take("collectionFormat").and_then(|format| format.text(self.sink));
        let items_collection_format = self.inner_collection_format(node);
        let style = StyleSerialization { items_collection_format, ..collection_format(format, location) };
        (schema, Serialization::Style(style))
    }

    /// Returns the `collectionFormat` of a list in a list (Swagger 2.0, "Items Object"; the default is `csv`). Those of lists
    /// further in are reported: they would need delimiters of their own.
    fn inner_collection_format(&self, parameter: Node<'s>) -> Option<String> {
        let list = |node: Node<'s>| node.get("items").filter(|items| items.get("items").is_some());
        let inner = list(parameter)?;
        let format = inner.get("collectionFormat").and_then(Node::as_str).unwrap_or("csv");
        let mut at = inner;
        while let Some(further) = list(at) {
            at = further;
            if let Some(format) = at.get("collectionFormat") {
                let message = "`collectionFormat` of a list three levels deep is not carried over";
                self.sink.report(Code::DroppedField, format.place(), message);
            }
        }
        // `multi` is for parameters only.
        Some(if matches!(format, "ssv" | "tsv" | "pipes") { format } else { "csv" }.to_owned())
    }

    fn no_schema(&self, name: &str, node: Node<'s>) -> Schema {
        let message =
            format!("the parameter `{name}` has neither `schema` nor `content`; any value is accepted");
        self.sink.report(Code::ParameterWithoutSchema, node.place(), message);
        Schema::any()
    }
}

/// Returns the location that `in` names.
fn argument_location(word: &str) -> Option<ArgumentLocation> {
    Some(match word {
        "path" => ArgumentLocation::Path,
        "query" => ArgumentLocation::Query,
        "querystring" => ArgumentLocation::QueryString,
        "header" => ArgumentLocation::Header,
        "cookie" => ArgumentLocation::Cookie,
        _ => return None,
    })
}

/// Returns true if a style is defined for a location (OpenAPI 3.2, section "Style Values").
fn is_possible(style: ParameterStyle, location: ArgumentLocation) -> bool {
    match style {
        ParameterStyle::Matrix | ParameterStyle::Label => location == ArgumentLocation::Path,
        ParameterStyle::Simple => matches!(location, ArgumentLocation::Path | ArgumentLocation::Header),
        ParameterStyle::Form => matches!(location, ArgumentLocation::Query | ArgumentLocation::Cookie),
        ParameterStyle::SpaceDelimited | ParameterStyle::PipeDelimited | ParameterStyle::DeepObject => {
            location == ArgumentLocation::Query
        }
        ParameterStyle::Cookie => location == ArgumentLocation::Cookie,
    }
}

/// Returns true if a schema accepts the empty string.
fn accepts_empty(schema: &Schema) -> bool {
    const NARROWING: [&str; 7] = ["enum", "const", "minLength", "pattern", "format", "$ref", "allOf"];
    let is_text = schema.0.get("type").is_none_or(|kind| kind == "string");
    is_text && !schema.0.keys().any(|key| NARROWING.contains(&key.as_str()) || key.ends_with("Of"))
}

/// Converts `collectionFormat` (Swagger 2.0, "Parameter Object") to `style` and `explode`; the default is `csv`.
fn collection_format(format: Option<&str>, location: ArgumentLocation) -> StyleSerialization {
    let delimited = match location {
        ArgumentLocation::Path | ArgumentLocation::Header => ParameterStyle::Simple,
        _ => ParameterStyle::Form,
    };
    let (style, explode) = match format {
        Some("multi") if delimited == ParameterStyle::Form => (ParameterStyle::Form, true),
        Some("ssv") => (ParameterStyle::SpaceDelimited, false),
        Some("pipes") => (ParameterStyle::PipeDelimited, false),
        Some("tsv") => {
            let written = StyleSerialization::new(ParameterStyle::Form, false);
            return StyleSerialization { tab_separated: true, ..written };
        }
        _ => (delimited, false),
    };
    StyleSerialization::new(style, explode)
}
