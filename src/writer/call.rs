//! `_meta["dev.spec2mcp/http"]`: all that is needed to make the HTTP request without the document.

use serde_json::{Map, Value, json};

use crate::model::{
    Argument, BodyCall, HttpCall, Location, PartCall, SecurityRequirement, Serialization, Server, Style, Tool,
};

/// The call of a tool; see "The call" in `docs/mapping.md` for each member.
pub(super) fn call_meta(call: &HttpCall, tool: &Tool) -> Value {
    let mut meta = Map::new();
    meta.insert("method".to_owned(), json!(call.method.as_str()));
    meta.insert("path".to_owned(), json!(call.path));
    if !call.servers.is_empty() {
        meta.insert("servers".to_owned(), call.servers.iter().map(server).collect());
    }
    let parameters: Map<String, Value> = tool
        .arguments
        .iter()
        .filter(|argument| !matches!(argument.location, Location::Body | Location::Input))
        .filter_map(|argument| Some((argument.name.as_ref()?.as_str().to_owned(), parameter(argument))))
        .collect();
    if !parameters.is_empty() {
        meta.insert("arguments".to_owned(), Value::Object(parameters));
    }
    if let Some(body_call) = &call.body {
        meta.insert("body".to_owned(), body(body_call, tool));
    }
    if let Some(accept) = &call.accept {
        meta.insert("accept".to_owned(), json!(accept));
    }
    if tool.output.as_ref().is_some_and(|output| output.wrap) {
        meta.insert("wrap".to_owned(), json!(true));
    }
    if !call.cookies.is_empty() {
        let cookies =
            call.cookies.iter().map(|cookie| json!({"name": cookie.name, "required": cookie.required}));
        meta.insert("cookies".to_owned(), cookies.collect());
    }
    if let Some(security) = &call.security {
        meta.insert(
            "security".to_owned(),
            security.iter().map(|alternative| requirements(alternative)).collect(),
        );
    }
    if let Some(id) = &call.operation_id {
        meta.insert("operationId".to_owned(), json!(id));
    }
    Value::Object(meta)
}

fn server(server: &Server) -> Value {
    let mut map = Map::new();
    map.insert("url".to_owned(), json!(server.url));
    if let Some(description) = &server.description {
        map.insert("description".to_owned(), json!(description));
    }
    if !server.variables.is_empty() {
        let variables: Map<String, Value> = server
            .variables
            .iter()
            .map(|variable| {
                let mut map = Map::new();
                if let Some(default) = &variable.default {
                    map.insert("default".to_owned(), json!(default));
                }
                if !variable.values.is_empty() {
                    map.insert("enum".to_owned(), json!(variable.values));
                }
                (variable.name.clone(), Value::Object(map))
            })
            .collect();
        map.insert("variables".to_owned(), Value::Object(variables));
    }
    Value::Object(map)
}

fn parameter(argument: &Argument) -> Value {
    let mut map = Map::new();
    map.insert("name".to_owned(), json!(argument.name_in_request()));
    map.insert("in".to_owned(), json!(argument.location.as_str()));
    match &argument.serialization {
        Serialization::Style { style, explode, allow_reserved } => {
            map.insert("style".to_owned(), json!(style.as_str()));
            map.insert("explode".to_owned(), json!(explode));
            if *allow_reserved {
                map.insert("allowReserved".to_owned(), json!(true));
            }
        }
        Serialization::TabSeparated => {
            map.insert("style".to_owned(), json!(Style::Form.as_str()));
            map.insert("explode".to_owned(), json!(false));
            map.insert("collectionFormat".to_owned(), json!("tsv"));
        }
        Serialization::Content(media_type) => {
            map.insert("contentType".to_owned(), json!(media_type));
        }
        Serialization::Body | Serialization::Value => {}
    }
    Value::Object(map)
}

fn body(call: &BodyCall, tool: &Tool) -> Value {
    let mut map = Map::new();
    let mut arguments = tool.arguments.iter().filter(|argument| argument.location == Location::Body);
    if call.flattened {
        let names: Map<String, Value> = arguments
            .filter_map(|argument| {
                Some((argument.name.as_ref()?.as_str().to_owned(), json!(argument.name_in_request())))
            })
            .collect();
        map.insert("arguments".to_owned(), Value::Object(names));
    } else if let Some(name) = arguments.next().and_then(|argument| argument.name.as_ref()) {
        map.insert("argument".to_owned(), json!(name.as_str()));
    }
    map.insert("contentType".to_owned(), json!(call.content_type));
    if call.decode_base64 {
        map.insert("decode".to_owned(), json!("base64"));
    }
    if !call.parts.is_empty() {
        let parts: Map<String, Value> = call
            .parts
            .iter()
            .map(|part| (part.name.clone().unwrap_or_else(|| "*".to_owned()), part_entry(part)))
            .collect();
        map.insert("parts".to_owned(), Value::Object(parts));
    }
    Value::Object(map)
}

fn part_entry(part: &PartCall) -> Value {
    let mut map = Map::new();
    if let Some(content_type) = &part.content_type {
        map.insert("contentType".to_owned(), json!(content_type));
    }
    if !part.headers.is_empty() {
        map.insert("headers".to_owned(), json!(part.headers));
    }
    if let Some(style) = &part.style {
        map.insert("style".to_owned(), json!(style));
    }
    if let Some(explode) = part.explode {
        map.insert("explode".to_owned(), json!(explode));
    }
    if let Some(allow_reserved) = part.allow_reserved {
        map.insert("allowReserved".to_owned(), json!(allow_reserved));
    }
    if part.tab_separated {
        map.insert("collectionFormat".to_owned(), json!("tsv"));
    }
    if part.decode_base64 {
        map.insert("decode".to_owned(), json!("base64"));
    }
    Value::Object(map)
}

fn requirements(alternative: &[SecurityRequirement]) -> Value {
    let schemes: Map<String, Value> =
        alternative.iter().map(|requirement| (requirement.scheme.clone(), scheme(requirement))).collect();
    Value::Object(schemes)
}

fn scheme(requirement: &SecurityRequirement) -> Value {
    let mut map = Map::new();
    let texts = [
        ("type", &requirement.kind),
        ("in", &requirement.location),
        ("name", &requirement.name),
        ("scheme", &requirement.http_scheme),
    ];
    for (key, text) in texts {
        if let Some(text) = text {
            map.insert(key.to_owned(), json!(text));
        }
    }
    if !requirement.scopes.is_empty() {
        map.insert("scopes".to_owned(), json!(requirement.scopes));
    }
    Value::Object(map)
}
