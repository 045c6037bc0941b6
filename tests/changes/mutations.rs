//! Each member of each tool is changed, one at a time, and the report is never empty.

use std::env;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use apimint::diff::{ChangeClass, diff};
use rayon::prelude::*;
use serde_json::{Value, json};

use super::lists::{files_in, testdata};

/// A folder with more lists, such as those of public descriptions (docs/testing.md).
const MORE_LISTS: &str = "APIMINT_LISTS";

/// The most members of one tool that are changed, evenly spread. A few tools have many thousands.
const MEMBERS: usize = 40;

/// Returns the pointers to all values in a value, itself included.
fn pointers(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match value {
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(index, item)| pointers(item, &format!("{at}/{index}"), found));
        }
        Value::Object(map) => {
            for (key, value) in map {
                pointers(value, &format!("{at}/{}", key.replace('~', "~0").replace('/', "~1")), found);
            }
        }
        _ => {}
    }
}

/// Returns other values to stand in place of a value.
fn others(value: &Value) -> Vec<Value> {
    let mut others = vec![json!(null), json!({"type": "null"}), json!(["x"])];
    match value {
        Value::String(text) => others.push(json!(format!("{text}x"))),
        Value::Number(number) => others.push(json!(number.as_f64().unwrap_or_default() + 1.0)),
        Value::Bool(truth) => others.push(json!(!truth)),
        Value::Array(list) => others.push(list.iter().skip(1).cloned().collect()),
        Value::Object(map) => {
            for (key, value) in [
                ("minLength", json!(7)),
                ("format", json!("uuid")),
                ("not", json!({"type": "string"})),
                ("unevaluatedProperties", json!(false)),
                ("x-other", json!(1)),
            ] {
                let mut more = map.clone();
                more.insert(key.to_owned(), value);
                others.push(Value::Object(more));
            }
        }
        Value::Null => {}
    }
    others.retain(|other| other != value);
    others
}

/// Returns the tool without the value at a pointer.
fn without(tool: &Value, pointer: &str) -> Option<Value> {
    let (parent, key) = pointer.rsplit_once('/')?;
    let mut tool = tool.clone();
    match tool.pointer_mut(parent)? {
        Value::Array(list) => drop(list.remove(key.parse().ok()?)),
        Value::Object(map) => drop(map.shift_remove(&key.replace("~1", "/").replace("~0", "~"))),
        _ => return None,
    }
    Some(tool)
}

fn changed(tool: &Value, pointer: &str) -> Vec<Value> {
    let value = tool.pointer(pointer).unwrap();
    let with = others(value).into_iter().map(|other| {
        let mut tool = tool.clone();
        *tool.pointer_mut(pointer).unwrap() = other;
        tool
    });
    with.chain(without(tool, pointer)).collect()
}

/// Returns what went unnoticed, and counts what was tried.
fn unnoticed(tool: &Value, tried: &[AtomicUsize; 5]) -> Vec<String> {
    let mut all = Vec::new();
    pointers(tool, "", &mut all);
    let step = all.len().div_ceil(MEMBERS).max(1);
    let old = apimint::json::Value::from(json!([tool]));
    let mut found = Vec::new();
    for pointer in all.iter().step_by(step) {
        for changed in changed(tool, pointer) {
            let new = apimint::json::Value::from(json!([changed]));
            let class = match diff(&old, &new).worst() {
                None => 4,
                Some(class) => ChangeClass::ALL.iter().position(|one| *one == class).unwrap(),
            };
            tried[class].fetch_add(1, Ordering::Relaxed);
            if class == 4 {
                found.push(format!(
                    "{pointer} of {tool}\nbecame {}",
                    changed.pointer(pointer).unwrap_or(&json!("gone"))
                ));
            }
        }
    }
    found
}

fn check(folder: &Path, ending: &str) -> usize {
    let tried: [AtomicUsize; 5] = Default::default();
    let found: Vec<String> = files_in(folder, &[ending])
        .par_iter()
        .filter_map(|file| serde_json::from_slice::<Value>(&fs::read(file).unwrap()).ok())
        .flat_map_iter(|list| match list.get("tools") {
            Some(Value::Array(tools)) => tools.clone(),
            _ => Vec::new(),
        })
        .filter(|tool| tool.get("inputSchema").is_some())
        .flat_map_iter(|tool| unnoticed(&tool, &tried))
        .collect();
    let [breaking, unknown, compatible, cosmetic, none] = tried.map(AtomicUsize::into_inner);
    let all = breaking + unknown + compatible + cosmetic + none;
    eprintln!(
        "{all} changes: {breaking} breaking, {unknown} unknown, {compatible} compatible, {cosmetic} cosmetic, {none} unnoticed"
    );
    assert!(found.is_empty(), "{} unnoticed:\n{}", found.len(), found[..found.len().min(10)].join("\n\n"));
    all
}

#[test]
fn every_change_of_a_member_is_told() {
    let tried = check(&testdata(), "expected.json");
    assert!(tried > 20_000, "{tried}");
    if let Some(folder) = env::var_os(MORE_LISTS) {
        check(Path::new(&folder), ".json");
    }
}
