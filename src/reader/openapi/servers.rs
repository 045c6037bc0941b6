//! Servers: the base URLs of calls.

use foldhash::HashSet;
use url::Url;

use crate::diagnostic::{Code, Sink, brief};
use crate::model::{Server, ServerVariable};
use crate::source::{Document, Fields, Node, Origin, TakenField};

use super::path_placeholders::placeholders;
use super::unknown_fields::DescriptiveObject;

/// Reads `servers` (OpenAPI 3.2, "Server Object"). A relative URL is resolved against the URL of the document, if it has one; a
/// URL that begins with a variable is not changed. A server that the caller gives is the base instead, and replaces servers
/// that are not relative.
pub(super) fn servers(
    list: Option<Node<'_>>,
    document: &Document,
    given: Option<&Url>,
    sink: &Sink,
) -> Vec<Server> {
    let mut servers = Vec::new();
    for node in list.into_iter().flat_map(Node::items) {
        let Some(url) = node.get("url").and_then(Node::as_str) else {
            sink.report(Code::WrongType, node.place(), "a server without `url` is left out");
            continue;
        };
        DescriptiveObject::Server.report(node, sink);
        if given.is_some() && (!is_relative(url) || url.starts_with("//")) {
            continue;
        }
        let variables = node.get("variables").into_iter().flat_map(Node::entries).map(|(name, variable)| {
            DescriptiveObject::ServerVariable.report(variable, sink);
            report_default(name, variable, sink);
            ServerVariable {
                name: name.to_owned(),
                default: variable.get("default").and_then(Node::scalar_text).map(str::to_owned),
                values: variable
                    .get("enum")
                    .into_iter()
                    .flat_map(Node::items)
                    .filter_map(Node::scalar_text)
                    .map(str::to_owned)
                    .collect(),
                description: text(variable, "description"),
            }
        });
        report_undeclared(url, node.get("variables"), node, sink);
        servers.push(Server {
            url: resolve(url, document, given),
            name: text(node, "name"),
            description: text(node, "description"),
            variables: variables.collect(),
        });
    }
    if servers.is_empty() {
        match (given, document.origin()) {
            (Some(given), _) => servers.push(given_server(given)),
            // The default is `/`, relative to the document (OpenAPI 3.2, "OpenAPI Object", `servers`).
            (None, Origin::Url(_)) => servers.push(Server::at(resolve("/", document, None))),
            _ => {}
        }
    }
    servers
}

/// Reports variables in braces that are not declared. Each needs a default (OpenAPI 3.2, "Server Variable Object"); Swagger 2.0
/// has no variables.
fn report_undeclared(url: &str, variables: Option<Node<'_>>, at: Node<'_>, sink: &Sink) {
    let used = placeholders(url);
    if used.is_empty() {
        return;
    }
    let declared: HashSet<&str> =
        variables.into_iter().flat_map(Node::entries).map(|(name, _)| name).collect();
    for name in used.into_iter().filter(|name| !declared.contains(name)) {
        let message = format!("the variable `{}` in the URL of a server is not declared", brief(name));
        sink.report(Code::ServerVariable, at.place(), message);
    }
}

/// Reports a variable without a default, or with one that is not in its `enum` (OpenAPI 3.2, "Server Variable Object").
fn report_default(name: &str, variable: Node<'_>, sink: &Sink) {
    let values = variable.get("enum").filter(|values| !values.is_empty());
    let has = |default: &str| {
        values.is_none_or(|values| values.items().any(|value| value.scalar_text() == Some(default)))
    };
    let message = match variable.get("default").and_then(Node::scalar_text) {
        Some(default) if has(default) => return,
        Some(default) => {
            format!("the default `{}` of the server variable `{name}` is not in its `enum`", brief(default))
        }
        None => format!("the server variable `{name}` has no default"),
    };
    sink.report(Code::ServerVariable, variable.place(), message);
}

fn text(node: Node<'_>, key: &str) -> Option<String> {
    node.get(key).and_then(Node::as_str).map(str::to_owned)
}

/// Returns the server that the caller gives.
fn given_server(given: &Url) -> Server {
    Server::at(given.as_str().trim_end_matches('/'))
}

fn is_relative(url: &str) -> bool {
    !url.contains("://") && !url.starts_with('{')
}

fn resolve(url: &str, document: &Document, given: Option<&Url>) -> String {
    let own = || document.root().get("$self").and_then(Node::as_str).and_then(|base| Url::parse(base).ok());
    let base = given.cloned().or_else(own).or_else(|| match document.origin() {
        Origin::Url(url) => Some(url.clone()),
        _ => None,
    });
    match base.filter(|_| is_relative(url)).and_then(|base| base.join(url).ok()) {
        // Joining URLs escapes the braces of variables.
        Some(joined) => {
            joined.as_str().replace("%7B", "{").replace("%7D", "}").trim_end_matches('/').to_owned()
        }
        // A URL without a scheme takes the scheme of the document, and `https` if that was read from a file.
        None if url.starts_with("//") => format!("https:{url}"),
        None => url.to_owned(),
    }
}

/// Makes servers of `schemes`, `host` and `basePath` (Swagger 2.0, "Swagger Object"), `https` first. The default host is that
/// of the URL of the document.
/// A server that the caller gives replaces them; a `basePath` without `host` is resolved against it.
pub(super) fn swagger_servers(
    fields: &mut Fields<'_>,
    document: &Document,
    given: Option<&Url>,
    sink: &Sink,
) -> Vec<Server> {
    let schemes = fields.take("schemes").map(TakenField::used);
    let host = fields.take("host").and_then(|host| host.text(sink));
    let base_path = fields.take("basePath").and_then(|path| path.text(sink)).unwrap_or_default();
    let base_path = base_path.trim_end_matches('/');
    let separator = if base_path.is_empty() || base_path.starts_with('/') { "" } else { "/" };
    if let Some(given) = given {
        let is_relative = host.is_none() && !base_path.is_empty();
        let relative = || Server::at(resolve(&format!("{separator}{base_path}"), document, Some(given)));
        return vec![if is_relative { relative() } else { given_server(given) }];
    }
    let url = match document.origin() {
        Origin::Url(url) => Some(url),
        _ => None,
    };
    let Some(host) = host.map(str::to_owned).or_else(|| url.and_then(Url::host_str).map(str::to_owned))
    else {
        report_undeclared(base_path, None, document.root(), sink);
        let relative = (!base_path.is_empty()).then(|| Server::at(base_path));
        let relative: Vec<Server> = relative.into_iter().collect();
        return match schemes.filter(|schemes| !schemes.is_empty()) {
            Some(schemes) => with_schemes(&relative, schemes),
            None => relative,
        };
    };
    let (host, inline_scheme) = match host.split_once("://") {
        Some((scheme, host)) => {
            sink.report(
                Code::WrongType,
                document.root().place(),
                "`host` contains a scheme; it counts as one of `schemes`",
            );
            (host.to_owned(), Some(scheme.to_owned()))
        }
        None => (host, None),
    };
    let host = host.trim_end_matches('/');
    for part in [host, base_path] {
        report_undeclared(part, None, document.root(), sink);
    }
    let mut names: Vec<String> =
        schemes.into_iter().flat_map(Node::items).filter_map(Node::as_str).map(str::to_owned).collect();
    names.extend(inline_scheme);
    if names.is_empty() {
        names.push(url.map_or("https", Url::scheme).to_owned());
    }
    let server = |scheme: &String| Server::at(format!("{scheme}://{host}{separator}{base_path}"));
    https_first(&mut names);
    names.iter().map(server).collect()
}

/// Returns the servers of the root with the schemes of an operation (Swagger 2.0, "Operation Object", `schemes`). The host of a
/// relative server is that which serves the document ("Swagger Object", `host`): a variable that the runtime fills in.
pub(super) fn with_schemes(servers: &[Server], schemes: Node<'_>) -> Vec<Server> {
    const HOST: &str = "host";
    let mut names: Vec<String> = schemes.items().filter_map(Node::as_str).map(str::to_owned).collect();
    if names.is_empty() {
        return servers.to_vec();
    }
    https_first(&mut names);
    let path = servers.first().map_or("", |server| &server.url);
    let (rest, variables) = match path.split_once("://") {
        Some((_, rest)) => (rest.to_owned(), servers.first().map(|server| server.variables.clone())),
        None => {
            let separator = if path.is_empty() || path.starts_with('/') { "" } else { "/" };
            (format!("{{{HOST}}}{separator}{path}"), Some(vec![ServerVariable::without_default(HOST)]))
        }
    };
    let variables = variables.unwrap_or_default();
    let server =
        |scheme: &String| Server { variables: variables.clone(), ..Server::at(format!("{scheme}://{rest}")) };
    names.iter().map(server).collect()
}

fn https_first(schemes: &mut Vec<String>) {
    schemes.sort_by_key(|scheme| scheme != "https");
    schemes.dedup();
}
