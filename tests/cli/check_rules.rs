//! `apimint check`: each rule about a list that its format allows has an example in `testdata/check/`.
//!
//! An example is a list and all findings about it, in YAML: `code` with the severity in front, the place, and words of the
//! message. `text` is a list that YAML cannot hold, such as one with a repeated member. It also holds what comes close to the rule without breaking it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::run::{Run, diagnostics};

#[test]
fn lists_are_judged_as_they_are_published() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/check");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty(), "no example");
    for file in files {
        let example: Value = yaml_serde::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let arguments: Vec<String> =
            example["arguments"].as_array().into_iter().flatten().map(text).collect();
        let arguments: Vec<&str> =
            ["list.json"].into_iter().chain(arguments.iter().map(String::as_str)).collect();
        let list = example["text"].as_str().map_or_else(|| example["list"].to_string(), str::to_owned);
        let run = Run::new("check").file("list.json", &list).args(&arguments).json().done();
        let found = diagnostics(&run.stderr);
        let located = |code: String, place: &Value| format!("{code} {}", text(place));
        let said: BTreeSet<String> = found
            .iter()
            .map(|line| {
                located(format!("{}[{}]", text(&line["severity"]), text(&line["code"])), &line["pointer"])
            })
            .collect();
        let findings = example["findings"].as_array().unwrap();
        let expected: BTreeSet<String> =
            findings.iter().map(|finding| located(text(&finding["code"]), &finding["at"])).collect();
        assert_eq!(said, expected, "{}", file.display());
        assert_eq!(found.len(), findings.len(), "{}: {found:?}", file.display());
        for finding in findings {
            let words = text(&finding["says"]);
            let is_said =
                |line: &Value| line["pointer"] == finding["at"] && text(&line["message"]).contains(&words);
            assert!(found.iter().any(is_said), "{}: `{words}` in {found:?}", file.display());
        }
        let has_error = findings.iter().any(|finding| text(&finding["code"]).starts_with("error"));
        run.exits(i32::from(has_error));
    }
}
