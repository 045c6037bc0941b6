//! Tests the schema translation rules of the published mapping, one by one.

use std::fs;

use serde_json::{Value, json};

use super::run::{convert, manifest, run, with};

const INPUT: &str = "/capabilities/0/input_schema";
const OUTPUT: &str = "/capabilities/0/output_schema";
const REMOTE: &str = "https://schemas.example.com/books.json";

fn tool(pointer: &str, schema: Value) -> Value {
    convert(&with(pointer, schema), &[]).tool("find-books")
}

#[test]
fn rule_1_inline_schemas_are_copied() {
    let schema = json!({
        "type": "object",
        "description": "What to look for.",
        "properties": {
            "title": {"type": "string", "minLength": 1, "description": "The title."},
            "year": {"type": ["integer", "null"], "minimum": 1450},
            "tags": {"type": "array", "items": {"type": "string", "enum": ["new", "old"]}, "uniqueItems": true},
            "shelf": {"type": "object", "properties": {"row": {"type": "integer", "default": 1}}}
        }
    });
    assert_eq!(tool(INPUT, schema.clone())["inputSchema"], schema);
    assert_eq!(tool(OUTPUT, schema.clone())["outputSchema"], schema);
}

#[test]
fn rule_1_references_inside_a_schema_mean_the_schema_itself() {
    let schema = json!({
        "type": "object",
        "properties": {"parent": {"$ref": "#/$defs/node"}},
        "$defs": {"node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}}}}
    });
    let done = convert(&with(INPUT, schema.clone()), &[]);
    assert_eq!((&done.tool("find-books")["inputSchema"], done.code), (&schema, 0));
}

#[test]
fn rule_1_the_dialect_is_2020_12_unless_the_schema_says_otherwise() {
    let tuple = json!({"type": "array", "prefixItems": [{"type": "string"}], "items": {"type": "integer"}});
    let modern = json!({"type": "object", "properties": {"pair": tuple}});
    let pair = &tool(INPUT, modern)["inputSchema"]["properties"]["pair"];
    assert_eq!(pair["prefixItems"], json!([{"type": "string"}]));
    // In Draft 07, `items` with a list means what `prefixItems` means in 2020-12.
    let old = json!({
        "$schema": "http://json-schema.org/draft-07/schema#", "type": "object",
        "properties": {"pair": {"type": "array", "items": [{"type": "string"}]}}
    });
    let schema = &tool(INPUT, old)["inputSchema"];
    assert_eq!(schema["properties"]["pair"]["prefixItems"], json!([{"type": "string"}]));
    assert_eq!(schema.get("$schema"), None);
}

#[test]
fn rule_2_a_remote_reference_is_kept_on_an_input() {
    let done = convert(&with(INPUT, json!({"$ref_uri": REMOTE})), &[]);
    let expected = json!({"type": "object", "properties": {}, "$ref": REMOTE});
    assert_eq!(done.tool("find-books")["inputSchema"], expected);
    assert_eq!((done.places("G008"), done.code), (vec![format!("{INPUT}/$ref_uri")], 0));
}

#[test]
fn rule_2_a_remote_reference_is_kept_in_the_dialect_that_was_asked_for() {
    let done = convert(&with(INPUT, json!({"$ref_uri": REMOTE})), &["--dialect", "draft-07"]);
    let dialect = &done.tool("find-books")["inputSchema"]["$schema"];
    assert_eq!(*dialect, "http://json-schema.org/draft-07/schema#");
}

#[test]
fn rule_2_a_remote_reference_on_an_output_is_left_out_and_stays_in_meta() {
    let done = convert(&with(OUTPUT, json!({"$ref_uri": REMOTE})), &[]);
    let tool = done.tool("find-books");
    assert_eq!(tool.get("outputSchema"), None);
    assert_eq!(tool["_meta"]["dev.agenthub/output_schema"], json!({"$ref_uri": REMOTE}));
    assert_eq!((done.places("G009"), done.code), (vec![format!("{OUTPUT}/$ref_uri")], 0));
}

#[test]
fn rule_2_a_file_beside_the_manifest_is_read_and_embedded() {
    let directory = tempfile::tempdir().unwrap();
    let schema = json!({
        "type": "object", "properties": {"book": {"$ref": "#/$defs/book"}}, "required": ["book"],
        "$defs": {"book": {"type": "object", "properties": {"isbn": {"type": "string"}}}}
    });
    fs::create_dir(directory.path().join("schemas")).unwrap();
    fs::write(directory.path().join("schemas/book.json"), schema.to_string()).unwrap();
    let mut manifest = with(INPUT, json!({"$ref_uri": "schemas/book.json"}));
    manifest["capabilities"][0]["output_schema"] = json!({"$ref_uri": "schemas/book.json#/$defs/book"});
    let path = directory.path().join("agent.json");
    fs::write(&path, manifest.to_string()).unwrap();
    let (code, stdout, stderr) = run("", path.to_str().unwrap(), &[]);
    let result: Value = serde_json::from_str(&stdout).unwrap();
    let book = json!({"type": "object", "properties": {"isbn": {"type": "string"}}});
    let input = json!({"type": "object", "properties": {"book": book}, "required": ["book"]});
    assert_eq!(result["tools"][0]["inputSchema"], input);
    assert_eq!(result["tools"][0]["outputSchema"], book);
    assert_eq!(code, 0, "{stderr}");
}

#[test]
fn rule_2_a_file_elsewhere_is_not_read() {
    let directory = tempfile::tempdir().unwrap();
    fs::create_dir(directory.path().join("agents")).unwrap();
    fs::write(directory.path().join("book.json"), r#"{"type": "object", "title": "outside"}"#).unwrap();
    let path = directory.path().join("agents/agent.json");
    fs::write(&path, with(INPUT, json!({"$ref_uri": "../book.json"})).to_string()).unwrap();
    let (code, stdout, stderr) = run("", path.to_str().unwrap(), &[]);
    assert_eq!(code, 1);
    assert!(stderr.contains("\"R002\"") && !stdout.contains("outside"), "{stderr}");
    let (code, stdout, _) = run("", path.to_str().unwrap(), &["--allow-outside"]);
    assert!(code == 0 && stdout.contains("outside"));
}

#[test]
fn rule_2_a_file_that_is_missing_costs_the_schema_only() {
    for (pointer, key) in [(INPUT, "input_schema"), (OUTPUT, "output_schema")] {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("agent.json");
        fs::write(&path, with(pointer, json!({"$ref_uri": "gone.json"})).to_string()).unwrap();
        let (code, stdout, stderr) = run("", path.to_str().unwrap(), &[]);
        assert_eq!(code, 1);
        assert!(stderr.contains("\"R004\"") && stderr.contains("gone.json"), "{stderr}");
        let result: Value = serde_json::from_str(&stdout).unwrap();
        let tool = &result["tools"][0];
        assert_eq!(tool["_meta"][format!("dev.agenthub/{key}")], json!({"$ref_uri": "gone.json"}));
        if pointer == INPUT {
            assert_eq!(tool["inputSchema"], json!({"type": "object", "properties": {}, "required": []}));
        } else {
            assert_eq!(tool.get("outputSchema"), None);
        }
    }
}

#[test]
fn rule_2_a_reference_beside_a_type_is_no_reference() {
    let schema = json!({"type": "object", "properties": {}, "$ref_uri": REMOTE});
    let done = convert(&with(INPUT, schema), &[]);
    assert_eq!(
        done.tool("find-books")["inputSchema"],
        json!({"type": "object", "properties": {}, "required": []})
    );
    assert_eq!(done.places("J002"), [format!("{INPUT}/$ref_uri")]);
}

#[test]
fn rule_3_required_is_preserved() {
    let schema = json!({
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"type": "string"}, "c": {"type": "string"}},
        "required": ["c", "a"]
    });
    let done = convert(&with(INPUT, schema.clone()), &[]);
    let mut required: Vec<Value> =
        done.tool("find-books")["inputSchema"]["required"].as_array().unwrap().clone();
    required.sort_by_key(Value::to_string);
    assert_eq!(required, [json!("a"), json!("c")]);
    assert_eq!(tool(OUTPUT, schema)["outputSchema"]["required"], json!(["c", "a"]));
}

#[test]
fn rule_4_additional_properties_stand_only_where_they_were_set() {
    let of = |value: Option<Value>| {
        let mut schema = json!({"type": "object", "properties": {"a": {"type": "object", "properties": {}}}});
        if let Some(value) = value {
            schema["additionalProperties"] = value;
        }
        let done = convert(&also_output(with(INPUT, schema.clone()), schema), &[]);
        let tool = done.tool("find-books");
        [&tool["inputSchema"], &tool["outputSchema"]].map(|schema| {
            assert_eq!(schema["properties"]["a"].get("additionalProperties"), None);
            schema.get("additionalProperties").cloned()
        })
    };
    assert_eq!(of(None), [None, None]);
    assert_eq!(of(Some(json!(false))), [Some(json!(false)), Some(json!(false))]);
    let map = json!({"type": "integer"});
    assert_eq!(of(Some(map.clone())), [Some(map.clone()), Some(map)]);
}

fn also_output(mut manifest: Value, schema: Value) -> Value {
    manifest["capabilities"][0]["output_schema"] = schema;
    manifest
}

#[test]
fn rule_5_an_input_that_is_no_object_is_wrapped_with_a_warning() {
    let done = convert(&with(INPUT, json!({"type": "string", "maxLength": 10})), &[]);
    let tool = done.tool("find-books");
    let expected = json!({
        "type": "object", "properties": {"value": {"type": "string", "maxLength": 10}}, "required": ["value"]
    });
    assert_eq!(tool["inputSchema"], expected);
    assert_eq!(tool["_meta"]["dev.apimint/origin"]["wrapped"], "value");
    done.says("A015", "find-books");
    assert_eq!(done.places("A015"), [INPUT]);
}

#[test]
fn rule_5_an_output_that_is_no_object_is_wrapped() {
    let done = convert(&with(OUTPUT, json!({"type": "array", "items": {"type": "string"}})), &[]);
    let schema = &done.tool("find-books")["outputSchema"];
    assert_eq!(schema["properties"]["result"]["type"], "array");
    assert_eq!(schema["x-fastmcp-wrap-result"], true);
    assert_eq!(done.places("P001"), [OUTPUT]);
}

#[test]
fn what_was_written_is_read_back_byte_for_byte() {
    let remote = json!({"$ref_uri": REMOTE});
    let mut manifest = with(INPUT, remote.clone());
    manifest["capabilities"][0]["output_schema"] = remote;
    manifest["capabilities"][1]["input_schema"] = json!({"type": "string"});
    manifest["capabilities"][1]["id"] = json!("lend.book");
    let written = convert(&manifest, &[]);
    let (code, again, stderr) = run(&written.stdout, "-", &[]);
    assert_eq!((code, again), (0, written.stdout), "{stderr}");
}

#[test]
fn a_capability_without_schemas_is_a_tool_all_the_same() {
    let mut manifest = manifest();
    let capability = manifest["capabilities"][0].as_object_mut().unwrap();
    capability.remove("input_schema");
    capability.remove("output_schema");
    let done = convert(&manifest, &[]);
    let tool = done.tool("find-books");
    assert_eq!(tool["inputSchema"], json!({"type": "object", "properties": {}, "required": []}));
    assert_eq!(tool.get("outputSchema"), None);
    done.says("G001", "input_schema");
    done.says("G001", "output_schema");
}
