//! A credential that is planted in any text of a document is told of at that very text, wherever the text ends up.

#![allow(clippy::unwrap_used, reason = "a test ends at the first thing it does not expect")]

use std::fs;

use serde_json::Value;
use spec2mcp::diagnostic::{Code, Sink};
use spec2mcp::source::{Access, Input, Sources};
use spec2mcp::{Limits, Options, convert};

/// Made up, in the shape of a token; the document has it nowhere else.
const TOKEN: &str = "ghp_m4D3upT0k3nTh4t0p3nsN0th1ngAtAll0Qz7";

/// Documents of every format.
const DOCUMENTS: [&str; 16] = [
    "agenthub/support.input.yaml",
    "bodies/openapi.yaml",
    "clients/openapi.json",
    "hints/openapi.yaml",
    "lenient/openapi.json",
    "library/openapi.yaml",
    "mcp/icons.input.json",
    "mcp/response.input.json",
    "openapi31/openapi.yaml",
    "openapi32/openapi.yaml",
    "parameters/openapi.yaml",
    "petstore/openapi.yaml",
    "responses/openapi.yaml",
    "swagger2/swagger.yaml",
    "tool-definition/routing.input.json",
    "tool-definition/short-form.input.json",
];

/// The document as JSON.
fn read(file: &str) -> Value {
    let bytes = fs::read(format!("{}/testdata/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let (sources, sink) = (Sources::new(Access::default(), Limits::default()), Sink::new());
    let input = Input::Bytes { name: file.to_owned(), bytes };
    (&sources.load(&input, &sink).unwrap().root().to_value()).into()
}

/// The pointers of all texts that are no reference. A scheme of Swagger 2.0 is put together with others to a URL.
fn texts(value: &Value, pointer: &str, found: &mut Vec<String>) {
    match value {
        Value::String(_) if pointer.ends_with("/$ref") || pointer.starts_with("/schemes/") => {}
        Value::String(_) => found.push(pointer.to_owned()),
        Value::Array(list) => {
            let items = list.iter().enumerate();
            items.for_each(|(index, item)| texts(item, &format!("{pointer}/{index}"), found));
        }
        Value::Object(map) => map.iter().for_each(|(key, value)| {
            let key = key.replace('~', "~0").replace('/', "~1");
            texts(value, &format!("{pointer}/{key}"), found);
        }),
        _ => {}
    }
}

/// Where a document is told to hold a credential; nowhere, where it cannot be read any more.
fn told(document: &Value) -> Vec<String> {
    let (sources, sink) = (Sources::new(Access::default(), Limits::default()), Sink::new());
    let input = Input::Bytes { name: "places.json".to_owned(), bytes: document.to_string().into_bytes() };
    if convert(&sources, &input, &Options::default(), &sink).is_err() {
        return Vec::new();
    }
    let found = sink.into_diagnostics().into_iter().filter(|one| one.code == Code::SecretRemoved);
    let places: Vec<_> = found.map(|one| one.exact.or(one.place).unwrap()).collect();
    sources.positions(&places).into_iter().map(|position| position.unwrap().pointer).collect()
}

#[test]
fn a_credential_is_told_of_where_it_stands() {
    for file in DOCUMENTS {
        let document = read(file);
        let own = told(&document);
        let mut pointers = Vec::new();
        texts(&document, "", &mut pointers);
        let mut count = 0;
        for pointer in pointers {
            let mut planted = document.clone();
            if let Some(Value::String(text)) = planted.pointer_mut(&pointer) {
                text.push(' ');
                text.push_str(TOKEN);
            }
            let mut places = told(&planted);
            places.retain(|place| !own.contains(place));
            assert!(
                places.iter().all(|place| *place == pointer),
                "{file}: {pointer} is told of at {places:?}"
            );
            count += usize::from(!places.is_empty());
        }
        assert!(count > 0, "{file}: no text is told of");
    }
}
