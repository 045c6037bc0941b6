//! Everything that the program writes about a document.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

/// A text that the program wrote.
pub(crate) struct Channel {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// Command lines over `input.json` and `earlier.json`. Standard output and standard error are a channel each, and so is every
/// file that is written.
const LINES: &[&str] = &[
    "convert input.json -v",
    "convert input.json --diagnostics json --lint -o list.json --lock names.lock.json",
    "convert input.json --diagnostics github -v --envelope jsonrpc",
    "convert input.json --diagnostics sarif --envelope ndjson",
    "convert input.json --diagnostics junit --envelope array",
    "convert input.json --diagnostics code-climate --envelope ndjson",
    "convert input.json -q --report report.txt --dialect draft-07",
    "convert input.json -q --report report.sarif --body flatten --output-formats",
    "convert input.json -q --report report.jsonl --refs share --cookies",
    "convert input.json -q --report report.xml --slim 2",
    "convert input.json -q --report gl-code-quality-report.json --no-output-schema",
    "convert input.json -q --exact -o exact.json",
    "convert input.json -q --page-size 2 -o pages",
    "convert input.json -q --to openai -o openai.json",
    "convert input.json -q --to openai-responses --namespace -o openai-responses.json",
    "convert input.json -q --to openai-strict -o openai-strict.json",
    "convert input.json -q --to anthropic --defer -o anthropic.json",
    "convert input.json -q --to anthropic-strict -o anthropic-strict.json",
    "convert input.json -q --to gemini -o gemini.json",
    "convert input.json -q --to gemini-parameters -o gemini-parameters.json",
    "convert input.json -q --to bedrock -o bedrock.json",
    "convert input.json -q --to agentcore -o agentcore.json",
    "convert input.json -q --to moonshot -o moonshot.json",
    "inspect input.json -v",
    "inspect input.json --json",
    "inspect input.json -q --html page.html",
    "diff earlier.json input.json -v",
    "diff earlier.json input.json --format json",
    "diff input.json earlier.json --format markdown",
    "check input.json -v",
    "check list.json -v",
    "init input.json",
    "build",
    "result input.json",
];

/// Runs every command line in a directory.
pub(crate) fn channels(directory: &Path) -> Vec<Channel> {
    let mut found: Vec<Channel> = LINES.iter().flat_map(|line| run(directory, line, "")).collect();
    found.extend(calls(directory));
    found.extend(files(directory));
    found
}

/// Runs what is said about a document that cannot be read, and about one that is no document at all.
pub(crate) fn unreadable(directory: &Path) -> Vec<Channel> {
    let text = fs::read_to_string(directory.join("input.json")).unwrap();
    // Cut in the middle, and with a fault in each line that has a text.
    let cut: String = text.chars().take(text.chars().count() / 2).collect();
    fs::write(directory.join("cut.json"), &cut).unwrap();
    fs::write(directory.join("broken.json"), text.replace("\": \"", "\": ! \"")).unwrap();
    fs::write(directory.join("broken.yaml"), text.replace("\": \"", "\": @\"")).unwrap();
    fs::write(directory.join("text.txt"), &text[1..]).unwrap();
    let lines = [
        "convert cut.json",
        "convert broken.json",
        "convert broken.yaml -v",
        "check text.txt",
        "diff cut.json text.txt",
    ];
    lines.iter().flat_map(|line| run(directory, line, "")).collect()
}

/// Makes calls of the first tools of the list, as requests and through the server.
fn calls(directory: &Path) -> Vec<Channel> {
    let Ok(list) = fs::read(directory.join("list.json")) else { return Vec::new() };
    let list: Value = serde_json::from_slice(&list).unwrap();
    let names = list["tools"].as_array().into_iter().flatten().filter_map(|tool| tool["name"].as_str());
    let mut found = Vec::new();
    let mut talk = String::from(
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/list"}
"#,
    );
    for (number, name) in names.take(2).enumerate() {
        for format in ["curl", "json"] {
            found.extend(run(
                directory,
                &format!("request list.json {name} --no-validate --format {format}"),
                "",
            ));
        }
        let call = serde_json::json!({"jsonrpc": "2.0", "id": 3 + number, "method": "tools/call",
            "params": {"name": name, "arguments": {}}});
        talk.extend([call.to_string().as_str(), "\n"]);
    }
    if cfg!(feature = "serve") {
        found.extend(run(directory, "serve input.json --dry-run -v --log", &talk));
    }
    found
}

fn run(directory: &Path, line: &str, input: &str) -> Vec<Channel> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_apimint"))
        .args(line.split(' '))
        .current_dir(directory)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that has ended already reads no more.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let done = child.wait_with_output().unwrap();
    assert!(
        done.status.code().is_some_and(|code| code < 3),
        "{line}: {}",
        String::from_utf8_lossy(&done.stderr)
    );
    [("standard output", done.stdout), ("standard error", done.stderr)]
        .map(|(name, bytes)| Channel {
            name: format!("{name} of `{line}`"),
            text: String::from_utf8(bytes).unwrap(),
        })
        .into()
}

/// Reads every file that was written.
fn files(directory: &Path) -> Vec<Channel> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if !path.ends_with("input.json") && !path.ends_with("earlier.json") {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            found.push(Channel { name, text: fs::read_to_string(&path).unwrap() });
        }
    }
    found
}
