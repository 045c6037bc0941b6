//! Documents of other formats, which people pass by mistake: each is named for what it is, with what to do.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Node;

/// A format that cannot be converted, and the way to recognise it.
struct ForeignFormat {
    /// What a document of this format is.
    name: &'static str,
    matches: fn(Node<'_>) -> bool,
    /// What to do: the next command, if there is one.
    help: &'static str,
}

const NOT_HTTP: &str =
    "It describes no HTTP API. If the service has a description in OpenAPI too, give that.";

/// The formats, in the order in which they are tried; the members are those that the specification of each requires.
const FORMATS: [ForeignFormat; 15] = [
    ForeignFormat {
        name: "a collection of Postman",
        matches: |root| {
            let info = root.get("info");
            let schema = info.and_then(|info| info.get("schema")).and_then(Node::as_str).unwrap_or_default();
            schema.contains("getpostman.com")
                || info.is_some_and(|info| info.get("_postman_id").is_some())
                || has(root, &["collection"])
                    && root.get("collection").is_some_and(|one| has(one, &["info", "item"]))
        },
        help: "Convert it to OpenAPI first: `npx postman-to-openapi FILE -f openapi.yaml`.",
    },
    ForeignFormat {
        name: "an export of Insomnia",
        matches: |root| {
            has(root, &["_type", "__export_format"])
                || root
                    .get("type")
                    .and_then(Node::as_str)
                    .is_some_and(|kind| kind.contains(".insomnia.rest/"))
        },
        help: "Export the design document, which is OpenAPI, in place of the collection.",
    },
    ForeignFormat {
        name: "a recording of requests (HAR)",
        matches: |root| root.get("log").is_some_and(|log| has(log, &["entries"])),
        help: "Make a description of it first, for example with `har-to-openapi` from npm.",
    },
    ForeignFormat { name: "an AsyncAPI document", matches: |root| has(root, &["asyncapi"]), help: NOT_HTTP },
    ForeignFormat {
        name: "an Arazzo document",
        matches: |root| has(root, &["arazzo"]),
        help: "It describes workflows over APIs. Give the OpenAPI documents that its `sourceDescriptions` name.",
    },
    ForeignFormat { name: "an OpenRPC document", matches: |root| has(root, &["openrpc"]), help: NOT_HTTP },
    ForeignFormat {
        name: "an OpenAPI Overlay",
        matches: |root| has(root, &["overlay", "actions"]),
        help: "Give the description, and the overlay as an option: `apimint convert DESCRIPTION --overlay FILE`.",
    },
    ForeignFormat {
        name: "an introspection result of GraphQL",
        matches: |root| {
            has(root, &["__schema"]) || root.get("data").is_some_and(|data| has(data, &["__schema"]))
        },
        help: NOT_HTTP,
    },
    ForeignFormat {
        name: "a description of Google's API Discovery Service",
        matches: |root| root.get("kind").and_then(Node::as_str) == Some("discovery#restDescription"),
        help: "Convert it to OpenAPI first: `npx api-spec-converter --from=google --to=openapi_3 FILE > openapi.json`.",
    },
    ForeignFormat {
        name: "a description in Swagger 1",
        matches: |root| has(root, &["swaggerVersion"]),
        help: "Convert it to OpenAPI first: `npx api-spec-converter --from=swagger_1 --to=openapi_3 FILE > openapi.json`.",
    },
    ForeignFormat {
        name: "a configuration of MCP clients",
        matches: |root| {
            has(root, &["mcpServers"])
                || root.get("servers").is_some_and(Node::is_object) && has(root, &["inputs"])
        },
        help: "It says how servers are started. Save what a server answers to `tools/list`, and give that file.",
    },
    ForeignFormat {
        name: "a side table of apimint",
        matches: |root| has(root, &["apimint", "target", "tools"]),
        help: "Give the list beside it, or use the table: `apimint request LIST TOOL --map FILE`.",
    },
    ForeignFormat {
        name: "a report of apimint",
        matches: |root| has(root, &["v", "tools"]),
        help: "Give the list that it is about.",
    },
    ForeignFormat {
        name: "a JSON Schema",
        matches: |root| {
            root.get("$schema")
                .and_then(Node::as_str)
                .is_some_and(|dialect| dialect.contains("json-schema.org/"))
        },
        help: "It describes values, not operations. Give the OpenAPI description whose operations have them.",
    },
    ForeignFormat {
        name: "a part of an OpenAPI description",
        matches: |root| {
            has(root, &["paths"]) || has(root, &["components"]) || has(root, &["info", "servers"])
        },
        help: "The version is missing: add `openapi: 3.1.0` at the top, or name the format: `--from openapi-3.1`.",
    },
];

/// Returns true if an object has all of these members.
fn has(root: Node<'_>, members: &[&str]) -> bool {
    members.iter().all(|member| root.get(member).is_some())
}

/// Returns the diagnostic for a document in one of these formats.
pub(super) fn foreign(root: Node<'_>) -> Option<Diagnostic> {
    let format = FORMATS.iter().find(|format| (format.matches)(root))?;
    let message = format!("this is {}, which is not converted", format.name);
    Some(Diagnostic::new(Code::UnknownFormat, message).at(root.place()).help(format.help))
}
