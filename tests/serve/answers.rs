//! The answers of calls, for each kind of response.

use serde_json::{Value, json};

use super::api::{Api, Reply};
use super::client::{Client, Launch, description, get};

/// Answers by the path of the request.
fn serving(replies: &'static [(&'static str, u16, &'static str, &'static [u8])]) -> Client {
    let api = Api::start(|received| {
        let name = received.target.trim_start_matches('/');
        let (_, status, media_type, body) = replies.iter().find(|(path, ..)| *path == name).unwrap();
        let mut reply = Reply::new(*status, media_type, *body);
        reply.headers.retain(|(_, value)| !value.is_empty());
        reply
    });
    let paths: Value = replies
        .iter()
        .map(|(path, ..)| (format!("/{path}"), get(path)))
        .collect::<serde_json::Map<_, _>>()
        .into();
    Launch::serving(&description(&api.url(""), &paths)).connect()
}

#[test]
fn each_kind_of_response_has_its_content() {
    let mut client = serving(&[
        ("json", 200, "application/json", br#"{"a": 1.0, "b": 12345678901234567890}"#),
        ("list", 201, "application/vnd.x+json", b"[1]"),
        ("text", 200, "text/plain", b"hello"),
        ("image", 200, "image/png", b"\x89PNG"),
        ("audio", 200, "audio/wav", b"RIFF"),
        ("bytes", 200, "application/pdf", b"%PDF"),
        ("empty", 204, "", b""),
    ]);
    let text = |text: &str| json!([{"type": "text", "text": text}]);
    let result = client.call("json", json!({}));
    assert_eq!(result["content"], text(r#"{"a":1.0,"b":12345678901234567890}"#));
    // Numbers keep their spelling.
    assert_eq!(result["structuredContent"].to_string(), r#"{"a":1.0,"b":12345678901234567890}"#);
    let result = client.call("list", json!({}));
    assert_eq!(result, json!({"content": text("[1]"), "structuredContent": {"result": [1]}}));
    assert_eq!(client.call("text", json!({})), json!({"content": text("hello")}));
    let block = |kind: &str, data: &str, media_type: &str| json!([{"type": kind, "data": data, "mimeType": media_type}]);
    assert_eq!(client.call("image", json!({}))["content"], block("image", "iVBORw==", "image/png"));
    assert_eq!(client.call("audio", json!({}))["content"], block("audio", "UklGRg==", "audio/wav"));
    let result = client.call("bytes", json!({}));
    assert_eq!(result["content"][0]["type"], "resource");
    assert_eq!(result["content"][0]["resource"]["mimeType"], "application/pdf");
    assert_eq!(result["content"][0]["resource"]["blob"], "JVBERg==");
    assert!(result["content"][0]["resource"]["uri"].as_str().unwrap().ends_with("/bytes"));
    assert_eq!(client.call("empty", json!({})), json!({"content": text("")}));
}

#[test]
fn failures_are_errors_for_the_model() {
    let mut client = serving(&[
        ("missing", 404, "application/json", br#"{"reason": "no such thing"}"#),
        ("failing", 503, "text/html", b"<p>down</p>"),
        ("broken", 200, "application/json", b"{\"a\":"),
    ]);
    let text = client.call_in_vain("missing", json!({}));
    assert_eq!(text, "HTTP 404 Not Found\n\n{\"reason\": \"no such thing\"}");
    let text = client.call_in_vain("failing", json!({}));
    assert_eq!(text, "HTTP 503 Service Unavailable\n\n<p>down</p>");
    let text = client.call_in_vain("broken", json!({}));
    assert!(text.contains("not valid JSON"), "{text}");
}

#[test]
fn a_compressed_answer_is_named() {
    const GZIP: &[u8] =
        b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff\xab\xae\x05\x00\x43\xbf\xa6\xa3\x02\x00\x00\x00";
    let api = Api::start(|received| {
        let (status, coding, body) = match received.target.as_str() {
            "/json" => (200, "gzip", GZIP),
            "/failing" => (503, "br, GZip", GZIP),
            "/empty" => (200, "gzip", &b""[..]),
            // Some servers put the charset there.
            _ => (200, "UTF-8", &b"{}"[..]),
        };
        let mut reply = Reply::new(status, "application/json", body);
        reply.headers.push(("Content-Encoding", coding.to_owned()));
        reply
    });
    let names = ["json", "failing", "empty", "charset"];
    let paths = names.map(|name| (format!("/{name}"), get(name)));
    let paths = Value::Object(paths.into_iter().collect());
    let mut client = Launch::serving(&description(&api.url(""), &paths)).connect();
    let text = client.call_in_vain("json", json!({}));
    assert_eq!(text, "The answer is compressed with gzip, which was not asked for.");
    let text = client.call_in_vain("failing", json!({}));
    let reason = "The answer is compressed with br, gzip, which was not asked for.";
    assert_eq!(text, format!("HTTP 503 Service Unavailable\n\n{reason}"));
    assert_eq!(client.call("empty", json!({}))["content"][0]["text"], "");
    assert_eq!(client.call("charset", json!({}))["structuredContent"], json!({}));
}

#[test]
fn a_response_that_does_not_match_the_output_schema_is_an_error_with_its_content() {
    let schema = json!({"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}});
    let api = Api::start(|received| match received.target.as_str() {
        "/right" => Reply::json(r#"{"id": 1}"#),
        "/none" => Reply::new(204, "text/plain", ""),
        _ => Reply::json(r#"{"id": "one"}"#),
    });
    let mut paths = json!({});
    for name in ["right", "wrong", "none"] {
        let mut path = get(name);
        path["get"]["responses"]["200"]["content"]["application/json"]["schema"] = schema.clone();
        paths[format!("/{name}")] = path;
    }
    let mut client = Launch::serving(&description(&api.url(""), &paths)).connect();
    assert!(client.tools().iter().all(|tool| tool["outputSchema"].is_object()));
    assert_eq!(client.call("right", json!({}))["structuredContent"], json!({"id": 1}));
    let result = client.call("wrong", json!({}));
    assert_eq!(result["isError"], true);
    assert!(result["content"][0]["text"].as_str().unwrap().contains("/id"), "{result}");
    assert_eq!(result["content"][1]["text"], r#"{"id":"one"}"#);
    assert_eq!(result.get("structuredContent"), None);
    let text = client.call_in_vain("none", json!({}));
    assert!(text.contains("no JSON"), "{text}");
}

/// APIs cut texts at a number of UTF-16 code units.
#[test]
fn half_of_a_surrogate_pair_costs_no_answer() {
    let mut client = serving(&[
        ("cut", 200, "application/json", br#"{"a": "b \ud83d", "c": "\ud83d\ude00 \\ud83d"}"#),
        ("bad", 200, "application/json", br#"{"a": "\ud83d"#),
    ]);
    let result = client.call("cut", json!({}));
    assert_eq!(result["structuredContent"], json!({"a": "b \u{FFFD}", "c": "😀 \\ud83d"}));
    assert!(client.call_in_vain("bad", json!({})).contains("is not valid JSON"));
}
