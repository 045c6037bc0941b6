//! Tests of the shapes of documents, by which the format is detected.

use apimint::Options;
use apimint::model::Format;
use serde_json::{Value, json};

use super::run::{converted, with_options};

fn weather() -> Value {
    json!({"name": "get_weather", "description": "Weather.", "schema": {"city": "string"}, "category": "read"})
}

#[track_caller]
fn format_and_names(document: &Value) -> (String, Vec<String>) {
    let manifest = converted(document).manifest;
    let names =
        manifest["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap().to_owned());
    (manifest["_meta"]["dev.apimint/source"]["format"].as_str().unwrap().to_owned(), names.collect())
}

#[test]
fn an_object_a_list_tools_and_maps_are_read() {
    let mut unnamed = weather();
    unnamed.as_object_mut().unwrap().remove("name");
    for document in [
        weather(),
        json!([weather()]),
        json!({"tools": [weather()]}),
        json!({"get_weather": unnamed}),
        json!({"weatherTool": weather()}),
        json!({"tools": {"get_weather": unnamed}}),
    ] {
        let wanted = ("tool-definition".to_owned(), vec!["get_weather".to_owned()]);
        assert_eq!(format_and_names(&document), wanted, "{document}");
    }
}

#[test]
fn definitions_are_known_by_their_own_fields() {
    for own in [
        json!({"schema": {}}),
        json!({"category": "read"}),
        json!({"consequenceLevel": "low"}),
        json!({"requiresConfirmation": true}),
        json!({"mcpRouting": {"endpoint": "/x", "method": "GET"}}),
    ] {
        let mut tool = json!({"name": "a", "description": "A."});
        tool.as_object_mut().unwrap().extend(own.as_object().unwrap().clone());
        assert_eq!(format_and_names(&json!([tool])).0, "tool-definition", "{own}");
    }
}

#[test]
fn tools_of_other_formats_are_left_to_them() {
    for key in ["inputSchema", "input_schema", "parameters"] {
        let mut tool = weather();
        tool[key] = json!({"type": "object"});
        assert_eq!(format_and_names(&json!({"tools": [tool]})).0, "mcp-tools", "{key}");
    }
    let wrapped =
        json!([{"type": "function", "function": {"name": "a", "parameters": {}}, "category": "read"}]);
    assert_eq!(format_and_names(&wrapped).0, "mcp-tools");
}

#[test]
fn the_format_can_be_said() {
    let options = Options { from: Some(Format::ToolDefinition), ..Options::default() };
    let done = with_options(&json!({"a": {}, "b": {"description": "B."}, "c": 1}), &options);
    let names: Vec<&Value> =
        done.manifest["tools"].as_array().unwrap().iter().map(|tool| &tool["name"]).collect();
    assert_eq!(names, ["a", "b"]);
    assert_eq!(done.pointers_of("O006"), ["/c"]);
    assert_eq!(with_options(&json!([]), &options).codes(), ["O010"]);
}

#[test]
fn definitions_with_the_same_names_in_their_schemas_do_not_meet() {
    let with = |kind: &str| {
        json!({
            "type": "object", "properties": {"x": {"$ref": "#/$defs/X"}, "y": {"$ref": "#/$defs/X"}},
            "$defs": {"X": {"type": kind}},
        })
    };
    let done = converted(&json!([
        {"name": "a", "description": "A.", "schema": with("string")},
        {"name": "b", "description": "B.", "schema": with("integer")},
    ]));
    let kind = |index: usize| &done.manifest["tools"][index]["inputSchema"]["properties"]["x"]["type"];
    assert_eq!((kind(0), kind(1)), (&json!("string"), &json!("integer")));
}

#[test]
fn our_own_output_is_read_as_mcp() {
    let first = converted(&json!([weather()])).manifest;
    assert_eq!(converted(&first).manifest, first);
}
