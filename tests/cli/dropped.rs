//! Nothing is lost silently: a field that nobody knows is reported, wherever it stands.

use serde_json::{Value, json};

use super::run::{Run, diagnostics};

/// A description with every object that is read.
fn openapi() -> Value {
    let schema = json!({"type": "object", "properties": {"a": {"type": "string"}},
        "oneOf": [{"$ref": "#/components/schemas/A"}], "discriminator": {"propertyName": "kind"}});
    json!({
        "openapi": "3.1.0",
        "info": {"title": "All", "version": "1"},
        "servers": [{"url": "https://{host}.example.com", "variables": {"host": {"default": "a"}}}],
        "paths": {"/a/{id}": {
            "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}],
            "put": {
                "operationId": "putA",
                "summary": "Puts it.",
                "parameters": [{"name": "q", "in": "query", "content": {"application/json": {"schema": {"type": "integer"},
                    "examples": {"one": {"value": 1}}}}}],
                "requestBody": {"required": true, "content": {"multipart/form-data": {"schema": schema,
                    "encoding": {"a": {"contentType": "text/plain"}}}}},
                "responses": {"200": {"description": "Done.", "content": {"application/json": {"schema": schema}}}},
                "security": [{"key": []}],
            },
        }},
        "components": {
            "schemas": {"A": {"type": "object", "properties": {"kind": {"type": "string"}}, "required": ["kind"]}},
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
        },
    })
}

/// The same for Swagger 2.0.
fn swagger() -> Value {
    json!({
        "swagger": "2.0",
        "info": {"title": "All", "version": "1"},
        "host": "example.com",
        "paths": {"/a": {"post": {
            "operationId": "postA",
            "summary": "Posts it.",
            "parameters": [
                {"name": "q", "in": "query", "type": "array", "items": {"type": "string"}},
                {"name": "body", "in": "body", "schema": {"$ref": "#/definitions/A"}},
            ],
            "responses": {"200": {"description": "Done.", "schema": {"type": "object"}}},
            "security": [{"key": []}],
        }}},
        "definitions": {"A": {"type": "object", "properties": {"a": {"type": "string"}}}},
        "securityDefinitions": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}},
    })
}

fn tools() -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "result": {"tools": [
        {"name": "a", "description": "A.", "inputSchema": {"type": "object", "properties": {"b": {"type": "string"}}},
         "outputSchema": {"type": "object", "properties": {}}},
        {"type": "function", "function": {"name": "c", "description": "C.", "parameters": {"type": "object", "properties": {}}}},
    ]}})
}

/// Adds an unknown field to the object at each place, one at a time, and wants it reported there.
fn every_place_is_reported(document: &Value, places: &[&str]) {
    let clean = Run::new("convert")
        .file("d.json", &document.to_string())
        .args(&["d.json", "--diagnostics", "json"])
        .done();
    assert!(!clean.stderr.contains("unheardOf"));
    for place in places {
        let mut changed = document.clone();
        let object = changed.pointer_mut(place).unwrap_or_else(|| panic!("nothing at {place}"));
        object["unheardOf"] = json!({"deep": ["x"]});
        let done = Run::new("convert")
            .file("d.json", &changed.to_string())
            .args(&["d.json", "--diagnostics", "json"])
            .done();
        let pointer = format!("{place}/unheardOf");
        let reported = diagnostics(&done.stderr)
            .into_iter()
            .any(|line| line["pointer"] == pointer && line["severity"] == "warning" && line["line"].is_u64());
        assert!(reported, "{pointer} is not reported:\n{}", done.stderr);
    }
}

#[test]
fn an_unknown_field_of_openapi_is_reported_at_every_level() {
    every_place_is_reported(
        &openapi(),
        &[
            "",
            "/info",
            "/servers/0",
            "/servers/0/variables/host",
            "/paths/~1a~1{id}",
            "/paths/~1a~1{id}/parameters/0",
            "/paths/~1a~1{id}/parameters/0/schema",
            "/paths/~1a~1{id}/put",
            "/paths/~1a~1{id}/put/parameters/0",
            "/paths/~1a~1{id}/put/parameters/0/content/application~1json",
            "/paths/~1a~1{id}/put/parameters/0/content/application~1json/schema",
            "/paths/~1a~1{id}/put/parameters/0/content/application~1json/examples/one",
            "/paths/~1a~1{id}/put/requestBody",
            "/paths/~1a~1{id}/put/requestBody/content/multipart~1form-data",
            "/paths/~1a~1{id}/put/requestBody/content/multipart~1form-data/schema",
            "/paths/~1a~1{id}/put/requestBody/content/multipart~1form-data/schema/discriminator",
            "/paths/~1a~1{id}/put/requestBody/content/multipart~1form-data/encoding/a",
            "/paths/~1a~1{id}/put/responses/200",
            "/paths/~1a~1{id}/put/responses/200/content/application~1json",
            "/paths/~1a~1{id}/put/responses/200/content/application~1json/schema/properties/a",
            "/components",
            "/components/schemas/A",
            "/components/schemas/A/properties/kind",
            "/components/securitySchemes/key",
        ],
    );
}

#[test]
fn an_unknown_field_of_swagger_is_reported_at_every_level() {
    every_place_is_reported(
        &swagger(),
        &[
            "",
            "/info",
            "/paths/~1a",
            "/paths/~1a/post",
            "/paths/~1a/post/parameters/0",
            "/paths/~1a/post/parameters/0/items",
            "/paths/~1a/post/parameters/1",
            "/paths/~1a/post/responses/200",
            "/paths/~1a/post/responses/200/schema",
            "/definitions/A",
            "/definitions/A/properties/a",
            "/securityDefinitions/key",
        ],
    );
}

#[test]
fn an_unknown_field_of_a_tool_list_is_reported_at_every_level() {
    every_place_is_reported(
        &tools(),
        &[
            "",
            "/result",
            "/result/tools/0",
            "/result/tools/0/inputSchema",
            "/result/tools/0/inputSchema/properties/b",
            "/result/tools/0/outputSchema",
            "/result/tools/1",
            "/result/tools/1/function",
            "/result/tools/1/function/parameters",
        ],
    );
}

#[test]
fn people_see_every_path_that_a_manifest_loses() {
    let tags: serde_json::Map<String, Value> =
        ["name", "auth", "schema_ref", "privileged", "rate_limit", "permissions"]
            .map(|key| (key.to_owned(), json!("a")))
            .into_iter()
            .collect();
    let manifest = json!({"schema_version": "0.1", "identity": {"id": "desk", "owner": "a", "type": "b"},
        "interfaces": [tags], "capabilities": []});
    let run = Run::new("convert").file("manifest.json", &manifest.to_string()).args(&["manifest.json", "-v"]);
    let done = run.done();
    for key in ["owner", "type"].map(|key| format!("/identity/{key}")) {
        assert!(done.stderr.contains(&key), "{}", done.stderr);
    }
    let dropped = done.stderr.split("note[O006]").skip(1);
    assert_eq!(dropped.filter(|block| block.contains("`-- /interfaces/0/")).count(), 6, "{}", done.stderr);
}
