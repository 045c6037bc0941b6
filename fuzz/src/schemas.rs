//! Schemas → small documents of every kind that has schemas, so that one input is translated in every dialect.

use apimint::Options;
use apimint::model::SchemaDialect;
use apimint::options::{BodyMode, ReferencePlacement};
use serde_json::{Map, Value, json};

use crate::laws::conversion_with;

/// Translates schemas in documents of several kinds into several dialects. The input is a JSON object of named schemas, or
/// a document that has some.
pub fn documents(bytes: &[u8]) -> bool {
    let Ok(input) = serde_json::from_slice::<Value>(bytes) else { return false };
    let Some(schemas) = named(input) else { return false };
    let dialect = match bytes.len() % 4 {
        1 => SchemaDialect::Draft07,
        2 => SchemaDialect::Draft202012,
        _ => SchemaDialect::Portable,
    };
    let references = if bytes.len() % 3 == 1 { ReferencePlacement::Share } else { ReferencePlacement::Auto };
    let output_formats = bytes.len() % 5 == 1;
    let body = if bytes.len() % 7 == 1 { BodyMode::Flattened } else { BodyMode::Nested };
    let options = Options { dialect, references, output_formats, body, ..Options::default() };
    let mut done = true;
    for version in ["3.0.3", "3.1.0"] {
        done &= conversion_with(openapi(version, &schemas).to_string().as_bytes(), &options);
    }
    let draft = ["draft-04", "draft-06", "draft-07"].get(bytes.len() % 6);
    let uri = draft.map_or_else(
        || "https://json-schema.org/draft/2020-12/schema".to_owned(),
        |draft| format!("http://json-schema.org/{draft}/schema#"),
    );
    done & conversion_with(tools(&uri, &schemas).as_bytes(), &options)
}

/// The schemas of a document, or the input itself.
fn named(input: Value) -> Option<Map<String, Value>> {
    let Value::Object(mut map) = input else { return None };
    if let Some(Value::Object(schemas)) =
        map.get_mut("components").and_then(|components| components.get_mut("schemas"))
    {
        return Some(std::mem::take(schemas));
    }
    if let Some(Value::Array(tools)) = map.get_mut("tools") {
        let inputs = tools.iter_mut().filter_map(|tool| tool.get_mut("inputSchema")).map(Value::take);
        return Some(inputs.enumerate().map(|(number, schema)| (format!("S{number}"), schema)).collect());
    }
    match map.get_mut("definitions") {
        Some(Value::Object(schemas)) if schemas.values().all(Value::is_object) => {
            Some(std::mem::take(schemas))
        }
        _ => Some(map),
    }
}

fn openapi(version: &str, schemas: &Map<String, Value>) -> Value {
    let mut all = schemas.values().cloned().cycle();
    let mut next = || all.next().unwrap_or_else(|| json!({}));
    let content = |schema: Value| json!({"application/json": {"schema": schema}});
    let first = schemas.keys().next().map_or("A", String::as_str);
    let reference =
        json!({"$ref": format!("#/components/schemas/{}", first.replace('~', "~0").replace('/', "~1"))});
    json!({
        "openapi": version,
        "info": {"title": "Schemas", "version": "1"},
        "paths": {
            "/a": {"put": {
                "operationId": "a",
                "parameters": [{"name": "a[b]", "in": "query", "schema": next()}],
                "requestBody": {"content": content(next())},
                "responses": {"200": {"description": "", "content": content(next())}},
            }},
            "/b": {"put": {
                "operationId": "b",
                "requestBody": {"content": content(reference.clone())},
                "responses": {"200": {"description": "", "content": content(reference)}},
            }},
        },
        "components": {"schemas": schemas},
    })
}

/// A list of tools whose schemas declare a draft.
fn tools(draft: &str, schemas: &Map<String, Value>) -> String {
    let properties: Map<String, Value> =
        schemas.iter().take(2).map(|(key, value)| (key.clone(), value.clone())).collect();
    let schema = json!({"$schema": draft, "type": "object", "properties": properties, "$defs": schemas});
    let list =
        json!({"tools": [{"name": "a", "description": "A.", "inputSchema": schema, "outputSchema": schema}]});
    list.to_string().replace("#/components/schemas/", "#/$defs/").replace("#/definitions/", "#/$defs/")
}
