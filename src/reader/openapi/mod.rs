//! Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2 → catalogue. The versions share one reader: where they differ,
//! the function that reads the field says how.

mod body;
mod example;
mod extension;
mod form;
mod operation;
mod parameter;
mod parts;
mod placeholder;
mod repeated;
mod response;
mod security;
mod server;
mod tags;
mod unknown;

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Sink};
use crate::json::Map;
use crate::model::{Catalog, Format, Method, Server, ServerIdentity, SourceInfo, Tool};
use crate::options::Options;
use crate::schema::{SourceDialect, Translator};
use crate::source::{Document, Fields, Node, Sources};

use super::choice::OperationChoice;

use self::extension::OperationExtensions;
use self::repeated::RepeatedParameters;
use self::security::SecuritySchemes;
use self::unknown::DescriptiveObject;

pub(super) use self::tags::tags;

/// Methods of a path item in every version (OpenAPI 3.0, "Path Item Object"; 2.0 has no `trace`).
const METHODS: [&str; 8] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/// Everything that reading an operation needs.
struct OpenApiReader<'s> {
    sources: &'s Sources,
    sink: &'s Sink,
    options: &'s Options,
    document: &'s Document,
    format: Format,
    dialect: SourceDialect,
    translator: Translator<'s>,
    schemes: SecuritySchemes<'s>,
    /// The root's security requirements, if it has any field for them.
    security: Option<Node<'s>>,
    servers: Arc<[Server]>,
    /// Swagger 2.0: media types of requests and responses that operations inherit.
    consumes: Option<Node<'s>>,
    produces: Option<Node<'s>>,
    extension: OperationExtensions<'s>,
    repeated: RepeatedParameters<'s>,
    choice: OperationChoice<'s>,
    /// Operations that were come by, and path items that could not be read.
    found: usize,
    tools: Vec<Tool>,
}

/// What a path item gives to its operations.
struct PathItem<'s> {
    path: &'s str,
    /// What stands under the path.
    written: Node<'s>,
    parameters: Option<Node<'s>>,
    servers: Option<Node<'s>>,
    summary: Option<&'s str>,
    description: Option<&'s str>,
    extension: OperationExtensions<'s>,
}

/// Reads a document of one of OpenAPI's versions. Whatever is wrong in it is reported, and what needs it
/// is left out; the rest is read.
pub(super) fn read<'s>(
    sources: &'s Sources,
    document: &'s Document,
    format: Format,
    options: &'s Options,
    sink: &'s Sink,
) -> Catalog {
    let mut fields = Fields::new(document.root());
    fields.take("openapi");
    fields.take("swagger");
    for known in ["components", "tags", "externalDocs", "$self", "definitions", "parameters", "responses"] {
        fields.take(known);
    }
    let info = fields.take("info");
    let components = document.root().get("components");
    for (node, kind) in [(info, DescriptiveObject::Info), (components, DescriptiveObject::Components)] {
        if let Some(node) = node {
            kind.report(node, sink);
        }
    }
    let scheme_definitions = match format {
        Format::Swagger20 => fields.take("securityDefinitions"),
        _ => components.and_then(|components| components.get("securitySchemes")),
    };
    let schemes = SecuritySchemes::read(sources, scheme_definitions, sink);
    let security = fields.take_value("security").filter(|node| node.is_array());
    let servers = match format {
        Format::Swagger20 => server::swagger_20(&mut fields, document, sink),
        _ => server::servers(fields.take("servers"), document, sink),
    };
    let servers = servers.into();
    let translator = Translator::new(sources, sink, options.dialect, options.output_formats);
    let declared = fields.take("jsonSchemaDialect");
    let dialect = if format.has_own_schema_dialect() {
        SourceDialect::OpenApi30
    } else {
        translator.declared_dialect(declared, SourceDialect::Draft202012)
    };
    let mut reader = OpenApiReader {
        sources,
        sink,
        options,
        document,
        format,
        dialect,
        translator,
        schemes,
        security,
        servers,
        consumes: if format == Format::Swagger20 { fields.take("consumes") } else { None },
        produces: if format == Format::Swagger20 { fields.take("produces") } else { None },
        extension: OperationExtensions::read(document.root(), sink),
        repeated: RepeatedParameters::default(),
        choice: OperationChoice::new(options),
        found: 0,
        tools: Vec::new(),
    };
    if let Some(webhooks) = fields.take("webhooks") {
        let count = webhooks.len();
        if count > 0 {
            let message = format!("webhooks ({count}) are requests that the API sends; they become no tools");
            sink.report(Code::WebhooksDropped, webhooks.place(), message);
        }
    }
    let paths = fields.take("paths");
    reader.report_rest(&fields, "the document");
    match paths {
        Some(paths) if paths.is_object() => reader.paths(paths),
        Some(paths) => {
            let message = format!("`paths` is {}, not an object", paths.kind());
            sink.report(Code::WrongType, paths.place(), message);
        }
        None => {}
    }
    reader.choice.report_unmatched(document.root().place(), sink);
    if options.http {
        report_no_server(&reader.tools, document, sink);
    }
    let source = source_info(format, info);
    let server = server_identity(info, &source, options);
    let (input_definitions, output_definitions) = reader.translator.finish();
    Catalog {
        source,
        place: document.root().place(),
        found: reader.found,
        server: Some(server),
        meta: Map::new(),
        tools: reader.tools,
        input_definitions,
        output_definitions,
    }
}

/// Reports once that calls lack a host, whichever level should name it.
fn report_no_server(tools: &[Tool], document: &Document, sink: &Sink) {
    let is_absolute = |server: &Server| server.url.contains("://") || server.url.starts_with('{');
    let calls = tools.iter().filter_map(|tool| tool.call.as_ref());
    let message = match calls.filter(|call| !call.servers.iter().any(is_absolute)).count() {
        0 => return,
        lacking if lacking == tools.len() => {
            "the document does not say on which host the API is; the calls have no absolute URL".to_owned()
        }
        lacking => format!(
            "the document does not say on which host {lacking} of {} operations are; their calls have no absolute URL",
            tools.len()
        ),
    };
    sink.report(Code::NoServer, document.root().place(), message);
}

impl<'s> OpenApiReader<'s> {
    fn path_items(&mut self, items: &[(&'s str, Node<'s>)]) {
        for &(path, item) in items {
            if self.sources.has_missed() {
                return;
            }
            if path.starts_with("x-") {
                continue;
            }
            if !path.starts_with('/') {
                let message =
                    format!("`{path}` does not begin with a slash; it is read as a path all the same");
                self.sink.report(Code::MalformedPath, item.place(), message);
            }
            self.path_item(path, item);
        }
    }

    fn path_item(&mut self, path: &'s str, written: Node<'s>) {
        if written.is_null() {
            return;
        }
        // OpenAPI 3.1, "Path Item Object": a `$ref` may stand beside fields; those written here count first.
        let item = match self.sources.follow(written, self.sink) {
            Ok(item) if item.is_object() => item,
            Ok(item) => {
                let message = format!(
                    "the path item `{path}` is {}, not an object; its operations are left out",
                    item.kind()
                );
                self.sink.report(Code::MalformedOperation, written.place(), message);
                self.found += 1;
                return;
            }
            Err(error) => {
                let message = format!("{}; the operations of `{path}` are left out", error.message);
                self.sink.push(Diagnostic::new(error.code, message).at(written.place()).error());
                self.found += 1;
                if written.len() > 1 { written } else { return }
            }
        };
        let mut fields = Fields::new(item);
        fields.take("$ref");
        let parameters = fields.take("parameters");
        let servers = fields.take("servers");
        let summary = fields.take("summary").and_then(Node::as_str);
        let description = fields.take("description").and_then(Node::as_str);
        let extension = OperationExtensions::read(item, self.sink);
        let item_info = PathItem { path, written, parameters, servers, summary, description, extension };
        let additional = fields.take("additionalOperations").filter(|_| self.format == Format::OpenApi32);
        for (key, operation) in item.entries() {
            let lower = key.to_ascii_lowercase();
            let is_method =
                METHODS.contains(&lower.as_str()) || (lower == "query" && self.format == Format::OpenApi32);
            if !is_method {
                if key == "additionalOperations" {
                    for (method, operation) in additional.into_iter().flat_map(Node::entries) {
                        self.operation(Method::new(method), operation, &item_info);
                    }
                }
                continue;
            }
            if key != lower {
                let message = format!("the method `{key}` is not in lower case; it is read as `{lower}`");
                self.sink.report(Code::UnknownMethod, operation.place(), message);
            }
            self.operation(Method::new(&lower), operation, &item_info);
        }
        if item != written {
            // Operations beside a `$ref` to a path item.
            for (key, operation) in
                written.entries().filter(|(key, _)| METHODS.contains(key) && item.get(key).is_none())
            {
                self.operation(Method::new(key), operation, &item_info);
            }
        }
        for rest in fields.rest() {
            let key = rest.key();
            let lower = key.to_ascii_lowercase();
            let known =
                METHODS.contains(&lower.as_str()) || (lower == "query" && self.format == Format::OpenApi32);
            if !known && !key.starts_with("x-") && !rest.is_null() {
                let message = format!("`{key}` is no method of this version; it is left out");
                self.sink.report(Code::UnknownMethod, rest.place(), message);
            }
        }
    }

    /// Reports what was never asked for. Extensions, and links to further documentation, are left out
    /// without a word: the first are nobody's loss, the second no model can follow.
    fn report_rest(&self, fields: &Fields<'s>, of: &str) {
        for rest in fields.rest() {
            let key = rest.key();
            if key.starts_with("x-") || key == "externalDocs" || key == "tags" || rest.is_null() {
                continue;
            }
            let message = format!("`{key}` of {of} has no place in the manifest; it is dropped");
            self.sink.report(Code::DroppedField, rest.place(), message);
        }
    }

    /// What a value leads to; `None`, reported, where its reference leads nowhere.
    fn follow(&self, node: Node<'s>, what: &str) -> Option<Node<'s>> {
        self.followed(node, what).map_err(|diagnostic| self.sink.push(*diagnostic)).ok()
    }

    /// The same for an operation, with which a tool is lost.
    fn follow_operation(&self, node: Node<'s>, what: &str) -> Option<Node<'s>> {
        self.followed(node, what).map_err(|diagnostic| self.sink.push(diagnostic.error())).ok()
    }

    fn followed(&self, node: Node<'s>, what: &str) -> Result<Node<'s>, Box<Diagnostic>> {
        if let Some(reference) = node.get("$ref").filter(|reference| reference.as_str().is_none()) {
            let message = format!(
                "`$ref` of {what} is {}, not a URI in a string; {what} is left out",
                reference.kind()
            );
            return Err(Box::new(Diagnostic::new(Code::MalformedReference, message).at(reference.place())));
        }
        self.sources.follow(node, self.sink).map_err(|error| {
            let message = format!("{}; {what} is left out", error.message);
            Box::new(Diagnostic::new(error.code, message).at(node.place()))
        })
    }

    /// A boolean field; one of another type is reported and counts as absent.
    fn flag(&self, node: Option<Node<'s>>) -> bool {
        let Some(node) = node else { return false };
        match node.as_bool().or_else(|| node.as_str().and_then(|text| text.trim().parse().ok())) {
            Some(flag) => flag,
            None => {
                let message =
                    format!("`{}` is {}, not a boolean; it is read as false", node.key(), node.kind());
                self.sink.report(Code::WrongType, node.place(), message);
                false
            }
        }
    }

    /// A text field; numbers and booleans are read as they are spelled.
    fn text(&self, node: Option<Node<'s>>) -> Option<String> {
        let node = node?;
        match node.scalar_text() {
            Some(text) => (!text.trim().is_empty()).then(|| text.to_owned()),
            None => {
                let message = format!("`{}` is {}, not text; it is dropped", node.key(), node.kind());
                self.sink.report(Code::WrongType, node.place(), message);
                None
            }
        }
    }
}

fn source_info(format: Format, info: Option<Node<'_>>) -> SourceInfo {
    let text = |key: &str| info.and_then(|info| info.get(key)).and_then(Node::scalar_text).map(str::to_owned);
    SourceInfo { format, title: text("title"), version: text("version") }
}

fn server_identity(info: Option<Node<'_>>, source: &SourceInfo, options: &Options) -> ServerIdentity {
    let text = |key: &str| {
        let text = info.and_then(|info| info.get(key)).and_then(Node::scalar_text)?.trim();
        (!text.is_empty()).then(|| text.to_owned())
    };
    ServerIdentity {
        name: options
            .server_name
            .clone()
            .unwrap_or_else(|| server::slug(source.title.as_deref().unwrap_or_default())),
        version: options
            .server_version
            .clone()
            .or_else(|| source.version.clone())
            .unwrap_or_else(|| ServerIdentity::NO_VERSION.to_owned()),
        title: text("title"),
        description: text("summary").or_else(|| text("description")),
    }
}
