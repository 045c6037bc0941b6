//! Tests the policy for unsupported and partially supported fields of the published mapping: which become
//! metadata, which are dropped, and that each dropped field is reported with its path.

use serde_json::{Value, json};

use super::run::{also, convert, manifest, run, with};

#[test]
fn composition_is_server_metadata() {
    let done = convert(&manifest(), &[]);
    assert_eq!(done.meta("agenthub.composition"), Some(manifest()["composition"].clone()));
}

#[test]
fn runtime_is_agent_level_metadata_and_stands_on_no_tool() {
    let done = convert(&manifest(), &[]);
    assert_eq!(done.meta("dev.agenthub/runtime"), Some(manifest()["runtime"].clone()));
    let tools = done.get("/tools").unwrap().to_string();
    assert!(!tools.contains("sandbox") && !tools.contains("replay_safe"), "{tools}");
}

#[test]
fn unknown_fields_in_the_approved_namespace_go_to_meta() {
    let value = json!({"colour": "red", "list": [1, 2]});
    for name in ["x-agenthub-theme", "agenthub.theme"] {
        for (pointer, on_tool) in [
            ("", false),
            ("/identity", false),
            ("/trust/policy", false),
            ("/requirements/dependencies/0", false),
            ("/interfaces/1/rate_limit", false),
            ("/capabilities/0", true),
            ("/capabilities/0/cost", true),
        ] {
            let done = convert(&with(&format!("{pointer}/{name}"), value.clone()), &[]);
            let on_result = done.meta(name);
            let tool = done.tool("find-books")["_meta"].get(name).cloned();
            let found = if on_tool { (None, Some(value.clone())) } else { (Some(value.clone()), None) };
            assert_eq!((on_result, tool), found, "{pointer}/{name}");
            assert_eq!(done.tool("lend-book")["_meta"].get(name), None);
            done.is_silent_about("G004");
            assert!(!done.places("O006").contains(&format!("{pointer}/{name}")));
        }
    }
}

#[test]
fn an_extension_never_replaces_what_the_mapping_says() {
    let done = convert(&with("/agenthub.composition", json!("mine")), &[]);
    assert_eq!(done.meta("agenthub.composition"), Some(manifest()["composition"].clone()));
    assert!(done.places("O006").contains(&"/agenthub.composition".to_owned()));
}

#[test]
fn other_unknown_fields_are_not_projected() {
    for name in ["x-vendor", "agenthub", "agenthub.", "x-agenthub", "agenthubtheme", "notes"] {
        for pointer in ["", "/capabilities/0"] {
            let done = convert(&with(&format!("{pointer}/{name}"), json!("SENTINEL")), &[]);
            assert!(!done.stdout.contains("SENTINEL"), "{pointer}/{name}");
            assert_eq!((done.places("G004"), done.code), (vec![format!("{pointer}/{name}")], 0));
        }
    }
}

/// Returns every object of the manifest that is not a schema, by pointer.
fn objects(value: &Value, pointer: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            found.push(pointer.to_owned());
            for (key, value) in map.iter().filter(|(key, _)| !key.ends_with("_schema")) {
                objects(value, &format!("{pointer}/{key}"), found);
            }
        }
        Value::Array(list) => {
            for (index, value) in list.iter().enumerate() {
                objects(value, &format!("{pointer}/{index}"), found);
            }
        }
        _ => {}
    }
}

#[test]
fn an_unknown_field_is_reported_at_every_level() {
    let mut levels = Vec::new();
    objects(&manifest(), "", &mut levels);
    assert!(levels.len() > 20, "{levels:?}");
    let mut all = manifest();
    for level in &levels {
        let value = json!({"deep": ["SENTINEL"]});
        all = also(all, &format!("{level}/surprise"), value);
    }
    let done = convert(&all, &[]);
    let mut expected: Vec<String> = levels.iter().map(|level| format!("{level}/surprise")).collect();
    let mut found = done.places("G004");
    expected.sort();
    found.sort();
    assert_eq!(found, expected);
    assert!(!done.stdout.contains("SENTINEL"));
    done.says("G004", "`capabilities[0].cost.surprise`");
    // Also one by one, so that no report hides another.
    for level in &levels {
        let pointer = format!("{level}/surprise");
        let done = convert(&with(&pointer, json!(1)), &[]);
        assert_eq!(done.places("G004"), [pointer]);
    }
}

#[test]
fn the_list_of_dropped_fields_is_complete() {
    let done = convert(&manifest(), &[]);
    let mut found = done.places("O006");
    found.extend(done.places("X004"));
    found.sort();
    let expected = [
        "/capabilities/0/category",
        "/capabilities/0/cost/estimated_cost",
        "/capabilities/0/cost/mode",
        "/capabilities/0/cost/unit",
        "/capabilities/0/protocols",
        "/capabilities/1/category",
        "/capabilities/1/protocols",
        "/identity/owner",
        "/identity/tags",
        "/identity/type",
        "/interfaces/0/auth",
        "/interfaces/0/name",
        "/interfaces/0/privileged",
        "/interfaces/0/protocol",
        "/interfaces/1/auth",
        "/interfaces/1/name",
        "/interfaces/1/privileged",
        "/interfaces/1/rate_limit/requests_per_minute",
        "/interfaces/2/auth",
        "/interfaces/2/endpoint",
        "/interfaces/2/name",
        "/interfaces/2/privileged",
        "/interfaces/2/protocol",
        "/interfaces/2/schema_ref",
        "/interfaces/3/auth",
        "/interfaces/3/endpoint",
        "/interfaces/3/name",
        "/interfaces/3/permissions",
        "/interfaces/3/privileged",
        "/interfaces/3/protocol",
        "/provenance/commit",
        "/provenance/created_at",
        "/provenance/maintainer_contact",
        "/provenance/source",
        "/provenance/source_repo",
        "/provenance/updated_at",
        "/requirements/budget/currency",
        "/requirements/budget/monthly_limit",
        "/requirements/budget/per_task_limit",
        "/requirements/dependencies/0/name",
        "/requirements/dependencies/0/optional",
        "/requirements/dependencies/0/version_constraint",
        "/requirements/permissions",
        "/requirements/secrets/0/id",
        "/requirements/secrets/0/secret_ref",
        "/trust/allowed_trust_sources",
        "/trust/credential_policy/max_ttl_minutes",
        "/trust/credential_policy/short_lived_credentials",
        "/trust/minimum_trust_score",
        "/trust/policy/data_retention_days",
        "/trust/policy/human_approval_actions",
        "/trust/policy/injection_protection",
        "/trust/policy/pii_handling",
    ];
    assert_eq!(found, expected);
    done.says("O006", "`interfaces[1].rate_limit.requests_per_minute`");
    // Nothing is to be done about a field that MCP has not.
    assert!(done.diagnostics.iter().all(|one| one["severity"] == "note"), "{:#?}", done.diagnostics);
}

/// Returns the paths of leaves that are neither in the result nor reported; there must be none.
#[test]
fn every_leaf_is_projected_or_reported() {
    fn leaves(value: &Value, pointer: &str, found: &mut Vec<String>) {
        match value {
            Value::Object(map) => {
                for (key, value) in map.iter().filter(|(key, _)| !key.ends_with("_schema")) {
                    leaves(value, &format!("{pointer}/{key}"), found);
                }
            }
            Value::Array(list) => {
                for (index, value) in list.iter().enumerate() {
                    leaves(value, &format!("{pointer}/{index}"), found);
                }
            }
            _ => found.push(pointer.to_owned()),
        }
    }
    let mut all = Vec::new();
    leaves(&manifest(), "", &mut all);
    for pointer in all {
        // Replaces any value by an object with an unknown field.
        let done =
            convert(&with(&pointer, json!({"surprise": null, "empty": {}})), &["--from", "agenthub-0.1"]);
        let below = |one: &Value| one["pointer"].as_str().is_some_and(|place| place.starts_with(&pointer));
        assert!(done.diagnostics.iter().any(below), "{pointer}");
        assert!(!done.stdout.contains("surprise"), "{pointer}");
    }
}

#[test]
fn people_who_ask_see_the_dropped_fields() {
    let said = |arguments: &[&str]| run(&manifest().to_string(), "-", arguments).2;
    assert!(!said(&["--diagnostics", "human"]).contains("O006"));
    let all = said(&["--diagnostics", "human", "-v"]);
    assert!(all.matches("note[O006]").count() > 10 && all.contains("/trust/policy/pii_handling"), "{all}");
}
