//! `apimint diff`: forms, exit codes, and what is said of inputs that cannot be used.

use apimint::diff::ChangeKind;
use serde_json::Value;

use super::run::{CLEAN, Run};

const OLD: &str = include_str!("../../testdata/diff/old.yaml");
const NEW: &str = include_str!("../../testdata/diff/new.yaml");

/// Compares the two documents of `testdata/diff/`.
fn museum() -> Run {
    Run::new("diff").file("old.yaml", OLD).file("new.yaml", NEW).args(&["old.yaml", "new.yaml"])
}

#[test]
fn nothing_differs_from_itself() {
    let done =
        Run::new("diff").file("pets.yaml", CLEAN).args(&["pets.yaml", "pets.yaml", "--fail-on", "any"]);
    let done = done.done().exits(0);
    assert_eq!((done.stdout.as_str(), done.stderr.as_str()), ("no changes\n", ""));
    for document in [OLD, NEW] {
        let run = Run::new("diff").file("a.yaml", document).stdin(document);
        let done = run.args(&["a.yaml", "-", "--fail-on", "any"]).done().exits(0);
        assert_eq!(done.stdout, "no changes\n");
    }
}

#[test]
fn a_manifest_is_compared_with_its_description() {
    let converted = Run::new("convert").file("old.yaml", OLD).arg("old.yaml").done().exits(0);
    let run = Run::new("diff").file("old.yaml", OLD).file("tools.json", &converted.stdout);
    let done = run.args(&["tools.json", "old.yaml", "--fail-on", "any"]).done().exits(0);
    assert_eq!(done.stdout, "no changes\n");
}

/// Both sides are changed by an overlay, but not a list of tools.
#[test]
fn overlays_are_for_descriptions() {
    let overlay = "overlay: 1.1.0\ninfo: {title: A, version: '1'}\nactions: [{target: $.paths.*.get, update: {summary: Other.}}]\n";
    let overlaid = |old: &str| {
        let run = Run::new("diff").file("a.yaml", CLEAN).file("b.yaml", CLEAN).file("o.yaml", overlay);
        let bare = Run::new("convert").file("a.yaml", CLEAN).arg("a.yaml").done().exits(0);
        run.file("tools.json", &bare.stdout).args(&[old, "--overlay", "o.yaml"])
    };
    assert_eq!(overlaid("a.yaml").arg("b.yaml").done().exits(0).stdout, "no changes\n");
    let done = overlaid("tools.json").arg("b.yaml").done().exits(0);
    assert!(
        done.stdout.contains("the description was \"Lists all pets.\" and is \"Other.\""),
        "{}",
        done.stdout
    );
    for (arguments, expected) in [
        (&["tools.json"][..], "both inputs are lists of tools"),
        (&["b.yaml", "-o", "o.yaml"], "the comparison would overwrite the input o.yaml"),
        (&["b.yaml", "--report", "tools.json"], "the report would overwrite the input tools.json"),
        (&["-", "--overlay", "-"], "can be read only once"),
    ] {
        let done = overlaid("tools.json").args(arguments).done().exits(2);
        assert!(done.stderr.contains(expected), "{expected}\n{}", done.stderr);
        assert_eq!(done.stdout, "");
    }
}

#[test]
fn people_see_the_worst_first() {
    let done = museum().done().exits(0);
    let lines: Vec<&str> = done.stdout.lines().collect();
    assert_eq!(lines[0], "list_exhibits");
    assert_eq!(lines[1], "  breaking    /inputSchema/properties/room: the argument `room` is gone");
    let last = "11 changes of 4 tools: 5 breaking, 0 unknown, 3 compatible, 3 cosmetic";
    assert_eq!(lines.last(), Some(&last));
    assert!(!done.stdout.contains('\u{1b}'), "colours without a terminal");
    assert_eq!(done.stderr, "");
}

#[test]
fn programs_get_one_object() {
    let done = museum().args(&["--format", "json"]).done().exits(0);
    let found: Value = serde_json::from_str(&done.stdout).unwrap();
    let schema: Value = serde_json::from_str(include_str!("../../docs/apimint-diff.schema.json")).unwrap();
    assert!(jsonschema::is_valid(&schema, &found), "{found}");
    let kinds: Vec<&str> = ChangeKind::ALL.iter().map(|kind| kind.as_str()).collect();
    assert_eq!(schema["$defs"]["change"]["properties"]["kind"]["enum"], serde_json::json!(kinds));
    assert_eq!(found["v"], 1);
    assert_eq!(found["counts"]["breaking"], 5);
    assert_eq!(found["tools"][1]["name"], "remove_exhibit");
    assert_eq!(found["tools"][1]["was"], "drop_exhibit");
    assert_eq!(found["tools"][1]["changes"][0]["kind"], "tool-renamed");
    assert_eq!(found["tools"][2]["changes"][0]["at"], "/inputSchema/properties/body/properties/visitors");
}

#[test]
fn a_table_for_pull_requests() {
    let done = museum().args(&["--format", "markdown"]).done().exits(0);
    assert!(done.stdout.starts_with(
        "**11 changes of 4 tools: 5 breaking, 0 unknown, 3 compatible, 3 cosmetic**\n\n\
             | class | tool | place | change |\n|---|---|---|---|\n| breaking | list\\_exhibits |"
    ));
    let run = museum().args(&["--format", "markdown", "--report", "all.md"]);
    let whole = run.done().exits(0);
    assert_eq!(whole.read("all.md"), done.stdout);
}

#[test]
fn the_exit_code_is_asked_for() {
    museum().args(&["--fail-on", "breaking"]).done().exits(1);
    museum().args(&["--fail-on", "unknown"]).done().exits(1);
    museum().args(&["--fail-on", "any"]).done().exits(1);
    let longer = CLEAN.replace("Lists all pets.", "Lists every pet.");
    let words = || {
        let run = Run::new("diff").file("a.yaml", CLEAN).file("b.yaml", &longer);
        run.args(&["a.yaml", "b.yaml", "--fail-on"])
    };
    words().arg("unknown").done().exits(0);
    words().arg("any").done().exits(1);
    // What cannot be decided.
    let tool = |pattern: &str| {
        format!(
            r#"{{"tools": [{{"name": "a", "description": "b", "inputSchema": {{"type": "object", "properties": {{"c": {{"type": "string", "description": "d", "pattern": "{pattern}"}}}}}}}}]}}"#
        )
    };
    let patterns = || {
        let run = Run::new("diff").file("a.json", &tool("^[a-z]+$")).file("b.json", &tool("^[a-z]*[a-z]$"));
        run.args(&["a.json", "b.json", "--fail-on"])
    };
    let optional = CLEAN.replace(
        "operationId: listPets",
        "operationId: listPets\n      parameters: [{name: n, in: query, description: A number., schema: {type: integer}}]",
    );
    let added = || {
        let run = Run::new("diff").file("a.yaml", CLEAN).file("b.yaml", &optional);
        run.args(&["a.yaml", "b.yaml", "--fail-on"])
    };
    added().arg("unknown").done().exits(0);
    added().arg("compatible").done().exits(1);
    words().arg("compatible").done().exits(0);
    patterns().arg("breaking").done().exits(0);
    patterns().arg("unknown").done().exits(1);
}

#[test]
fn an_unusable_input_is_told_as_by_convert() {
    let run = Run::new("diff").file("pets.yaml", CLEAN).file("no.yaml", "a: [");
    let done = run.args(&["pets.yaml", "no.yaml"]).json().done().exits(2);
    let converted = Run::new("convert").file("no.yaml", "a: [").arg("no.yaml").json().done().exits(2);
    assert_eq!((done.stdout.as_str(), &done.stderr), ("", &converted.stderr));
    Run::new("diff").args(&["not-there.yaml", "not-there.yaml"]).done().exits(2);
    Run::new("diff").args(&["-", "-"]).done().exits(2);
}

#[test]
fn a_file_is_written_and_no_input_overwritten() {
    let done = museum().args(&["-o", "diff.txt"]).done().exits(0);
    assert_eq!(done.stdout, "");
    assert!(done.read("diff.txt").starts_with("list_exhibits\n"));
    let done = museum().args(&["-o", "new.yaml"]).done().exits(2);
    assert_eq!(done.read("new.yaml"), NEW);
    museum().args(&["-o", "new.yaml/diff.txt"]).done().exits(2);
}

/// What both sides lose is no change, but who denies it wants to know.
#[test]
fn what_is_denied_makes_it_fail() {
    let pets = || Run::new("diff").file("pets.yaml", DANGLING).args(&["pets.yaml", "pets.yaml"]);
    assert_eq!(pets().done().exits(0).stdout, "no changes\n");
    for (deny, code) in [("R001", 1), ("X001", 0)] {
        assert_eq!(pets().args(&["--deny", deny]).done().exits(code).stdout, "no changes\n", "{deny}");
    }
}

const DANGLING: &str = "openapi: 3.0.3
info: {title: Pets, version: '1'}
paths:
  /pets:
    get:
      summary: Lists pets.
      parameters: [{name: kind, in: query, schema: {$ref: '#/components/schemas/Kind'}}]
      responses: {'204': {description: None}}
";

/// A list is compared as it stands, with what a conversion would repair.
#[test]
fn lists_are_not_repaired() {
    let list = |schema: &str| format!(r#"{{"tools": [{{"name": "a b", "inputSchema": {schema}}}]}}"#);
    let plain = list(r#"{"type": "object"}"#);
    for changed in [
        r#"{"type": "object", "anyOf": [{"required": ["x"]}]}"#,
        r#"{"type": "object", "not": {"required": ["x"]}}"#,
        r#"{"type": "object", "properties": {"x": {"contains": {"const": 1}, "minContains": 2}}}"#,
    ] {
        let run = Run::new("diff").file("old.json", &plain).file("new.json", &list(changed));
        let done = run.args(&["old.json", "new.json", "--fail-on", "any"]).done().exits(1);
        assert_eq!(done.stderr, "", "{changed}");
        assert!(done.stdout.starts_with("a b\n"), "{}", done.stdout);
    }
}

/// What was published with options is compared with its description by the same options, typed or in a configuration.
#[test]
fn options_and_configuration_are_those_of_convert() {
    let options = ["--no-http", "--name-max", "16"];
    let list = Run::new("convert").file("pets.yaml", CLEAN).arg("pets.yaml").args(&options).done().exits(0);
    let config = "http = false\nname-max = 40\n[[manifest]]\nsource = \"pets.yaml\"\noutput = \"o.json\"\nname-max = 16\n";
    let run = || {
        let run = Run::new("diff").file("pets.yaml", CLEAN).file("tools.json", &list.stdout);
        run.file("apimint.toml", config).args(&["tools.json", "pets.yaml", "--fail-on", "any"])
    };
    assert_ne!(run().done().exits(1).stdout, "no changes\n");
    assert_eq!(run().args(&options).done().exits(0).stdout, "no changes\n");
    assert_eq!(run().args(&["--config", "apimint.toml"]).done().exits(0).stdout, "no changes\n");
    run().args(&["--config", "none.toml"]).done().exits(2);
}

#[test]
fn names_are_those_of_a_lock() {
    let older = CLEAN.replace("listPets", "petsOfOld");
    let list = Run::new("convert").file("a.yaml", &older).args(&["a.yaml", "--lock", "names.lock"]).done();
    let lock = list.read("names.lock");
    let run = || {
        let run =
            Run::new("diff").file("a.yaml", CLEAN).file("names.lock", &lock).file("old.json", &list.stdout);
        run.args(&["old.json", "a.yaml", "--fail-on", "compatible"])
    };
    let renamed = run().done().exits(1);
    assert!(renamed.stdout.contains("the tool was called `pets_of_old`"), "{}", renamed.stdout);
    let same = run().args(&["--lock", "names.lock"]).done().exits(0);
    assert!(same.stdout.contains("0 breaking, 0 unknown, 0 compatible"), "{}", same.stdout);
    assert_eq!(same.read("names.lock"), lock);
    let missing = run().args(&["--lock", "none.lock"]).done().exits(2);
    assert!(missing.stderr.contains("there is no lock none.lock"), "{}", missing.stderr);
}

/// Tools of another page seem to be gone.
#[test]
fn a_list_that_goes_on_elsewhere_is_named() {
    let tool = |name: &str| format!(r#"{{"name": "{name}", "inputSchema": {{"type": "object"}}}}"#);
    let old = format!(r#"{{"tools": [{}, {}]}}"#, tool("a"), tool("b"));
    let new = format!(r#"{{"tools": [{}], "nextCursor": "2"}}"#, tool("a"));
    let done =
        Run::new("diff").file("old.json", &old).file("new.json", &new).args(&["old.json", "new.json"]).done();
    assert!(done.stderr.contains("its tools are missing"), "{}", done.stderr);
    assert!(done.stdout.contains("the tool is gone"), "{}", done.stdout);
}
