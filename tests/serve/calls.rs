//! `tools/call`: the request, and what stops it.

use std::time::Duration;

use serde_json::{Value, json};

use super::api::{Api, Reply};
use super::client::{Launch, description, get};

/// Adds a thing, with an argument at each place.
fn adding() -> Value {
    let parameter = |name: &str, place: &str, kind: &str| json!({"name": name, "in": place, "required": place == "path", "schema": {"type": kind}});
    let body = json!({"type": "object", "required": ["size"], "properties": {"size": {"type": "integer"}}});
    let operation = json!({
        "operationId": "addThing",
        "summary": "Adds.",
        "parameters": [parameter("shelf", "path", "string"), parameter("limit", "query", "integer"),
            parameter("X-Colour", "header", "string")],
        "requestBody": {"required": true, "content": {"application/json": {"schema": body}}},
        "responses": {"200": {"description": "ok"}}
    });
    json!({"/shelves/{shelf}": {"post": operation, "delete": {
        "operationId": "clear", "summary": "Clears.", "parameters": [parameter("shelf", "path", "string")],
        "requestBody": {"content": {"application/json": {"schema": {"type": "array", "items": {"type": "string"}}}}},
        "responses": {"204": {"description": "ok"}}
    }, "put": {
        "operationId": "touch", "summary": "Touches.", "parameters": [parameter("shelf", "path", "string")],
        "responses": {"204": {"description": "ok"}}
    }}})
}

#[test]
fn a_call_becomes_its_request() {
    let api = Api::answering(Reply::json("{}"));
    let mut client = Launch::serving(&description(&api.url("/v1"), &adding())).connect();
    let arguments = json!({"shelf": "a/b", "limit": 3, "X-Colour": "red", "body": {"size": 1}});
    client.call("add_thing", arguments);
    client.call("clear", json!({"shelf": "c", "body": ["x"]}));
    client.call("clear", json!({"shelf": "d"}));
    client.call("touch", json!({"shelf": "e"}));
    let [add, clear, plain, touch] = &api.received()[..] else { panic!("four requests") };
    assert_eq!((add.method.as_str(), add.target.as_str()), ("POST", "/v1/shelves/a%2Fb?limit=3"));
    assert_eq!(add.header("x-colour"), Some("red"));
    assert_eq!(add.header("content-type"), Some("application/json"));
    assert_eq!(add.header("accept"), Some("*/*"));
    assert!(add.header("user-agent").unwrap().starts_with("apimint/"));
    assert_eq!(add.body, r#"{"size":1}"#);
    // HTTP discourages a body here, but the description asks for it.
    assert_eq!((clear.method.as_str(), clear.body.as_str()), ("DELETE", r#"["x"]"#));
    assert_eq!((plain.target.as_str(), plain.header("content-length")), ("/v1/shelves/d", None));
    assert_eq!((touch.method.as_str(), touch.header("content-length")), ("PUT", Some("0")));
    assert_eq!(touch.header("transfer-encoding"), None);
}

#[test]
fn invalid_arguments_are_an_error_for_the_model() {
    let api = Api::answering(Reply::json("{}"));
    let mut client = Launch::serving(&description(&api.url("/v1"), &adding())).connect();
    let text = client.call_in_vain("add_thing", json!({"shelf": 1, "body": {"size": "x"}}));
    assert!(text.contains("/shelf") && text.contains("/body/size"), "{text}");
    let text = client.call_in_vain("add_thing", json!({"shelf": "a", "body": {"size": 1}, "other": 1}));
    assert!(text.contains("other"), "{text}");
    let text = client.call_in_vain("add_thing", json!({}));
    assert!(text.contains("shelf"), "{text}");
    assert!(api.received().is_empty());
}

#[test]
fn an_unknown_tool_is_an_error_of_the_protocol() {
    let mut client = Launch::serving(&description("https://api.example", &adding())).connect();
    let response = client.request("tools/call", json!({"name": "nothing", "arguments": {}}));
    assert_eq!(response["error"]["code"], -32602);
    assert!(response["error"]["message"].as_str().unwrap().contains("nothing"));
}

#[test]
fn read_only_calls_only_what_changes_nothing() {
    let api = Api::answering(Reply::json("{}"));
    let mut paths = adding();
    paths["/a"] = get("getA");
    let input = description(&api.url("/v1"), &paths);
    let mut client = Launch::serving(&input).args(&["--read-only"]).connect();
    let tools = client.tools();
    assert_eq!(tools.len(), 1);
    assert_eq!(tools[0]["name"], "get_a");
    let text = client.call_in_vain("add_thing", json!({"shelf": "a", "body": {"size": 1}}));
    assert!(text.contains("--read-only"), "{text}");
    client.call("get_a", json!({}));
    assert_eq!(api.received().len(), 1);
}

#[test]
fn a_dry_run_answers_with_the_request() {
    let api = Api::answering(Reply::json("{}"));
    let paths = json!({"/a": {"get": {
        "operationId": "getA", "summary": "Gets.", "security": [{"key": []}],
        "parameters": [{"name": "q", "in": "query", "schema": {"type": "string"}}],
        "responses": {"200": {"description": "ok", "content": {"application/json": {"schema": {"type": "object"}}}}}
    }}});
    let mut input: Value = serde_json::from_str(&description(&api.url("/v1"), &paths)).unwrap();
    input["components"]["securitySchemes"]["key"] =
        json!({"type": "apiKey", "in": "header", "name": "X-Key"});
    let launch = Launch::serving(&input.to_string()).env("APIMINT_KEY", "open sesame").args(&["--dry-run"]);
    let mut client = launch.connect();
    // A client would refuse an answer that does not match the schema.
    assert!(client.tools()[0].get("outputSchema").is_none());
    let result = client.call("get_a", json!({"q": "x y"}));
    assert_eq!(result.get("isError"), None);
    let text = result["content"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("GET /v1/a?q=x%20y HTTP/1.1\r\n"), "{text}");
    assert!(text.contains("X-Key: $APIMINT_KEY"), "{text}");
    assert!(api.received().is_empty());
    assert!(!client.seen.contains("sesame"));
}

#[test]
fn the_log_has_no_values() {
    let api = Api::start(|received| {
        if received.target.contains("slow") {
            Reply::json("{}").after(Duration::from_secs(9))
        } else {
            Reply::json("[1]")
        }
    });
    let mut paths = adding();
    paths["/slow"] = get("getSlow");
    let input = description(&api.url("/v1"), &paths);
    let mut client = Launch::serving(&input).args(&["--log", "--timeout", "1"]).connect();
    client.call("add_thing", json!({"shelf": "opensesame", "body": {"size": 1}}));
    client.call("add_thing", json!({"shelf": 1}));
    client.call("get_slow", json!({}));
    let lines = [client.error_line(), client.error_line(), client.error_line()];
    for (line, expected) in lines.iter().zip([
        "call add_thing: HTTP 200, 3 bytes, ",
        "call add_thing: refused, ",
        "call get_slow: no response, ",
    ]) {
        assert!(line.starts_with(expected) && line.ends_with(" ms") && !line.contains("sesame"), "{line}");
    }
}

#[test]
fn the_server_can_be_chosen() {
    let api = Api::answering(Reply::json("{}"));
    let input = description("https://{region}.api.example", &json!({"/a": get("getA")}));
    let mut client = Launch::serving(&input).args(&["--server", &api.url("/v2")]).connect();
    client.call("get_a", json!({}));
    let input = description("/v3", &json!({"/a": get("getA")}));
    let mut client = Launch::serving(&input).args(&["--base", &api.url("/x/openapi.json")]).connect();
    client.call("get_a", json!({}));
    let targets: Vec<String> = api.received().into_iter().map(|received| received.target).collect();
    assert_eq!(targets, ["/v2/a", "/v3/a"]);
    let mut client = Launch::serving(&input).connect();
    let text = client.call_in_vain("get_a", json!({}));
    assert!(text.contains("--base"), "{text}");
}

#[test]
fn connections_are_used_again() {
    let api = Api::answering(Reply::json("{}"));
    let mut client = Launch::serving(&description(&api.url("/v1"), &json!({"/a": get("getA")}))).connect();
    for _ in 0..3 {
        client.call("get_a", json!({}));
    }
    assert_eq!(api.connections(), 1);
}
