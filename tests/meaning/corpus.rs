//! Schemas from documents, each extracted with the components it reaches.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fmt, fs};

use apimint::Limits;
use apimint::diagnostic::Sink;
use apimint::source::{Access, Input, Sources};
use jsonschema::Draft;
use serde_json::{Value, json};

use super::judge::decoded;

/// Larger documents take too long in a debug build.
const LARGEST: u64 = 2 << 20;

/// The maximum number of components of one schema.
const MAX_COMPONENTS: usize = 60;

/// A schema with the components it reaches.
#[derive(Clone)]
pub(crate) struct Sample {
    pub(crate) schema: Value,
    /// A document with `components` only.
    pub(crate) document: Value,
    pub(crate) modern: bool,
    /// The draft that the schema declares by `$schema`.
    pub(crate) draft: Option<Draft>,
}

impl fmt::Debug for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.schema, self.document["components"]["schemas"])
    }
}

/// Returns the documents of this project.
pub(crate) fn testdata() -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in fs::read_dir(root().join("testdata")).into_iter().flatten().flatten() {
        let files_in = fs::read_dir(folder.path()).into_iter().flatten().flatten().map(|entry| entry.path());
        files.extend(files_in.filter(|path| path.file_stem().is_some_and(|stem| stem == "openapi")));
    }
    files.sort();
    files
}

/// Returns documents of a collection of public descriptions, if it is present.
pub(crate) fn corpus() -> Vec<PathBuf> {
    let folder = root().join("../shared/corpus");
    let index = fs::read_to_string(folder.join("INDEX.tsv")).unwrap_or_default();
    let mut lines = index.lines();
    let header: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    let cell = |row: &[&str], name: &str| {
        let at = header.iter().position(|other| *other == name);
        at.and_then(|at| row.get(at)).map_or_else(String::new, |cell| (*cell).to_owned())
    };
    lines
        .map(|line| line.split('\t').collect::<Vec<_>>())
        .filter(|row| matches!(cell(row, "openapi_version").get(..3), Some("3.0" | "3.1" | "3.2")))
        .filter(|row| !cell(row, "auto_features").contains("external-ref"))
        .filter(|row| cell(row, "bytes").parse().is_ok_and(|bytes: u64| bytes < LARGEST))
        .map(|row| folder.join(cell(&row, "file")))
        .filter(|path| path.is_file())
        .collect()
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Returns at most `most` schemas of bodies, responses and components, spread over a document.
pub(crate) fn samples(file: &Path, most: usize) -> Vec<Sample> {
    let (sources, sink) = (Sources::new(Access::default(), Limits::default()), Sink::new());
    let Ok(document) = sources.load(&Input::File(file.to_owned()), &sink) else { return Vec::new() };
    let document = Value::from(&document.root().to_value());
    let version = document["openapi"].as_str().map_or_else(|| document["openapi"].to_string(), str::to_owned);
    if !version.starts_with("3.") {
        return Vec::new();
    }
    let mut schemas: Vec<Value> = Vec::new();
    collect(&document["paths"], &mut schemas);
    let names = document["components"]["schemas"].as_object().into_iter().flatten();
    schemas.extend(names.map(|(name, _)| {
        let name = name.replace('~', "~0").replace('/', "~1");
        json!({"$ref": format!("#/components/schemas/{name}")})
    }));
    let mut seen = BTreeSet::new();
    schemas.retain(|schema| seen.insert(schema.to_string()));
    let step = schemas.len().div_ceil(most.max(1)).max(1);
    schemas
        .iter()
        .step_by(step)
        .filter_map(|schema| sample(&document, schema, !version.starts_with("3.0")))
        .collect()
}

/// Returns the schemas of JSON media types.
fn collect(value: &Value, schemas: &mut Vec<Value>) {
    match value {
        Value::Object(map) => {
            for (media_type, media) in map.get("content").and_then(Value::as_object).into_iter().flatten() {
                if media_type.contains("json") {
                    schemas.extend(media.get("schema").filter(|schema| schema.is_object()).cloned());
                }
            }
            map.values().for_each(|value| collect(value, schemas));
        }
        Value::Array(list) => list.iter().for_each(|value| collect(value, schemas)),
        _ => {}
    }
}

/// Extracts a schema with the components it reaches; `None` if it reaches anything else, or too many.
pub(crate) fn sample(document: &Value, schema: &Value, modern: bool) -> Option<Sample> {
    let mut own = json!({"components": {"schemas": {}}});
    let mut work = vec![schema];
    let mut names: BTreeSet<String> = BTreeSet::new();
    while let Some(next) = work.pop() {
        let mut found = Vec::new();
        references(next, &mut found);
        for reference in found {
            let pointer = decoded(reference.strip_prefix('#')?);
            let name = pointer.strip_prefix("/components/schemas/")?.split('/').next()?;
            let name = name.replace("~1", "/").replace("~0", "~");
            let Some(target) = document["components"]["schemas"].get(&name) else { continue };
            if names.insert(name.clone()) {
                own["components"]["schemas"][&name] = target.clone();
                work.push(target);
            }
        }
        if names.len() > MAX_COMPONENTS {
            return None;
        }
    }
    Some(Sample { schema: schema.clone(), document: own, modern, draft: None })
}

fn references(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                match (key.as_str(), value) {
                    ("$ref", Value::String(text)) => found.push(text.clone()),
                    ("mapping", Value::Object(mapping)) if map.contains_key("propertyName") => {
                        for text in mapping.values().filter_map(Value::as_str) {
                            let is_name = !text.contains(['/', '#']);
                            found.push(if is_name {
                                format!("#/components/schemas/{text}")
                            } else {
                                text.to_owned()
                            });
                        }
                    }
                    ("defaultMapping", Value::String(text)) => {
                        let is_name = !text.contains(['/', '#']);
                        found.push(if is_name {
                            format!("#/components/schemas/{text}")
                        } else {
                            text.clone()
                        });
                    }
                    _ => references(value, found),
                }
            }
        }
        Value::Array(list) => list.iter().for_each(|value| references(value, found)),
        _ => {}
    }
}

/// Returns whether a schema is valid in OpenAPI 3.0, so that nothing in it is repaired. `known` are the words
/// for types.
pub(crate) fn is_sound(value: &Value) -> bool {
    const TYPES: [&str; 6] = ["string", "number", "integer", "boolean", "array", "object"];
    let Some(map) = value.as_object() else { return false };
    let own = map.iter().all(|(keyword, value)| match keyword.as_str() {
        "type" => value.as_str().is_some_and(|kind| TYPES.contains(&kind)),
        "enum" => value.as_array().is_some_and(|values| !values.is_empty()),
        "required" => value.as_array().is_some_and(|names| names.iter().all(Value::is_string)),
        "properties" => value.as_object().is_some_and(|all| {
            all.values().all(|one| one.get("required").is_none_or(|required| !required.is_boolean()))
        }),
        "items" | "not" => value.is_object(),
        "allOf" | "anyOf" | "oneOf" => value.as_array().is_some_and(|parts| !parts.is_empty()),
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties" => {
            value.is_u64()
        }
        "minimum" | "maximum" | "multipleOf" => value.is_number(),
        "exclusiveMinimum" | "exclusiveMaximum" | "nullable" | "uniqueItems" | "readOnly" | "writeOnly" => {
            value.is_boolean()
        }
        "additionalProperties" => value.is_boolean() || value.is_object(),
        "pattern" => value.is_string(),
        _ => true,
    });
    let mut below = true;
    super::prepare::subschemas(value, &mut |keyword, schema| {
        below &= keyword == "additionalProperties" && schema.is_boolean() || is_sound(schema);
    });
    own && below
}
