//! How deep the emitted JSON nests: clients fail from 128 levels on.

use serde_json::{Value, json};

use super::run::Run;

/// The most that is promised.
const MOST: usize = 120;

pub(crate) fn depth(value: &Value) -> usize {
    let inner: Box<dyn Iterator<Item = &Value>> = match value {
        Value::Array(list) => Box::new(list.iter()),
        Value::Object(map) => Box::new(map.values()),
        _ => return 0,
    };
    1 + inner.map(depth).max().unwrap_or(0)
}

/// The nesting of the manifest for a body with this schema and these components.
#[track_caller]
fn nesting(schema: &Value, components: &Value) -> usize {
    let content = json!({"application/json": {"schema": schema}});
    let document = json!({
        "openapi": "3.0.3",
        "info": {"title": "Deep", "version": "1"},
        "servers": [{"url": "https://deep.example"}],
        "paths": {"/deep": {"post": {
            "operationId": "dive",
            "summary": "Dives.",
            "requestBody": {"required": true, "content": content},
            "responses": {"200": {"description": "Back.", "content": content}},
        }}},
        "components": {"schemas": components},
    });
    depth(&Run::converting(&document.to_string()).done().exits(0).manifest())
}

#[test]
fn schemas_that_nest_are_cut_into_shared_ones() {
    let mut schema = json!({"type": "string", "nullable": true});
    for _ in 0..26 {
        schema = json!({"nullable": true, "oneOf": [{"type": "object", "properties": {"a": schema}}]});
    }
    let deepest = nesting(&schema, &json!({}));
    assert!((40..=MOST).contains(&deepest), "{deepest}");
}

#[test]
fn chains_of_references_are_shared_before_they_are_too_deep() {
    let link = |number: usize| {
        let next = json!({"$ref": format!("#/components/schemas/L{}", number + 1)});
        json!({"type": "object", "properties": {"a": {"type": "array", "items": {"allOf": [next], "nullable": true}}}})
    };
    let mut components: serde_json::Map<String, Value> =
        (0..60).map(|number| (format!("L{number}"), link(number))).collect();
    components.insert("L60".to_owned(), json!({"type": "integer"}));
    let deepest = nesting(&json!({"$ref": "#/components/schemas/L0"}), &Value::Object(components));
    assert!((40..=MOST).contains(&deepest), "{deepest}");
}

#[test]
fn examples_that_nest_without_end_are_dropped() {
    let mut example = json!(1);
    for _ in 0..60 {
        example = json!([example]);
    }
    let deepest = nesting(
        &json!({"type": "object", "properties": {"a": {"type": "array", "items": {}, "example": example}}}),
        &json!({}),
    );
    assert!(deepest <= 30, "{deepest}");
}
