//! One example of one rule: a YAML file with these keys.
//!
//! * One of these says what is converted:
//!   - `input-schema`: the schema of the JSON request body of an operation;
//!   - `output-schema`: the schema of the JSON body of its answer 200;
//!   - `document`: a whole document in any format, as a value or as text.
//! * `version`: `2.0`, `3.0`, `3.1` (unless the example says otherwise) or `3.2`, for the first two.
//! * `components`: schemas that those two refer to: `components.schemas`, in 2.0 `definitions`.
//! * `files`: further files by name, each a value or text, which lie beside the document.
//! * `options`: options of the conversion, spelled as in `apimint.toml`.
//! * `expect`: JSON Pointers, each with the value that is found there.
//! * `keys`: JSON Pointers, each with the names in the object that is found there, in order.
//! * `text`: JSON Pointers, each with the JSON text of what is found there.
//! * `absent`: JSON Pointers that lead nowhere.
//! * `diagnostics`: codes of all diagnostics, sorted; `J005 note` also says the severity, and `J011: words` what the
//!   message contains.
//!
//! Pointers of a `document` begin at the manifest. Those of `input-schema` begin at the property `body` of the input
//! schema, those of `output-schema` at the output schema. One that does not begin with `/`, such as `$defs/Pet/type`,
//! begins at the input or output schema as a whole.

use std::fs;
use std::path::Path;

use apimint::Options;
use apimint::diagnostic::{Diagnostic, Sink};
use apimint::source::{Access, Input, Sources};
use serde_json::{Map, Value, json};

use super::{compare, options};

/// Where the pointers of an example begin in the manifest.
#[derive(Clone, Copy)]
enum Root {
    Manifest,
    Input,
    Output,
}

pub(super) struct Example {
    document: Value,
    root: Root,
    files: Map<String, Value>,
    options: Options,
    pub(super) expect: Map<String, Value>,
    pub(super) keys: Map<String, Value>,
    pub(super) text: Map<String, Value>,
    pub(super) absent: Vec<String>,
    pub(super) diagnostics: Vec<Expected>,
}

/// A diagnostic that an example raises.
pub(super) struct Expected {
    pub(super) code: String,
    /// The severity; `None` for any.
    pub(super) severity: Option<String>,
    /// A part of the message; empty for any.
    pub(super) words: String,
}

impl Example {
    /// Reads an example; the error says what is wrong with it.
    pub(super) fn read(file: &Path) -> Result<Self, String> {
        let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
        let value: Value = yaml_serde::from_str(&text).map_err(|error| error.to_string())?;
        let Value::Object(mut keys) = value else { return Err("the example is not an object".to_owned()) };
        let (document, root) = document(&mut keys)?;
        let example = Self {
            document,
            root,
            files: map(&mut keys, "files")?,
            options: options::read(&map(&mut keys, "options")?)?,
            expect: map(&mut keys, "expect")?,
            keys: map(&mut keys, "keys")?,
            text: map(&mut keys, "text")?,
            absent: list(&mut keys, "absent")?.iter().map(string).collect::<Result<_, _>>()?,
            diagnostics: list(&mut keys, "diagnostics")?.iter().map(expected).collect::<Result<_, _>>()?,
        };
        if let Some(key) = keys.keys().next() {
            return Err(format!("an example has no key `{key}`"));
        }
        let shows = [&example.expect, &example.keys, &example.text].iter().any(|map| !map.is_empty());
        if !shows && example.absent.is_empty() && example.diagnostics.is_empty() {
            return Err("the example expects nothing".to_owned());
        }
        Ok(example)
    }

    /// The codes that the example raises.
    pub(super) fn codes(&self) -> Vec<String> {
        self.diagnostics.iter().map(|expected| expected.code.clone()).collect()
    }

    /// Converts the document; the error says what differs from what is expected.
    pub(super) fn run(&self, print: bool) -> Result<(), String> {
        let (manifest, diagnostics) = self.convert();
        let whole = match self.root {
            Root::Manifest => "",
            Root::Input => "/tools/0/inputSchema",
            Root::Output => "/tools/0/outputSchema",
        };
        let start = match self.root {
            Root::Input => format!("{whole}/properties/body"),
            _ => whole.to_owned(),
        };
        let find = |pointer: &str| {
            let is_relative = pointer.is_empty() || pointer.starts_with('/');
            let pointer =
                if is_relative { format!("{start}{pointer}") } else { format!("{whole}/{pointer}") };
            manifest.pointer(&pointer)
        };
        if print {
            let whole = manifest.pointer(whole).unwrap_or(&manifest);
            println!("{}", serde_json::to_string_pretty(whole).expect("JSON can be written"));
            for Diagnostic { code, message, .. } in &diagnostics {
                println!("{code}: {message}");
            }
        }
        let mut faults = compare::values(self, find);
        faults.extend(compare::diagnostics(&self.diagnostics, &diagnostics));
        if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
    }

    /// The manifest, which is null where there is none, and all that is said.
    fn convert(&self) -> (Value, Vec<Diagnostic>) {
        let sink = Sink::new();
        let folder = (!self.files.is_empty()).then(|| tempfile::tempdir().expect("a folder can be made"));
        let input = match &folder {
            Some(folder) => {
                for (name, content) in &self.files {
                    let file = folder.path().join(name);
                    fs::create_dir_all(file.parent().expect("a file is in a folder"))
                        .expect("a folder can be made");
                    fs::write(file, bytes(content)).expect("a file can be written");
                }
                let file = folder.path().join("document.yaml");
                fs::write(&file, bytes(&self.document)).expect("a file can be written");
                Input::File(file)
            }
            None => Input::Bytes { name: "document".to_owned(), bytes: bytes(&self.document) },
        };
        let Options { allow_outside, allow_net, base, limits, .. } = self.options.clone();
        let sources = Sources::new(
            Access { outside: allow_outside, network: allow_net, base, ..Access::default() },
            limits,
        );
        match apimint::convert(&sources, &input, &self.options, &sink) {
            Ok(manifest) => {
                let mut written = Vec::new();
                manifest.write(&mut written).expect("bytes can be written");
                let manifest = serde_json::from_slice(&written).expect("the manifest is JSON");
                (manifest, sink.into_diagnostics())
            }
            Err(fatal) => {
                let mut diagnostics = sink.into_diagnostics();
                diagnostics.push(*fatal);
                (Value::Null, diagnostics)
            }
        }
    }
}

/// A document as bytes: text as it is, anything else as JSON.
fn bytes(document: &Value) -> Vec<u8> {
    match document {
        Value::String(text) => text.clone().into_bytes(),
        value => value.to_string().into_bytes(),
    }
}

/// The document of an example, and where its pointers begin.
fn document(keys: &mut Map<String, Value>) -> Result<(Value, Root), String> {
    let found = ["input-schema", "output-schema", "document"].map(|key| keys.remove(key));
    let version = keys.remove("version");
    let components = keys.remove("components");
    let is_whole = found[2].is_some();
    if is_whole && (version.is_some() || components.is_some()) {
        return Err("`version` and `components` belong to the short forms".to_owned());
    }
    let version = version.as_ref().map_or(Ok("3.1".to_owned()), string)?;
    if !["2.0", "3.0", "3.1", "3.2"].contains(&version.as_str()) {
        return Err(format!("`version` cannot be {version}"));
    }
    match found {
        [Some(schema), None, None] => Ok((operation(&version, Some(schema), None, components), Root::Input)),
        [None, Some(schema), None] => Ok((operation(&version, None, Some(schema), components), Root::Output)),
        [None, None, Some(document)] => Ok((document, Root::Manifest)),
        _ => Err("an example has one of `input-schema`, `output-schema` and `document`".to_owned()),
    }
}

/// A document with one operation, whose request body or answer has the schema.
fn operation(version: &str, input: Option<Value>, output: Option<Value>, components: Option<Value>) -> Value {
    let mut operation = json!({"operationId": "doThing", "summary": "Does a thing."});
    let components = components.unwrap_or_else(|| json!({}));
    if version == "2.0" {
        operation["responses"] = match output {
            Some(schema) => json!({"200": {"description": "Done.", "schema": schema}}),
            None => json!({"204": {"description": "Done."}}),
        };
        if let Some(schema) = input {
            operation["parameters"] =
                json!([{"name": "body", "in": "body", "required": true, "schema": schema}]);
        }
        return json!({
            "swagger": "2.0",
            "info": {"title": "Things", "version": "1"},
            "host": "example.com",
            "schemes": ["https"],
            "consumes": ["application/json"],
            "produces": ["application/json"],
            "paths": {"/things": {"post": operation}},
            "definitions": components,
        });
    }
    let content = |schema: Value| json!({"application/json": {"schema": schema}});
    operation["responses"] = match output {
        Some(schema) => json!({"200": {"description": "Done.", "content": content(schema)}}),
        None => json!({"204": {"description": "Done."}}),
    };
    if let Some(schema) = input {
        operation["requestBody"] = json!({"required": true, "content": content(schema)});
    }
    json!({
        "openapi": format!("{version}.0"),
        "info": {"title": "Things", "version": "1"},
        "servers": [{"url": "https://example.com"}],
        "paths": {"/things": {"post": operation}},
        "components": {"schemas": components},
    })
}

fn map(keys: &mut Map<String, Value>, key: &str) -> Result<Map<String, Value>, String> {
    match keys.remove(key) {
        None => Ok(Map::new()),
        Some(Value::Object(map)) => Ok(map),
        Some(_) => Err(format!("`{key}` is not an object")),
    }
}

fn list(keys: &mut Map<String, Value>, key: &str) -> Result<Vec<Value>, String> {
    match keys.remove(key) {
        None => Ok(Vec::new()),
        Some(Value::Array(list)) => Ok(list),
        Some(_) => Err(format!("`{key}` is not a list")),
    }
}

fn string(value: &Value) -> Result<String, String> {
    value.as_str().map(str::to_owned).ok_or_else(|| format!("{value} is not a string"))
}

fn expected(value: &Value) -> Result<Expected, String> {
    let single = value.as_object().filter(|map| map.len() == 1).and_then(|map| map.iter().next());
    let (what, words) = match single {
        Some((what, words)) => (what.clone(), string(words)?),
        None => (string(value)?, String::new()),
    };
    let (code, severity) = match what.split_once(' ') {
        Some((code, severity)) => (code.to_owned(), Some(severity.to_owned())),
        None => (what, None),
    };
    Ok(Expected { code, severity, words })
}
