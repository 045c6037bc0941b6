//! `--protocol` and `--envelope`.

use serde_json::{Value, json};

use super::run::{Run, codes};

const TOOLS: &str = r#"{"tools": [
    {"name": "a", "description": "A.", "inputSchema": {"type": "object", "properties": {}},
        "icons": [{"src": "https://example.com/a.png"}]},
    {"name": "b", "description": "B.", "inputSchema": {"type": "object", "properties": {}},
        "outputSchema": {"type": "array", "items": {"type": "string"}}}]}"#;

fn written(arguments: &[&str]) -> (String, Vec<String>) {
    let done = Run::converting(TOOLS).args(arguments).json().done().exits(0);
    (done.stdout.clone(), codes(&done.stderr))
}

fn parsed(arguments: &[&str]) -> Value {
    serde_json::from_str(&written(arguments).0).unwrap()
}

#[test]
fn envelopes_hold_the_same_tools() {
    let result = parsed(&[]);
    assert_eq!(parsed(&["--envelope", "jsonrpc"]), json!({"jsonrpc": "2.0", "id": 1, "result": result}));
    assert_eq!(parsed(&["--envelope", "array"]), result["tools"]);
    let (lines, _) = written(&["--envelope", "ndjson"]);
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(json!(lines), result["tools"]);
    assert!(written(&["--envelope", "array"]).0.ends_with("}\n]\n"));
}

#[test]
fn an_empty_list_has_an_envelope_too() {
    for (envelope, expected, file) in [("array", "[]\n", "a.json"), ("ndjson", "", "a.jsonl")] {
        let done =
            Run::converting(r#"{"tools": []}"#).args(&["--envelope", envelope, "-o", file]).done().exits(0);
        assert_eq!(done.read(file), expected);
        let again = |subcommand| Run::new(subcommand).file(file, expected).arg(file);
        assert!(again("convert").done().exits(0).manifest()["tools"].as_array().unwrap().is_empty());
        again("check").done().exits(0);
        again("inspect").done().exits(0);
        assert_eq!(again("diff").arg(file).done().exits(0).stdout, "no changes\n");
    }
    // Where no name says that there are lines, something may have gone wrong.
    Run::new("check").arg("-").stdin("").json().done().exits(2).only_diagnostic("S003");
}

#[test]
fn our_own_lists_are_read_again() {
    for envelope in ["jsonrpc", "array"] {
        let (text, _) = written(&["--envelope", envelope]);
        let again = Run::converting(&text).args(&["--envelope", envelope]).done().exits(0);
        assert_eq!(again.stdout, text, "{envelope}");
    }
}

#[test]
fn each_version_has_its_shape() {
    let keys = |manifest: &Value| -> Vec<String> { manifest.as_object().unwrap().keys().cloned().collect() };
    for (version, members, icons, root) in [
        ("any", 5, true, "object"),
        ("2025-06-18", 2, false, "object"),
        ("2025-11-25", 2, true, "object"),
        ("2026-07-28", 5, true, "array"),
    ] {
        let manifest = parsed(&["--protocol", version]);
        assert_eq!(keys(&manifest).len(), members, "{version}: {:?}", keys(&manifest));
        assert_eq!(manifest["tools"][0].get("icons").is_some(), icons, "{version}");
        assert_eq!(manifest["tools"][1]["outputSchema"]["type"], root, "{version}");
    }
    assert_eq!(written(&["--protocol", "2025-06-18"]).1, ["P001", "O006"]);
    assert_eq!(written(&["--protocol", "2026-07-28"]).1, Vec::<String>::new());
}

#[test]
fn a_result_of_any_kind_keeps_its_definitions() {
    let description = json!({"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"},
        "servers": [{"url": "https://example.com"}],
        "components": {"schemas": {
            "Pet": {"type": "object", "properties": {"name": {"type": "string"}, "children": {"$ref": "#/components/schemas/Pets"}}},
            "Pets": {"type": "array", "items": {"$ref": "#/components/schemas/Pet"}}}},
        "paths": {"/pets": {"get": {"operationId": "listPets", "summary": "Lists.", "responses": {"200": {"description": "-",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pets"}}}}}}}}});
    let done = Run::converting(&description.to_string()).args(&["--protocol", "2026-07-28"]).done().exits(0);
    let manifest: Value = serde_json::from_str(&done.stdout).unwrap();
    let schema = &manifest["tools"][0]["outputSchema"];
    assert_eq!(schema["type"], "array");
    assert_eq!(schema["items"]["$ref"], "#/$defs/Pet");
    assert!(schema["$defs"]["Pets"].is_object() && schema["$defs"]["Pet"].is_object());
    assert!(manifest["tools"][0]["_meta"]["dev.apimint/http"].get("wrap").is_none());
}
