//! The documents that both readers read, and their values in the form that the other reader expects.

use std::fs;
use std::path::{Path, PathBuf};

use apimint::Limits;
use apimint::diagnostic::Sink;
use apimint::source::{Access, Input, Sources};

/// Larger documents take too long in a debug build.
const LARGEST: u64 = 4 << 20;

/// Returns the documents of version 3.0 of this project, and those of a collection of public descriptions
/// that are single files.
pub(crate) fn documents() -> Vec<PathBuf> {
    let mut files = Vec::new();
    let folders = fs::read_dir(root().join("testdata")).into_iter().flatten().flatten();
    for folder in folders.map(|entry| entry.path()).filter(|path| path.is_dir()) {
        collect(&folder, &mut files);
    }
    files.sort();
    files.extend(corpus());
    files
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        let is_root = path.file_stem().is_some_and(|stem| stem == "openapi");
        if path.is_dir() {
            collect(&path, files);
        } else if is_root && fs::read_to_string(&path).is_ok_and(|text| is_version_3_0(&text)) {
            files.push(path);
        }
    }
}

fn is_version_3_0(text: &str) -> bool {
    let head: String = text.chars().take(2_000).filter(|character| !character.is_whitespace()).collect();
    let head = head.replace(['"', '\''], "");
    head.contains("openapi:3.0")
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

pub(crate) fn corpus() -> Vec<PathBuf> {
    let folder = root().join("../shared/corpus");
    let index = fs::read_to_string(folder.join("INDEX.tsv")).unwrap_or_default();
    let mut lines = index.lines();
    let header: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    let column = |row: &[&str], name: &str| {
        let at = header.iter().position(|other| *other == name);
        at.and_then(|at| row.get(at)).map_or_else(String::new, |cell| (*cell).to_owned())
    };
    lines
        .map(|line| line.split('\t').collect::<Vec<_>>())
        .filter(|row| column(row, "openapi_version").starts_with("3.0"))
        .filter(|row| !column(row, "auto_features").contains("external-ref"))
        .filter(|row| column(row, "bytes").parse().is_ok_and(|bytes: u64| bytes < LARGEST))
        .map(|row| folder.join(column(&row, "file")))
        .filter(|path| path.is_file())
        .collect()
}

/// Parses a file independently of apimint where possible; duplicate keys, for example, are not.
pub(crate) fn values(file: &Path) -> Result<yaml_serde::Value, String> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let is_json = file.extension().is_some_and(|extension| extension == "json");
    if !is_json && let Ok(mut value) = yaml_serde::from_str::<yaml_serde::Value>(&text) {
        value.apply_merge().map_err(|error| error.to_string())?;
        simplify(&mut value);
        return Ok(value);
    }
    let again = || {
        let sink = Sink::new();
        let sources = Sources::new(Access::default(), Limits::default());
        let document = sources.load(&Input::File(file.to_owned()), &sink).map_err(|fatal| fatal.message)?;
        serde_json::from_str(&document.root().to_value().to_string()).map_err(|error| error.to_string())
    };
    let mut value = serde_json::from_str(&text).or_else(|_| again())?;
    simplify(&mut value);
    Ok(value)
}

/// Removes `null`, which means absence. `serde_json` represents numbers by their spelling here, in an object
/// that the other reader does not expect.
fn simplify(value: &mut yaml_serde::Value) {
    match value {
        yaml_serde::Value::Mapping(map) => {
            if let Some(yaml_serde::Value::String(number)) = map.get("$serde_json::private::Number") {
                *value = yaml_serde::from_str(number).unwrap_or(yaml_serde::Value::Null);
            } else {
                map.retain(|_, value| !value.is_null());
                map.values_mut().for_each(simplify);
            }
        }
        yaml_serde::Value::Sequence(list) => list.iter_mut().for_each(simplify),
        _ => {}
    }
}
