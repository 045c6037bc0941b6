//! The laws of the whole program: command lines over files in a directory of their own.
//!
//! libFuzzer needs the program in its own process to see which code an input reaches. The program's module for the command
//! line is therefore a module of this crate too, and runs as often as there are inputs.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use serde_json::{Map, Value};

use crate::channel::{is_hidden, printable};
use crate::cli;
use crate::cli::Exit;
use crate::laws::choice;

/// A description that inputs are beside: with two operations, a server and a reference.
const PETS: &str = include_str!("../../testdata/library/openapi.yaml");

/// Text of a file beside the directory that no output may have.
const OUTSIDE: &str = "what stands outside";

/// The directory of this process, and a file beside it.
static DIRECTORY: LazyLock<PathBuf> = LazyLock::new(|| {
    let around = std::env::temp_dir().join(format!("apimint-fuzz-{}", std::process::id()));
    let directory = around.join("inside");
    fs::create_dir_all(&directory).expect("a directory can be made");
    let outside = format!("{{\"A\": {{\"type\": \"string\", \"description\": \"{OUTSIDE}\"}}}}");
    fs::write(around.join("outside.json"), outside).expect("a file can be written");
    std::env::set_current_dir(&directory).expect("a directory can be entered");
    directory
});

/// The outcome of a command line.
#[derive(Debug, PartialEq, Eq)]
struct Ran {
    exit: Exit,
    /// Files that it wrote, by name.
    written: BTreeMap<String, Vec<u8>>,
}

impl Ran {
    fn json(&self, name: &str) -> Option<Value> {
        let bytes = self.written.get(name)?;
        Some(serde_json::from_slice(bytes).unwrap_or_else(|error| panic!("{name} is not JSON: {error}")))
    }
}

/// Puts files into the empty directory, and runs a command line in it.
fn run(files: &[(&str, &[u8])], line: &str) -> Ran {
    let directory = &*DIRECTORY;
    for entry in fs::read_dir(directory).expect("the directory is there").flatten() {
        let path = entry.path();
        if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }
            .expect("it can be emptied");
    }
    for (name, bytes) in files {
        let path = directory.join(name);
        fs::create_dir_all(path.parent().unwrap_or(directory)).expect("a directory can be made");
        fs::write(path, bytes).expect("a file can be written");
    }
    further(files, line)
}

/// Runs another command line on what is there.
fn further(files: &[(&str, &[u8])], line: &str) -> Ran {
    let words = ["apimint"].into_iter().chain(line.split(' ').filter(|word| !word.is_empty()));
    // A space in an argument is written as `+`.
    let done = cli::execute(words.map(|word| OsString::from(word.replace('+', " "))));
    let exit = done.unwrap_or_else(|error| {
        assert!(printable(&error.render().to_string()), "{error}");
        Exit::Unusable
    });
    let mut written = BTreeMap::new();
    collect(&DIRECTORY, &mut written);
    for (name, bytes) in files {
        let left = written.remove(*name);
        assert!(left.as_deref() == Some(bytes) || line.contains("--lock"), "the input {name} was changed");
    }
    for (name, bytes) in &written {
        assert!(!name.contains(".apimint-"), "a temporary file is left");
        let text = std::str::from_utf8(bytes).expect("what is written is text");
        assert!(!text.contains(OUTSIDE), "{name} has what stands outside");
        // Lists and pages keep the tabs of a text.
        if name.ends_with(".html") {
            assert!(!text.contains(is_hidden), "{name}: {text:?}");
        } else if !name.ends_with(".json") && !name.ends_with(".toml") {
            assert!(printable(text), "{name}: {text:?}");
        }
        if name.starts_with("report") {
            let input: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
            // Two inputs at most, the fixed one included.
            assert!(text.len() < (256 << 10) + 40 * (input + PETS.len()), "{name} has {} bytes", text.len());
        }
    }
    Ran { exit, written }
}

fn collect(directory: &Path, into: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(directory).expect("the directory is there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, into);
        } else {
            let name = path.strip_prefix(&*DIRECTORY).unwrap_or(&path).to_string_lossy().into_owned();
            into.insert(name, fs::read(&path).expect("a file can be read"));
        }
    }
}

/// One of several texts; which one depends on the input alone.
fn one_of<'t>(bytes: &[u8], texts: &[&'t str]) -> &'t str {
    texts[choice(bytes) % texts.len()]
}

/// A report in one of its forms.
fn report(bytes: &[u8]) -> &'static str {
    one_of(
        bytes,
        &[
            "--report report.txt",
            "--report report.sarif",
            "--report report.jsonl",
            "--report report.xml",
            "--report report.codequality.json",
            "-q",
            "-v --diagnostics github",
        ],
    )
}

/// Checks a list of tools as it is: `apimint check`.
pub fn check(bytes: &[u8]) -> bool {
    let protocol = one_of(bytes, &["", "--protocol 2025-06-18", "--protocol 2026-07-28"]);
    let line = format!("check list.json {protocol} {}", report(bytes));
    let ran = run(&[("list.json", bytes)], &line);
    assert_eq!(ran, run(&[("list.json", bytes)], &line), "the same list is judged otherwise");
    ran.exit != Exit::Unusable
}

/// Shows what a model sees: `apimint inspect`, its JSON and its page.
pub fn inspect(bytes: &[u8]) -> bool {
    let ran = run(&[("input", bytes)], &format!("inspect input --html page.html {}", report(bytes)));
    let Some(page) = ran.written.get("page.html") else { return false };
    let page = String::from_utf8_lossy(page);
    // Scripts of data, and the page's own.
    let data = page.matches("<script type=\"application/json\" class=\"data\" data-first=\"").count();
    assert_eq!(page.matches("<script>").count(), 1, "{page}");
    assert_eq!(page.matches("<script").count(), 1 + data, "{page}");
    assert_eq!(page.matches("</script").count(), 1 + data, "{page}");
    true
}

/// Writes a configuration, and builds what it says: `apimint init`.
pub fn init(bytes: &[u8]) -> bool {
    let ran = run(&[("input.yaml", bytes)], &format!("init input.yaml {}", report(bytes)));
    if ran.exit != Exit::Done {
        assert!(!ran.written.contains_key("apimint.toml"), "a configuration is written all the same");
        return false;
    }
    let built = further(&[("input.yaml", bytes)], "build");
    assert_ne!(built.exit, Exit::Unusable, "the configuration cannot be used");
    true
}

/// Builds by any configuration: `apimint build`.
pub fn configuration(bytes: &[u8]) -> bool {
    let files: [(&str, &[u8]); 2] = [("apimint.toml", bytes), ("pets.yaml", PETS.as_bytes())];
    let line = format!("build {}", one_of(bytes, &["", "-v", "--check", "--diagnostics json"]));
    run(&files, &line).exit != Exit::Unusable
}

/// Converts under any lock, which is then brought up to date.
pub fn lock(bytes: &[u8]) -> bool {
    let files: [(&str, &[u8]); 2] = [("names.json", bytes), ("pets.yaml", PETS.as_bytes())];
    let line = "convert pets.yaml --lock names.json -o out.json";
    let first = run(&files, line);
    let Some(list) = first.json("out.json") else { return false };
    let kept = fs::read(DIRECTORY.join("names.json")).expect("the lock is there");
    let again = further(&[("names.json", &kept), ("pets.yaml", PETS.as_bytes())], line);
    assert_eq!(again.json("out.json"), Some(list), "the lock does not keep the names");
    assert_eq!(again.exit, Exit::Done);
    true
}

/// Converts a description in several files: `{"NAME": TEXT-OR-VALUE, …}`, of which the first is the main one.
pub fn files(bytes: &[u8]) -> bool {
    let Ok(members) = serde_json::from_slice::<Map<String, Value>>(bytes) else { return false };
    let is_plain = |name: &str| {
        let letters = |part: &str| {
            !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.')
        };
        name.len() < 40 && name.split('/').all(|part| letters(part) && part != ".." && part != ".")
    };
    let texts: Vec<(String, Vec<u8>)> = members
        .iter()
        .filter(|(name, _)| is_plain(name))
        .take(8)
        .map(|(name, value)| match value {
            Value::String(text) => (name.clone(), text.clone().into_bytes()),
            other => (name.clone(), other.to_string().into_bytes()),
        })
        .collect();
    let files: Vec<(&str, &[u8])> =
        texts.iter().map(|(name, text)| (name.as_str(), text.as_slice())).collect();
    let names: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
    // A file cannot be the directory of another one.
    if names.iter().any(|one| names.iter().any(|other| other.starts_with(&format!("{one}/")))) {
        return false;
    }
    let Some(main) = names.first() else { return false };
    let line = format!("convert {main} -o out.list.json {}", report(bytes));
    let ran = run(&files, &line);
    assert_eq!(ran, run(&files, &line), "the same files give other output");
    ran.json("out.list.json").is_some()
}

/// Writes the list for a model API, and makes a call of it.
pub fn targets(bytes: &[u8]) -> bool {
    let target = one_of(
        bytes,
        &[
            "openai",
            "openai-responses --namespace",
            "openai-strict",
            "anthropic --defer",
            "anthropic-strict",
            "gemini",
            "gemini-parameters",
            "bedrock --strict-tools *",
            "agentcore",
            "moonshot",
            "openai --grammar",
            "openai-strict --responses",
        ],
    );
    let line = format!("convert input --to {target} -o out.json {}", report(bytes));
    let ran = run(&[("input", bytes)], &line);
    let (Some(_), Some(map)) = (ran.json("out.json"), ran.json("out.map.json")) else { return false };
    assert_eq!(ran, run(&[("input", bytes)], &line), "the same input gives other output");
    let names: Vec<&str> =
        map["tools"].as_object().into_iter().flatten().map(|(name, _)| name.as_str()).collect();
    if let Some(name) = names.first() {
        let call = format!("request out.json {name} {{}} --map out.map.json");
        let bytes = &[("input", bytes)];
        further(bytes, &call);
    }
    true
}

/// Makes the request of a call: `{"document": …, "tool": NAME, "arguments": …}`.
pub fn request(bytes: &[u8]) -> bool {
    let Ok(members) = serde_json::from_slice::<Map<String, Value>>(bytes) else { return false };
    let text = |name: &str| members.get(name).map(|value| value.to_string().into_bytes());
    let (Some(document), Some(arguments)) = (text("document"), text("arguments")) else { return false };
    let name = members.get("tool").and_then(Value::as_str).unwrap_or("search_books");
    let name: String =
        name.chars().filter(|letter| letter.is_ascii_alphanumeric() || *letter == '_').collect();
    let form = one_of(
        bytes,
        &["", "--format json", "--format http", "--decode-base64", "--server https://a.example"],
    );
    let files: [(&str, &[u8]); 2] = [("input", &document), ("arguments.json", &arguments)];
    run(&files, &format!("request input {name} @arguments.json {form}")).exit == Exit::Done
}
