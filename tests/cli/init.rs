//! `apimint init`.

use super::network::{Server, ok};
use super::run::{CLEAN, Run};

const SHOP: &str = r#"{"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"},
    "servers": [{"url": "https://example.com"}], "paths": {
    "/pets": {
        "get": {"operationId": "list*Pets", "summary": "Lists \"all\".", "tags": ["pets", "a [b]\u202e\n"], "parameters": [
            {"name": "sort", "in": "query", "schema": {"enum": ["up", "down"]}}], "responses": {"204": {"description": "-"}}},
        "delete": {"summary": "Removes.", "tags": ["pets"], "responses": {"204": {"description": "-"}}}},
    "/all": {"get": {"summary": "Gets all that there is, of every kind, with everything that is known of it, in one answer that nobody reads.",
        "tags": ["all"], "parameters": [{"name": "kind", "in": "query", "schema": {"type": "string"}}],
        "responses": {"204": {"description": "-"}}}}}}"#;

/// The text with what could be lines made lines.
fn uncommented(text: &str) -> String {
    text.lines()
        .map(|line| line.strip_prefix("# ").unwrap_or(line))
        .fold(String::new(), |all, line| all + line + "\n")
}

#[test]
fn the_file_builds_as_it_stands() {
    for input in
        [SHOP, CLEAN, r#"{"tools": [{"name": "a", "description": "A.", "inputSchema": {"type": "object"}}]}"#]
    {
        let done = Run::new("init").file("api/shop.json", input).arg("api/shop.json").done().exits(0);
        assert_eq!(done.stdout, "");
        assert_eq!(done.stderr, "apimint.toml is written; `apimint` builds shop.tools.json\n");
        let text = done.read("apimint.toml");
        assert!(text.starts_with("#:schema https://"), "{text}");
        for (text, is_written) in [(text.clone(), true), (uncommented(&text), false)] {
            let run = Run::bare().file("api/shop.json", input).file("apimint.toml", &text);
            let built = run.done();
            // What a person would choose among is not chosen here, so that something may be left out.
            assert!(built.code != Some(2), "{text}\n{}", built.stderr);
            for code in ["O020", "O022", "S019"] {
                assert!(
                    !built.stderr.contains(code) || text.contains("\nexclude ="),
                    "{text}\n{}",
                    built.stderr
                );
            }
            // A list without tools is not written.
            let is_empty = built.stderr.contains("O010");
            assert_eq!(built.path("shop.tools.json").exists(), !is_empty, "{}", built.stderr);
            assert!(!is_empty || !is_written, "{text}");
        }
    }
}

#[test]
fn it_shows_what_the_description_has() {
    let text = Run::new("init").file("shop.json", SHOP).arg("shop.json").done().exits(0).read("apimint.toml");
    for line in [
        "source = \"shop.json\"",
        "output = \"shop.tools.json\"",
        "## `*.tools.json text eol=lf` in .gitattributes keeps git from converting its line ends.",
        "#   \"tag:pets\", # 2 tools, about 42 tokens",
        "#   \"tag:all\", # 1 tool, about 43 tokens",
        // The largest ones only, so that tools are left.
        "#   \"method:get+path:/all\", # about 43 tokens",
        "# match = \"id:list[*]Pets\"",
        "# name = \"list_pets\"",
        "# title = \"Lists \\\"all\\\".\"",
        "# hints.read-only = true",
        "# arguments.sort.hidden = true",
        "# arguments.sort.value = \"up\"",
    ] {
        assert!(text.lines().any(|known| known == line), "{line}\n{text}");
    }
    // No pattern matches a name with hidden characters, and no other, and can be read.
    assert!(!text.contains('\u{202e}') && !text.contains("tag:a "));
    // What a model reads most of comes first, whatever the order of the description.
    let at = |part: &str| text.find(part).unwrap();
    assert!(at("tag:all") < at("tag:pets"), "{text}");
    assert_eq!(text.matches("# about ").count(), 1, "{text}");
}

#[test]
fn the_source_is_seen_from_the_file() {
    let run = Run::new("init").file("api/pets.yaml", CLEAN).file("tools/x", "");
    let done = run.args(&["api/pets.yaml", "-o", "tools/pets.toml"]).done().exits(0);
    assert!(done.read("tools/pets.toml").contains("source = \"../api/pets.yaml\"\n"));
    assert!(done.stderr.contains("`apimint build --config tools/pets.toml` builds"), "{}", done.stderr);
}

#[test]
fn a_file_that_is_there_stays() {
    let run = || Run::new("init").file("pets.yaml", CLEAN).arg("pets.yaml");
    let done = run().file("apimint.toml", "mine").done().exits(2);
    assert!(done.stderr.contains("apimint.toml exists already, and is not overwritten"), "{}", done.stderr);
    assert_eq!(done.read("apimint.toml"), "mine");
    let done = run().args(&["-o", "pets.yaml/a.toml"]).done().exits(2);
    assert!(done.stderr.contains("not a directory"), "{}", done.stderr);
    for input in ["none.yaml", "-"] {
        let done = Run::new("init").arg(input).done().exits(2);
        assert!(!done.path("apimint.toml").exists());
    }
}

/// Reading a description takes time, in which somebody else may write the file.
#[test]
fn a_file_that_comes_in_between_stays_too() {
    let run = Run::new("init");
    let config = run.path("apimint.toml");
    let server = Server::new(move |_| {
        std::fs::write(&config, "theirs").unwrap();
        ok(CLEAN)
    });
    let done = run.arg(&server.url("/pets.yaml")).done().exits(2);
    assert!(done.stderr.contains("there is such a file already"), "{}", done.stderr);
    assert_eq!(done.read("apimint.toml"), "theirs");
    assert_eq!(done.list(""), ["apimint.toml"]);
}
