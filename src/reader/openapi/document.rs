//! Reads the root of a description, and with it all operations.

use crate::diagnostic::{Code, Sink};
use crate::json::Map;
use crate::model::{Catalog, Format, Server, ServerIdentity, SourceInfo, Tool};
use crate::options::Options;
use crate::schema::{SourceDialect, Translator};
use crate::source::{Document, Fields, Node, Sources, TakenField};

use super::super::operation_choice::OperationChoice;
use super::extensions::OperationExtensions;
use super::reader::OpenApiReader;
use super::repeated_parameters::RepeatedParameters;
use super::security::SecuritySchemes;
use super::server_name::server_name;
use super::unknown_fields::DescriptiveObject;
use super::{security, servers};

/// Reads a description. A part that is wrong is reported and left out, with everything that needs it; the rest is read.
pub(in crate::reader) fn read<'s>(
    sources: &'s Sources,
    document: &'s Document,
    format: Format,
    options: &'s Options,
    sink: &'s Sink,
) -> Catalog {
    let mut fields = Fields::new(document.root());
    fields.pass_over(&["openapi", "swagger"], "the format was detected by it");
    fields.pass_over(&["$self"], "it is the base of references, and was read with them");
    fields
        .pass_over(&["components", "definitions", "parameters", "responses"], "read where it is referred to");
    fields.pass_over(&["tags", "externalDocs"], "it describes the API for people");
    let info = fields.take("info").map(TakenField::used);
    let components = document.root().get("components");
    for (node, kind) in [(info, DescriptiveObject::Info), (components, DescriptiveObject::Components)] {
        if let Some(node) = node {
            kind.report(node, sink);
        }
    }
    let scheme_definitions = match format {
        Format::Swagger20 => fields.take("securityDefinitions").map(TakenField::used),
        _ => components.and_then(|components| components.get("securitySchemes")),
    };
    let security = security::declared(fields.take_value("security"), sink);
    let given = options.server_url.as_ref();
    let server_list = match format {
        Format::Swagger20 => servers::swagger_servers(&mut fields, document, given, sink),
        _ => servers::servers(fields.take("servers").map(TakenField::used), document, given, sink),
    };
    let schemes = SecuritySchemes::read(sources, scheme_definitions, &server_list, sink);
    let mut translator = Translator::new(sources, sink, options.dialect, options.output_formats);
    translator.keep_discriminators(options.keep_discriminator);
    let declared = fields.take("jsonSchemaDialect").map(TakenField::used);
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
        servers: server_list.into(),
        consumes: swagger_types(&mut fields, "consumes", format),
        produces: swagger_types(&mut fields, "produces", format),
        extension: OperationExtensions::read(document.root(), sink),
        repeated: RepeatedParameters::default(),
        choice: OperationChoice::new(options),
        found: 0,
        tools: Vec::new(),
    };
    if let Some(webhooks) = fields.take("webhooks").map(TakenField::used) {
        let count = webhooks.len();
        if count > 0 {
            let message =
                format!("webhooks ({count}) are requests that the API sends; they are not converted");
            sink.report(Code::WebhooksDropped, webhooks.place(), message);
        }
    }
    let paths = fields.take("paths").map(TakenField::used);
    reader.report_unknown(&fields, "the document");
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
    let server = server_identity(info, &source, &reader.servers, options);
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

/// Takes a list of media types, which operations of Swagger 2.0 inherit. Later versions have no such field.
fn swagger_types<'s>(fields: &mut Fields<'s>, key: &'static str, format: Format) -> Option<Node<'s>> {
    if format != Format::Swagger20 {
        return None;
    }
    fields.take(key).map(TakenField::used)
}

/// Reports once that calls have no host. Servers may be declared at the root, the path item or the operation.
fn report_no_server(tools: &[Tool], document: &Document, sink: &Sink) {
    let calls = tools.iter().filter_map(|tool| tool.call.as_ref());
    let message = match calls.filter(|call| !call.servers.iter().any(Server::has_host)).count() {
        0 => return,
        lacking if lacking == tools.len() => {
            "the document names no host; the calls have no absolute URL".to_owned()
        }
        lacking => format!(
            "the document names no host for {lacking} of {} operations; their calls have no absolute URL",
            tools.len()
        ),
    };
    sink.report(Code::NoServer, document.root().place(), message);
}

fn source_info(format: Format, info: Option<Node<'_>>) -> SourceInfo {
    let text = |key: &str| info.and_then(|info| info.get(key)).and_then(Node::scalar_text).map(str::to_owned);
    SourceInfo { format, title: text("title"), version: text("version") }
}

fn server_identity(
    info: Option<Node<'_>>,
    source: &SourceInfo,
    servers: &[Server],
    options: &Options,
) -> ServerIdentity {
    let text = |key: &str| {
        let text = info.and_then(|info| info.get(key)).and_then(Node::scalar_text)?.trim();
        (!text.is_empty()).then(|| text.to_owned())
    };
    ServerIdentity {
        name: options
            .server_name
            .clone()
            .unwrap_or_else(|| server_name(source.title.as_deref().unwrap_or_default(), servers)),
        version: options
            .server_version
            .clone()
            .or_else(|| source.version.clone())
            .unwrap_or_else(|| ServerIdentity::NO_VERSION.to_owned()),
        title: text("title"),
        description: text("summary").or_else(|| text("description")),
    }
}
