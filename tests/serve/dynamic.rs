//! Three tools in place of many.

use serde_json::{Value, json};

use super::api::{Api, Reply};
use super::client::{Client, Launch, description, get};

/// An API with many tools: things to get, and one to delete.
fn many(url: &str, count: usize) -> String {
    let mut paths: Value = (0..count)
        .map(|number| (format!("/t{number}"), get(&format!("getThing{number}"))))
        .collect::<serde_json::Map<_, _>>()
        .into();
    paths["/books/{isbn}"]["delete"] = json!({
        "operationId": "deleteBook", "summary": "Removes a book from the catalogue.",
        "parameters": [{"name": "isbn", "in": "path", "required": true, "schema": {"type": "string"}}],
        "responses": {"204": {"description": "gone"}}
    });
    description(url, &paths)
}

fn names(client: &mut Client) -> Vec<String> {
    client.tools().iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

const THREE: [&str; 3] = ["search_tools", "describe_tools", "call_tool"];

#[test]
fn a_list_that_no_client_holds_becomes_three_tools() {
    let long = many("https://api.example", 128);
    assert_eq!(names(&mut Launch::serving(&long).connect()), THREE);
    assert_eq!(names(&mut Launch::serving(&long).args(&["--all"]).connect()).len(), 129);
    let short = many("https://api.example", 127);
    assert_eq!(names(&mut Launch::serving(&short).connect()).len(), 128);
    assert_eq!(names(&mut Launch::serving(&short).args(&["--dynamic"]).connect()), THREE);
    // What counts are the tools that can be called.
    assert_eq!(names(&mut Launch::serving(&long).args(&["--read-only"]).connect()).len(), 128);
}

#[test]
fn tools_are_found_described_and_called() {
    let api = Api::answering(Reply::new(200, "text/plain", "gone"));
    let mut client = Launch::serving(&many(&api.url(""), 3)).args(&["--dynamic"]).start();
    assert!(client.initialize("2025-11-25")["instructions"].as_str().unwrap().contains("search_tools"));
    let found = client.call("search_tools", json!({"query": "remove books"}));
    let text = found["content"][0]["text"].as_str().unwrap();
    assert!(
        text.starts_with("delete_book: ") && text.contains("Removes a book from the catalogue"),
        "{text}"
    );
    assert_eq!(found["structuredContent"]["names"], json!(["delete_book"]));
    let two = client.call("search_tools", json!({"query": "gets", "limit": 2}));
    assert_eq!(two["structuredContent"]["names"].as_array().unwrap().len(), 2);
    let described = client.call("describe_tools", json!({"names": ["delete_book"]}));
    let tool = &described["structuredContent"]["tools"][0];
    assert_eq!(tool["inputSchema"]["required"], json!(["isbn"]));
    assert_eq!(tool["annotations"]["destructiveHint"], true);
    let called = client.call("call_tool", json!({"name": "delete_book", "arguments": {"isbn": "1"}}));
    assert_eq!(called, json!({"content": [{"type": "text", "text": "gone"}]}));
    assert_eq!(api.received()[0].target, "/books/1");
    let text = client.call_in_vain("call_tool", json!({"name": "delete_book", "arguments": {}}));
    assert!(text.contains("isbn"), "{text}");
    let text = client.call_in_vain("call_tool", json!({"name": "delete_boook"}));
    assert!(text.contains("the nearest name is `delete_book`"), "{text}");
    let text = client.call_in_vain("describe_tools", json!({"names": ["nothing"]}));
    assert!(text.contains("search_tools"), "{text}");
    for (tool, arguments) in [
        ("search_tools", json!({})),
        ("search_tools", json!({"query": "a", "limit": 0})),
        ("describe_tools", json!({"names": []})),
        ("call_tool", json!({})),
    ] {
        client.call_in_vain(tool, arguments);
    }
    // Clients agree to calls by the name of the tool.
    let response = client.request("tools/call", json!({"name": "delete_book", "arguments": {"isbn": "1"}}));
    assert_eq!(response["error"]["code"], -32602);
}

#[test]
fn hints_are_those_of_the_most_dangerous_tool() {
    let input = many("https://api.example", 3);
    let mut client = Launch::serving(&input).args(&["--dynamic"]).connect();
    let call = client.tools().remove(2);
    assert_eq!(call["annotations"]["readOnlyHint"], false);
    assert_eq!(call["annotations"]["destructiveHint"], true);
    let mut client = Launch::serving(&input).args(&["--dynamic", "--read-only"]).connect();
    let call = client.tools().remove(2);
    assert_eq!(call["annotations"]["readOnlyHint"], true);
    assert_eq!(call["annotations"]["destructiveHint"], false);
    let found = client.call("search_tools", json!({"query": "books"}));
    assert_eq!(found["structuredContent"]["names"], json!([]));
    let text = client.call_in_vain("call_tool", json!({"name": "delete_book", "arguments": {"isbn": "1"}}));
    assert!(text.contains("no tool `delete_book`"), "{text}");
}
