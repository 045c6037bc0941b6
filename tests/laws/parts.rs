//! The operations of a long description are read in parts in parallel, but sequentially with a selection. A
//! selection of everything gives the same tools and diagnostics.

#![allow(clippy::unwrap_used, reason = "a test ends at the first thing it does not expect")]

use std::fs;
use std::sync::OnceLock;

use apimint::diagnostic::{Code, Diagnostic, Sink};
use apimint::source::{Access, Input, Sources};
use apimint::{Limits, Options, Selection, convert};
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// The number of values in each path item: two hundred path items are four parts.
const FILLER: usize = 500;

const PATHS: usize = 200;

/// A feature that an operation may have.
fn feature(kind: usize, number: usize) -> (&'static str, Value) {
    let media = |schema: Value| json!({"application/json": {"schema": schema}});
    let body = |schema: Value| ("requestBody", json!({"content": media(schema)}));
    let response =
        |schema: Value| ("responses", json!({"200": {"description": "", "content": media(schema)}}));
    let limit = json!({"name": "limit", "in": "query", "schema": {"type": "integer", "default": 10}});
    let sort = json!({"name": "sort", "in": "query", "schema": {"$ref": "#/components/schemas/Sort"}});
    // Reported for each operation that has it.
    let faulty =
        json!({"name": "old", "in": "query", "schema": {"type": "string", "const": 1, "nonsense": 2}});
    match kind {
        0 => ("parameters", json!([limit])),
        1 => ("parameters", json!([sort, limit, {"$ref": "#/components/parameters/Page"}])),
        2 => ("parameters", json!([faulty, {"name": "n", "in": "query", "schema": {"const": number}}])),
        3 => ("parameters", json!([{"$ref": "#/components/parameters/Nowhere"}, {"in": "query"}])),
        4 => body(json!({"$ref": "#/components/schemas/Pet"})),
        5 => body(json!({"type": "object", "properties": {"a": {"$ref": "#/components/schemas/Base"}}})),
        // All are named `a`, and only the first keeps the name.
        6 => response(json!({"$ref": format!("#/components/schemas/In{}/properties/a", number % 3)})),
        7 => response(json!({"$ref": "#/components/schemas/Pet"})),
        8 => response(json!({"type": "array", "items": {"type": "string", "format": "uuid"}})),
        9 => response(json!({"$ref": "other.json#/a"})),
        10 => ("security", json!([{"key": []}])),
        11 => ("security", json!([{"ghost": []}])),
        12 => ("externalDocs", json!({"url": "https://example.com"})),
        _ => ("nothing", json!(number)),
    }
}

fn description(features: &[Vec<usize>]) -> Value {
    let path = |number: usize| {
        let kinds = &features[number % features.len()];
        let features = kinds.iter().map(|&kind| feature(kind, number));
        let mut operation: Map<String, Value> =
            features.map(|(key, value)| (key.to_owned(), value)).collect();
        operation.insert("operationId".to_owned(), json!(format!("op{}", number / 2)));
        (format!("/p{number}/{{id}}"), json!({"get": operation, "x-filler": vec![0; FILLER]}))
    };
    let paths: Map<String, Value> = (0..PATHS).map(path).collect();
    let inner = |text: &str| json!({"properties": {"a": {"type": "object", "description": text}}});
    json!({
        "openapi": "3.1.0",
        "info": {"title": "A", "version": "1"},
        "paths": paths,
        "components": {
            "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}},
            "parameters": {"Page": {"name": "page", "in": "query", "schema": {"type": "integer", "required": true}}},
            "schemas": {
                "Sort": {"enum": ["asc", "desc"]},
                "Base": {"type": "object", "discriminator": {"propertyName": "kind"}, "properties": {"kind": {"type": "string"}}},
                "Pet": {"allOf": [{"$ref": "#/components/schemas/Base"}, {"properties": {"name": {"type": "string", "format": "date"}}}]},
                "In0": inner("zero"), "In1": inner("one"), "In2": inner("two")
            }
        }
    })
}

/// Creates a directory with the documents that the description refers to.
fn directory() -> &'static str {
    static WRITTEN: OnceLock<&str> = OnceLock::new();
    WRITTEN.get_or_init(|| {
        let directory = env!("CARGO_TARGET_TMPDIR");
        fs::write(format!("{directory}/other.json"), r#"{"a": {"items": {"$ref": "third.json"}}}"#).unwrap();
        fs::write(format!("{directory}/third.json"), r#"{"enum": ["third"]}"#).unwrap();
        directory
    })
}

fn converted(description: &Value, selection: Selection) -> (Vec<u8>, Vec<Diagnostic>) {
    let input = Input::Bytes { name: "api.json".to_owned(), bytes: description.to_string().into() };
    let access = Access { base: Some(directory().to_owned()), ..Access::default() };
    let (sources, sink) = (Sources::new(access, Limits::default()), Sink::new());
    let options = Options { selection, ..Options::default() };
    let manifest = convert(&sources, &input, &options, &sink).unwrap();
    let mut bytes = Vec::new();
    manifest.write(&mut bytes).unwrap();
    (bytes, sink.into_diagnostics())
}

#[track_caller]
fn agrees(features: &[Vec<usize>]) {
    let description = description(features);
    let everything = Selection { include: vec!["path:/**".parse().unwrap()], ..Selection::default() };
    let in_parts = converted(&description, Selection::default());
    let in_order = converted(&description, everything);
    assert_eq!(String::from_utf8(in_parts.0), String::from_utf8(in_order.0));
    assert_eq!(in_parts.1, in_order.1);
}

#[test]
fn everything_at_once_is_read_in_parts_as_in_order() {
    let all: Vec<Vec<usize>> = (0..14).map(|kind| vec![kind]).collect();
    for left_out in [[].as_slice(), &[11], &[9, 11], &[6, 9, 11]] {
        let is_kept = |kinds: &&Vec<usize>| !left_out.contains(&kinds[0]);
        agrees(&all.iter().filter(is_kept).cloned().collect::<Vec<_>>());
    }
}

/// Inputs and outputs are translated in parallel; a boolean `required` that an object of an input has applied
/// is not reported as misplaced in an output.
#[test]
fn a_flag_of_a_property_is_no_lone_flag_elsewhere() {
    let media = |reference: &str| json!({"application/json": {"schema": {"$ref": reference}}});
    let operation = json!({
        "requestBody": {"content": media("#/components/schemas/X")},
        "responses": {"200": {"description": "", "content": media("#/components/schemas/X/properties/x")}}
    });
    let schema = json!({"type": "object", "properties": {"x": {"type": "string", "required": true}}});
    let description = json!({"openapi": "3.1.0", "info": {"title": "A", "version": "1"},
        "paths": {"/a": {"post": operation}}, "components": {"schemas": {"X": schema}}});
    let (_, said) = converted(&description, Selection::default());
    let flags = said.iter().filter(|one| one.code == Code::RequiredBoolean).map(|one| one.message.as_str());
    assert_eq!(
        flags.collect::<Vec<_>>(),
        ["`required: true` on the property `x` is moved to the object's list"]
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn parts_are_read_as_in_order(features in vec(vec(0_usize..14, 0..4), 1..9)) {
        agrees(&features);
    }
}
