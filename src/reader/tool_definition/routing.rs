//! `mcpRouting`: the HTTP request behind a definition.

use std::sync::Arc;

use url::Url;

use crate::diagnostic::{Code, Sink};
use crate::model::{ArgumentLocation, HttpCall, Method, Route, Routes, SecurityRequirement, Server, Tool};
use crate::source::{Fields, Node, TakenField};

/// Longest text that counts as the name of a security scheme, in characters.
const SCHEME_NAME_MAX: usize = 64;

/// Reads `{endpoint, method, auth, paramMap}` into the HTTP call of a tool and the locations of its arguments. A server that the
/// caller gives replaces that of the endpoint.
pub(super) fn read(node: Node<'_>, tool: &mut Tool, given: Option<&Url>, sink: &Sink) {
    let mut fields = Fields::new(node);
    // Without an endpoint or a method, the whole routing is reported.
    let mut text =
        |key: &'static str| fields.take(key).and_then(|field| field.used().as_str()).map(str::trim);
    let endpoint = text("endpoint");
    let method = text("method");
    let auth = fields.take_value("auth").map(TakenField::used);
    let map = fields.take("paramMap").map(TakenField::used);
    for rest in fields.rest().filter(|rest| !rest.is_null()) {
        report_unknown(rest, "`mcpRouting`", sink);
    }
    let (Some(endpoint), Some(method)) =
        (endpoint.filter(|endpoint| !endpoint.is_empty()), method.filter(|method| Method::is_name(method)))
    else {
        let message = format!(
            "`mcpRouting` of {tool} is not an object with an `endpoint` and a `method`; the tool gets no HTTP call"
        );
        sink.report(Code::RoutingIncomplete, node.place(), message);
        return;
    };
    let method = Method::new(method);
    let (server, path) = split(endpoint);
    let server = given.map(|given| given.as_str().trim_end_matches('/').to_owned()).or(server);
    tool.routes = Some(Routes {
        place: node.place(),
        named: map.map(|map| parameter_map(map, sink)).unwrap_or_default(),
        otherwise: match method.as_str() {
            "GET" | "HEAD" | "DELETE" => ArgumentLocation::Query,
            _ => ArgumentLocation::Body,
        },
    });
    tool.call = Some(HttpCall {
        method,
        path: path.into(),
        servers: server.map(Server::at).into_iter().collect(),
        body: None,
        accept: None,
        response_types: Vec::new(),
        cookies: Vec::new(),
        security: auth.and_then(|auth| requirements(auth, node, sink)).map(Arc::from),
        operation_id: None,
    });
}

/// Reports once that calls have no absolute URL.
pub(super) fn report_relative(tools: &[Tool], root: Node<'_>, sink: &Sink) {
    let mut calls = tools.iter().filter_map(|tool| tool.call.as_ref());
    if calls.any(|call| call.servers.is_empty()) {
        let message = "the document has endpoints without a host; their calls have no absolute URL";
        sink.report(Code::NoServer, root.place(), message);
    }
}

/// Splits an endpoint into the server, if it has one, and the path. A placeholder `:id` becomes `{id}`.
fn split(endpoint: &str) -> (Option<String>, String) {
    let endpoint = endpoint.split('#').next().unwrap_or_default();
    let host = endpoint.find("://").map(|at| at + "://".len());
    let (server, rest) = match host {
        None => (None, endpoint),
        Some(host) => {
            let end = endpoint[host..].find(['/', '?']).map_or(endpoint.len(), |at| host + at);
            (Some(endpoint[..end].to_owned()), &endpoint[end..])
        }
    };
    let (path, query) = rest.split_once('?').map_or((rest, None), |(path, query)| (path, Some(query)));
    let segments: Vec<String> = path
        .split('/')
        .map(|segment| match segment.strip_prefix(':').filter(|name| is_identifier(name)) {
            Some(name) => format!("{{{name}}}"),
            None => segment.to_owned(),
        })
        .collect();
    let mut path = segments.join("/");
    if !path.starts_with('/') {
        path.insert(0, '/');
    }
    if let Some(query) = query.filter(|query| !query.is_empty()) {
        path.push('?');
        path.push_str(query);
    }
    (server, path)
}

fn is_identifier(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && text.chars().all(|other| other.is_ascii_alphanumeric() || other == '_')
}

/// Reads `paramMap`: the location of each argument, and its name there.
fn parameter_map(map: Node<'_>, sink: &Sink) -> Vec<Route> {
    let mut routes = Vec::new();
    if !map.is_object() {
        let message = format!("`paramMap` is {}, not an object; it is dropped", map.kind());
        sink.report(Code::RoutingIncomplete, map.place(), message);
    }
    for (property, way) in map.entries() {
        let mut fields = Fields::new(way);
        let mut found = None;
        for (key, location) in [
            ("path", ArgumentLocation::Path),
            ("query", ArgumentLocation::Query),
            ("header", ArgumentLocation::Header),
            ("body", ArgumentLocation::Body),
        ] {
            if found.is_none() {
                let name = fields.take(key).and_then(|name| name.text(sink)).filter(|name| !name.is_empty());
                found = name.map(|name| (location, name));
            }
        }
        for rest in fields.rest().filter(|rest| !rest.is_null()) {
            report_unknown(rest, &format!("`{property}` in `paramMap`"), sink);
        }
        match found {
            Some((location, name)) => routes.push(Route {
                place: way.place(),
                property: property.to_owned(),
                location,
                name: name.to_owned(),
            }),
            None => {
                let message = format!(
                    "`paramMap` has no location and name for `{property}`; the HTTP method decides where it goes"
                );
                sink.report(Code::RoutingIncomplete, way.place(), message);
            }
        }
    }
    routes
}

/// Reads `auth`: the name of the security scheme that the runtime authenticates with, never a secret. `none`, `false` and
/// `null` mean that the call needs no authentication.
fn requirements(auth: Node<'_>, routing: Node<'_>, sink: &Sink) -> Option<Vec<Vec<SecurityRequirement>>> {
    if auth.is_null() || auth.as_bool() == Some(false) {
        return Some(Vec::new());
    }
    let mut fields = Fields::new(auth);
    let mut text = |key: &'static str| {
        let value = fields.take(key)?.used();
        if value.as_str().is_none() {
            let message = format!("`{key}` of `auth` is {}, not text; it is dropped", value.kind());
            // Reports show the text at the place of a diagnostic, and the value may be a secret.
            sink.report(Code::RoutingIncomplete, routing.place(), message);
        }
        value.as_str().map(str::to_owned)
    };
    let (kind, name) = (text("type"), text("name"));
    let (location, http_scheme) = (text("in"), text("scheme"));
    for rest in fields.rest().filter(|rest| !rest.is_null()) {
        report_unknown(rest, "`auth`", sink);
    }
    let given = if auth.is_object() {
        name.clone().or_else(|| http_scheme.clone()).or_else(|| kind.clone())
    } else {
        auth.as_str().map(str::to_owned)
    };
    let Some(given) = given.as_deref().map(str::trim).filter(|name| is_scheme_name(name)) else {
        let message = "`auth` does not name a security scheme; it is dropped, in case it is a secret";
        // The place of `auth` would show the secret.
        sink.report(Code::RoutingIncomplete, routing.place(), message);
        return None;
    };
    if given.eq_ignore_ascii_case("none") {
        return Some(Vec::new());
    }
    let word = kind.as_deref().unwrap_or(given).to_ascii_lowercase();
    let (kind, known_scheme) = match word.as_str() {
        "bearer" | "basic" => (Some("http".to_owned()), Some(word)),
        "http" => (Some("http".to_owned()), None),
        "oauth2" => (Some("oauth2".to_owned()), None),
        // Without `in` and `name` nothing tells where an API key goes; then only the name of the scheme is kept.
        "apikey" | "api_key" | "api-key" if location.is_some() && name.is_some() => {
            (Some("apiKey".to_owned()), None)
        }
        _ => (None, None),
    };
    let is_key = kind.as_deref() == Some("apiKey");
    Some(vec![vec![SecurityRequirement {
        scheme: given.to_owned(),
        location: location.filter(|_| is_key),
        name: name.filter(|_| is_key),
        http_scheme: known_scheme.or(http_scheme.filter(|_| kind.as_deref() == Some("http"))),
        kind,
        ..SecurityRequirement::default()
    }]])
}

/// Returns true if a text can be the name of a scheme. A secret can have this form too; a later pass removes the secrets
/// that it recognises.
fn is_scheme_name(name: &str) -> bool {
    (1..=SCHEME_NAME_MAX).contains(&name.len())
        && name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'))
}

fn report_unknown(rest: Node<'_>, of: &str, sink: &Sink) {
    let message = format!("unknown field `{}` in {of} is ignored", rest.key());
    sink.report(Code::DroppedField, rest.place(), message);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endpoints_are_split() {
        for (endpoint, server, path) in [
            ("https://api.example.com/v1/weather", Some("https://api.example.com"), "/v1/weather"),
            ("https://api.example.com", Some("https://api.example.com"), "/"),
            ("http://localhost:8080/a/{id}?b=1#c", Some("http://localhost:8080"), "/a/{id}?b=1"),
            ("https://{region}.example.com?x=1", Some("https://{region}.example.com"), "/?x=1"),
            ("/api/users/:userId/posts", None, "/api/users/{userId}/posts"),
            ("/v1/things:batch", None, "/v1/things:batch"),
            ("weather", None, "/weather"),
        ] {
            assert_eq!(split(endpoint), (server.map(str::to_owned), path.to_owned()), "{endpoint}");
        }
    }

    #[test]
    fn names_of_schemes_are_told_from_values() {
        for name in ["bearer", "WEATHER_API_KEY", "api-key", "oauth2.read"] {
            assert!(is_scheme_name(name), "{name}");
        }
        for value in ["", "Bearer abc", "a=b", "{token}", "9f8e", &"x".repeat(65)] {
            assert!(!is_scheme_name(value), "{value}");
        }
    }
}
