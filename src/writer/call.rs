//! Writes `_meta["dev.apimint/http"]`: everything a client needs to send the HTTP request of a tool without
//! the description.

use std::collections::HashSet;

use crate::json::Value;
use crate::json::text::{JsonObjectWriter, write_json, write_text};
use crate::model::{
    Argument, ArgumentLocation, BodyCall, Constant, HttpCall, OutputRoot, PartCall, PartHeader,
    SecurityRequirement, Serialization, Server, Tool,
};

/// Writes the call of a tool; `docs/mapping.md` documents each member under "The call".
pub(super) fn write_call(call: &HttpCall, tool: &Tool, out: &mut Vec<u8>) {
    let mut object = JsonObjectWriter::begin(out);
    object.text("method", call.method.as_str());
    object.text("path", &call.path);
    if !call.servers.is_empty() {
        object.member("servers", |out| list(&call.servers, server, out));
    }
    let in_request = |argument: &&Argument| {
        use ArgumentLocation::{Body, Input, PartHeader};
        !matches!(argument.location, Body | PartHeader | Input)
    };
    if tool.arguments.iter().any(|argument| in_request(&argument) && argument.name.is_some()) {
        object.member("arguments", |out| {
            let mut parameters = JsonObjectWriter::begin(out);
            for argument in tool.arguments.iter().filter(in_request) {
                if let Some(name) = &argument.name {
                    parameters.named(name.as_str(), |out| parameter(argument, tool, out));
                }
            }
            parameters.end();
        });
    }
    let constants = tool.constants.iter().filter(|constant| in_request(&&constant.argument));
    let constants: Vec<&Constant> = constants.filter(|constant| constant.is_whole()).collect();
    if !constants.is_empty() {
        object
            .member("constants", |out| list(&constants, |constant, out| constant_entry(constant, out), out));
    }
    if let Some(body_call) = &call.body {
        object.member("body", |out| body(body_call, tool, out));
    }
    object.optional("accept", call.accept.as_deref());
    if !call.response_types.is_empty() {
        object.value("responseTypes", &call.response_types);
    }
    if tool.output.as_ref().is_some_and(|output| output.root == OutputRoot::Wrapped) {
        object.value("wrap", &true);
    }
    if !call.cookies.is_empty() {
        object.member("cookies", |out| {
            list(
                &call.cookies,
                |cookie, out| {
                    let mut object = JsonObjectWriter::begin(out);
                    object.text("name", &cookie.name);
                    object.value("required", &cookie.required);
                    if let Some(style) = cookie.style {
                        object.text("style", style);
                        object.value("explode", &cookie.explode);
                    }
                    if cookie.allow_reserved {
                        object.value("allowReserved", &true);
                    }
                    object.optional("contentType", cookie.content_type.as_deref());
                    match cookie.types.as_slice() {
                        [] => {}
                        [only] => object.text("type", only),
                        several => object.value("type", several),
                    }
                    object.end();
                },
                out,
            );
        });
    }
    if let Some(security) = &call.security {
        object
            .member("security", |out| list(security, |alternative, out| requirements(alternative, out), out));
    }
    object.optional("operationId", call.operation_id.as_deref());
    object.end();
}

fn list<T>(items: &[T], write: impl Fn(&T, &mut Vec<u8>), out: &mut Vec<u8>) {
    out.push(b'[');
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write(item, out);
    }
    out.push(b']');
}

fn server(server: &Server, out: &mut Vec<u8>) {
    let mut object = JsonObjectWriter::begin(out);
    object.text("url", &server.url);
    object.optional("name", server.name.as_deref());
    object.optional("description", server.description.as_deref());
    if !server.variables.is_empty() {
        object.member("variables", |out| {
            let mut variables = JsonObjectWriter::begin(out);
            for variable in &server.variables {
                variables.named(&variable.name, |out| {
                    let mut object = JsonObjectWriter::begin(out);
                    object.optional("default", variable.default.as_deref());
                    if !variable.values.is_empty() {
                        object.value("enum", &variable.values);
                    }
                    object.optional("description", variable.description.as_deref());
                    object.end();
                });
            }
            variables.end();
        });
    }
    object.end();
}

/// Writes a parameter with the constant that every call sends.
fn constant_entry(constant: &Constant, out: &mut Vec<u8>) {
    let mut object = JsonObjectWriter::begin(out);
    destination(&constant.argument, &mut object);
    object.value("value", &constant.value);
    object.end();
}

fn parameter(argument: &Argument, tool: &Tool, out: &mut Vec<u8>) {
    let mut object = JsonObjectWriter::begin(out);
    destination(argument, &mut object);
    let is_within = |constant: &&Constant| constant.argument.name == argument.name;
    merged_constants(tool.constants.iter().filter(is_within).map(Constant::within), &mut object);
    object.end();
}

/// Writes the constants that are merged into a value or into the body, where they override the members of an
/// argument.
fn merged_constants<'c>(
    values: impl IntoIterator<Item = (Vec<&'c str>, &'c Value)>,
    object: &mut JsonObjectWriter<'_>,
) {
    let constants = Constant::object(values);
    if !constants.is_empty() {
        object.member("constants", |out| write_json(&Value::Object(constants), out));
    }
}

/// Writes the place and the serialization of a value in the request.
fn destination(argument: &Argument, object: &mut JsonObjectWriter<'_>) {
    object.text("name", argument.name_in_request());
    object.text("in", argument.location.as_str());
    match &argument.serialization {
        Serialization::Style(written) => {
            object.text("style", written.style.as_str());
            object.value("explode", &written.explode);
            for (key, flag) in
                [("allowReserved", written.allow_reserved), ("keepSlashes", written.keep_slashes)]
            {
                if flag {
                    object.value(key, &true);
                }
            }
            if written.tab_separated {
                object.text("collectionFormat", "tsv");
            }
            object.optional("itemsCollectionFormat", written.items_collection_format.as_deref());
        }
        Serialization::Content(media_type, fields) => {
            object.text("contentType", media_type);
            part_entries(fields, None, object);
        }
        Serialization::Body | Serialization::PartHeader(_) | Serialization::Value => {}
    }
}

fn body<'c>(call: &BodyCall, tool: &'c Tool, out: &mut Vec<u8>) {
    let mut object = JsonObjectWriter::begin(out);
    let mut arguments = tool.arguments.iter().filter(|argument| argument.location == ArgumentLocation::Body);
    let constants =
        tool.constants.iter().filter(|constant| constant.argument.location == ArgumentLocation::Body);
    if call.flattened {
        object.member("arguments", |out| {
            let mut names = JsonObjectWriter::begin(out);
            for argument in arguments {
                if let Some(name) = &argument.name {
                    names.named(name.as_str(), |out| write_text(argument.name_in_request(), out));
                }
            }
            names.end();
        });
        let named = |constant: &'c Constant| {
            (constant.path_from(constant.argument.name_in_request()), &constant.value)
        };
        merged_constants(constants.map(named), &mut object);
    } else if let Some(constant) = constants.clone().find(|constant| constant.is_whole()) {
        object.value("value", &constant.value);
    } else if let Some(name) = arguments.next().and_then(|argument| argument.name.as_ref()) {
        object.text("argument", name.as_str());
        merged_constants(constants.map(Constant::within), &mut object);
    }
    object.text("contentType", &call.content_type);
    if call.decode_base64 {
        object.text("decode", "base64");
    }
    part_entries(&call.parts, Some(tool), &mut object);
    if !call.prefix_parts.is_empty() {
        object.member("prefixParts", |out| {
            list(&call.prefix_parts, |part, out| part_entry(part, None, out), out);
        });
    }
    object.end();
}

/// Writes what is said of the parts of a form. Arguments of the tool can be headers of the parts of its body.
fn part_entries(parts: &[PartCall], tool: Option<&Tool>, object: &mut JsonObjectWriter<'_>) {
    if !parts.is_empty() {
        object.member("parts", |out| {
            let mut entries = JsonObjectWriter::begin(out);
            for part in parts {
                entries.named(part.name.as_deref().unwrap_or("*"), |out| part_entry(part, tool, out));
            }
            entries.end();
        });
    }
}

fn part_entry(part: &PartCall, tool: Option<&Tool>, out: &mut Vec<u8>) {
    let mut object = JsonObjectWriter::begin(out);
    object.optional("contentType", part.content_type.as_deref());
    if !part.headers.is_empty() {
        object.member("headers", |out| part_headers(part, tool, out));
    }
    object.optional("style", part.style.as_deref());
    for (key, flag) in [("explode", part.explode), ("allowReserved", part.allow_reserved)] {
        if let Some(flag) = flag {
            object.value(key, &flag);
        }
    }
    if part.tab_separated {
        object.text("collectionFormat", "tsv");
    }
    if part.decode_base64 {
        object.text("decode", "base64");
    }
    object.end();
}

/// Writes the headers of a part: an object with what is sent, or, if nothing is, the names alone.
fn part_headers(part: &PartCall, tool: Option<&Tool>, out: &mut Vec<u8>) {
    let sent: Vec<_> =
        part.headers.iter().filter_map(|header| Some((header, header_source(part, header, tool)?))).collect();
    if sent.is_empty() {
        return list(&part.headers, |header, out| write_text(&header.name, out), out);
    }
    let mut object = JsonObjectWriter::begin(out);
    for (header, source) in sent {
        object.named(&header.name, |out| {
            let mut inner = JsonObjectWriter::begin(out);
            match source {
                PartHeaderSource::Argument(name) => inner.text("argument", name),
                PartHeaderSource::Value(value) => inner.value("value", value),
            }
            inner.end();
        });
    }
    object.end();
}

/// What a header of a part is sent with.
enum PartHeaderSource<'t> {
    /// An argument with this name.
    Argument(&'t str),
    /// The same value in every call.
    Value(&'t Value),
}

/// Returns what a header of a part is sent with: the value that the description settles, an argument, or a constant in its
/// place.
fn header_source<'t>(
    part: &PartCall,
    header: &'t PartHeader,
    tool: Option<&'t Tool>,
) -> Option<PartHeaderSource<'t>> {
    let is_header = |argument: &Argument| {
        matches!(&argument.serialization, Serialization::PartHeader(of) if Some(&**of) == part.name.as_deref())
            && argument.name_in_request() == header.name
    };
    let argument = || {
        let argument = tool?.arguments.iter().find(|argument| is_header(argument))?;
        Some(PartHeaderSource::Argument(argument.name.as_ref()?.as_str()))
    };
    let constant = || {
        let constant = tool?.constants.iter().find(|one| one.is_whole() && is_header(&one.argument))?;
        Some(PartHeaderSource::Value(&constant.value))
    };
    header.value.as_ref().map(PartHeaderSource::Value).or_else(argument).or_else(constant)
}

fn requirements(alternative: &[SecurityRequirement], out: &mut Vec<u8>) {
    let mut schemes = JsonObjectWriter::begin(out);
    let mut seen = HashSet::new();
    // Names that contained credentials are equal once these are masked.
    for requirement in alternative.iter().filter(|one| alternative.len() == 1 || seen.insert(&one.scheme)) {
        schemes.named(&requirement.scheme, |out| scheme(requirement, out));
    }
    schemes.end();
}

fn scheme(requirement: &SecurityRequirement, out: &mut Vec<u8>) {
    let mut object = JsonObjectWriter::begin(out);
    let texts = [
        ("type", &requirement.kind),
        ("in", &requirement.location),
        ("name", &requirement.name),
        ("scheme", &requirement.http_scheme),
        ("bearerFormat", &requirement.bearer_format),
        ("openIdConnectUrl", &requirement.open_id_connect_url),
        ("oauth2MetadataUrl", &requirement.metadata_url),
    ];
    for (key, text) in texts {
        object.optional(key, text.as_deref());
    }
    if !requirement.flows.is_empty() {
        object.member("flows", |out| {
            let mut flows = JsonObjectWriter::begin(out);
            for flow in &requirement.flows {
                flows.named(&flow.name, |out| {
                    let mut urls = JsonObjectWriter::begin(out);
                    flow.urls.iter().for_each(|(key, url)| urls.text(key, url));
                    urls.end();
                });
            }
            flows.end();
        });
    }
    if !requirement.scopes.is_empty() {
        object.value("scopes", &requirement.scopes);
    }
    object.end();
}
