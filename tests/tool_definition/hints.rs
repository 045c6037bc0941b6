//! Tests of the table "Annotation inference", and of categories that were added later.

use serde_json::{Value, json};

use super::run::definition;

/// Returns the hints of a definition with these fields: read-only, destructive, idempotent, open world.
#[track_caller]
fn hints(fields: Value) -> [Value; 4] {
    let done = definition(fields);
    let hint = |key: &str| done.tool()["annotations"][key].clone();
    ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"].map(hint)
}

const NONE: Value = Value::Null;
const YES: Value = Value::Bool(true);
const NO: Value = Value::Bool(false);

#[test]
fn category_read() {
    assert_eq!(hints(json!({"category": "read"})), [YES, NO, YES, YES]);
}

#[test]
fn category_write_low_consequence() {
    for level in ["low", "medium"] {
        assert_eq!(hints(json!({"category": "write", "consequenceLevel": level})), [NO, NO, NONE, YES]);
    }
}

#[test]
fn category_write_high_consequence() {
    assert_eq!(hints(json!({"category": "write", "consequenceLevel": "high"})), [NO, YES, NO, YES]);
}

#[test]
fn category_analysis() {
    assert_eq!(hints(json!({"category": "analysis"})), [YES, NO, YES, NO]);
}

#[test]
fn category_write_without_a_level_leaves_open_what_depends_on_it() {
    assert_eq!(hints(json!({"category": "write"})), [NO, NONE, NONE, YES]);
}

#[test]
fn category_delete() {
    assert_eq!(hints(json!({"category": "delete", "consequenceLevel": "low"})), [NO, YES, YES, YES]);
}

#[test]
fn category_side_effect() {
    assert_eq!(hints(json!({"category": "side_effect"})), [NO, YES, NO, YES]);
    assert_eq!(hints(json!({"category": "side_effect", "consequenceLevel": "high"})), [NO, YES, NO, YES]);
    assert_eq!(hints(json!({"category": "side_effect", "consequenceLevel": "medium"})), [NO, NO, NO, YES]);
    assert_eq!(hints(json!({"category": "sideEffect"})), hints(json!({"category": "Side-Effect"})));
}

#[test]
fn missing_category_leaves_everything_open() {
    let done = definition(json!({"consequenceLevel": "high"}));
    assert!(done.tool().get("annotations").is_none());
    assert_eq!(hints(json!({"requiresConfirmation": true})), [NONE, YES, NONE, NONE]);
}

#[test]
fn unknown_category_is_a_side_effect_with_a_warning() {
    let done = definition(json!({"category": "orchestrate"}));
    assert_eq!(hints(json!({"category": "orchestrate"})), [NO, YES, NO, YES]);
    assert_eq!(done.codes(), ["D002", "D001"]);
    assert_eq!(done.pointers_of("D002"), ["/category"]);
    assert_eq!(done.tool()["_meta"]["dev.apimint/definition"]["category"], "orchestrate");
}

#[test]
fn requires_confirmation_wins_over_every_category_that_changes_something() {
    for category in ["write", "delete", "side_effect", "orchestrate"] {
        let fields = json!({"category": category, "consequenceLevel": "low", "requiresConfirmation": true});
        assert_eq!(hints(fields)[1], YES, "{category}");
    }
    for category in ["read", "analysis"] {
        assert_eq!(hints(json!({"category": category, "requiresConfirmation": true}))[1], NO, "{category}");
    }
}
