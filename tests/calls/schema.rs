//! `docs/apimint-call.schema.json`: every call that is emitted satisfies it, and so do the calls of `testdata/calls/`.

use std::fs;
use std::path::{Path, PathBuf};

use apimint::diagnostic::Sink;
use apimint::source::{Access, Input, Sources};
use apimint::{Limits, Options, convert};
use serde_json::Value;

use super::root;

/// Larger documents take too long in a debug build.
const LARGEST: u64 = 256 << 10;

/// Of the public descriptions, one in this many is read; all of them take a minute.
const SAMPLE: usize = 8;

/// Descriptions of this project, and some of a collection of public ones, if it is present.
fn descriptions() -> Vec<PathBuf> {
    let mut found = files_in(root().join("testdata"));
    found.extend(files_in(root().join("../shared/calls/documents")));
    found.extend(files_in(root().join("../shared/corpus")).into_iter().step_by(SAMPLE));
    found
}

/// Returns the files in a folder and those inside it, sorted.
fn files_in(folder: PathBuf) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if is_description(&path) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn is_description(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let is_small = path.metadata().is_ok_and(|data| data.len() < LARGEST);
    let is_output = name.contains("expected") || name.contains("INDEX");
    is_small && !is_output && [".json", ".yaml", ".yml"].iter().any(|end| name.ends_with(end))
}

#[test]
fn emitted_calls_satisfy_the_schema() {
    let schema = fs::read_to_string(root().join("docs/apimint-call.schema.json")).unwrap();
    let schema = jsonschema::draft202012::new(&serde_json::from_str(&schema).unwrap()).unwrap();
    let mut checked = 0;
    let mut faults = Vec::new();
    for file in descriptions() {
        let (sources, sink) = (Sources::new(Access::default(), Limits::default()), Sink::new());
        let Ok(manifest) = convert(&sources, &Input::File(file.clone()), &Options::default(), &sink) else {
            continue;
        };
        for position in 0..manifest.tool_count() {
            let tool = Value::from(&manifest.tool_value(position));
            let Some(call) = tool.pointer("/_meta/dev.apimint~1http") else { continue };
            checked += 1;
            if let Some(error) = schema.iter_errors(call).next() {
                faults.push(format!(
                    "{} {}: {} {error}",
                    file.display(),
                    tool["name"],
                    error.instance_path()
                ));
            } else if let Err(error) = apimint::call::CallableTool::parse(&tool.clone().into()) {
                faults.push(format!("{} {}: {error}", file.display(), tool["name"]));
            }
        }
    }
    assert!(
        faults.is_empty(),
        "{} of {checked}:\n{}",
        faults.len(),
        faults[..faults.len().min(20)].join("\n")
    );
    assert!(checked > 300, "{checked}");
}
