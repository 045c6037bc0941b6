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
    let mut said: Vec<(String, &str)> =
        found.iter().map(|diagnostic| (diagnostic.code.to_string(), diagnostic.message.as_str())).collect();
    said.sort();
    let codes = said.iter().map(|(code, _)| code);
    let are_same = codes.eq(expected.iter().map(|expected| &expected.code));
    // Diagnostics of one code may come in any order.
    let is_said = |expected: &Expected| {
        said.iter().any(|(code, message)| *code == expected.code && message.contains(&expected.words))
    };
    if are_same && expected.iter().all(is_said) {
        return None;
    }
    let expected: Vec<String> =
        expected.iter().map(|one| format!("    {}: {}", one.code, one.words)).collect();
    let said: Vec<String> = said.iter().map(|(code, message)| format!("    {code}: {message}")).collect();
    Some(format!("diagnostics\n  expected:\n{}\n  found:\n{}", expected.join("\n"), said.join("\n")))
}
