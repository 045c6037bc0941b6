//! Laws of bounds: a cut schema accepts whatever the whole schema accepts, is no longer than its bound unless its root alone
//! is, and does not change when it is cut again.

use apimint::Options;
use apimint::model::{SchemaBound, SchemaDialect};
use apimint::options::ReferencePlacement;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};

use super::{Document, broken, converted, converted_bytes, document, value};

fn bounded(bytes: usize) -> Options {
    let bound = SchemaBound::Bytes(bytes);
    Options { max_input_schema: bound, max_output_schema: bound, ..Options::default() }
}

fn whole() -> Options {
    let (max_input_schema, max_output_schema) = (SchemaBound::None, SchemaBound::None);
    Options { max_input_schema, max_output_schema, ..Options::default() }
}

fn tools(bytes: &[u8]) -> Vec<Value> {
    let manifest: Value = serde_json::from_slice(bytes).unwrap_or_default();
    manifest["tools"].as_array().cloned().unwrap_or_default()
}

fn length(schema: &Value) -> usize {
    schema.to_string().len()
}

/// Returns an object that gives each property of a schema one of these values.
fn instance(schema: &Value, values: &[Value]) -> Value {
    let names = schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone());
    let properties: Map<String, Value> = names.zip(values.iter().cloned()).collect();
    Value::Object(properties)
}

/// Returns whether an engine of either kind accepts a value.
fn accepts(schema: &Value, value: &Value) -> [bool; 2] {
    let engines = [jsonschema::draft7::new(schema), jsonschema::draft202012::new(schema)];
    engines.map(|engine| engine.is_ok_and(|engine| engine.is_valid(value)))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_cut_list_is_sound_and_stays_as_it_is(Document(document) in document(), bytes in 40_usize..2_000) {
        let once = converted(&document, &bounded(bytes));
        prop_assert!(once.is_ok(), "{}", once.unwrap_err());
        let once = once.unwrap_or_default();
        let manifest: Value = serde_json::from_slice(&once).map_err(|error| TestCaseError::fail(error.to_string()))?;
        let found = broken(&manifest);
        prop_assert!(found.is_empty(), "{}\n{manifest}", found.join("\n"));
        let again = converted_bytes(once.clone(), &bounded(bytes)).unwrap_or_default();
        prop_assert_eq!(String::from_utf8(again), String::from_utf8(once));
    }

    #[test]
    fn what_fits_is_not_touched_and_the_rest_is_no_longer_than_the_bound(
        Document(document) in document(),
        bytes in 40_usize..2_000,
        references in select(vec![ReferencePlacement::Auto, ReferencePlacement::Share]),
    ) {
        let read = |options| tools(&converted(&document, &Options { references, ..options }).unwrap_or_default());
        // Cut to nothing, a schema is its root with outlines.
        let (uncut, cut, least) = (read(whole()), read(bounded(bytes)), read(bounded(1)));
        prop_assert_eq!(uncut.len(), cut.len());
        for ((uncut, cut), least) in uncut.iter().zip(&cut).zip(&least) {
            for key in ["inputSchema", "outputSchema"] {
                let (uncut, cut, least) = (&uncut[key], &cut[key], &least[key]);
                // A schema is measured with shared references.
                if references == ReferencePlacement::Share && length(uncut) <= bytes {
                    prop_assert_eq!(uncut, cut);
                }
                prop_assert!(length(cut) <= bytes.max(length(least)), "{} bytes: {cut}", length(cut));
            }
        }
    }

    #[test]
    fn a_cut_schema_accepts_what_the_whole_accepts(
        Document(document) in document(),
        bytes in 1_usize..1_000,
        dialect in select(vec![SchemaDialect::Portable, SchemaDialect::Draft07, SchemaDialect::Draft202012]),
        values in vec(value(), 40),
    ) {
        let read = |options| tools(&converted(&document, &Options { dialect, ..options }).unwrap_or_default());
        for (uncut, cut) in read(whole()).iter().zip(&read(bounded(bytes))) {
            for key in ["inputSchema", "outputSchema"] {
                for start in 0..values.len() {
                    let instance = instance(&uncut[key], &values[start..]);
                    for (before, after) in accepts(&uncut[key], &instance).into_iter().zip(accepts(&cut[key], &instance)) {
                        prop_assert!(!before || after, "{instance} is rejected by {}, but not by {}", cut[key], uncut[key]);
                    }
                }
            }
        }
    }
}

/// The bytes of one tool do not depend on the others.
#[test]
fn a_tool_is_cut_alike_alone_and_among_others() {
    let schema = |number: usize| {
        let properties: Map<String, Value> = (0..30)
            .map(|field| (format!("field_{field}"), json!({"type": "string", "description": "One. Two."})))
            .collect();
        let mut schema = json!({"type": "object", "properties": properties});
        schema["properties"]["next"] = json!({"$ref": format!("#/components/schemas/S{}", (number + 1) % 4)});
        schema
    };
    let schemas: Map<String, Value> = (0..4).map(|number| (format!("S{number}"), schema(number))).collect();
    let operation = |number: usize| {
        let content =
            json!({"application/json": {"schema": {"$ref": format!("#/components/schemas/S{number}")}}});
        json!({"get": {"operationId": format!("get{number}"), "responses": {"200": {"description": "", "content": content}}}})
    };
    let read = |numbers: &[usize]| {
        let paths: Map<String, Value> =
            numbers.iter().map(|&number| (format!("/{number}"), operation(number))).collect();
        let document = json!({"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": paths,
            "components": {"schemas": schemas}});
        tools(&converted(&document, &bounded(4_000)).unwrap_or_default())
    };
    let all = read(&[0, 1, 2, 3]);
    for (number, tool) in all.iter().enumerate() {
        assert_eq!(&read(&[number])[0], tool);
        assert!(length(&tool["outputSchema"]) <= 4_000);
        assert!(tool["outputSchema"]["$defs"].as_object().is_some_and(|definitions| definitions.len() == 1));
    }
}
