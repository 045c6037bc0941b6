//! Redirects, and the addresses that requests may go to.

use serde_json::json;

use super::api::{Api, Reply};
use super::client::{Launch, description, get};

#[test]
fn redirects_are_followed_on_the_same_origin_only() {
    let other = Api::answering(Reply::json(r#"{"at": "other"}"#));
    let target = other.url("/stolen");
    let api = Api::start(move |received| match received.target.as_str() {
        "/same" => Reply::redirect(302, "/there".to_owned()),
        "/there" => Reply::json(r#"{"at": "there"}"#),
        "/other" => Reply::redirect(307, target.clone()),
        _ => Reply::redirect(302, "/loop".to_owned()),
    });
    let paths = json!({"/same": get("same"), "/other": get("other"), "/loop": get("loop")});
    let mut input: serde_json::Value = serde_json::from_str(&description(&api.url(""), &paths)).unwrap();
    input["components"]["securitySchemes"]["key"] = json!({"type": "http", "scheme": "bearer"});
    input["security"] = json!([{"key": []}]);
    let mut client = Launch::serving(&input.to_string()).env("APIMINT_KEY", "open sesame").connect();
    assert_eq!(client.call("same", json!({}))["structuredContent"], json!({"at": "there"}));
    let there = api.received().into_iter().find(|received| received.target == "/there").unwrap();
    assert_eq!(there.header("authorization"), Some("Bearer open sesame"));
    let text = client.call_in_vain("other", json!({}));
    assert!(text.contains("307") && text.contains("another origin"), "{text}");
    assert!(other.received().is_empty());
    let text = client.call_in_vain("loop", json!({}));
    assert!(text.contains("more than 5 times"), "{text}");
    assert_eq!(api.received().iter().filter(|received| received.target == "/loop").count(), 6);
}

#[test]
fn a_name_with_a_private_address_is_refused_unless_a_person_named_it() {
    let api = Api::answering(Reply::json("{}"));
    let port = api.address.port();
    let paths = json!({"/a": get("getA")});
    // Names that only the resolver knows to be the loopback interface: other spellings of 127.0.0.1.
    for host in ["127.1", "2130706433", "0x7f000001"] {
        let url = format!("http://{host}:{port}");
        let mut client = Launch::serving(&description(&url, &paths)).connect();
        let text = client.call_in_vain("get_a", json!({}));
        assert!(text.contains("private address") && text.contains("--server"), "{text}");
    }
    assert!(api.received().is_empty());
    // The list itself says that it is meant.
    for host in ["127.0.0.1", "localhost"] {
        let url = format!("http://{host}:{port}");
        Launch::serving(&description(&url, &paths)).connect().call("get_a", json!({}));
    }
    assert_eq!(api.received().len(), 2);
    // So does a person.
    let input = description("https://api.example", &paths);
    let url = format!("http://127.1:{port}/v1");
    Launch::serving(&input).args(&["--server", &url]).connect().call("get_a", json!({}));
    let input = description("/v1", &paths);
    Launch::serving(&input).args(&["--base", &url]).connect().call("get_a", json!({}));
    assert_eq!(api.received().len(), 4);
}

/// A proxy would reach what is private where it stands.
#[test]
fn private_names_are_not_sent_to_a_proxy() {
    let proxy = Api::answering(Reply::json(r#"{"at": "proxy"}"#));
    let api = Api::answering(Reply::json(r#"{"at": "api"}"#));
    let paths = json!({"/a": get("getA")});
    let launch = |server: &str| {
        Launch::serving(&description(server, &paths)).env("ALL_PROXY", &proxy.url("")).connect()
    };
    assert_eq!(launch(&api.url("")).call("get_a", json!({}))["structuredContent"], json!({"at": "api"}));
    for host in ["printer.local", "wiki.internal", "intranet", "10.255.255.1:1"] {
        let mut client = Launch::serving(&description(&format!("http://{host}"), &paths))
            .args(&["--timeout", "1"])
            .env("ALL_PROXY", &proxy.url(""))
            .connect();
        client.call_in_vain("get_a", json!({}));
    }
    assert!(proxy.received().is_empty());
    launch("http://api.example.com").call_in_vain("get_a", json!({}));
    assert_eq!(proxy.received()[0].target, "api.example.com:80");
}
