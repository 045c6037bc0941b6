//! Tests of the table "What MCP doesn't have", and of everything else that is reported.

use serde_json::json;

use super::run::{converted, definition, with_options};

#[test]
fn requires_confirmation_on_a_read_only_tool_is_kept_and_reported() {
    let done = definition(json!({"category": "read", "requiresConfirmation": true}));
    assert_eq!(done.tool()["_meta"]["dev.apimint/definition"], json!({"requiresConfirmation": true}));
    assert_eq!(done.pointers_of("D003"), ["/requiresConfirmation"]);
}

#[test]
fn consequence_level_is_approximated_and_kept() {
    let done = definition(json!({"category": "write", "consequenceLevel": "medium"}));
    assert_eq!(done.tool()["_meta"]["dev.apimint/definition"], json!({"consequenceLevel": "medium"}));
    assert_eq!(done.codes(), ["D001"]);
}

#[test]
fn depends_on_is_kept_and_reported() {
    let done = definition(json!({"dependsOn": ["get_city", "getUnits"]}));
    assert_eq!(
        done.tool()["_meta"]["dev.apimint/definition"],
        json!({"dependsOn": ["get_city", "getUnits"]})
    );
    assert!(done.diagnostics[0].message.contains("MCP has no field for `dependsOn`"));
}

#[test]
fn version_is_kept_and_reported() {
    let done = definition(json!({"version": "2.1.0"}));
    assert_eq!(done.tool()["_meta"]["dev.apimint/definition"], json!({"version": "2.1.0"}));
    assert!(done.manifest["_meta"].get("io.modelcontextprotocol/serverInfo").is_none());
    let options = apimint::Options { server_name: Some("w".to_owned()), ..apimint::Options::default() };
    let done = with_options(&json!({"name": "a", "description": "A.", "schema": {}}), &options);
    assert_eq!(
        done.manifest["_meta"]["io.modelcontextprotocol/serverInfo"],
        json!({"name": "w", "version": "0"})
    );
}

#[test]
fn one_note_lists_all_that_is_kept() {
    let done = definition(json!({
        "category": "read", "consequenceLevel": "low", "requiresConfirmation": false, "timeout": 15000,
        "tags": ["a"], "version": "1", "dependsOn": ["b"], "triggerPhrases": ["c"], "status": "active",
    }));
    assert_eq!(done.codes(), ["D001"]);
    assert_eq!(done.diagnostics[0].severity.as_str(), "note");
}

#[test]
fn unknown_fields_are_dropped_and_reported_at_every_level() {
    let done = converted(&json!({
        "tools": [{
            "name": "a", "description": "A.", "colour": "blue",
            "schema": {"x": {"type": "string", "colour": 1}},
            "mcpRouting": {
                "endpoint": "https://example.com/a", "method": "GET", "colour": 2,
                "auth": {"type": "bearer", "colour": 3},
                "paramMap": {"x": {"query": "y", "colour": 4}},
            },
        }],
        "colour": 5,
    }));
    let mut dropped = done.pointers_of("O006");
    dropped.sort_unstable();
    assert_eq!(
        dropped,
        [
            "/colour",
            "/tools/0/colour",
            "/tools/0/mcpRouting/auth/colour",
            "/tools/0/mcpRouting/colour",
            "/tools/0/mcpRouting/paramMap/x/colour",
        ]
    );
    assert_eq!(done.pointers_of("J002"), ["/tools/0/schema/x/colour"]);
    assert!(!done.manifest.to_string().contains("colour"));
}

#[test]
fn status_removed_leaves_the_tool_out() {
    let done = converted(&json!([
        {"name": "a", "description": "A.", "schema": {}, "status": "removed"},
        {"name": "b", "description": "B.", "schema": {}, "status": "active"},
    ]));
    assert_eq!(done.manifest["tools"].as_array().map(Vec::len), Some(1));
    assert_eq!((done.tool()["name"].as_str(), done.codes()), (Some("b"), vec!["D004".to_owned()]));
}

#[test]
fn status_deprecated_marks_the_tool() {
    let document = json!({"name": "a", "description": "A.", "schema": {}, "status": "deprecated"});
    let done = converted(&document);
    assert!(done.tool()["description"].as_str().unwrap_or_default().contains("deprecated"));
    assert!(done.codes().is_empty());
    let options = apimint::Options { skip_deprecated: true, ..apimint::Options::default() };
    let done = with_options(&document, &options);
    assert_eq!(
        (&done.manifest["tools"], done.codes()),
        (&json!([]), vec!["O007".to_owned(), "O010".to_owned()])
    );
}
