//! `apimint check`.

use std::fs;
use std::process::Command;

use assert_cmd::cargo::CommandCargoExt;
use serde_json::{Value, json};

use super::run::{Run, diagnostics};

/// The exit code, and codes, pointers and messages.
fn checked(text: &str, arguments: &[&str]) -> (i32, Vec<(String, String, String)>) {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("tools.json");
    fs::write(&file, text).unwrap();
    let mut command = Command::cargo_bin("apimint").unwrap();
    let output =
        command.arg("check").arg(&file).args(["--diagnostics", "json"]).args(arguments).output().unwrap();
    assert!(output.stdout.is_empty());
    let said = diagnostics(&String::from_utf8(output.stderr).unwrap());
    let text = |line: &Value, key: &str| line[key].as_str().unwrap_or_default().to_owned();
    let said = said.iter().map(|line| (text(line, "code"), text(line, "pointer"), text(line, "message")));
    (output.status.code().unwrap(), said.collect())
}

fn tool(members: &Value) -> Value {
    let mut tool =
        json!({"name": "a", "description": "A.", "inputSchema": {"type": "object", "properties": {}}});
    for (key, value) in members.as_object().unwrap() {
        tool[key] = value.clone();
    }
    json!({"tools": [tool]})
}

#[test]
fn what_every_client_takes_passes_without_a_word() {
    let list = tool(
        &json!({"title": "A", "execution": {"taskSupport": "optional"}, "annotations": {"readOnlyHint": true}, "_meta": {}, "outputSchema": {
        "type": "object", "properties": {"b": {"$ref": "#/$defs/b"}, "c": {"type": "array"}, "d": {"pattern": "(?<=a)b"}}, "$defs": {"b": {"type": ["string", "null"]}}}}),
    );
    assert_eq!(checked(&list.to_string(), &[]), (0, vec![]));
    assert_eq!(checked(&list["tools"].to_string(), &[]), (0, vec![]));
    let response = json!({"jsonrpc": "2.0", "id": 1, "result": list});
    assert_eq!(checked(&response.to_string(), &["--protocol", "2025-06-18"]), (0, vec![]));
}

#[test]
fn a_list_in_another_form_is_refused_with_its_name() {
    let description = fs::read_to_string("testdata/library/openapi.yaml").unwrap();
    for (target, api) in [
        ("openai", "OpenAI's Chat Completions API"),
        ("openai-responses", "OpenAI's Responses API"),
        ("anthropic", "Anthropic's API (they have `input_schema`)"),
        ("gemini", "the Gemini API"),
        ("gemini-parameters", "the Gemini API"),
        ("bedrock", "Amazon Bedrock"),
    ] {
        let run = Run::new("convert").file("api.yaml", &description).args(&["api.yaml", "--to", target]);
        let list = run.done().exits(0).stdout;
        let (exit, found) = checked(&list, &[]);
        assert_eq!((exit, found.len()), (2, 1), "{target}: {found:?}");
        assert!(found[0].0 == "M002" && found[0].2.contains(api), "{target}: {found:?}");
    }
    let definitions = r#"[{"name": "a", "description": "A.", "schema": {"type": "object"}}]"#;
    let (exit, found) = checked(definitions, &[]);
    assert!(exit == 2 && found[0].2.contains("a list of ToolDefinitions (they have `schema`)"), "{found:?}");
    let mut mixed = tool(&json!({}));
    let other = json!({"name": "b", "description": "B.", "input_schema": {"type": "object"}});
    mixed["tools"].as_array_mut().unwrap().push(other);
    let (_, found) = checked(&mixed.to_string(), &[]);
    assert!(found.iter().any(|(code, pointer, _)| code == "M003" && pointer == "/tools/1"), "{found:?}");
}

/// M002 to M007
#[test]
fn each_fault_is_named_at_its_place() {
    for (list, code, pointer, message) in [
        (json!({"tools": [], "nextCursor": null}), "M002", "/nextCursor", "`nextCursor` is null"),
        (json!({"tools": [1]}), "M003", "/tools/0", "a tool is a number"),
        (tool(&json!({"title": null})), "M003", "/tools/0/title", "`title` of the tool `a` is null"),
        (json!({"tools": [{"name": "a", "description": "A."}]}), "M003", "/tools/0", "has no `inputSchema`"),
        (tool(&json!({"icons": [{}]})), "M003", "/tools/0/icons/0", "has no `src`"),
        (
            tool(&json!({"annotations": {"readOnlyHint": "yes"}})),
            "M003",
            "/tools/0/annotations/readOnlyHint",
            "not a boolean",
        ),
        (tool(&json!({"name": "a.b"})), "M004", "/tools/0/name", "letters, digits"),
        (tool(&json!({"name": "1a"})), "M004", "/tools/0/name", "begin with a letter"),
        (
            tool(&json!({"inputSchema": {"type": "object", "properties": {"a b": {"type": "string"}}}})),
            "M004",
            "/tools/0/inputSchema/properties/a b",
            "the argument `a b`",
        ),
        (
            json!({"tools": [tool(&json!({}))["tools"][0], tool(&json!({}))["tools"][0]]}),
            "M005",
            "/tools/1",
            "two tools are named `a`",
        ),
        (
            tool(&json!({"inputSchema": {"type": "object", "properties": {"a": true}}})),
            "M006",
            "/tools/0/inputSchema/properties/a",
            "TypeScript client",
        ),
        (json!({"tools": [], "ttlMs": -1}), "M002", "/ttlMs", "`ttlMs` is -1, not a whole number of"),
        (json!({"tools": [], "ttlMs": 0.5}), "M002", "/ttlMs", "`ttlMs` is 0.5"),
        (json!({"tools": [], "cacheScope": "shared"}), "M002", "/cacheScope", "`shared`, not `public` or"),
        (tool(&json!({"execution": 3})), "M003", "/tools/0/execution", "is a number, not an object"),
        (
            tool(&json!({"execution": {"taskSupport": "maybe"}})),
            "M003",
            "/tools/0/execution/taskSupport",
            "not one of forbidden, optional, required",
        ),
        (
            tool(
                &json!({"inputSchema": {"type": "object", "properties": {"a": {"type": ["array", "null"]}}}}),
            ),
            "M006",
            "/tools/0/inputSchema/properties/a/type",
            "an array has no `items`",
        ),
        (
            tool(&json!({"inputSchema": {"type": "object", "properties": {"a": {"pattern": "(?<=a)b"}}}})),
            "M006",
            "/tools/0/inputSchema/properties/a/pattern",
            "uses look-around",
        ),
        (
            tool(&json!({"outputSchema": {"type": "object", "patternProperties": {"a\\-b": {}}}})),
            "M006",
            "/tools/0/outputSchema/patternProperties/a\\-b",
            "the pattern `a\\-b` is not valid in ECMAScript",
        ),
        (
            tool(
                &json!({"inputSchema": {"type": "object", "properties": {"a": {"$ref": "#/properties/a"}}}}),
            ),
            "M007",
            "/tools/0/inputSchema/properties/a/$ref",
            "ends in a cycle of references",
        ),
        (
            tool(&json!({"inputSchema": {"type": "object", "properties": {}, "oneOf": [{}]}})),
            "M006",
            "/tools/0/inputSchema",
            "its root has `oneOf`",
        ),
        (
            tool(&json!({"outputSchema": {"type": "object", "properties": {"a": {"minLength": -1}}}})),
            "M007",
            "/tools/0/outputSchema/properties/a/minLength",
            "not valid",
        ),
        (
            tool(&json!({"inputSchema": {"type": "object", "properties": {"a": {"$ref": "#/$defs/no"}}}})),
            "M007",
            "/tools/0/inputSchema/properties/a/$ref",
            "does not resolve",
        ),
    ] {
        assert_only_fault(&list, code, pointer, message);
    }
}

/// Fails unless check finds one fault in a list, which has this code, this place and these words.
fn assert_only_fault(list: &Value, code: &str, pointer: &str, message: &str) {
    let (exit, said) = checked(&list.to_string(), &[]);
    assert_eq!(exit, 1, "{list}");
    let errors: Vec<_> = said.iter().filter(|(code, ..)| code.starts_with('M')).collect();
    assert_eq!(errors.len(), 1, "{list}: {said:?}");
    assert_eq!((errors[0].0.as_str(), errors[0].1.as_str()), (code, pointer));
    assert!(errors[0].2.contains(message), "{}", errors[0].2);
}

#[test]
fn the_server_and_its_icons_are_judged_too() {
    let server = |info: Value| json!({"tools": [], "_meta": {"io.modelcontextprotocol/serverInfo": info}});
    let at = "/_meta/io.modelcontextprotocol~1serverInfo";
    for (info, pointer, message) in [
        (json!("a"), "", "is a string, not an object"),
        (json!({"name": "a"}), "", "`serverInfo` has no `version`"),
        (json!({"name": "a", "version": 1}), "/version", "is a number, not a string"),
        (json!({"name": "a", "version": "1", "websiteUrl": "a.example"}), "/websiteUrl", "is not a URI"),
        (json!({"name": "a", "version": "1", "icons": {}}), "/icons", "not an array"),
        (json!({"name": "a", "version": "1", "icons": [{"src": "a.png"}]}), "/icons/0/src", "is not a URI"),
    ] {
        assert_only_fault(&server(info), "M002", &format!("{at}{pointer}"), message);
    }
    let icon = tool(&json!({"icons": [{"src": "a.png"}]}));
    assert_only_fault(&icon, "M003", "/tools/0/icons/0/src", "is not a URI");
}

#[test]
fn properties_of_outputs_are_objects() {
    let boolean = tool(&json!({"outputSchema": {"type": "object", "properties": {"a": false}}}));
    assert_only_fault(&boolean, "M006", "/tools/0/outputSchema/properties/a", "TypeScript client");
}

#[test]
fn versions_ask_for_different_things() {
    let list = tool(&json!({"outputSchema": {"type": "array"}}));
    assert_eq!(checked(&list.to_string(), &[]).1[0].0, "M006");
    let (exit, said) = checked(&list.to_string(), &["--protocol", "2026-07-28"]);
    assert_eq!(exit, 1);
    let missing = said.iter().filter(|(code, _, message)| code == "M002" && message.contains("is missing"));
    assert_eq!((missing.count(), said.len()), (3, 3));
    let marked = tool(
        &json!({"inputSchema": {"type": "object", "properties": {"a": {"type": "number", "x-mcp-header": "A"}}}}),
    );
    assert_eq!(checked(&marked.to_string(), &[]).1[0].0, "A014");
    assert_eq!(checked(&marked.to_string(), &["--protocol", "2025-11-25"]), (0, vec![]));
}

#[test]
fn limits_of_clients_are_told_too() {
    let list = tool(&json!({"description": "word ".repeat(500)}));
    let (exit, said) = checked(&list.to_string(), &[]);
    assert_eq!((exit, said[0].0.as_str()), (0, "C002"));
    assert_eq!(checked(&list.to_string(), &["--deny", "C002"]).0, 1);
}

#[test]
fn long_schemas_are_told_as_they_are_measured() {
    let schema = |bytes: usize| {
        let schema = json!({"type": "object", "properties": {}, "description": ""});
        let text = "x".repeat(bytes - schema.to_string().len());
        json!({"type": "object", "properties": {}, "description": text})
    };
    let list = |input: usize, output: usize| {
        tool(&json!({"inputSchema": schema(input), "outputSchema": schema(output)})).to_string()
    };
    assert_eq!(checked(&list(32_768, 8_192), &[]), (0, vec![]));
    let (exit, said) = checked(&list(32_769, 8_193), &[]);
    let said: Vec<(&str, &str)> = said
        .iter()
        .map(|(code, at, message)| (&**code, if message.contains("bytes") { &**at } else { "" }))
        .collect();
    assert_eq!((exit, said), (0, vec![("C009", "/tools/0/inputSchema"), ("C010", "/tools/0/outputSchema")]));
    let properties: serde_json::Map<String, Value> =
        (0..2_501).map(|number| (format!("a{number}"), json!({"type": "string"}))).collect();
    let large = tool(&json!({"inputSchema": {"type": "object", "properties": properties}}));
    let codes: Vec<String> = checked(&large.to_string(), &[]).1.into_iter().map(|(code, ..)| code).collect();
    assert_eq!(codes, ["C009", "C005"]);
}

/// Pages are one list to whoever takes tools, and messages of their own to a transport.
#[test]
fn pages_are_judged_as_one_list() {
    let page = |from: usize, to: usize, text: &str| {
        let tools: Vec<Value> = (from..to)
            .map(|number| {
                tool(&json!({"name": format!("tool_{number}"), "_meta": {"example.com/text": text}}))["tools"]
                    [0]
                .clone()
            })
            .collect();
        json!({"tools": tools}).to_string() + "\n"
    };
    let (long, half) = ("x".repeat(10_000_000), "x".repeat(6_000_000));
    for (pages, expected) in [
        ([page(0, 20, ""), page(20, 41, "")], vec!["C001"]),
        ([page(0, 1, &long), page(1, 2, "")], vec!["C006"]),
        ([page(0, 1, &half), page(1, 2, &half)], vec![]),
    ] {
        let (code, said) = checked(&pages.concat(), &[]);
        assert_eq!(code, 0);
        assert_eq!(said.iter().map(|(code, ..)| code.as_str()).collect::<Vec<_>>(), expected, "{said:?}");
    }
}

#[test]
fn what_is_no_list_is_refused() {
    for text in ["{}", "3", "{\"openapi\": \"3.1.0\"}", "{"] {
        assert_eq!(checked(text, &[]).0, 2, "{text}");
    }
    let (code, said) =
        checked(r#"{"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "No"}}"#, &[]);
    assert_eq!((code, said[0].0.as_str()), (2, "S021"));
    assert!(said[0].2.ends_with("-32601, `No`"), "{said:?}");
}

#[test]
fn the_closing_line_says_nothing_of_what_was_not_counted() {
    let done =
        Run::new("check").file("list.json", r#"{"tools": [{"name": "a"}]}"#).arg("list.json").done().exits(1);
    let last = done.stderr.lines().last().unwrap();
    assert!(last.starts_with("1 tool (") && !last.contains("a model reads"), "{last}");
}

#[test]
fn of_several_lists_each_is_named() {
    let tools: Vec<Value> = (0..130)
        .map(|number| {
            json!({"name": format!("t{number}"), "description": "-",
        "inputSchema": {"type": "object", "properties": {}}})
        })
        .collect();
    let list = json!({"tools": tools}).to_string();
    let run = || Run::new("check").file("a.json", &list).file("b.json", &list).args(&["a.json", "b.json"]);
    let said = diagnostics(&run().json().done().exits(0).stderr);
    let files: Vec<&Value> =
        said.iter().filter(|line| line["code"] == "C001").map(|line| &line["file"]).collect();
    assert_eq!(files, ["a.json", "b.json"]);
    let shown = run().done().exits(0).stderr;
    assert!(shown.contains("2 of 2 inputs checked, 260 tools"), "{shown}");
}

/// A configuration gives what concerns a check: of the manifest that the list is, or of the whole file.
#[test]
fn a_configuration_says_how_lists_are_checked() {
    // The argument has no type, which is advice.
    let list = r#"{"tools": [{"name": "a", "description": "A.", "inputSchema": {"type": "object", "properties": {"b": {}}}}]}"#;
    let config = "lint = true\n[levels]\ndeny = ['L001']\n[[manifest]]\nsource = 'a.yaml'\noutput = 'out/a.json'\nlint = false\n";
    let check = |list_path: &str, arguments: &[&str]| {
        let run = Run::new("check").file(list_path, list).file("apimint.toml", config);
        run.arg(list_path).args(arguments).json().done()
    };
    assert!(check("b.json", &[]).exits(0).stderr.is_empty());
    let with_config = ["--config", "apimint.toml"];
    assert!(check("b.json", &with_config).exits(1).stderr.contains("L001"));
    assert!(!check("out/a.json", &with_config).exits(0).stderr.contains("L00"));
    assert!(check("out/a.json", &["--config", "apimint.toml", "--lint"]).stderr.contains("L00"));
    check("b.json", &["--config", "none.toml"]).exits(2);
}
