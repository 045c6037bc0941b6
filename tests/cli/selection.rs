//! `--include`, `--exclude`, `--read-only` and `--max-tools`.

use std::fs;
use std::process::Command;

use assert_cmd::cargo::CommandCargoExt;
use serde_json::{Value, json};

use super::run::Run;

const SHOP: &str = r#"{"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"},
    "servers": [{"url": "https://example.com"}], "paths": {
    "/v1/pets": {
        "get": {"operationId": "listPets", "summary": "Lists.", "tags": ["pets"], "responses": {"204": {"description": "-"}}},
        "post": {"operationId": "addPet", "summary": "Adds.", "tags": ["pets", "admin"], "responses": {"204": {"description": "-"}}}},
    "/v1/pets/{id}": {
        "get": {"operationId": "getPet", "summary": "Gets.", "tags": ["pets"], "surprise": 1, "responses": {"204": {"description": "-"}},
            "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}]}},
    "/health": {"get": {"operationId": "health", "summary": "Says how it is.", "responses": {"204": {"description": "-"}}}}}}"#;

/// The names of the tools that are left, and the codes and messages of what is said of it.
fn chosen(input: &str, arguments: &[&str]) -> (Vec<String>, Vec<String>) {
    let done = Run::converting(input).args(arguments).json().done().exits(0);
    (done.tool_names(), done.said())
}

#[test]
fn rules_choose_and_exclude_wins() {
    for (arguments, expected) in [
        (vec!["--include", "tag:pets"], vec!["list_pets", "add_pet", "get_pet"]),
        (vec!["--include", "path:/v1/*"], vec!["list_pets", "add_pet"]),
        (vec!["--include", "path:/v1/**+method:GET"], vec!["list_pets", "get_pet"]),
        (vec!["--include", "id:health", "--include", "id:list*"], vec!["list_pets", "health"]),
        (vec!["--include", "tag:pets", "--exclude", "tag:admin"], vec!["list_pets", "get_pet"]),
        (vec!["--exclude", "path:/v1/pets/{id}", "--read-only"], vec!["list_pets", "health"]),
        (vec!["--read-only", "--max-tools", "2"], vec!["list_pets", "get_pet"]),
    ] {
        assert_eq!(chosen(SHOP, &arguments).0, expected, "{arguments:?}");
    }
}

#[test]
fn what_is_left_out_is_listed_and_not_looked_at() {
    let (_, said) =
        chosen(SHOP, &["--include", "method:get", "--exclude", "id:get*", "--exclude", "tag:dogs"]);
    assert_eq!(
        said,
        [
            "O019 the operation POST /v1/pets is left out; no include rule matches it",
            "O019 the operation GET /v1/pets/{id} is left out by the exclude rule `id:get*`",
            "O020 the exclude rule `tag:dogs` matches nothing in the document",
        ]
    );
    let (_, said) = chosen(SHOP, &["--read-only", "--max-tools", "1", "--exclude", "id:getPet"]);
    assert_eq!(
        said,
        [
            "O019 the operation GET /v1/pets/{id} is left out by the exclude rule `id:getPet`",
            "O019 POST /v1/pets may change something; it is left out by --read-only",
            "O021 there are 2 tools, of which --max-tools keeps the first 1",
            "O019 GET /health is left out by --max-tools 1",
        ]
    );
}

#[test]
fn other_formats_are_chosen_from_too() {
    let definitions = json!({"tools": [
        {"name": "getWeather", "description": "Gets it.", "category": "read", "schema": {"type": "object"}},
        {"name": "setWeather", "description": "Sets it.", "category": "write", "schema": {"type": "object"}}]});
    let (names, said) =
        chosen(&definitions.to_string(), &["--from", "tool-definition", "--include", "tag:read"]);
    assert_eq!(names, ["get_weather"]);
    assert!(said.contains(&"O019 the tool `setWeather` is left out; no include rule matches it".to_owned()));
    let tools = json!({"tools": [
        {"name": "a", "description": "A.", "inputSchema": {"type": "object"}},
        {"name": "b", "description": "B.", "inputSchema": {"type": "object"},
            "_meta": {"dev.apimint/http": {"method": "GET", "path": "/b"}}}]});
    assert_eq!(chosen(&tools.to_string(), &["--include", "path:/b"]).0, ["b"]);
    assert_eq!(chosen(&tools.to_string(), &["--exclude", "id:b"]).0, ["a"]);
}

#[test]
fn what_is_no_rule_is_refused() {
    let done = Run::converting(SHOP).args(&["--include", "pets"]).done().exits(2);
    assert!(done.stderr.contains("`pets` does not begin with `tag:`, `path:`"), "{}", done.stderr);
    Run::converting(SHOP).args(&["--max-tools", "0"]).done().exits(2);
}

/// C007: what is counted is what `inspect` counts.
#[test]
fn a_budget_of_tokens_is_held() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("shop.json");
    fs::write(&file, SHOP).unwrap();
    let mut inspect = Command::cargo_bin("apimint").unwrap();
    let output = inspect.arg("inspect").arg(&file).arg("--json").output().unwrap();
    let inspected: Value = serde_json::from_slice(&output.stdout).unwrap();
    let tokens = inspected["totals"]["tokens"].as_u64().unwrap();
    let budget = |tokens: u64| chosen(SHOP, &["--max-tokens", &tokens.to_string()]).1;
    let is_warned = |said: Vec<String>| said.iter().any(|said| said.starts_with("C007"));
    assert!(!is_warned(budget(tokens)));
    assert!(is_warned(budget(tokens - 1)));
    Run::converting(SHOP).args(&["--max-tokens", "1", "--deny", "C007"]).done().exits(1);
}
