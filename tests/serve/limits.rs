//! The limits of a call, and its cancellation.

use std::time::{Duration, Instant};

use serde_json::json;

use super::api::{Api, Reply};
use super::client::{Launch, description, get};

#[test]
fn a_call_has_a_time_limit() {
    let api = Api::answering(Reply::json("{}").after(Duration::from_secs(20)));
    let input = description(&api.url(""), &json!({"/a": get("getA")}));
    let mut client = Launch::serving(&input).args(&["--timeout", "1"]).connect();
    let start = Instant::now();
    let text = client.call_in_vain("get_a", json!({}));
    assert!(text.contains("within 1 s"), "{text}");
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_response_has_a_size_limit() {
    let api = Api::start(|received| {
        Reply::new(
            200,
            "text/plain",
            if received.target == "/a" { vec![b'x'; 1025] } else { vec![b'x'; 1024] },
        )
    });
    let input = description(&api.url(""), &json!({"/a": get("getA"), "/b": get("getB")}));
    let mut client = Launch::serving(&input).args(&["--max-response", "1K"]).connect();
    let text = client.call_in_vain("get_a", json!({}));
    assert!(text.contains("more than 1024 bytes"), "{text}");
    assert_eq!(client.call("get_b", json!({})).get("isError"), None);
}

#[test]
fn the_body_of_an_error_is_cut() {
    let api = Api::start(|received| {
        Reply::new(500, "text/plain", vec![b'x'; if received.target == "/a" { 100_000 } else { 65_536 }])
    });
    let input = description(&api.url(""), &json!({"/a": get("getA"), "/b": get("getB")}));
    let whole = format!("HTTP 500 Internal Server Error\n\n{}", "x".repeat(65_536));
    // The limit of a response is that of a good one.
    for limit in ["1M", "1K"] {
        let mut client = Launch::serving(&input).args(&["--max-response", limit]).connect();
        assert_eq!(client.call_in_vain("get_a", json!({})), format!("{whole}\n[the rest is left out]"));
        assert_eq!(client.call_in_vain("get_b", json!({})), whole);
    }
}

#[test]
fn only_so_many_calls_run_at_once() {
    let api = Api::answering(Reply::json("{}").after(Duration::from_millis(200)));
    let input = description(&api.url(""), &json!({"/a": get("getA")}));
    let mut client = Launch::serving(&input).args(&["--max-calls", "2"]).connect();
    for _ in 0..6 {
        client.send("tools/call", json!({"name": "get_a", "arguments": {}}));
    }
    for _ in 0..6 {
        assert!(client.read()["result"].get("isError").is_none());
    }
    let most = api.received().iter().map(|received| received.running).max();
    assert_eq!(most, Some(2));
}

#[test]
fn a_cancelled_call_closes_its_connection() {
    let api = Api::answering(Reply::json("{}").after(Duration::from_secs(20)));
    let input = description(&api.url(""), &json!({"/a": get("getA")}));
    let mut client = Launch::serving(&input).args(&["--log", "--max-calls", "1"]).connect();
    let start = Instant::now();
    let id = client.send("tools/call", json!({"name": "get_a", "arguments": {}}));
    api.wait_for_request();
    client.notify("notifications/cancelled", json!({"requestId": id}));
    assert!(client.error_line().starts_with("call get_a: cancelled"));
    while api.received().is_empty() {
        assert!(start.elapsed() < Duration::from_secs(15), "the connection stays open");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(api.received()[0].given_up);
    // There is no answer to it, and its slot is free.
    assert!(client.request("tools/list", json!({}))["result"]["tools"].is_array());
}
