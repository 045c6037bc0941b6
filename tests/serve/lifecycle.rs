//! The end of the server.

use std::time::{Duration, Instant};

use serde_json::json;

use super::api::{Api, Reply};
use super::client::{Launch, description, get};

fn input(api: &Api) -> String {
    description(&api.url(""), &json!({"/a": get("getA")}))
}

#[test]
fn the_server_ends_with_its_input() {
    let api = Api::answering(Reply::json("{}").after(Duration::from_millis(300)));
    let mut client = Launch::serving(&input(&api)).connect();
    // A call that is running is answered.
    client.send("tools/call", json!({"name": "get_a", "arguments": {}}));
    api.wait_for_request();
    drop(client.stdin.take());
    assert_eq!(client.read()["result"]["structuredContent"], json!({}));
    let (status, errors) = client.close();
    assert!(status.success());
    assert_eq!(errors, "");
    // Before the handshake as well.
    let (status, _) = Launch::serving(&input(&api)).start().close();
    assert!(status.success());
}

#[cfg(unix)]
#[test]
fn signals_end_the_server() {
    let api = Api::answering(Reply::json("{}").after(Duration::from_secs(60)));
    for signal in ["TERM", "INT"] {
        let mut client = Launch::serving(&input(&api)).connect();
        client.send("tools/call", json!({"name": "get_a", "arguments": {}}));
        let kill = format!("kill -{signal} {}", client.child.id());
        let start = Instant::now();
        assert!(std::process::Command::new("sh").args(["-c", &kill]).status().unwrap().success());
        let (status, _) = client.ended();
        assert!(status.success(), "{signal}: {status}");
        assert!(start.elapsed() < Duration::from_secs(10), "{signal}");
    }
}
