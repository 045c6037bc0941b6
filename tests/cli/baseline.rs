//! `--baseline` and `--write-baseline`: findings that were there before are not reported.

use super::run::{CLEAN, DANGLING, Run, WARNED};

const STRICT: [&str; 4] = ["--deny", "warnings", "--baseline", "known.json"];

fn strict(text: &str) -> Run {
    Run::converting(text).args(&STRICT)
}

#[test]
fn what_was_there_before_is_not_reported() {
    strict(WARNED).done().exits(2);
    let written = strict(WARNED).arg("--write-baseline").done().exits(0);
    assert_eq!(written.stderr, "");
    let known = written.read("known.json");
    assert!(known.contains("\"code\": \"O005\"") && known.contains("\"count\": 1"), "{known}");
    let done = strict(WARNED).file("known.json", &known).done().exits(0);
    assert_eq!(done.stderr, "");
    // Moved lines are no new finding, and another tool without a summary is one.
    strict(&format!("# comment\n{WARNED}")).file("known.json", &known).done().exits(0);
    let second = "  /dogs:\n    get:\n      operationId: listDogs\n      responses: {'204': {description: Nothing.}}\n";
    let done = strict(&format!("{WARNED}{second}")).file("known.json", &known).done().exits(1);
    assert!(done.stderr.contains("error[O005]") && done.stderr.contains("GET /dogs"), "{}", done.stderr);
    assert!(!done.stderr.contains("/pets"), "{}", done.stderr);
}

#[test]
fn findings_that_are_gone_leave_the_file() {
    let known = strict(DANGLING).arg("--write-baseline").done().exits(0).read("known.json");
    assert!(known.contains("R001"), "{known}");
    let done = strict(CLEAN).file("known.json", &known).arg("--write-baseline").done().exits(0);
    assert_eq!(done.read("known.json"), "{\n  \"v\": 1,\n  \"findings\": []\n}\n");
}

#[test]
fn other_files_are_neither_read_nor_replaced() {
    for more in [&[][..], &["--write-baseline"]] {
        let done = strict(CLEAN).file("known.json", "{\"v\": 1, \"tools\": []}").args(more).done().exits(2);
        assert!(done.stderr.contains("known.json is not a baseline of apimint"), "{}", done.stderr);
        assert_eq!(done.read("known.json"), "{\"v\": 1, \"tools\": []}");
    }
    let done = Run::converting(CLEAN).arg("--write-baseline").done().exits(2);
    assert!(done.stderr.contains("--baseline"), "{}", done.stderr);
    assert!(strict(CLEAN).done().exits(2).stderr.contains("--write-baseline writes it"));
}

#[test]
fn several_inputs_and_other_commands_have_it_too() {
    let run =
        || Run::new("convert").file("a.yaml", WARNED).file("b.yaml", WARNED).args(&["a.yaml", "b.yaml"]);
    let options = ["-o", "out", "--deny", "warnings", "--baseline", "known.json"];
    let known = run().args(&options).arg("--write-baseline").done().exits(0).read("known.json");
    assert_eq!(known.matches("O005").count(), 1, "{known}");
    run().args(&options).file("known.json", &known).done().exits(0);
    let list = r#"{"tools": [{"name": "a", "description": "A.", "inputSchema": {"type": "string"}}]}"#;
    let checked =
        || Run::new("check").file("list.json", list).args(&["list.json", "--baseline", "known.json"]);
    let known = checked().arg("--write-baseline").done().exits(0).read("known.json");
    assert_eq!(checked().file("known.json", &known).done().exits(0).stderr, "");
}
