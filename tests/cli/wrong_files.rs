//! Files that people pass by mistake: each is named for what it is, with what to do.

use super::run::{CLEAN, Run};

/// Files, a part of the message about each, and a part of its help.
const FILES: [(&str, &str, &str); 26] = [
    (
        r#"{"info": {"schema": "https://schema.getpostman.com/json/collection/v2.1.0/"}, "item": []}"#,
        "Postman",
        "postman-to-openapi",
    ),
    (r#"{"info": {"_postman_id": "1", "name": "Shop"}, "item": []}"#, "Postman", "postman-to-openapi"),
    (r#"{"collection": {"info": {}, "item": []}}"#, "Postman", "postman-to-openapi"),
    (r#"{"_type": "export", "__export_format": 4, "resources": []}"#, "Insomnia", "design document"),
    ("type: collection.insomnia.rest/5.0\ncollection: []\n", "Insomnia", "design document"),
    (r#"{"log": {"version": "1.2", "entries": []}}"#, "HAR", "har-to-openapi"),
    ("asyncapi: 3.0.0\n", "AsyncAPI", "no HTTP API"),
    ("arazzo: 1.0.1\n", "Arazzo", "sourceDescriptions"),
    (r#"{"openrpc": "1.3.2", "methods": []}"#, "OpenRPC", "no HTTP API"),
    ("overlay: 1.0.0\nactions: []\n", "Overlay", "--overlay FILE"),
    (r#"{"data": {"__schema": {}}}"#, "GraphQL", "no HTTP API"),
    (r#"{"__schema": {}}"#, "GraphQL", "no HTTP API"),
    (r#"{"kind": "discovery#restDescription"}"#, "Google", "--from=google"),
    (r#"{"swaggerVersion": "1.2", "apis": []}"#, "Swagger 1", "--from=swagger_1"),
    (r#"{"mcpServers": {}}"#, "configuration of MCP clients", "tools/list"),
    (r#"{"servers": {}, "inputs": []}"#, "configuration of MCP clients", "tools/list"),
    (r#"{"apimint": 1, "target": "openai", "tools": {}}"#, "side table", "--map"),
    (
        r#"{"v": 1, "counts": {}, "tools": [{"name": "a", "class": "breaking"}]}"#,
        "report of apimint",
        "list that it is about",
    ),
    (r#"{"$schema": "https://json-schema.org/draft/2020-12/schema"}"#, "JSON Schema", "operations"),
    ("info: {title: T}\npaths: {}\n", "part of an OpenAPI description", "openapi: 3.1.0"),
    ("components: {}\n", "part of an OpenAPI description", "openapi: 3.1.0"),
    ("<!doctype html>\n<title>API</title>", "web page", "/v3/api-docs"),
    ("<html><script>ui({url: '/v2/openapi.json'})</script></html>", "web page", "`/v2/openapi.json`"),
    ("type Query {\n  pets: [Pet!]!\n}\n", "GraphQL schema", "HTTP APIs"),
    ("[[manifest]]\nsource = \"a.yaml\"\n", "TOML", "apimint build --config"),
    ("%PDF-1.7\n", "PDF", "JSON or YAML"),
];

#[test]
fn each_is_named_with_what_to_do() {
    for (text, what, help) in FILES {
        let done = Run::new("convert").file("given", text).arg("given").done().exits(2);
        assert_eq!(done.stdout, "", "{text}");
        assert!(done.stderr.contains(what), "{text}: {}", done.stderr);
        let said = done.stderr.split_once("help: ").unwrap_or_else(|| panic!("{text}: {}", done.stderr)).1;
        assert!(said.contains(help), "{text}: {}", done.stderr);
    }
}

#[test]
fn packed_files_are_named() {
    for (bytes, what, help) in [
        (&b"\x1F\x8B\x08\x00\x00"[..], "packed with gzip", "gzip -dc"),
        (b"PK\x03\x04\x14\x00\x00", "ZIP archive", "unzip -p"),
    ] {
        let done = Run::new("convert").bytes("given", bytes).arg("given").done().exits(2);
        assert!(done.stderr.contains(what) && done.stderr.contains(help), "{}", done.stderr);
    }
}

#[test]
fn the_line_of_a_fault_is_shown() {
    let done = Run::new("convert")
        .file("a.yaml", "openapi: 3.0.3\ninfo:\n\ttitle: T\n")
        .arg("a.yaml")
        .done()
        .exits(2);
    assert!(
        done.stderr.contains("a.yaml:3:2") && done.stderr.contains("3 |     title: T"),
        "{}",
        done.stderr
    );
    let cut = Run::new("convert")
        .file("a.json", "{\"openapi\": \"3.0.3\",\n \"info\": {\"ti")
        .arg("a.json")
        .done()
        .exits(2);
    assert!(cut.stderr.contains("it may have been cut off"), "{}", cut.stderr);
}

#[test]
fn the_command_that_was_meant_is_said() {
    let done = Run::bare().file("pets.yaml", CLEAN).arg("pets.yaml").done().exits(2);
    assert!(done.stderr.contains("`apimint convert pets.yaml` converts it"), "{}", done.stderr);
    assert!(Run::bare().arg("inspekt").done().exits(2).stderr.contains("inspect"));
    let done = Run::converting(CLEAN).arg("tools.json").done().exits(2);
    assert!(done.stderr.contains("`apimint convert pets.yaml -o tools.json` writes"), "{}", done.stderr);
    let done = Run::new("check").file("pets.yaml", CLEAN).arg("pets.yaml").done().exits(2);
    assert!(
        done.stderr.contains("It is a description. `apimint convert FILE -o tools.json`"),
        "{}",
        done.stderr
    );
}

/// S001: what failed, and what to do.
#[test]
fn what_cannot_be_read_is_told_apart() {
    let run = || Run::new("convert").file("api/openapi.yaml", CLEAN).file("api/notes.txt", "");
    for (input, help) in [
        ("api/opnapi.yaml", "There is `openapi.yaml` in that directory."),
        ("api/other.json", "Check the path."),
        ("api", "Give a file in it, such as `openapi.yaml`."),
        ("ftp://example.com/openapi.yaml", "Download the file, and give its path."),
        ("http://127.0.0.1:9/openapi.yaml", "no server is listening there"),
    ] {
        let done = run().arg(input).done().exits(2);
        assert!(done.stderr.contains("S001") && done.stderr.contains(help), "{input}: {}", done.stderr);
    }
}
