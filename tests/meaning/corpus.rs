//! Schemas from documents, each extracted with the components it reaches: those of every operation in their direction, and a
//! selection of the components in both.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fmt, fs};

use apimint::Limits;
use apimint::diagnostic::Sink;
use apimint::model::Direction;
use apimint::source::{Access, Input, Sources};
use jsonschema::Draft;
use serde_json::{Value, json};

use super::judge::decoded;

/// Larger documents take too long for every change; with [`WHOLE_CORPUS`] they are read too.
const LARGEST: u64 = 2 << 20;

/// The environment variable that asks for the whole corpus.
const WHOLE_CORPUS: &str = "APIMINT_WHOLE_CORPUS";

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
    let whole = env::var_os(WHOLE_CORPUS).is_some();
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
        .filter(|row| matches!(cell(row, "openapi_version").get(..3), Some("2.0" | "3.0" | "3.1" | "3.2")))
        .filter(|row| !cell(row, "auto_features").contains("external-ref"))
        .filter(|row| whole || cell(row, "bytes").parse().is_ok_and(|bytes: u64| bytes < LARGEST))
        .map(|row| folder.join(cell(&row, "file")))
        .filter(|path| path.is_file())
        .collect()
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The schemas of a document.
pub(crate) struct DocumentSamples {
    pub(crate) operations: usize,
    pub(crate) samples: Vec<(Sample, Direction)>,
    /// Schemas that reach too many components, or something else.
    pub(crate) left_out: usize,
}

/// Returns the distinct schemas of the parameters, bodies and responses of all operations of a document, and at most `most`
/// of its components, in both directions.
pub(crate) fn samples(file: &Path, most: usize) -> Option<DocumentSamples> {
    let (sources, sink) = (Sources::new(Access::default(), Limits::default()), Sink::new());
    let document = sources.load(&Input::File(file.to_owned()), &sink).ok()?;
    let document = Value::from(&document.root().to_value());
    let version = document["openapi"].as_str().map_or_else(|| document["openapi"].to_string(), str::to_owned);
    let document = if document.get("swagger").is_some() { of_swagger(&document) } else { document };
    let modern = version.starts_with("3.1") || version.starts_with("3.2");
    let mut schemas: Vec<(Value, Direction)> = Vec::new();
    let mut operations = 0;
    for path in document["paths"].as_object().into_iter().flatten().map(|(_, path)| path) {
        for (method, operation) in path.as_object().into_iter().flatten() {
            if METHODS.contains(&method.as_str()) {
                operations += 1;
                of_operation(&document, path, operation, &mut schemas);
            }
        }
    }
    let names: Vec<&String> =
        document["components"]["schemas"].as_object().into_iter().flatten().map(|(name, _)| name).collect();
    let step = names.len().div_ceil(most.max(1)).max(1);
    for name in names.into_iter().step_by(step) {
        let name = name.replace('~', "~0").replace('/', "~1");
        let reference = json!({"$ref": format!("#/components/schemas/{name}")});
        schemas.extend([Direction::Input, Direction::Output].map(|direction| (reference.clone(), direction)));
    }
    let mut seen = BTreeSet::new();
    schemas.retain(|(schema, direction)| seen.insert(format!("{direction:?} {schema}")));
    let all = schemas.len();
    let extracted =
        |(schema, direction): &(Value, Direction)| Some((sample(&document, schema, modern)?, *direction));
    let samples: Vec<_> = schemas.iter().filter_map(extracted).collect();
    Some(DocumentSamples { operations, left_out: all - samples.len(), samples })
}

const METHODS: [&str; 9] = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

/// Collects the schemas of an operation: those of its parameters and JSON bodies, and of its JSON responses.
fn of_operation(document: &Value, path: &Value, operation: &Value, schemas: &mut Vec<(Value, Direction)>) {
    let follow = |value: &'_ Value| -> Value {
        let target = value["$ref"].as_str().and_then(|reference| reference.strip_prefix('#'));
        target.and_then(|pointer| document.pointer(&decoded(pointer))).unwrap_or(value).clone()
    };
    let mut add = |schema: &Value, direction| {
        if schema.is_object() {
            schemas.push((schema.clone(), direction));
        }
    };
    for parameter in [path, operation].iter().filter_map(|holder| holder["parameters"].as_array()).flatten() {
        add(&follow(parameter)["schema"], Direction::Input);
    }
    let is_json = |(media_type, _): &(&String, &Value)| media_type.contains("json");
    for (_, media) in
        follow(&operation["requestBody"])["content"].as_object().into_iter().flatten().filter(is_json)
    {
        add(&media["schema"], Direction::Input);
    }
    for (_, response) in operation["responses"].as_object().into_iter().flatten() {
        let response = follow(response);
        add(&response["schema"], Direction::Output);
        for (_, media) in response["content"].as_object().into_iter().flatten().filter(is_json) {
            add(&media["schema"], Direction::Output);
        }
    }
}

/// Returns a Swagger 2.0 document whose schemas are where OpenAPI 3.0 has them; they are read in the same dialect.
fn of_swagger(document: &Value) -> Value {
    fn moved(value: &Value) -> Value {
        match value {
            Value::Object(map) => map
                .iter()
                .map(|(key, value)| match (key.as_str(), value.as_str()) {
                    ("$ref", Some(text)) => {
                        (key.clone(), json!(text.replace("#/definitions/", "#/components/schemas/")))
                    }
                    _ => (key.clone(), moved(value)),
                })
                .collect(),
            Value::Array(list) => list.iter().map(moved).collect(),
            other => other.clone(),
        }
    }
    let mut document = moved(document);
    document["components"] = json!({"schemas": document["definitions"].take()});
    document
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
        // A parent with a discriminator may stand for the components that build upon it.
        let is_parent =
            |name: &String| document["components"]["schemas"][name].get("discriminator").is_some();
        if work.is_empty() {
            let parents: BTreeSet<&String> = names.iter().filter(|name| is_parent(name)).collect();
            let subtypes = subtypes(document, &parents);
            for (name, subtype) in subtypes {
                if names.insert(name.clone()) {
                    own["components"]["schemas"][name] = subtype.clone();
                    work.push(subtype);
                }
            }
        }
        if names.len() > MAX_COMPONENTS {
            return None;
        }
    }
    Some(Sample { schema: schema.clone(), document: own, modern, draft: None })
}

/// Returns the components that refer to one of the parents in their `allOf`.
fn subtypes<'d>(document: &'d Value, parents: &BTreeSet<&String>) -> Vec<(&'d String, &'d Value)> {
    let components = document["components"]["schemas"].as_object().into_iter().flatten();
    let builds_upon = |(_, component): &(&String, &Value)| {
        component["allOf"].as_array().into_iter().flatten().any(|part| {
            let name = part["$ref"].as_str().and_then(|text| text.strip_prefix("#/components/schemas/"));
            name.is_some_and(|name| parents.contains(&name.to_owned()))
        })
    };
    if parents.is_empty() { Vec::new() } else { components.filter(builds_upon).collect() }
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
