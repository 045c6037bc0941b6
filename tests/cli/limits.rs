//! Each bound on the input and the work, as it is set by `--limit`.

use serde_json::{Value, json};

use super::depth::depth;
use super::run::{CLEAN, Done, Run};

/// A conversion under one limit.
fn under(limit: &str, text: &str) -> Run {
    Run::converting(text).args(&["--limit", limit]).json()
}

/// What is refused under one limit, and converted under another.
#[track_caller]
fn refused(tight: &str, wide: &str, text: &str, code: &str) {
    let done = under(tight, text).done().exits(2);
    assert!(done.stdout.is_empty(), "{tight}");
    done.only_diagnostic(code);
    under(wide, text).done().exits(0);
}

#[test]
fn what_is_read_is_bounded() {
    let aliases = format!("{CLEAN}x-a: &a [one, two, three]\nx-b: [*a, *a, *a]\n");
    refused("bytes=100", "bytes=1K", CLEAN, "S007");
    refused("depth=10", "depth=13", CLEAN, "S006");
    refused("nodes=20", "nodes=100", CLEAN, "S007");
    refused("alias_nodes=11", "alias-nodes=12", &aliases, "S008");
    refused("alias_bytes=41", "alias-bytes=42", &aliases, "S008");
}

#[test]
fn the_help_says_how_a_limit_is_raised() {
    for (limit, text, flag) in [
        ("bytes=100", CLEAN, "--max-bytes"),
        ("nodes=20", CLEAN, "--limit nodes=N"),
        ("alias_nodes=1", "a: &a [1, 2]\nb: *a\n", "--limit alias_nodes=N"),
        ("output_bytes=100", CLEAN, "--limit output_bytes=N"),
    ] {
        let done = under(limit, text).done().exits(2);
        assert!(done.stderr.contains(flag), "{limit}: {}", done.stderr);
    }
}

#[test]
fn the_number_of_documents_is_bounded() {
    let text = CLEAN.replace("{type: string}", "{$ref: 'pet.json'}");
    let run = |limit| under(limit, &text).file("pet.json", r#"{"type": "string"}"#).done();
    let error = run("documents=1").exits(1).only_diagnostic("R004");
    assert!(error["message"].as_str().unwrap().contains("--limit documents=N"), "{error}");
    run("documents=2").exits(0);
}

#[test]
fn files_that_refer_to_one_another_end() {
    let text = CLEAN.replace("{type: string}", "{$ref: 'a.json'}");
    for (one, other) in [
        (r#"{"$ref": "b.json"}"#, r#"{"$ref": "a.json"}"#),
        (r#"{"$ref": "b.json#/x"}"#, r#"{"x": {"$ref": "a.json"}}"#),
        (
            r#"{"allOf": [{"$ref": "b.json"}]}"#,
            r#"{"anyOf": [{"$ref": "a.json"}, {"$ref": "pets.yaml#/nothing"}]}"#,
        ),
        (
            r#"{"type": "object", "properties": {"b": {"$ref": "b.json"}}}"#,
            r#"{"items": {"$ref": "a.json"}}"#,
        ),
    ] {
        let done = Run::converting(&text).file("a.json", one).file("b.json", other).json().done();
        assert!(matches!(done.code, Some(0 | 1)), "{}", done.stderr);
        assert_eq!(done.manifest()["tools"].as_array().map(Vec::len), Some(1));
    }
}

#[test]
fn references_in_a_row_are_bounded() {
    let links: serde_json::Map<String, Value> = (0..5)
        .map(|number| {
            (format!("P{number}"), json!({"$ref": format!("#/components/parameters/P{}", number + 1)}))
        })
        .chain([("P5".to_owned(), json!({"name": "size", "in": "query", "schema": {"type": "string"}}))])
        .collect();
    let text = CLEAN.replace(
        "      responses:",
        "      parameters: [{$ref: '#/components/parameters/P0'}]\n      responses:",
    ) + &format!("components: {}\n", json!({"parameters": links}));
    let done = under("reference_hops=3", &text).done();
    done.only_diagnostic("R005");
    assert!(!done.stdout.contains("size"), "{}", done.stdout);
    assert!(under("reference_hops=7", &text).done().exits(0).stdout.contains("size"));
}

/// A body that refers to a schema of several properties twice.
fn sharing(limit: &str) -> Done {
    let text = json!({
        "openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "servers": [{"url": "https://a.example"}],
        "paths": {"/a": {"put": {
            "operationId": "a", "summary": "A.", "responses": {"204": {"description": "Done."}},
            "requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": {
                "one": {"$ref": "#/components/schemas/B"}, "other": {"type": "object", "properties": {"b": {"$ref": "#/components/schemas/B"}}},
            }}}}},
        }}},
        "components": {"schemas": {"B": {"type": "object", "properties": {"c": {"type": "string"}, "d": {"type": "string"}}}}},
    });
    under(limit, &text.to_string()).done().exits(0)
}

#[test]
fn what_is_written_is_bounded() {
    under("output_bytes=100", CLEAN).done().exits(2).only_diagnostic("S014");
    under("output_bytes=1K", CLEAN).done().exits(0);
    // Nothing is left of what was too large.
    let done =
        under("output_bytes=100", CLEAN).file("out.json", "old").args(&["-o", "out.json"]).done().exits(2);
    assert_eq!(
        (done.list(""), done.read("out.json")),
        (vec!["out.json".to_owned(), "pets.yaml".to_owned()], "old".to_owned())
    );

    assert!(sharing("small_schema_nodes=10").stdout.matches("$ref").count() == 0);
    assert!(sharing("small_schema_nodes=2").stdout.matches("$ref").count() == 2);
    assert!(sharing("inlined_nodes=5").stdout.matches("$ref").count() == 2);
}

#[test]
fn the_manifest_nests_less_where_that_is_asked() {
    // Chains of references are written in place as long as that is not too deep.
    let links: serde_json::Map<String, Value> = (0..15)
        .map(|number| {
            let next = json!({"$ref": format!("#/components/schemas/L{}", number + 1)});
            (format!("L{number}"), json!({"type": "object", "properties": {"a": next}}))
        })
        .chain([("L15".to_owned(), json!({"type": "string"}))])
        .collect();
    let parameter = "      parameters: [{name: a, in: query, schema: {$ref: '#/components/schemas/L0'}}]\n      responses:";
    let text = CLEAN.replace("      responses:", parameter)
        + &format!("components: {}\n", json!({"schemas": links}));
    let nesting = |limit: &str| depth(&under(limit, &text).done().exits(0).manifest());
    let (usual, less) = (nesting("output_depth=120"), nesting("output_depth=20"));
    assert!(usual > 20 && less <= 20, "{usual} {less}");
}

#[test]
fn more_diagnostics_than_the_limit_are_counted() {
    let text = format!("{CLEAN}colour: red\nsize: large\nshape: round\n");
    let done = under("diagnostics=2", &text).done().exits(0);
    let last = done.only_diagnostic("S017");
    assert_eq!(last["severity"], "warning");
    assert!(last["message"].as_str().unwrap().starts_with("1 more"), "{last}");
    // An error is still an error.
    let dangling = CLEAN.replace("{type: string}", "{$ref: '#/nothing'}");
    let done = under("diagnostics=1", &format!("{dangling}colour: red\nsize: large\n")).done().exits(1);
    done.only_diagnostic("S017");
}

#[test]
fn a_limit_that_is_none_is_refused() {
    for (limit, what) in
        [("widths=1", "no limit `widths`"), ("depth=129", "128 at most"), ("nodes", "NAME=N")]
    {
        let done = under(limit, CLEAN).done().exits(2);
        assert!(done.stderr.contains(what), "{limit}: {}", done.stderr);
    }
}

/// A short document with many findings at long places has a report of bounded size, in every form.
#[test]
fn a_report_is_no_larger_than_its_documents_allow() {
    let path = (0..4_000).map(|number| format!("/{{p{number}}}")).collect::<Vec<_>>().concat();
    let text = CLEAN.replace("  /pets:", &format!("  ? '{path}'\n  :"));
    let most = (64 << 10) + 16 * text.len();
    for form in ["json", "github", "sarif", "junit", "code-climate", "human"] {
        let done = Run::converting(&text).args(&["--diagnostics", form, "-v"]).done().exits(0);
        assert!(done.stderr.len() < most && done.stderr.contains("more findings"), "{form}");
    }
    let done = under("report_growth=1000", &text).done().exits(0);
    assert!(done.stderr.len() > most && !done.stderr.contains("more findings"));
}

/// What is said about many things below one long key does not repeat the key each time.
#[test]
fn a_report_is_of_bounded_length() {
    let path: String =
        (0..2_000).map(|number| format!("/{{placeholder{number}}}")).collect::<Vec<_>>().concat();
    let text = CLEAN.replace("  /pets:", &format!("  ? '{path}'\n  :"));
    let done = under("report_growth=1000", &text).done().exits(0);
    let lines: Vec<&str> = done.stderr.lines().collect();
    assert!(lines.len() >= 2_000 && lines.iter().all(|line| line.len() < 8_000), "{} lines", lines.len());
}

/// Each thread needs address space, so that there are fewer of them where that is bounded.
#[cfg(target_os = "linux")]
#[test]
fn a_bound_on_the_address_space_is_kept() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("pets.yaml"), CLEAN).unwrap();
    for command in ["convert", "inspect", "diff pets.yaml"] {
        let done = std::process::Command::new("sh")
            .args(["-c", &format!("ulimit -v 524288; exec \"$0\" {command} pets.yaml")])
            .arg(env!("CARGO_BIN_EXE_apimint"))
            .env("RAYON_NUM_THREADS", "64")
            .current_dir(directory.path())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.code().is_some_and(|code| code < 2), "{command}: {said}");
    }
}

/// A list for a model API is kept until it is written, so that its size is bounded before.
#[test]
fn the_list_for_a_model_api_is_bounded() {
    let lowered = |limit: &str| under(limit, CLEAN).args(&["--to", "openai-strict"]).done();
    let refused = lowered("lowered_bytes=50").exits(2);
    assert!(refused.stdout.is_empty());
    refused.only_diagnostic("S007");
    assert!(refused.stderr.contains("lowered_bytes"));
    lowered("lowered_bytes=5000").exits(0);
}
