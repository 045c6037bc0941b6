//! Compares the reader of OpenAPI 3.0 with an independent one (`openapiv3`): both must find the same
//! operations, parameters, bodies and outputs in every document.
//!
//! Intended differences:
//!
//! * header parameters that OpenAPI ignores, parameters with the credential of a security scheme, and path
//!   parameters that the path does not contain are not arguments (`is_argument`);
//! * a path parameter is always required (OpenAPI 3.0.3, "Parameter Object", `required`), and a placeholder
//!   without a parameter becomes an argument (`undeclared`);
//! * headers of the parts of a form are not parameters of the operation;
//! * the last of two parameters with the same name and location in one list wins;
//! * an optional body that can only be `{}`, or that of a GET or DELETE that nothing describes, is left out
//!   (`says_nothing`);
//! * a body without content is ignored, and one of several media types is sent: the other reader must have
//!   found it, and must not have found JSON unless it is JSON;
//! * an operation that an extension disables is left out;
//! * the target of a reference that does not resolve is left out, and the rest of the operation is kept
//!   (`resolve`);
//! * the other reader ignores paths without a leading slash and methods in upper case, and follows only
//!   references to components of the expected kind (`AGREED`).
//!
//! Documents that the other reader refuses are only counted: values of the wrong type, and missing required
//! fields. apimint repairs those.

#[path = "second_reading/documents.rs"]
mod documents;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use apimint::diagnostic::Sink;
use apimint::model::{ArgumentLocation, HttpCall, NameSource, Tool};
use apimint::source::{Access, Input, Sources};
use apimint::{Limits, Options, reader};
use openapiv3::{
    AdditionalProperties, MediaType, OpenAPI, Operation, Parameter, PathItem, ReferenceOr, RequestBody,
    Response, Schema, SchemaKind, StatusCode, Type,
};

use documents::{corpus, documents, values};

/// Items that only apimint reads, with the reason.
const AGREED: [(&str, &str); 4] = [
    ("3.0-fail-pathitem-property.yaml: GET / is too much", "the method is in capitals"),
    (
        "pagerduty-rest.json: PUT /event_orchestrations/services/{service_id}/cache_variables/\
         {cache_variable_id}/data: an output schema is true, in the second reading false",
        "the response is a reference to a request body",
    ),
    (
        "pagerduty-rest.json: PUT /event_orchestrations/{id}/cache_variables/{cache_variable_id}/data: an output \
         schema is true, in the second reading false",
        "the response is a reference to a request body",
    ),
    (
        "openapi.yaml: POST /notes: the body's media type is offered is true, in the second reading false",
        "the media type does not exist, and another is meant by it",
    ),
];

/// The compared parts of one operation.
#[derive(Debug, Default, PartialEq, Eq)]
struct Reading {
    operation_id: Option<String>,
    /// Required or not, by location and name.
    parameters: BTreeMap<(String, String), bool>,
    /// Required or not, and the media types of the body.
    body: Option<(bool, BTreeSet<String>)>,
    /// True if there is an output schema.
    output: bool,
}

type Readings = BTreeMap<(String, String), Reading>;

#[test]
fn both_readers_find_the_same_operations() {
    let (mut compared, mut operations, mut refused) = (0, 0, Vec::new());
    let mut faults = Vec::new();
    for file in documents() {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match theirs(&file) {
            Err(reason) => refused.push(format!("{}: {reason}", file.display())),
            Ok(theirs) => {
                compared += 1;
                operations += theirs.len();
                let lines = ours(&file).map_or_else(
                    |fault| vec![format!("not read: {fault}")],
                    |ours| differences(&ours, &theirs),
                );
                faults.extend(lines.into_iter().map(|line| format!("{name}: {line}")));
            }
        }
    }
    faults.retain(|fault| AGREED.iter().all(|(agreed, _)| fault != agreed));
    assert!(faults.is_empty(), "{} differences\n{}", faults.len(), faults.join("\n"));
    let (documents, least) = if corpus().is_empty() { (10, 40) } else { (70, 5_000) };
    assert!(
        compared >= documents && operations >= least,
        "only {compared} documents with {operations} operations were compared; refused:\n{}",
        refused.join("\n")
    );
}

/// Returns one line per difference.
fn differences(ours: &Readings, theirs: &Readings) -> Vec<String> {
    let mut lines = Vec::new();
    for (key @ (method, path), their) in theirs {
        let Some(our) = ours.get(key) else {
            lines.push(format!("{method} {path} is missing"));
            continue;
        };
        let mut differ = |what: &str, ours: String, theirs: String| {
            if ours != theirs {
                lines.push(format!("{method} {path}: {what} is {ours}, in the second reading {theirs}"));
            }
        };
        differ("operationId", format!("{:?}", our.operation_id), format!("{:?}", their.operation_id));
        for key @ (location, name) in our.parameters.keys().chain(their.parameters.keys()) {
            let required = |reading: &Reading| format!("{:?}", reading.parameters.get(key));
            differ(&format!("`required` of {location} `{name}`"), required(our), required(their));
        }
        let required = |reading: &Reading| format!("{:?}", reading.body.as_ref().map(|body| body.0));
        differ("`required` of the body", required(our), required(their));
        if let (Some((_, sent)), Some((_, offered))) = (&our.body, &their.body) {
            let json = |types: &BTreeSet<String>| types.iter().any(|media_type| is_json(media_type));
            let fits =
                sent.is_subset(offered) || json(sent) && offered.iter().any(|other| other.contains('*'));
            differ("the body's media type is offered", true.to_string(), fits.to_string());
            let plain = |types: &BTreeSet<String>| json(types).to_string();
            differ("the body is JSON", plain(sent), plain(offered));
        }
        differ("an output schema", our.output.to_string(), their.output.to_string());
    }
    let extra = ours.keys().filter(|key| !theirs.contains_key(key) && key.1.starts_with('/'));
    lines.extend(extra.map(|(method, path)| format!("{method} {path} is too much")));
    lines
}

fn ours(file: &Path) -> Result<Readings, String> {
    let sink = Sink::new();
    let sources = Sources::new(Access::default(), Limits::default());
    let document = sources.load(&Input::File(file.to_owned()), &sink).map_err(|fatal| fatal.message)?;
    let options = Options { cookies: true, credential_arguments: true, ..Options::default() };
    let catalog = reader::read(&sources, document, &options, &sink).map_err(|fatal| fatal.message)?;
    let key = |tool: &Tool| {
        // The path as written; the call omits a fragment.
        let path = match &tool.name_source {
            NameSource::Operation { path, .. } => path,
            _ => &call(tool).path,
        };
        (call(tool).method.to_string(), path.to_string())
    };
    Ok(catalog.tools.iter().map(|tool| (key(tool), our_reading(tool))).collect())
}

#[allow(clippy::expect_used, reason = "what holds for every operation")]
fn call(tool: &Tool) -> &HttpCall {
    tool.call.as_ref().expect("every tool of OpenAPI is an HTTP request")
}

fn our_reading(tool: &Tool) -> Reading {
    let mut reading = Reading {
        operation_id: call(tool).operation_id.as_deref().map(str::to_owned),
        output: tool.output.is_some(),
        ..Reading::default()
    };
    // A required body that can only be `{}` is a constant.
    let constants = tool.constants.iter().map(|constant| &constant.argument);
    for argument in tool.arguments.iter().chain(constants) {
        if argument.location == ArgumentLocation::Body {
            let media_type = call(tool).body.as_ref().map(|body| body.content_type.clone());
            reading.body = Some((argument.required, media_type.into_iter().collect()));
        } else if argument.location != ArgumentLocation::PartHeader {
            let key = key(argument.location.as_str(), &argument.true_name);
            reading.parameters.insert(key, argument.required);
        }
    }
    reading
}

/// Header names are case-insensitive (RFC 9110, section 5.1).
fn key(location: &str, name: &str) -> (String, String) {
    let name = if location == "header" { name.to_ascii_lowercase() } else { name.to_owned() };
    (location.to_owned(), name)
}

fn theirs(file: &Path) -> Result<Readings, String> {
    let document: OpenAPI = yaml_serde::from_value(values(file)?).map_err(|error| error.to_string())?;
    let other = Other(&document);
    let mut readings = Readings::new();
    for (path, item) in document.paths.iter() {
        let item = other.path_item(item)?;
        for (method, operation) in item.iter().filter(|(_, operation)| !is_switched_off(operation)) {
            let reading = other.reading(method, path, item, operation)?;
            readings.insert((method.to_uppercase(), path.clone()), reading);
        }
    }
    Ok(readings)
}

/// Reads a document with the other reader.
struct Other<'d>(&'d OpenAPI);

impl<'d> Other<'d> {
    fn reading(
        &self,
        method: &str,
        path: &str,
        item: &'d PathItem,
        operation: &'d Operation,
    ) -> Result<Reading, String> {
        let mut parameters = BTreeMap::new();
        for parameter in item.parameters.iter().chain(&operation.parameters) {
            let Some(parameter) = self.parameter(parameter)? else { continue };
            let location = location(parameter);
            let data = parameter.parameter_data_ref();
            if self.is_argument(location, &data.name, path) {
                parameters.insert(key(location, &data.name), data.required || location == "path");
            }
        }
        for name in placeholders(path) {
            parameters.entry(key("path", name)).or_insert(true);
        }
        let body = operation.request_body.as_ref().map(|body| self.body(body)).transpose()?.flatten();
        let body = body.filter(|body| !body.content.is_empty());
        let body = body.filter(|body| body.required || !self.says_nothing(method, body));
        Ok(Reading {
            operation_id: operation.operation_id.clone().filter(|id| !id.trim().is_empty()),
            parameters,
            body: body.map(|body| (body.required, body.content.keys().cloned().collect())),
            output: method != "head" && self.has_output(operation)?,
        })
    }

    fn is_argument(&self, location: &str, name: &str, path: &str) -> bool {
        let ignored = ["accept", "content-type", "authorization"].contains(&&*name.to_ascii_lowercase());
        let carries = self.0.components.iter().flat_map(|all| all.security_schemes.values()).any(|scheme| {
            matches!(scheme, ReferenceOr::Item(openapiv3::SecurityScheme::APIKey { location: place, name: key, .. })
                if format!("{place:?}").eq_ignore_ascii_case(location)
                    && (key == name || location == "header" && key.eq_ignore_ascii_case(name)))
        });
        match location {
            // A parameter without a name cannot be sent.
            _ if name.trim().is_empty() => false,
            "path" => placeholders(path).any(|placeholder| placeholder == name),
            "header" => !ignored && !carries,
            _ => !carries,
        }
    }

    /// Returns whether every success response has a JSON body with a schema; without a success response,
    /// `default` counts if it is the only one.
    fn has_output(&self, operation: &'d Operation) -> Result<bool, String> {
        let responses = &operation.responses;
        let is_success = |status: &StatusCode| match status {
            StatusCode::Code(code) => (200..300).contains(code),
            StatusCode::Range(range) => *range == 2,
        };
        let mut successes: Vec<_> =
            responses.responses.iter().filter(|(status, _)| is_success(status)).collect();
        let alone = StatusCode::Code(0);
        if responses.responses.is_empty() {
            successes.extend(responses.default.as_ref().map(|response| (&alone, response)));
        }
        let mut all = !successes.is_empty();
        for (status, response) in successes {
            let response = self.response(response)?;
            // These statuses never have a body, whatever `content` says (RFC 9110, section 15.3).
            let bodiless = matches!(status, StatusCode::Code(204 | 205));
            all &= !bodiless
                && response
                    .and_then(|response| self.json(response))
                    .is_some_and(|media| media.schema.is_some());
        }
        Ok(all)
    }

    /// Returns the JSON media type of a response, preferring the plain one.
    fn json(&self, response: &'d Response) -> Option<&'d MediaType> {
        let types = response
            .content
            .iter()
            .filter(|(name, media)| is_json(name) && !(name.contains('*') && self.is_string(media)));
        types
            .min_by_key(|(name, _)| (essence(name) != "application/json", name.contains('*')))
            .map(|(_, media)| media)
    }

    /// Returns true if a body can only be `{}`, or is that of a GET or DELETE and not described.
    fn says_nothing(&self, method: &str, body: &RequestBody) -> bool {
        let can_be_undescribed = matches!(method, "get" | "delete");
        body.content.values().any(|media| {
            let is_undescribed = can_be_undescribed && media.example.is_none() && media.examples.is_empty();
            match self.schema_kind(media) {
                None => is_undescribed && media.schema.is_none(),
                Some(SchemaKind::Type(Type::Object(object))) => {
                    let is_sent = |property: &ReferenceOr<Box<Schema>>| {
                        property.as_item().is_none_or(|property| !property.schema_data.read_only)
                    };
                    let is_closed = match object.additional_properties {
                        Some(AdditionalProperties::Any(open)) => !open,
                        Some(AdditionalProperties::Schema(_)) => return false,
                        None => false,
                    };
                    object.required.is_empty()
                        && !object.properties.values().any(is_sent)
                        && (is_closed || is_undescribed)
                }
                Some(_) => false,
            }
        })
    }

    fn is_string(&self, media: &MediaType) -> bool {
        match self.schema_kind(media) {
            Some(SchemaKind::Type(Type::String(_))) => true,
            Some(SchemaKind::Any(any)) => any.typ.as_deref() == Some("string"),
            _ => false,
        }
    }

    fn schema_kind<'m>(&'m self, media: &'m MediaType) -> Option<&'m SchemaKind> {
        let mut schema = media.schema.as_ref();
        for _ in 0..10 {
            match schema {
                Some(ReferenceOr::Reference { reference }) => {
                    let name = reference.strip_prefix("#/components/schemas/").map(unescaped);
                    let schemas = self.0.components.as_ref().map(|components| &components.schemas);
                    schema = name.and_then(|name| schemas?.get(&name));
                }
                Some(ReferenceOr::Item(Schema { schema_kind, .. })) => return Some(schema_kind),
                None => return None,
            }
        }
        None
    }
}

/// Resolves a reference to a component; one function per kind of component.
macro_rules! resolve {
    ($($name:ident, $kind:ty, $map:ident;)*) => {
        impl<'d> Other<'d> {
            $(fn $name(&self, written: &'d ReferenceOr<$kind>) -> Result<Option<&'d $kind>, String> {
                let mut written = written;
                for _ in 0..10 {
                    match written {
                        ReferenceOr::Item(item) => return Ok(Some(item)),
                        ReferenceOr::Reference { reference } => {
                            let name = reference
                                .strip_prefix("#/components/")
                                .and_then(|rest| rest.split_once('/'))
                                .ok_or_else(|| format!("{reference} is no reference to a component"))?
                                .1;
                            let components = self.0.components.as_ref();
                            match components.and_then(|components| components.$map.get(&unescaped(name))) {
                                Some(next) => written = next,
                                None => return Ok(None),
                            }
                        }
                    }
                }
                Ok(None)
            })*
        }
    };
}

resolve! {
    parameter, Parameter, parameters;
    body, RequestBody, request_bodies;
    response, Response, responses;
}

impl<'d> Other<'d> {
    /// Resolves a Path Item; 3.0 has no components for them.
    fn path_item(&self, written: &'d ReferenceOr<PathItem>) -> Result<&'d PathItem, String> {
        match written {
            ReferenceOr::Item(item) => Ok(item),
            ReferenceOr::Reference { reference } => {
                let path = reference.strip_prefix("#/paths/").map(unescaped);
                match path.and_then(|path| self.0.paths.paths.get(&path)) {
                    Some(ReferenceOr::Item(item)) => Ok(item),
                    _ => Err(format!("{reference} leads nowhere")),
                }
            }
        }
    }
}

fn location(parameter: &Parameter) -> &'static str {
    match parameter {
        Parameter::Query { .. } => "query",
        Parameter::Header { .. } => "header",
        Parameter::Path { .. } => "path",
        Parameter::Cookie { .. } => "cookie",
    }
}

/// Decodes a name in a reference (RFC 6901, sections 4 and 6).
fn unescaped(token: &str) -> String {
    let decoded = percent_encoding::percent_decode_str(token).decode_utf8_lossy().into_owned();
    decoded.replace("~1", "/").replace("~0", "~")
}

/// Returns the names in braces (OpenAPI 3.0.3, "Path Templating"); nested braces contain none.
fn placeholders(path: &str) -> impl Iterator<Item = &str> {
    let closed = path.split_inclusive('}').filter_map(|part| part.strip_suffix('}')?.split_once('{'));
    closed.map(|(_, name)| name).filter(|name| !name.is_empty() && !name.contains('{'))
}

/// Returns whether a known extension disables an operation.
fn is_switched_off(operation: &Operation) -> bool {
    let own = operation.extensions.get("x-mcp");
    let disabled = operation.extensions.get("x-speakeasy-mcp").and_then(|other| other.get("disabled"));
    let off = |value: Option<&serde_json::Value>, flag: bool| {
        value.and_then(serde_json::Value::as_bool) == Some(flag)
    };
    off(own, false) || off(own.and_then(|own| own.get("enabled")), false) || off(disabled, true)
}

fn essence(media_type: &str) -> String {
    media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

fn is_json(media_type: &str) -> bool {
    let essence = essence(media_type);
    matches!(essence.as_str(), "application/json" | "text/json" | "*/*" | "application/*")
        || essence.ends_with("+json")
}
