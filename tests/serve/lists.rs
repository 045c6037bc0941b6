//! `initialize` and `tools/list`.

use serde_json::{Value, json};

use super::client::{Launch, description, get};

fn things(count: usize) -> String {
    let paths: Value = (0..count)
        .map(|number| (format!("/t{number}"), get(&format!("getThing{number}"))))
        .collect::<serde_json::Map<_, _>>()
        .into();
    description("https://api.example", &paths)
}

fn names(tools: &[Value]) -> Vec<&str> {
    tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect()
}

#[test]
fn the_protocol_version_is_negotiated() {
    for (asked, agreed) in
        [("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"), ("1999-01-01", "2025-11-25")]
    {
        let mut client = Launch::serving(&things(1)).start();
        let result = client.initialize(asked);
        assert_eq!(result["protocolVersion"], agreed, "{asked}");
        assert_eq!(result["serverInfo"]["name"], "things");
        assert_eq!(result["serverInfo"]["version"], "2");
        assert_eq!(result["capabilities"], json!({"tools": {}}));
    }
}

#[test]
fn requests_of_the_newest_version_need_no_handshake() {
    let mut client = Launch::serving(&things(1)).start();
    let meta = json!({"_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {}
    }});
    let discovered = client.request("server/discover", meta.clone());
    let versions = discovered["result"]["supportedVersions"].as_array().expect("versions").clone();
    assert!(versions.contains(&json!("2026-07-28")), "{discovered}");
    let page = client.request("tools/list", meta);
    assert_eq!(page["result"]["resultType"], "complete");
    assert!(page["result"]["ttlMs"].is_number() && page["result"]["cacheScope"].is_string(), "{page}");
}

#[test]
fn tools_are_those_of_the_manifest_without_our_keys() {
    let converted = assert_cmd::Command::cargo_bin("apimint")
        .unwrap()
        .args(["convert", "-"])
        .write_stdin(things(3))
        .output()
        .unwrap();
    let manifest: Value = serde_json::from_slice(&converted.stdout).unwrap();
    let mut expected = manifest["tools"].as_array().unwrap().clone();
    assert!(expected[0]["_meta"]["dev.apimint/http"].is_object());
    for tool in &mut expected {
        tool.as_object_mut().unwrap().remove("_meta");
    }
    // The description and the manifest of it are served alike.
    for input in [things(3), manifest.to_string()] {
        assert_eq!(Launch::serving(&input).connect().tools(), expected);
    }
}

#[test]
fn long_lists_have_pages() {
    let mut client = Launch::serving(&things(5)).args(&["--page-size", "2"]).connect();
    let page = client.request("tools/list", json!({}));
    assert_eq!(names(page["result"]["tools"].as_array().unwrap()), ["get_thing0", "get_thing1"]);
    assert_eq!(client.tools().len(), 5);
    let wrong = client.request("tools/list", json!({"cursor": "nowhere"}));
    assert_eq!(wrong["error"]["code"], -32602);
}

#[test]
fn options_of_convert_shape_the_list() {
    let launch = Launch::serving(&things(3)).args(&["--include", "id:*1", "--server-name", "mine"]);
    let mut client = launch.start();
    assert_eq!(client.initialize("2025-11-25")["serverInfo"]["name"], "mine");
    assert_eq!(names(&client.tools()), ["get_thing1"]);
    let config = "[[manifest]]\nsource = \"input\"\noutput = \"out.json\"\nexclude = [\"id:*1\"]\n";
    let launch = Launch::serving(&things(3)).file("apimint.toml", config).args(&["--config", "apimint.toml"]);
    assert_eq!(names(&launch.connect().tools()), ["get_thing0", "get_thing2"]);
}

#[test]
fn tools_without_a_call_are_left_out() {
    let call = json!({"method": "GET", "path": "/a", "servers": [{"url": "https://api.example"}]});
    let schema = json!({"type": "object", "properties": {}});
    let with = json!({"name": "with", "inputSchema": schema, "_meta": {"dev.apimint/http": call}});
    let without = json!({"name": "without", "inputSchema": schema});
    let mut client = Launch::serving(&json!({"tools": [without, with]}).to_string()).connect();
    assert_eq!(names(&client.tools()), ["with"]);
    let (_, errors) = client.close();
    assert!(errors.contains("Q007") && errors.contains("`without`"), "{errors}");
    let (code, errors) = Launch::serving(&json!({"tools": [without]}).to_string()).fail();
    assert_eq!(code, Some(2));
    assert!(errors.contains("no tool that can be called"), "{errors}");
}

#[test]
fn the_client_has_standard_input_for_itself() {
    let launch = Launch::serving("").args(&["--overlay", "-"]);
    let (code, errors) = launch.fail();
    assert_eq!(code, Some(2));
    assert!(errors.contains("the client speaks on standard input"), "{errors}");
}

#[test]
fn denied_diagnostics_keep_the_server_from_starting() {
    let (code, errors) = Launch::serving(&description(
        "https://api.example",
        &json!({
            "/a": {"get": {"operationId": "getA", "responses": {"204": {"description": "-"}}}}
        }),
    ))
    .args(&["--deny", "warnings"])
    .fail();
    assert_eq!(code, Some(1), "{errors}");
    assert!(errors.contains("O005"), "{errors}");
}
