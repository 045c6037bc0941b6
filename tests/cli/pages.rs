//! `--page-size`, and lists that come in several JSON texts.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::run::{CLEAN, Done, Run, codes, diagnostics};

fn description(tools: usize) -> String {
    let operation = |number: usize| {
        let operation = json!({"operationId": format!("list_{number}"), "summary": format!("Lists {number}."),
            "responses": {"204": {"description": "-"}}});
        (format!("/{number}"), json!({"get": operation}))
    };
    let paths: serde_json::Map<String, Value> = (0..tools).map(operation).collect();
    json!({"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"},
        "servers": [{"url": "https://example.com"}], "paths": paths})
    .to_string()
}

fn paged(tools: usize, directory: &Path, arguments: &[&str]) -> Done {
    let all = [&["--page-size", "2", "-o", directory.to_str().unwrap()], arguments].concat();
    Run::converting(&description(tools)).args(&all).json().done()
}

fn files(directory: &Path) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(path).unwrap())
        })
        .collect();
    files.sort();
    files
}

fn whole(tools: usize, arguments: &[&str]) -> String {
    Run::converting(&description(tools)).args(arguments).done().exits(0).stdout
}

#[test]
fn pages_are_linked_and_read_as_one_list() {
    let directory = tempfile::tempdir().unwrap();
    let pages = directory.path().join("new/pages");
    assert_eq!(paged(5, &pages, &[]).exits(0).stderr, "");
    let files = files(&pages);
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["pets.001.json", "pets.002.json", "pets.003.json"]);
    let cursors: Vec<Value> = files
        .iter()
        .map(|(_, text)| {
            let page: Value = serde_json::from_str(text).unwrap();
            assert!(page["tools"].as_array().unwrap().len() <= 2);
            page["nextCursor"].clone()
        })
        .collect();
    assert_eq!(cursors, [json!("002"), json!("003"), Value::Null]);
    let joined: String = files.iter().map(|(_, text)| text.as_str()).collect();
    let again = Run::new("convert").arg("-").stdin(&joined).json().done().exits(0);
    assert_eq!((again.stdout, again.stderr.as_str()), (whole(5, &[]), ""));
    let as_array = format!("[{}]", files.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join(","));
    assert_eq!(Run::converting(&as_array).done().exits(0).stdout, whole(5, &[]));
}

#[test]
fn an_empty_list_is_one_page() {
    let directory = tempfile::tempdir().unwrap();
    paged(0, directory.path(), &["--allow-empty"]).exits(0);
    let files = files(directory.path());
    assert_eq!(files.len(), 1);
    assert_eq!(files[0], ("pets.001.json".to_owned(), whole(0, &["--allow-empty"])));
}

#[test]
fn responses_have_ids_of_their_own() {
    let directory = tempfile::tempdir().unwrap();
    paged(3, directory.path(), &["--envelope", "jsonrpc"]).exits(0);
    for (index, (_, text)) in files(directory.path()).iter().enumerate() {
        let response: Value = serde_json::from_str(text).unwrap();
        assert_eq!((&response["jsonrpc"], &response["id"]), (&json!("2.0"), &json!(index + 1)));
        assert_eq!(response["result"].get("nextCursor").is_some(), index == 0);
    }
}

#[test]
fn pages_that_an_earlier_run_left_are_reported() {
    let directory = tempfile::tempdir().unwrap();
    paged(5, directory.path(), &[]).exits(0);
    // Named like a page, but none.
    fs::write(directory.path().join("pets.2024.json"), "{\"year\": 2024}").unwrap();
    let done = paged(3, directory.path(), &[]).exits(0);
    let left = done.only_diagnostic("S020");
    assert!(left["file"].as_str().unwrap().ends_with("pets.003.json"), "{left}");
    assert_eq!(files(directory.path()).len(), 4);
    let stale = paged(3, directory.path(), &["--check"]).exits(1).only_diagnostic("S018");
    assert!(stale["message"].as_str().unwrap().ends_with("the list has no such page"), "{stale}");
    assert!(stale["help"].as_str().unwrap().starts_with("Remove"), "{stale}");
}

#[test]
fn every_page_is_compared() {
    let directory = tempfile::tempdir().unwrap();
    let missing = paged(3, directory.path(), &["--check"]).exits(1);
    assert_eq!(codes(&missing.stderr), ["S018", "S018"]);
    assert_eq!(files(directory.path()), []);
    paged(3, directory.path(), &[]).exits(0);
    assert_eq!(paged(3, directory.path(), &["--check"]).exits(0).stderr, "");
    let before = files(directory.path());
    let done = paged(4, directory.path(), &["--check"]).exits(1);
    let stale = done.only_diagnostic("S018");
    assert!(stale["message"].as_str().unwrap().ends_with("new: list_3"), "{stale}");
    assert_eq!(files(directory.path()), before);
}

#[test]
fn where_one_page_cannot_be_written_none_is() {
    let directory = tempfile::tempdir().unwrap();
    fs::create_dir(directory.path().join("pets.002.json")).unwrap();
    assert_eq!(codes(&paged(3, directory.path(), &[]).exits(2).stderr), ["S014"]);
    let names: Vec<_> =
        fs::read_dir(directory.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["pets.002.json"]);
}

#[test]
fn no_page_replaces_an_input_a_report_or_a_lock() {
    let run = |arguments: &[&str]| {
        Run::new("convert").file("pets.001.yaml", CLEAN).file("pets.001.json", CLEAN).args(arguments).done()
    };
    let paged = ["--page-size", "1", "-o", "."];
    // A link, so that the name of the input is another.
    let twice = Run::new("convert")
        .file(
            "pets.yaml",
            &CLEAN.replace(
                "{type: object, properties: {pets: {type: array, items: {type: string}}}}",
                "{$ref: 'pets.001.json'}",
            ),
        )
        .file("pets.001.json", "{\"type\": \"object\", \"properties\": {}}")
        .arg("pets.yaml")
        .args(&paged)
        .json()
        .done()
        .exits(2);
    assert_eq!(codes(&twice.stderr), ["S014"]);
    assert_eq!(twice.read("pets.001.json"), "{\"type\": \"object\", \"properties\": {}}");
    // `pets.001.json` becomes `pets.001.001.json`.
    assert_eq!(
        run(&[&["pets.001.json"][..], &paged].concat()).exits(0).list("."),
        ["pets.001.001.json", "pets.001.json", "pets.001.yaml"]
    );
    for option in ["--report", "--lock"] {
        let done = Run::converting(CLEAN).args(&paged).args(&[option, "./pets.007.json"]).done().exits(2);
        assert!(done.stderr.contains("would overwrite the manifest"), "{}", done.stderr);
    }
}

#[test]
fn combinations_without_meaning_are_refused() {
    for (arguments, expected) in [
        (&["--page-size", "2"][..], "--output"),
        (&["--page-size", "0", "-o", "out"], "invalid value"),
        (&["--page-size", "2", "-o", "out", "--envelope", "ndjson"], "nextCursor"),
        (&["--page-size", "2", "-o", "out", "--envelope", "array"], "nextCursor"),
        (&["--page-size", "2", "-o", "pets.yaml"], "needs a directory"),
    ] {
        let done = Run::converting(CLEAN).args(arguments).done().exits(2);
        assert!(done.stderr.contains(expected), "{}", done.stderr);
        assert_eq!(done.list("."), ["pets.yaml"]);
    }
    let config = "envelope = \"array\"\n[[manifest]]\nsource = \"other.yaml\"\noutput = \"other.json\"\n";
    let run = Run::converting(CLEAN).file("apimint.toml", config);
    let done = run.args(&["--config", "apimint.toml", "--page-size", "2", "-o", "out"]).done().exits(2);
    assert!(done.stderr.contains("nextCursor"), "{}", done.stderr);
}

#[test]
fn lists_of_lines_are_read_by_every_subcommand() {
    let lines = whole(3, &["--envelope", "ndjson"]);
    assert_eq!(lines.lines().count(), 3);
    let again = Run::converting(&lines).args(&["--envelope", "ndjson"]).done().exits(0);
    assert_eq!(again.stdout, lines);
    let list: Value = serde_json::from_str(&whole(3, &[])).unwrap();
    assert_eq!(Run::converting(&lines).done().exits(0).manifest()["tools"], list["tools"]);
    let responses = ["1", "2"].map(|id| {
        let tool = &list["tools"][id.parse::<usize>().unwrap()];
        format!("{}\n", json!({"jsonrpc": "2.0", "id": id, "result": {"tools": [tool]}}))
    });
    for (text, tools) in
        [(lines.as_str(), 3), (responses.concat().as_str(), 2), (lines.lines().next().unwrap(), 1)]
    {
        let check = Run::new("check").file("list", text).arg("list").done().exits(0);
        assert!(check.stderr.is_empty(), "{}", check.stderr);
        let inspected = Run::new("inspect").file("list", text).args(&["list", "--json"]).done().exits(0);
        assert_eq!(inspected.manifest()["tools"].as_array().unwrap().len(), tools);
        Run::new("diff")
            .file("a", text)
            .file("b", text)
            .args(&["a", "b", "--fail-on", "any"])
            .done()
            .exits(0);
    }
}

#[test]
fn faults_of_lines_are_shown_at_their_lines() {
    let lines = "{\"name\": \"a\", \"description\": \"A.\", \"inputSchema\": {\"type\": \"object\"}}\n{\"name\": \"a\", \"inputSchema\": {\"type\": \"object\"}}\n";
    let done = Run::new("check").file("list", lines).arg("list").json().done().exits(1);
    let found = diagnostics(&done.stderr);
    let repeated = found
        .iter()
        .find(|found| found["code"] == "M003" || found["message"].as_str().unwrap().contains("two tools"))
        .unwrap();
    assert_eq!((&repeated["pointer"], &repeated["line"]), (&json!("/1"), &json!(2)), "{repeated}");
}

#[test]
fn other_messages_among_responses_are_reported() {
    let list = json!({"jsonrpc": "2.0", "id": 2, "result": {"tools": [{"name": "a", "description": "A.",
        "inputSchema": {"type": "object"}}]}});
    let begin =
        json!({"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25", "capabilities": {}}});
    let error = json!({"jsonrpc": "2.0", "id": 3, "error": {"code": -32602, "message": "no such cursor"}});
    let done = Run::converting(&format!("{begin}\n{list}\n{error}\n")).json().done().exits(1);
    assert_eq!(done.tool_names(), ["a"]);
    assert_eq!(codes(&done.stderr), ["O006", "O017"]);
}
