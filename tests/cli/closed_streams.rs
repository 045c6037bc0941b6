//! Standard streams that are closed when the program is started.

use std::fs;
use std::process::{Command, Output};

use super::run::{CLEAN, WARNED, assert_manifest};

/// Runs the program in a shell, which closes streams: `<&-`, `>&-`, `2>&-`.
fn run(arguments: &str, streams: &str) -> (Output, String) {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("pets.yaml"), CLEAN).unwrap();
    fs::write(directory.path().join("warned.yaml"), WARNED).unwrap();
    let list =
        r#"{"tools":[{"name":"a","description":"A.","inputSchema":{"type":"object","properties":{}}}]}"#;
    fs::write(directory.path().join("tools.json"), list).unwrap();
    fs::write(directory.path().join("result.json"), r#"{"tool":"a","data":{}}"#).unwrap();
    let program = env!("CARGO_BIN_EXE_apimint");
    let output = Command::new("sh")
        .args(["-c", &format!("\"$0\" {arguments} {streams}"), program])
        .current_dir(directory.path())
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr.clone()).unwrap();
    (output, said)
}

/// Every command line ends with status 2 and says why, where these streams are closed.
#[track_caller]
fn refused(lines: &[&str], streams: &str, message: &str) {
    for arguments in lines {
        let (output, said) = run(arguments, streams);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {said}");
        assert!(said.contains(message), "{arguments}: {said}");
    }
}

#[test]
fn output_that_nobody_can_read_is_an_error() {
    let lines = [
        "convert pets.yaml",
        "convert pets.yaml --to openai",
        "build --help",
        "--help",
        "--version",
        "help convert",
        "inspect pets.yaml",
        "inspect pets.yaml --json",
        "diff pets.yaml warned.yaml",
        "diff pets.yaml pets.yaml --format json",
        "explain R001",
        "man",
        "completions bash",
        "request pets.yaml list_pets '{}'",
        "result result.json",
    ];
    refused(&lines, ">&-", "could not be written: standard output is closed");
}

/// A command that writes nothing there does not need it, and /dev/null is not a closed stream.
#[test]
fn only_closed_streams_that_are_needed_are_errors() {
    for (arguments, streams) in [
        ("convert pets.yaml -o out.json", "<&- >&-"),
        ("check tools.json", "<&- >&- 2>&-"),
        ("convert pets.yaml", "<&- >/dev/null"),
        ("convert pets.yaml", "1<>/dev/null"),
        ("convert warned.yaml", "2>&- >/dev/null"),
        ("convert -", "</dev/null 1<>/dev/null <pets.yaml"),
    ] {
        let (output, said) = run(arguments, streams);
        assert_eq!(output.status.code(), Some(0), "{arguments} {streams}: {said}");
    }
    let (output, _) = run("convert warned.yaml", "2>&-");
    assert_manifest(&String::from_utf8(output.stdout).unwrap());
}

#[test]
fn closed_input_is_an_error() {
    let lines = [
        "convert -",
        "convert pets.yaml --overlay -",
        "inspect -",
        "diff pets.yaml -",
        "check -",
        "request - list_pets '{}'",
        "request pets.yaml list_pets -",
        "result -",
    ];
    refused(&lines, "<&-", "`-` is standard input, which is closed");
}

#[cfg(feature = "serve")]
#[test]
fn a_server_needs_both() {
    for streams in ["<&-", ">&-", "<&- >&-"] {
        let (output, said) = run("serve pets.yaml", streams);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("one of them is closed"), "{said}");
    }
}
