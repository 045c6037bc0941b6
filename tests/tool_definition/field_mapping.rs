//! Tests of the table "Core field mapping".

use serde_json::json;

use super::run::definition;

#[test]
fn name_is_the_tool_name_in_snake_case() {
    let given = definition(json!({"name": "get_weather"}));
    assert_eq!((&given.tool()["name"], given.codes().len()), (&json!("get_weather"), 0));
    let done = definition(json!({"name": "getWeather"}));
    assert_eq!(done.tool()["name"], "get_weather");
    assert_eq!(done.tool()["_meta"]["dev.apimint/origin"]["name"], "getWeather");
    assert_eq!(done.codes(), ["N010"]);
}

#[test]
fn description_is_never_truncated() {
    let text = format!("Weather.\n\n{}end", "Use it for weather only. ".repeat(400));
    let done = definition(json!({"description": text}));
    assert_eq!(done.tool()["description"], text);
}

#[test]
fn schema_is_the_input_schema() {
    let done = definition(json!({"schema": {
        "type": "object",
        "properties": {
            "city": {"type": "string", "description": "City name"},
            "units": {"type": "string", "enum": ["metric", "imperial"], "default": "metric"},
        },
        "required": ["city"],
    }}));
    assert_eq!(
        done.tool()["inputSchema"],
        json!({
            "type": "object",
            "properties": {
                "city": {"type": "string", "description": "City name"},
                "units": {"type": "string", "enum": ["metric", "imperial"], "default": "metric"},
            },
            "required": ["city"],
        })
    );
    assert!(done.codes().is_empty());
}

#[test]
fn schema_in_short_form_is_the_input_schema() {
    let done = definition(json!({"schema": {
        "city": {"type": "string", "description": "City name"},
        "days": {"type": "integer", "default": 3},
        "units": {"type": "string", "enum": ["metric", "imperial"], "optional": true},
    }}));
    assert_eq!(
        done.tool()["inputSchema"],
        json!({
            "type": "object",
            "properties": {
                "city": {"type": "string", "description": "City name"},
                "days": {"type": "integer", "default": 3},
                "units": {"type": "string", "enum": ["metric", "imperial"]},
            },
            "required": ["city", "days"],
        })
    );
    assert!(done.codes().is_empty());
}

#[test]
fn category_read_is_read_only() {
    assert_eq!(definition(json!({"category": "read"})).tool()["annotations"]["readOnlyHint"], true);
}

#[test]
fn category_write_is_not_read_only() {
    assert_eq!(definition(json!({"category": "write"})).tool()["annotations"]["readOnlyHint"], false);
}

#[test]
fn category_analysis_is_read_only() {
    assert_eq!(definition(json!({"category": "analysis"})).tool()["annotations"]["readOnlyHint"], true);
}

#[test]
fn consequence_level_high_and_category_write_is_destructive() {
    let done = definition(json!({"category": "write", "consequenceLevel": "high"}));
    assert_eq!(done.tool()["annotations"]["destructiveHint"], true);
}

#[test]
fn consequence_level_low_or_medium_or_category_not_write_is_not_destructive() {
    for (category, level) in [
        ("write", "low"),
        ("write", "medium"),
        ("read", "low"),
        ("read", "high"),
        ("analysis", "medium"),
        ("analysis", "high"),
    ] {
        let done = definition(json!({"category": category, "consequenceLevel": level}));
        assert_eq!(done.tool()["annotations"]["destructiveHint"], false, "{category}, {level}");
    }
}

#[test]
fn timeout_is_kept_in_meta() {
    let done = definition(json!({"timeout": 15000}));
    assert_eq!(done.tool()["_meta"]["dev.apimint/definition"], json!({"timeout": 15000}));
    assert_eq!(done.codes(), ["D001"]);
    assert!(done.diagnostics[0].message.contains("MCP has no field for `timeout`"));
}

#[test]
fn tags_are_kept_in_meta() {
    let done = definition(json!({"tags": ["weather", "outdoors"]}));
    assert_eq!(done.tool()["_meta"]["dev.apimint/definition"], json!({"tags": ["weather", "outdoors"]}));
    assert_eq!(done.codes(), ["D001"]);
}

#[test]
fn requires_confirmation_is_destructive() {
    let done =
        definition(json!({"category": "write", "consequenceLevel": "low", "requiresConfirmation": true}));
    assert_eq!(done.tool()["annotations"]["destructiveHint"], true);
    let message = &done.diagnostics[0].message;
    assert!(
        message.contains("hints only approximate `consequenceLevel`, `requiresConfirmation`"),
        "{message}"
    );
}
