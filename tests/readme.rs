//! Runs the commands that `README.md` and `docs/` show in `console` blocks, and compares what they print.
//!
//! * Lines that begin with `$ ` are commands; the lines up to the next command are its output, which may be
//!   left out. It has to appear in standard output, or else in standard error.
//! * A line `…` matches any number of lines, and `…` inside a line any text.
//! * `# exit 1` at the end of a command is the exit code it must have; without it the code is 0.
//! * `cat FILE | apimint …` and `apimint … < FILE` pass the file as standard input; `> FILE` is ignored.
//! * `| jq PATH` is evaluated here for paths like `.tools[0].name`, so that `jq` need not be installed.
//! * `uvx apimint …` and other ways to run a released program are run as `apimint …`.
//! * `cargo …` other than `cargo run`, commands that install something, and commands with a URL, are not run.
//!
//! Commands run in a directory that holds a copy of `testdata/`, so that they may write files. What those of a document wrote is
//! removed before the next.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test ends at the first thing it does not expect"
)]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// Beginnings of command lines that run the program; the built one is run in their place.
const PROGRAMS: &[&str] = &[
    "apimint ",
    "cargo run --release -- ",
    "docker run --rm --volume \"$PWD:/work\" ghcr.io/apimint/apimint ",
    "npx apimint ",
    "uvx apimint ",
];

/// Prefixes of commands that are not run: they build, test, fetch or install this crate.
const NOT_RUN: &[&str] = &[
    "brew install",
    "cargo binstall",
    "cargo build",
    "cargo clippy",
    "cargo doc",
    "cargo fmt",
    "cargo install",
    "cargo test",
    "BLESS=1 cargo test",
    "docker build",
    "git clone",
    "npm install",
    "pip install",
    ".ci/run",
];

/// A command in a document.
struct Example {
    /// The file and line, for messages.
    place: String,
    command: String,
    output: Vec<String>,
}

/// A parsed command line.
struct Invocation {
    arguments: Vec<String>,
    /// The files that are concatenated to standard input.
    stdin: Vec<String>,
    jq: Option<String>,
    code: i32,
}

#[test]
fn documented_commands_do_what_the_documents_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    copy(&root.join("testdata"), &directory.path().join("testdata"));

    let mut faults = Vec::new();
    let mut run = 0;
    for file in documents(root) {
        let name = file.strip_prefix(root).unwrap_or(&file).display().to_string();
        let text = fs::read_to_string(&file).expect("a document can be read");
        remove_written(directory.path());
        for example in examples(&name, &text) {
            if NOT_RUN.iter().any(|known| example.command.starts_with(known))
                || example.command.contains("://")
            {
                continue;
            }
            match parse(&example.command) {
                Some(invocation) => {
                    run += 1;
                    faults.extend(check(&example, &invocation, directory.path()));
                }
                None => faults.push(format!("{}: cannot be run: {}", example.place, example.command)),
            }
        }
    }
    assert!(run > 0, "the documents show no command");
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

/// Returns `README.md` and every Markdown file under `docs/`.
fn documents(root: &Path) -> Vec<PathBuf> {
    let mut found = vec![root.join("README.md")];
    let mut folders = vec![root.join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("docs can be listed") {
            let path = entry.expect("docs can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a directory can be made");
    for entry in fs::read_dir(from).expect("testdata can be listed") {
        let path = entry.expect("testdata can be listed").path();
        let target = to.join(path.file_name().expect("an entry has a name"));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).expect("a file can be copied");
        }
    }
}

/// Removes what the commands of the document before have written.
fn remove_written(directory: &Path) {
    for entry in fs::read_dir(directory).expect("the directory can be listed") {
        let path = entry.expect("the directory can be listed").path();
        if path.is_file() {
            fs::remove_file(path).expect("a file can be removed");
        } else if !path.ends_with("testdata") {
            fs::remove_dir_all(path).expect("a directory can be removed");
        }
    }
}

/// Returns the commands in the `console` blocks of a document. A block in a list is indented.
fn examples(name: &str, text: &str) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    let mut inside = false;
    let mut started = false;
    let mut indent = 0;
    for (index, line) in text.lines().enumerate() {
        let line = if inside { line.get(indent..).unwrap_or_default() } else { line };
        if inside && line.trim_end() == "```" {
            inside = false;
        } else if !inside {
            inside = line.trim() == "```console";
            indent = line.len() - line.trim_start().len();
            started = false;
        } else if let Some(command) = line.strip_prefix("$ ") {
            started = true;
            found.push(Example {
                place: format!("{name}, line {}", index + 1),
                command: command.trim().to_owned(),
                output: Vec::new(),
            });
        } else if started && let Some(example) = found.last_mut() {
            example.output.push(line.trim_end().to_owned());
        }
    }
    for example in &mut found {
        while example.output.last().is_some_and(String::is_empty) {
            example.output.pop();
        }
    }
    found
}

/// Parses a command line; `None` if it cannot be run here.
fn parse(command: &str) -> Option<Invocation> {
    let (command, code) = match command.rsplit_once("# exit ") {
        Some((command, code)) => (command.trim(), code.trim().parse().ok()?),
        None => (command, 0),
    };
    let mut stdin = Vec::new();
    let mut jq = None;
    let mut program = None;
    for part in command.split(" | ") {
        let part = part.trim();
        if let Some(files) = part.strip_prefix("cat ") {
            stdin = words(files);
        } else if let Some(path) = part.strip_prefix("jq ") {
            jq = Some(path.trim().trim_matches('\'').to_owned());
        } else if program.is_none() {
            program = Some(part);
        } else {
            return None;
        }
    }
    let program = program?;
    let bare = (program == "apimint").then_some("");
    let rest = PROGRAMS.iter().find_map(|prefix| program.strip_prefix(prefix)).or(bare)?;

    let mut arguments = Vec::new();
    let mut words = words(rest).into_iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "<" => stdin = vec![words.next()?],
            ">" => drop(words.next()?),
            _ => arguments.push(word),
        }
    }
    Some(Invocation { arguments, stdin, jq, code })
}

/// Splits at spaces outside quotation marks.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut quote = None;
    for character in line.chars() {
        match quote {
            Some(open) if character == open => quote = None,
            None if character == '\'' || character == '"' => quote = Some(character),
            None if character.is_whitespace() => words.push(std::mem::take(&mut word)),
            _ => word.push(character),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

/// Runs a command, and returns the difference to its documentation, if any.
fn check(example: &Example, invocation: &Invocation, directory: &Path) -> Option<String> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_apimint"))
        .args(&invocation.arguments)
        .current_dir(directory)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the built program starts");
    let mut input = child.stdin.take().expect("standard input is a pipe");
    for file in &invocation.stdin {
        let bytes = fs::read(directory.join(file)).expect("the file given as standard input can be read");
        // A program that exits early closes the pipe; its exit code says more than this error.
        let _ = input.write_all(&bytes);
    }
    drop(input);
    let output = child.wait_with_output().expect("the program ends");
    let mut stdout = String::from_utf8(output.stdout).expect("standard output is UTF-8");
    let stderr = String::from_utf8(output.stderr).expect("standard error is UTF-8");

    let place = format!("{}: $ {}", example.place, example.command);
    if output.status.code() != Some(invocation.code) {
        return Some(format!(
            "{place}\nexit code {:?}, expected {}\n{stderr}",
            output.status.code(),
            invocation.code
        ));
    }
    if let Some(path) = &invocation.jq {
        let value: Value = match serde_json::from_str(&stdout) {
            Ok(value) => value,
            Err(error) => return Some(format!("{place}\nstandard output is no JSON: {error}\n{stderr}")),
        };
        let Some(part) = select(&value, path) else {
            return Some(format!("{place}\nthere is nothing at {path}"));
        };
        stdout = serde_json::to_string_pretty(part).expect("JSON can be written");
    }
    let shown = |text: &str| contains(&text.lines().collect::<Vec<_>>(), &example.output);
    if example.output.is_empty() || shown(&stdout) || shown(&stderr) {
        return None;
    }
    Some(format!("{place}\nshown:\n{}\nprinted:\n{stdout}{stderr}", example.output.join("\n")))
}

/// Returns the value at a path like `.tools[0].name`.
fn select<'v>(value: &'v Value, path: &str) -> Option<&'v Value> {
    path.split(['.', '[', ']']).map(|step| step.trim_matches('"')).filter(|step| !step.is_empty()).try_fold(
        value,
        |value, step| match value {
            Value::Array(items) => items.get(step.parse::<usize>().ok()?),
            _ => value.get(step),
        },
    )
}

/// Returns whether the documented lines appear in the printed lines: the pieces between `…` lines, each
/// contiguous, in order.
fn contains(printed: &[&str], shown: &[String]) -> bool {
    let mut from = 0;
    for piece in shown.split(|line| line.trim() == "…") {
        if piece.is_empty() {
            continue;
        }
        let found = (from..printed.len()).find(|&start| {
            piece.len() <= printed.len() - start
                && piece
                    .iter()
                    .zip(&printed[start..])
                    .all(|(shown, printed)| line_matches(printed.trim_end(), shown))
        });
        match found {
            Some(start) => from = start + piece.len(),
            None => return false,
        }
    }
    true
}

/// Returns whether a line matches, where `…` stands for any text.
fn line_matches(printed: &str, shown: &str) -> bool {
    let Some((head, rest)) = shown.split_once('…') else {
        return printed == shown;
    };
    let Some(mut printed) = printed.strip_prefix(head) else {
        return false;
    };
    let (middle, tail) = rest.rsplit_once('…').unwrap_or(("", rest));
    for part in middle.split('…').filter(|part| !part.is_empty()) {
        match printed.find(part) {
            Some(start) => printed = &printed[start + part.len()..],
            None => return false,
        }
    }
    printed.ends_with(tail)
}

#[test]
fn shown_lines_match_with_gaps() {
    let shown = |lines: &[&str]| lines.iter().map(|&line| line.to_owned()).collect::<Vec<_>>();
    let printed = ["{", "  \"a\": 1,", "  \"b\": 2,", "  \"c\": 3", "}"];
    assert!(contains(&printed, &shown(&["{", "…", "  \"c\": 3", "}"])));
    assert!(contains(&printed, &shown(&["  \"b\": …,"])));
    assert!(!contains(&printed, &shown(&["{", "  \"c\": 3"])));
    assert!(!contains(&printed, &shown(&["}", "…", "{"])));
}
