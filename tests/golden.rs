//! Converts every document under `testdata/` with the built program, and compares the result with the
//! expected files beside it.
//!
//! `BLESS=1 cargo test --test golden` rewrites the expected files.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test ends at the first thing it does not expect"
)]

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// The result of one run of the program.
struct Run {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

/// Returns the options for an input, one per line in `args` or `NAME.args` beside it.
fn arguments(input: &str) -> Vec<String> {
    let file = match input.split_once(".input.") {
        Some((name, _)) => format!("{name}.args"),
        None => Path::new(input).with_file_name("args").display().to_string(),
    };
    let text = fs::read_to_string(root().join(file)).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// Converts `input`, a path relative to the crate root, since diagnostics quote paths as given.
fn convert(input: &str) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_apimint"))
        .args(["convert", "--diagnostics", "json", input])
        .args(arguments(input))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the built program starts");
    Run {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("the manifest is UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("diagnostics are UTF-8"),
    }
}

/// Returns the sorted entries of a directory, relative to the crate root and with `/` on every system.
fn entries(directory: &str) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(root().join(directory))
        .expect("testdata can be listed")
        .map(|entry| entry.expect("testdata can be listed").file_name())
        .map(|name| name.into_string().expect("names in testdata are UTF-8"))
        .map(|name| format!("{directory}/{name}"))
        .collect();
    names.sort();
    names
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Compares `actual` with the file at `path`, where a missing file is empty, or writes the file when
/// blessing. Returns the difference, if any.
fn compare(path: &str, actual: &str) -> Option<String> {
    let file: PathBuf = root().join(path);
    let expected = fs::read_to_string(&file).unwrap_or_default();
    if expected == actual {
        return None;
    }
    if std::env::var_os("BLESS").is_some() {
        if actual.is_empty() {
            fs::remove_file(&file).expect("an expected file can be removed");
        } else {
            fs::write(&file, actual).expect("an expected file can be written");
        }
        return None;
    }
    let mut expected_lines = expected.lines();
    let mut actual_lines = actual.lines();
    let mut number = 0;
    let (wanted, got) = loop {
        number += 1;
        let pair = (expected_lines.next(), actual_lines.next());
        if pair.0 != pair.1 || pair.0.is_none() {
            break pair;
        }
    };
    Some(format!(
        "{path}, line {number}\n  expected: {}\n  got:      {}",
        wanted.unwrap_or("(end)"),
        got.unwrap_or("(end)")
    ))
}

/// Returns whether a line of JSON diagnostics has the severity `error`.
fn is_error(line: &str) -> bool {
    let diagnostic: Value = serde_json::from_str(line).expect("a diagnostic is one JSON object a line");
    diagnostic["severity"] == "error"
}

fn report(faults: &[String]) {
    assert!(
        faults.is_empty(),
        "{} differ (BLESS=1 cargo test --test golden rewrites them):\n{}",
        faults.len(),
        faults.join("\n")
    );
}

#[test]
fn documents_become_the_expected_manifests() {
    let mut faults = Vec::new();
    let mut documents = 0;
    for folder in entries("testdata") {
        if !root().join(&folder).is_dir() {
            continue;
        }
        let inputs: Vec<String> = ["openapi.yaml", "openapi.json", "swagger.yaml", "swagger.json"]
            .iter()
            .map(|name| format!("{folder}/{name}"))
            .filter(|path| root().join(path).is_file())
            .collect();
        assert!(inputs.len() <= 1, "{folder} has more than one root document");
        let Some(input) = inputs.first() else {
            continue;
        };
        documents += 1;

        faults.extend(golden(input, &format!("{folder}/expected")));
    }
    assert!(documents > 0, "no document under testdata/");
    report(&faults);
}

#[test]
fn inputs_beside_others_become_the_expected_manifests() {
    let mut faults = Vec::new();
    let mut inputs = Vec::new();
    let mut folders = vec!["testdata".to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in entries(&folder) {
            if root().join(&entry).is_dir() {
                folders.push(entry);
            } else if let Some((name, _)) = entry.split_once(".input.") {
                inputs.push((entry.clone(), format!("{name}.expected")));
            }
        }
    }
    assert!(!inputs.is_empty(), "no NAME.input.json or NAME.input.yaml under testdata/");
    for (input, expected) in inputs {
        faults.extend(golden(&input, &expected));
    }
    report(&faults);
}

/// Compares the result of one input with `EXPECTED.json` and `EXPECTED.diagnostics.jsonl`.
fn golden(input: &str, expected: &str) -> Vec<String> {
    let run = convert(input);
    let manifest: Value = match serde_json::from_str(&run.stdout) {
        Ok(manifest) => manifest,
        Err(error) => return vec![format!("{input}: the output is no JSON: {error}\n{}", run.stderr)],
    };
    let pretty = serde_json::to_string_pretty(&manifest).expect("JSON can be written") + "\n";
    let mut faults = Vec::new();
    faults.extend(compare(&format!("{expected}.json"), &pretty));
    faults.extend(compare(&format!("{expected}.diagnostics.jsonl"), &run.stderr));
    let code = i32::from(run.stderr.lines().any(is_error));
    if run.code != Some(code) {
        faults.push(format!("{input}: exit code {:?}, expected {code}", run.code));
    }
    if convert_again(&run.stdout) != run.stdout {
        faults.push(format!("{input}: its manifest does not come out as it is when it is converted again"));
    }
    faults
}

/// Converts a manifest.
fn convert_again(manifest: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_apimint"))
        .args(["convert", "--quiet", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the built program starts");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    let text = manifest.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the manifest is written").expect("the manifest is read");
    String::from_utf8(output.stdout).expect("the manifest is UTF-8")
}

#[test]
fn unusable_inputs_are_refused() {
    const EXPECTED: &str = ".diagnostics.jsonl";
    let mut faults = Vec::new();
    for input in entries("testdata/invalid") {
        if input.ends_with(EXPECTED) {
            continue;
        }
        let run = convert(&input);
        if run.code != Some(2) {
            faults.push(format!("{input}: exit code {:?}, expected 2", run.code));
        }
        if !run.stdout.is_empty() {
            faults.push(format!("{input}: something was written to standard output"));
        }
        if !run.stderr.lines().any(is_error) {
            faults.push(format!("{input}: no error says why"));
        }
        faults.extend(compare(&format!("{input}{EXPECTED}"), &run.stderr));
    }
    report(&faults);
}
