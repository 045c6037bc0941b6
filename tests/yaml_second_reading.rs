//! Compares the YAML reader with an independent one (`yaml_serde`, which uses libyaml): both must find the
//! same values in every document.
//!
//! Intended differences:
//!
//! * merge keys: apimint expands them, so those of the other reader are expanded before the comparison;
//! * numbers: apimint keeps their spelling, so they are compared by value;
//! * numbers of YAML 1.1 or of no version (`0b11`, `-0x1F`), and numbers too large for the other reader:
//!   apimint keeps them as written;
//! * well-formed documents that the other reader refuses: a byte-order mark, a second document, unknown tags,
//!   numbers out of range;
//! * well-formed documents that apimint refuses: only those beyond the limits on depth and aliases.

use std::fs;
use std::path::{Path, PathBuf};

use apimint::Limits;
use apimint::diagnostic::{Code, Severity, Sink};
use apimint::source::{Access, Input, Sources};
use serde_json::Value;

const LARGEST: u64 = 1 << 20;

#[test]
fn both_readers_find_the_same_values() {
    let mut files = Vec::new();
    collect(&root().join("testdata"), &mut files);
    files.extend(
        corpus()
            .into_iter()
            .filter(|path| is_yaml(path) && fs::metadata(path).is_ok_and(|file| file.len() <= LARGEST)),
    );
    let mut faults = Vec::new();
    let mut compared = 0;
    for file in &files {
        match compare(file) {
            Ok(true) => compared += 1,
            Ok(false) => {}
            Err(fault) => faults.push(format!("{}: {fault}", file.display())),
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    // Most documents must be readable.
    assert!(compared * 10 >= files.len() * 9, "only {compared} of {} files", files.len());
}

fn compare(file: &Path) -> Result<bool, String> {
    let sink = Sink::new();
    let sources = Sources::new(Access::default(), Limits::default());
    let ours = sources.load(&Input::File(file.to_owned()), &sink).map(|document| document.root().to_value());
    assert!(!sink.has(Severity::Error), "{}", file.display());
    let text = fs::read_to_string(file).map_err(|error| error.to_string());
    let theirs = text.and_then(|text| read_again(&text));
    match (ours, theirs) {
        (Ok(ours), Ok(theirs)) => difference(&(&ours).into(), &theirs, "").map_or(Ok(true), Err),
        (Err(refusal), Ok(_)) => match refusal.code {
            Code::TooDeep | Code::AliasExpansion | Code::TooLarge | Code::Empty => Ok(false),
            _ => Err(refusal.message),
        },
        (_, Err(_)) => Ok(false),
    }
}

fn read_again(text: &str) -> Result<Value, String> {
    if !text.contains("<<") {
        return yaml_serde::from_str(text).map_err(|error| error.to_string());
    }
    let mut value: yaml_serde::Value = yaml_serde::from_str(text).map_err(|error| error.to_string())?;
    value.apply_merge().map_err(|error| error.to_string())?;
    serde_json::to_value(value).map_err(|error| error.to_string())
}

/// Returns the first place where two values differ.
fn difference(ours: &Value, theirs: &Value, at: &str) -> Option<String> {
    match (ours, theirs) {
        (Value::Object(ours), Value::Object(theirs)) => {
            let extra = theirs.keys().find(|key| !ours.contains_key(*key));
            if let Some(key) = extra {
                return Some(format!("{at}/{key} is missing"));
            }
            ours.iter().find_map(|(key, value)| match theirs.get(key) {
                Some(other) => difference(value, other, &format!("{at}/{key}")),
                None => Some(format!("{at}/{key} is too much")),
            })
        }
        (Value::Array(ours), Value::Array(theirs)) if ours.len() == theirs.len() => (0..)
            .zip(ours.iter().zip(theirs))
            .find_map(|(index, (value, other))| difference(value, other, &format!("{at}/{index}"))),
        (Value::Number(ours), Value::Number(theirs))
            if number(&ours.to_string()) == number(&theirs.to_string()) =>
        {
            None
        }
        (Value::String(ours), Value::Number(_)) if is_other_radix(ours) => None,
        (Value::Number(_), Value::String(theirs)) if number(theirs).is_some_and(f64::is_infinite) => None,
        (ours, theirs) if ours == theirs => None,
        (ours, theirs) => Some(format!("{at}: {ours} is {theirs} in the second reading")),
    }
}

fn number(spelling: &str) -> Option<f64> {
    spelling.parse().ok()
}

fn is_other_radix(text: &str) -> bool {
    let digits = text.trim_start_matches(['-', '+']);
    ["0b", "0x", "0o"].iter().any(|prefix| digits.starts_with(prefix))
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the roots of a collection of public descriptions, if it is beside the crate.
fn corpus() -> Vec<PathBuf> {
    let folder = root().join("../shared/corpus");
    let index = fs::read_to_string(folder.join("INDEX.tsv")).unwrap_or_default();
    index
        .lines()
        .skip(1)
        .filter_map(|line| line.split('\t').next())
        .map(|name| folder.join(name))
        .filter(|path| path.is_file())
        .collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            // Invalid inputs have their own tests.
            if !path.ends_with("invalid") {
                collect(&path, files);
            }
        } else if is_yaml(&path) {
            files.push(path);
        }
    }
}

fn is_yaml(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "yaml" || extension == "yml")
}
