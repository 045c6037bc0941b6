//! Compares what is found with what an example expects.

use apimint::diagnostic::Diagnostic;
use serde_json::Value;

use super::example::{Example, Expected};

/// The pointers of an example that lead to something else than it says.
pub(super) fn values<'m>(example: &Example, find: impl Fn(&str) -> Option<&'m Value>) -> Vec<String> {
    let mut faults = Vec::new();
    for (pointer, expected) in &example.expect {
        let found = find(pointer);
        if found != Some(expected) {
            faults.push(differ(pointer, expected, found));
        }
    }
    for (pointer, expected) in &example.keys {
        let object = find(pointer).and_then(Value::as_object);
        let found =
            object.map(|object| object.keys().map(|key| Value::from(key.as_str())).collect::<Value>());
        if found.as_ref() != Some(expected) {
            faults.push(differ(&format!("keys of {pointer}"), expected, found.as_ref()));
        }
    }
    for (pointer, expected) in &example.text {
        let found = find(pointer).map(|value| Value::from(value.to_string()));
        if found.as_ref() != Some(expected) {
            faults.push(differ(&format!("text of {pointer}"), expected, found.as_ref()));
        }
    }
    for pointer in &example.absent {
        if let Some(found) = find(pointer) {
            faults.push(format!("at \"{pointer}\"\n  expected: nothing\n  found:    {found}"));
        }
    }
    faults
}

fn differ(pointer: &str, expected: &Value, found: Option<&Value>) -> String {
    let found = found.map_or_else(|| "nothing".to_owned(), Value::to_string);
    format!("at \"{pointer}\"\n  expected: {expected}\n  found:    {found}")
}

/// Says how the diagnostics differ from those that are expected, if they do.
pub(super) fn diagnostics(expected: &[Expected], found: &[Diagnostic]) -> Option<String> {
    let mut said: Vec<(String, &Diagnostic)> =
        found.iter().map(|diagnostic| (diagnostic.code.to_string(), diagnostic)).collect();
    said.sort_by(|(one, first), (other, second)| {
        (one, first.severity, &first.message).cmp(&(other, second.severity, &second.message))
    });
    let codes = said.iter().map(|(code, _)| code);
    let are_same = codes.eq(expected.iter().map(|expected| &expected.code));
    // Diagnostics of one code may come in any order, and each is expected once.
    let mut left: Vec<&(String, &Diagnostic)> = said.iter().collect();
    let mut is_said = |expected: &Expected| {
        let at = left.iter().position(|(code, diagnostic)| {
            *code == expected.code
                && expected.severity.as_ref().is_none_or(|severity| severity == diagnostic.severity.as_str())
                && diagnostic.message.contains(&expected.words)
        });
        at.map(|at| left.remove(at)).is_some()
    };
    // What says more is looked for first.
    let mut precise: Vec<&Expected> = expected.iter().collect();
    precise.sort_by_key(|expected| (expected.words.is_empty(), expected.severity.is_none()));
    if are_same && precise.into_iter().all(&mut is_said) {
        return None;
    }
    let expected: Vec<String> = expected
        .iter()
        .map(|one| format!("    {} {}: {}", one.code, one.severity.as_deref().unwrap_or_default(), one.words))
        .collect();
    let said: Vec<String> = said
        .iter()
        .map(|(code, one)| format!("    {code} {}: {}", one.severity.as_str(), one.message))
        .collect();
    Some(format!("diagnostics\n  expected:\n{}\n  found:\n{}", expected.join("\n"), said.join("\n")))
}
