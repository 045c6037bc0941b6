//! A credential that is planted in any text of a document is absent from the manifest, and is reported at
//! that text, wherever the text is used.

#![allow(clippy::unwrap_used, reason = "a test ends at the first thing it does not expect")]

use std::fs;

use apimint::diagnostic::{Code, Sink};
use apimint::source::{Access, Input, Sources};
use apimint::{Limits, Options, convert};
use serde_json::Value;

/// An invented token; the document has no other one.
const TOKEN: &str = "ghp_m4D3upT0k3nTh4t0p3nsN0th1ngAtAll0Qz7";

/// Returns documents of every format.
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

/// Returns the document as JSON.
fn read(file: &str) -> Value {
    let bytes = fs::read(format!("{}/testdata/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let (sources, sink) = (Sources::new(Access::default(), Limits::default()), Sink::new());
    let input = Input::Bytes { name: file.to_owned(), bytes };
    (&sources.load(&input, &sink).unwrap().root().to_value()).into()
}

/// Returns the pointers of all texts that are not references. The parts of a server's URL in Swagger 2.0 are
/// excluded.
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

/// Returns the places of the reported credentials, and whether the manifest contains one; `None` if the
/// document is no longer readable.
fn told(document: &Value) -> (Vec<String>, bool) {
    let (sources, sink) = (Sources::new(Access::default(), Limits::default()), Sink::new());
    let input = Input::Bytes { name: "places.json".to_owned(), bytes: document.to_string().into_bytes() };
    let Ok(manifest) = convert(&sources, &input, &Options::default(), &sink) else {
        return (Vec::new(), false);
    };
    let mut written = Vec::new();
    manifest.write(&mut written).unwrap();
    let is_written = String::from_utf8(written).unwrap().contains(&TOKEN[4..]);
    let found = sink.into_diagnostics().into_iter().filter(|one| one.code == Code::SecretRemoved);
    let places: Vec<_> = found.map(|one| one.exact.or(one.place).unwrap()).collect();
    let pointers = sources.positions(&places).into_iter().map(|position| position.unwrap().pointer);
    (pointers.collect(), is_written)
}

#[test]
fn a_credential_is_told_of_where_it_stands() {
    for file in DOCUMENTS {
        let document = read(file);
        let (own, _) = told(&document);
        let mut pointers = Vec::new();
        texts(&document, "", &mut pointers);
        let mut count = 0;
        for pointer in pointers {
            let mut planted = document.clone();
            if let Some(Value::String(text)) = planted.pointer_mut(&pointer) {
                text.push(' ');
                text.push_str(TOKEN);
            }
            let (mut places, is_written) = told(&planted);
            assert!(!is_written, "{file}: {pointer} is in the manifest");
            places.retain(|place| !own.contains(place));
            // A credential in a security scheme or a default media type is reported at the operations that
            // use it; a name that is only in `required` becomes a property first.
            let is_inherited =
                ["/securit", "/consumes/", "/produces/"].iter().any(|part| pointer.contains(part));
            let is_there = |place: &String| *place == pointer || place.ends_with("/properties");
            assert!(
                is_inherited || places.iter().all(is_there),
                "{file}: {pointer} is told of at {places:?}"
            );
            count += usize::from(!places.is_empty());
        }
        assert!(count > 0, "{file}: no text is told of");
    }
}
