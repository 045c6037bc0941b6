//! Converts the responses of an operation to the output of a tool.

use crate::diagnostic::{Code, Place};
use crate::json::{Map, Value};
use crate::model::{Direction, Format, Method, OutputRoot, Schema, ToolOutput};
use crate::source::{Fields, Node, TakenField};

use super::media_type::{MediaKind, is_sequential};
use super::reader::OpenApiReader;
use super::request_body::ENCODINGS;

/// The result of reading the responses of an operation.
#[derive(Default)]
pub(super) struct ResponseReading {
    pub(super) output: Option<ToolOutput>,
    /// Value of the `Accept` header.
    pub(super) accept: Option<String>,
    /// The media types of the success responses, if `accept` does not ask for all of them.
    pub(super) types: Vec<String>,
}

/// The most media types that a call names: operations of Swagger 2.0 inherit a list of any length.
const MOST_TYPES: usize = 16;

/// A success response.
#[derive(Default)]
struct SuccessResponse {
    /// The media types to ask for: the JSON type that is read, or without one all of them.
    accepted: Vec<String>,
    /// All media types, in document order.
    offered: Vec<String>,
    schema: Option<Schema>,
}

impl<'s> OpenApiReader<'s> {
    /// Reads the success responses (OpenAPI 3.2, "Responses Object"), in the order of [`success_order`]; `default` counts only
    /// if there is no other response.
    pub(super) fn responses(
        &mut self,
        operation: Node<'s>,
        responses: Option<Node<'s>>,
        produces: Option<Node<'s>>,
        method: &Method,
    ) -> ResponseReading {
        let Some(responses) = responses else {
            // `responses` is optional in OpenAPI 3.1 and later ("Operation Object").
            if matches!(self.format, Format::Swagger20 | Format::OpenApi30) {
                let message = "the operation declares no response; the tool gets no output schema";
                self.sink.report(Code::NoResponses, operation.place(), message);
            }
            return ResponseReading::default();
        };
        if !responses.is_object() {
            let message =
                format!("`responses` is {}, not an object; the tool gets no output schema", responses.kind());
            self.sink.report(Code::NoResponses, responses.place(), message);
            return ResponseReading::default();
        }
        let mut successes: Vec<(u16, Node<'s>)> = responses
            .entries()
            .filter_map(|(status, response)| Some((success_order(status)?, response)))
            .collect();
        if successes.is_empty() {
            let only_default =
                responses.entries().filter(|(status, _)| !status.starts_with("x-")).count() == 1;
            successes.extend(responses.get("default").filter(|_| only_default).map(|response| (0, response)));
        }
        successes.sort_by_key(|(order, _)| *order);
        let mut reading = ResponseReading::default();
        let mut bodies: Vec<SuccessResponse> = Vec::new();
        for &(_, written) in &successes {
            let Some(value) = self.referenced(written, "the response") else {
                bodies.push(SuccessResponse::default());
                continue;
            };
            let node = value.node;
            if !node.is_object() {
                let message = format!(
                    "the response `{}` is {}, not an object; it is read as a response without a body",
                    written.key(),
                    node.kind()
                );
                self.sink.report(Code::MalformedResponse, written.place(), message);
                bodies.push(SuccessResponse::default());
                continue;
            }
            // Responses with status 204 and 205 have no body (RFC 9110, sections 15.3.5 and 15.3.6).
            if matches!(written.key(), "204" | "205") {
                let lost = self.response(node, produces);
                if lost.schema.is_some() {
                    let message =
                        format!("a {} response never has a body; its content is dropped", written.key());
                    self.sink.report(Code::OutputOmitted, written.place(), message);
                }
                bodies.push(SuccessResponse::default());
            } else {
                bodies.push(self.response(node, produces));
            }
        }
        let accepted = distinct(bodies.iter().flat_map(|body| &body.accepted));
        let offered = distinct(bodies.iter().flat_map(|body| &body.offered));
        if offered.len() > 1 && offered.iter().any(|offered| !accepted.contains(offered)) {
            reading.types = offered.into_iter().cloned().collect();
        }
        // Types that are listed without weights are equally welcome (RFC 9110, section 12.5.1).
        reading.accept = (!accepted.is_empty())
            .then(|| accepted.into_iter().map(String::as_str).collect::<Vec<_>>().join(", "));
        if method.as_str() == "HEAD" || bodies.iter().all(|body| body.schema.is_none()) {
            return reading;
        }
        if bodies.iter().any(|body| body.schema.is_none()) {
            let message = "not every success response has a JSON body, so the tool gets no output schema";
            self.sink.report(Code::OutputOmitted, responses.place(), message);
            return reading;
        }
        reading.output = self.combine(bodies, responses.place());
        reading
    }

    /// Combines the schemas of several success responses with `anyOf`; equal schemas are combined to one.
    fn combine(&self, bodies: Vec<SuccessResponse>, place: Place) -> Option<ToolOutput> {
        let mut schemas: Vec<Schema> = Vec::new();
        for schema in bodies.into_iter().filter_map(|body| body.schema) {
            if !schemas.contains(&schema) {
                schemas.push(schema);
            }
        }
        let schema = if schemas.len() > 1 {
            let message =
                "several success responses have JSON bodies; the output schema combines them with `anyOf`";
            self.sink.report(Code::ResponsesUnited, place, message);
            let branches = schemas.into_iter().map(Schema::into_value).collect();
            Schema(Map::from_iter([("anyOf".to_owned(), Value::Array(branches))]))
        } else {
            schemas.pop()?
        };
        Some(ToolOutput { place, schema, root: OutputRoot::Object })
    }

    /// Reads one success response (OpenAPI 3.2 and Swagger 2.0, "Response Object").
    fn response(&mut self, node: Node<'s>, produces: Option<Node<'s>>) -> SuccessResponse {
        let mut fields = Fields::new(node);
        fields.pass_over(&["$ref"], "it was followed");
        fields.pass_over(
            &["description", "summary", "examples"],
            "a tool describes the form of its result only",
        );
        if let Some(headers) = fields.take("headers") {
            let names: Vec<&str> = headers.look().entries().map(|(name, _)| name).collect();
            let message = match names.as_slice() {
                [name] => format!("a tool has no field for the response header {name}; it is dropped"),
                names => format!(
                    "a tool has no field for the response headers {}; they are dropped",
                    names.join(", ")
                ),
            };
            headers.reported_unless_empty(Code::HeadersDropped, message, self.sink);
        }
        if let Some(links) = fields.take("links") {
            let message = "a tool has no field for links between operations; they are dropped";
            links.reported_unless_empty(Code::LinksDropped, message, self.sink);
        }
        if self.format == Format::Swagger20 {
            let schema = fields.take("schema").map(TakenField::used);
            self.report_unknown(&fields, "the response");
            return self.swagger_response(schema, produces);
        }
        let content = fields.take("content").map(TakenField::used);
        self.report_unknown(&fields, "the response");
        let Some(content) = content.filter(|content| content.is_object()) else {
            return SuccessResponse::default();
        };
        let all = || content.entries().map(|(media_type, _)| media_type);
        let offered: Vec<String> = all().take(MOST_TYPES).map(str::to_owned).collect();
        // `application/json` is preferred to other JSON types, and a wildcard comes last.
        let json = content
            .entries()
            .filter(|(media_type, media)| self.kind_of(media_type, media.get("schema")).is_json())
            .min_by_key(|(media_type, _)| (MediaKind::of(media_type), media_type.contains('*')));
        let Some((media_type, media)) = json else {
            let first = content.entries().next();
            if let Some((media_type, media)) = first {
                let (schema, items) = (media.get("schema"), media.get("itemSchema"));
                match items.or_else(|| schema.filter(|_| is_sequential(media_type))) {
                    Some(items) => self.report_sequence(media_type, items),
                    None if schema.is_some() => self.report_not_json(media_type, media),
                    None => {}
                }
            }
            return SuccessResponse { accepted: offered.clone(), offered, schema: None };
        };
        self.report_other_types(media_type, all(), content);
        let written_type = media_type;
        let accepted = vec![media_type.to_owned()];
        let Some(media) = self.follow(media, "the media type") else {
            return SuccessResponse { accepted, offered, schema: None };
        };
        let mut fields = Fields::new(media);
        fields.pass_over(&["$ref"], "it was followed");
        fields.pass_over(&["example", "examples"], "a tool describes the form of its result only");
        fields.pass_over(&ENCODINGS, "they say how a form is sent");
        let schema_node = fields.take("schema").map(TakenField::used);
        match fields.take("itemSchema").map(TakenField::used) {
            Some(items) if schema_node.is_some() => {
                let message =
                    "`itemSchema` beside `schema` describes items that arrive one by one; it is dropped";
                self.sink.report(Code::SequentialResponse, items.place(), message);
            }
            Some(items) => self.report_sequence(written_type, items),
            None => {}
        }
        self.report_unknown(&fields, "the media type");
        let schema = schema_node
            .map(|schema| self.translator.translate(schema, self.dialect, Direction::Output, "result"));
        SuccessResponse { accepted, offered, schema }
    }

    /// Reports the media types of a success response that are not used.
    fn report_other_types<'t>(&self, used: &str, all: impl Iterator<Item = &'t str>, at: Node<'s>) {
        let others: Vec<&str> = all.filter(|other| *other != used).collect();
        if !others.is_empty() {
            let message = format!("the response is read as {used}, not as {}", others.join(", "));
            self.sink.report(Code::ResponseTypesDropped, at.place(), message);
        }
    }

    fn report_sequence(&self, media_type: &str, at: Node<'s>) {
        let message = format!("the response is {media_type}, a sequence of items; it gets no output schema");
        self.sink.report(Code::SequentialResponse, at.place(), message);
    }

    fn report_not_json(&self, what: &str, at: Node<'s>) {
        let message = format!("the response is {what}, not JSON; it gets no output schema");
        self.sink.report(Code::ResponseNotJson, at.place(), message);
    }

    /// Reads the schema of a response in Swagger 2.0. `produces` lists the media types, and JSON is the default; a schema with
    /// `type: file` is not JSON (Swagger 2.0, "Response Object").
    fn swagger_response(&mut self, schema: Option<Node<'s>>, produces: Option<Node<'s>>) -> SuccessResponse {
        let types: Vec<&str> = produces.into_iter().flat_map(Node::items).filter_map(Node::as_str).collect();
        let json = if types.is_empty() {
            Some("application/json")
        } else {
            types
                .iter()
                .copied()
                .filter(|media_type| MediaKind::of(media_type).is_json())
                .min_by_key(|media_type| MediaKind::of(media_type))
        };
        let offered: Vec<String> = types.iter().take(MOST_TYPES).map(|&one| one.to_owned()).collect();
        if let (Some(used), Some(schema)) = (json, schema) {
            self.report_other_types(used, types.iter().copied(), schema);
        }
        let is_file = schema.and_then(|schema| schema.get("type")).and_then(Node::as_str) == Some("file");
        let Some(media_type) = json.filter(|_| !is_file) else {
            if let Some(schema) = schema {
                match types.first().copied().filter(|_| !is_file) {
                    Some(sequence) if is_sequential(sequence) => self.report_sequence(sequence, schema),
                    what => self.report_not_json(what.unwrap_or("a file"), schema),
                }
            }
            return SuccessResponse { accepted: offered.clone(), offered, schema: None };
        };
        if !self.kind_of(media_type, schema).is_json() {
            return SuccessResponse { accepted: vec![media_type.to_owned()], offered, schema: None };
        }
        let media_type = if media_type.contains('*') { "application/json" } else { media_type };
        // Without a schema, a response of Swagger 2.0 has no body ("Response Object").
        let Some(schema) = schema else {
            return SuccessResponse::default();
        };
        let schema = self.translator.translate(schema, self.dialect, Direction::Output, "result");
        SuccessResponse { accepted: vec![media_type.to_owned()], offered, schema: Some(schema) }
    }
}

/// Returns media types, each once, and not more than a call names.
fn distinct<'t>(types: impl Iterator<Item = &'t String>) -> Vec<&'t String> {
    let mut distinct: Vec<&String> = Vec::new();
    for one in types {
        if distinct.len() < MOST_TYPES && !distinct.contains(&one) {
            distinct.push(one);
        }
    }
    distinct
}

/// Orders success statuses: `200`, `201`, other statuses by number, `2XX`. Returns `None` for every other status.
fn success_order(status: &str) -> Option<u16> {
    match status {
        "200" => Some(0),
        "201" => Some(1),
        _ if status.eq_ignore_ascii_case("2xx") => Some(1_000),
        _ => status.parse().ok().filter(|number| (200..300).contains(number)),
    }
}
