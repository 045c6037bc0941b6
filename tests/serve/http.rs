//! Streamable HTTP.

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

use super::api::{Api, Reply};
use super::client::{Client, Launch, description, get};

/// Starts a server at a free port, and returns its address.
fn start(launch: Launch) -> (Client, String) {
    let client = launch.args(&["--http", "0"]).start();
    let line = client.error_line();
    let address = line.strip_prefix("listening on http://").unwrap().strip_suffix("/mcp").unwrap().to_owned();
    (client, address)
}

/// Sends one request, and returns the status and the body.
fn post(address: &str, path: &str, headers: &[(&str, &str)], message: &Value) -> (u16, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let body = message.to_string();
    let mut head = format!("POST {path} HTTP/1.1\r\nContent-Length: {}\r\nConnection: close\r\n", body.len());
    let usual = [
        ("Host", address),
        ("Content-Type", "application/json"),
        ("Accept", "application/json, text/event-stream"),
        ("MCP-Protocol-Version", "2025-11-25"),
    ];
    let is_given = |name: &str| headers.iter().any(|(given, _)| *given == name);
    for (name, value) in usual.iter().filter(|(name, _)| !is_given(name)).chain(headers) {
        let _ = write!(head, "{name}: {value}\r\n");
    }
    stream.write_all(format!("{head}\r\n{body}").as_bytes()).unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    let status = response.split(' ').nth(1).unwrap().parse().unwrap();
    (status, response.split_once("\r\n\r\n").unwrap().1.to_owned())
}

fn message(method: &str, parameters: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters})
}

fn input(api: &Api) -> String {
    description(&api.url(""), &json!({"/a": get("getA")}))
}

#[test]
fn tools_are_listed_and_called_over_http() {
    let api = Api::answering(Reply::json(r#"{"a": 1}"#));
    let (mut server, address) = start(Launch::serving(&input(&api)));
    let info = json!({"name": "test", "version": "1"});
    let parameters = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": info});
    let (status, body) = post(&address, "/mcp", &[], &message("initialize", parameters));
    assert_eq!(status, 200, "{body}");
    assert!(body.contains(r#""name":"things""#), "{body}");
    let (_, body) = post(&address, "/mcp", &[], &message("tools/list", json!({})));
    assert!(body.contains(r#""name":"get_a""#), "{body}");
    let (_, body) =
        post(&address, "/mcp", &[], &message("tools/call", json!({"name": "get_a", "arguments": {}})));
    assert!(body.contains(r#""structuredContent":{"a":1}"#), "{body}");
    assert_eq!(post(&address, "/", &[], &message("tools/list", json!({}))).0, 404);
    #[cfg(unix)]
    {
        let kill = format!("kill -TERM {}", server.child.id());
        assert!(std::process::Command::new("sh").args(["-c", &kill]).status().unwrap().success());
        assert!(server.ended().0.success());
    }
    let _ = &mut server;
}

#[test]
fn other_hosts_and_origins_are_refused() {
    let api = Api::answering(Reply::json("{}"));
    let list = message("tools/list", json!({}));
    let (_server, address) = start(Launch::serving(&input(&api)));
    let port = address.rsplit(':').next().unwrap();
    let status = |headers: &[(&str, &str)]| post(&address, "/mcp", headers, &list).0;
    assert_eq!(status(&[("Host", &format!("localhost:{port}"))]), 200);
    assert_eq!(status(&[("Host", "evil.example")]), 403);
    for origin in ["https://evil.example", "http://localhost:3000", "null"] {
        assert_eq!(status(&[("Origin", origin)]), 403, "{origin}");
    }
    let launch = Launch::serving(&input(&api)).args(&[
        "--allow-host",
        "tools.example",
        "--allow-origin",
        "http://localhost:3000",
    ]);
    let (_server, address) = start(launch);
    let status = |headers: &[(&str, &str)]| post(&address, "/mcp", headers, &list).0;
    assert_eq!(status(&[("Host", "tools.example"), ("Origin", "http://localhost:3000")]), 200);
    assert_eq!(status(&[("Origin", "http://localhost:3001")]), 403);
    assert_eq!(status(&[("Host", "evil.example")]), 403);
}

#[test]
fn other_interfaces_need_a_host() {
    let api = Api::answering(Reply::json("{}"));
    let (code, errors) = Launch::serving(&input(&api)).args(&["--http", "0.0.0.0:0"]).fail();
    assert_eq!(code, Some(2));
    assert!(errors.contains("--allow-host"), "{errors}");
    let (code, errors) = Launch::serving(&input(&api)).args(&["--allow-host", "a.example"]).fail();
    assert_eq!(code, Some(2), "{errors}");
}

#[test]
fn a_client_that_goes_away_ends_its_call() {
    let api = Api::answering(Reply::json("{}").after(Duration::from_secs(20)));
    let (_server, address) = start(Launch::serving(&input(&api)));
    let mut stream = TcpStream::connect(&address).unwrap();
    let body = message("tools/call", json!({"name": "get_a", "arguments": {}})).to_string();
    let head = format!(
        "POST /mcp HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
         Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2025-11-25\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    api.wait_for_request();
    drop(stream);
    for _ in 0..3000 {
        if let Some(received) = api.received().first() {
            assert!(received.given_up);
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("the connection stays open");
}
