//! Tests the rules of the format: each violation is reported with its place, and valid parts are converted.

use serde_json::{Value, json};

use super::run::{also, convert, manifest, run, with, without};

#[test]
fn a_manifest_that_keeps_the_rules_breaks_none() {
    let done = convert(&manifest(), &[]);
    for code in ["G001", "G002", "G003", "G004", "G005", "X003"] {
        done.is_silent_about(code);
    }
}

#[test]
fn every_required_field_is_missed() {
    for path in [
        "schema_version",
        "identity",
        "capabilities",
        "interfaces",
        "trust",
        "runtime",
        "identity.id",
        "identity.name",
        "identity.version",
        "identity.description",
        "identity.owner",
        "identity.type",
        "requirements.dependencies.0.name",
        "requirements.dependencies.0.version_constraint",
        "requirements.secrets.0.id",
        "requirements.secrets.0.secret_ref",
        "capabilities.0.id",
        "capabilities.0.name",
        "capabilities.0.category",
        "capabilities.0.description",
        "capabilities.0.input_schema",
        "capabilities.0.output_schema",
        "capabilities.0.protocols",
        "capabilities.0.idempotency_key_required",
        "capabilities.0.side_effect_level",
        "capabilities.0.input_schema.type",
        "interfaces.1.name",
        "interfaces.1.protocol",
        "interfaces.1.auth",
        "interfaces.1.privileged",
        "trust.minimum_trust_score",
        "trust.allowed_trust_sources",
        "trust.policy",
        "trust.budget_guardrails",
        "trust.credential_policy",
        "trust.policy.injection_protection",
        "trust.policy.pii_handling",
        "trust.policy.data_retention_days",
        "trust.policy.high_risk_approval_required",
        "trust.budget_guardrails.soft_alert_pct",
        "trust.budget_guardrails.reauthorization_pct",
        "trust.budget_guardrails.hard_stop_pct",
        "trust.credential_policy.short_lived_credentials",
        "trust.credential_policy.max_ttl_minutes",
        "composition.type",
        "composition.deterministic",
        "composition.steps.0.id",
        "composition.steps.0.capability_ref",
        "composition.steps.0.on_failure",
        "runtime.execution_mode",
        "runtime.sandbox",
        "runtime.max_retries",
        "runtime.timeout_seconds",
        "runtime.idempotency_required",
        "runtime.replay_safe",
        "runtime.observability",
        "runtime.observability.log_privileged_actions",
        "runtime.observability.emit_cost_metrics",
        "runtime.observability.emit_latency_metrics",
        "provenance.created_at",
        "provenance.source",
    ] {
        let pointer = format!("/{}", path.replace('.', "/"));
        let done = convert(&without(&pointer), &["--from", "agenthub-0.1"]);
        let parent = pointer.rsplit_once('/').unwrap().0;
        let place = done.places("G001");
        assert_eq!(place, [parent], "{path}");
        let shown = path.split('.').fold(String::new(), |path, step| match step.parse::<usize>() {
            Ok(index) => format!("{path}[{index}]"),
            Err(_) if path.is_empty() => step.to_owned(),
            Err(_) => format!("{path}.{step}"),
        });
        done.says("G001", &format!("`{shown}` is missing (rule `required`)"));
    }
}

/// A place, an invalid value there, the code, and the rule.
fn broken() -> Vec<(&'static str, Value, &'static str, &'static str)> {
    vec![
        ("/schema_version", json!("0.2"), "G003", "const"),
        ("/schema_version", json!(0.1), "G002", "type"),
        ("/identity", json!("me"), "G002", "type"),
        ("/identity/id", json!("Library Desk"), "G003", "pattern"),
        ("/identity/id", json!(7), "G002", "type"),
        ("/identity/name", json!("ab"), "G003", "minLength"),
        ("/identity/version", json!("v1"), "G003", "pattern"),
        ("/identity/version", json!(1.0), "G002", "type"),
        ("/identity/description", json!("too short"), "G003", "minLength"),
        ("/identity/owner", json!("x"), "G003", "minLength"),
        ("/identity/type", json!("robot"), "G003", "enum"),
        ("/identity/tags", json!(["aa", "aa"]), "G003", "uniqueItems"),
        ("/identity/tags", json!(["a"]), "G003", "minLength"),
        ("/identity/tags", json!("books"), "G002", "type"),
        ("/requirements/dependencies/0/optional", json!("no"), "G002", "type"),
        ("/requirements/permissions", json!(["Books"]), "G003", "pattern"),
        ("/requirements/secrets/0/id", json!("x"), "G003", "minLength"),
        ("/requirements/budget/currency", json!("EURO"), "G003", "maxLength"),
        ("/requirements/budget/currency", json!("E"), "G003", "minLength"),
        ("/requirements/budget/per_task_limit", json!(-1), "G003", "minimum"),
        ("/requirements/budget/monthly_limit", json!("much"), "G002", "type"),
        ("/capabilities", json!([]), "G003", "minItems"),
        ("/capabilities", json!({}), "G002", "type"),
        ("/capabilities/0/id", json!("Find Books"), "G003", "pattern"),
        ("/capabilities/0/name", json!("no"), "G003", "minLength"),
        ("/capabilities/0/category", json!("magic"), "G003", "enum"),
        ("/capabilities/0/description", json!("short"), "G003", "minLength"),
        ("/capabilities/0/protocols", json!([]), "G003", "minItems"),
        ("/capabilities/0/protocols", json!(["MCP", "SOAP"]), "G003", "enum"),
        ("/capabilities/0/protocols", json!(["MCP", "MCP"]), "G003", "uniqueItems"),
        ("/capabilities/0/permissions", json!(["9lives"]), "G003", "pattern"),
        ("/capabilities/0/permissions", json!("books.read"), "G002", "type"),
        ("/capabilities/0/idempotency_key_required", json!("no"), "G002", "type"),
        ("/capabilities/0/idempotent", json!(1), "G002", "type"),
        ("/capabilities/0/side_effect_level", json!("medium"), "G003", "enum"),
        ("/capabilities/0/cost/mode", json!("free"), "G003", "enum"),
        ("/capabilities/0/cost/estimated_cost", json!(-0.5), "G003", "minimum"),
        ("/capabilities/0/cost/unit", json!(""), "G003", "minLength"),
        ("/capabilities/0/input_schema", json!(true), "G002", "type"),
        ("/capabilities/0/input_schema", json!({"$ref_uri": 5}), "G002", "type"),
        ("/capabilities/0/input_schema/type", json!("any"), "G003", "enum"),
        ("/capabilities/0/input_schema/type", json!(["object", "null"]), "G002", "type"),
        ("/capabilities/0/input_schema/required", json!(["title", "title"]), "G003", "uniqueItems"),
        ("/capabilities/0/input_schema/additionalProperties", json!("no"), "G002", "type"),
        ("/capabilities/0/output_schema/properties", json!([]), "G002", "type"),
        ("/capabilities/0/output_schema/enum", json!("a"), "G002", "type"),
        ("/capabilities/0/output_schema/items", json!([]), "G002", "type"),
        ("/capabilities/0/output_schema/description", json!(5), "G002", "type"),
        ("/interfaces", json!([]), "G003", "minItems"),
        ("/interfaces/1/auth", json!("basic"), "G003", "enum"),
        ("/interfaces/1/privileged", json!("no"), "G002", "type"),
        ("/interfaces/3/permissions", json!([]), "G003", "minItems"),
        ("/interfaces/1/rate_limit/requests_per_minute", json!(0), "G003", "minimum"),
        ("/interfaces/1/rate_limit/requests_per_minute", json!(1.5), "G002", "type"),
        ("/trust/minimum_trust_score", json!(1.1), "G003", "maximum"),
        ("/trust/minimum_trust_score", json!(-0.1), "G003", "minimum"),
        ("/trust/allowed_trust_sources", json!([]), "G003", "minItems"),
        ("/trust/allowed_trust_sources", json!(["anyone"]), "G003", "enum"),
        ("/trust/policy/injection_protection", json!("some"), "G003", "enum"),
        ("/trust/policy/pii_handling", json!("keep"), "G003", "enum"),
        ("/trust/policy/data_retention_days", json!(-1), "G003", "minimum"),
        ("/trust/policy/high_risk_approval_required", json!("yes"), "G002", "type"),
        ("/trust/budget_guardrails/soft_alert_pct", json!(75), "G003", "const"),
        ("/trust/budget_guardrails/reauthorization_pct", json!(99), "G003", "const"),
        ("/trust/budget_guardrails/hard_stop_pct", json!("120"), "G002", "type"),
        ("/trust/credential_policy/short_lived_credentials", json!(false), "G003", "const"),
        ("/trust/credential_policy/max_ttl_minutes", json!(1441), "G003", "maximum"),
        ("/composition/type", json!("ring"), "G003", "enum"),
        ("/composition/deterministic", json!("yes"), "G002", "type"),
        ("/composition/steps/0/on_failure", json!("ignore"), "G003", "enum"),
        ("/runtime/execution_mode", json!("chaos"), "G003", "enum"),
        ("/runtime/sandbox", json!("none"), "G003", "enum"),
        ("/runtime/max_retries", json!(-1), "G003", "minimum"),
        ("/runtime/timeout_seconds", json!(0), "G003", "minimum"),
        ("/runtime/idempotency_required", json!(false), "G003", "const"),
        ("/runtime/replay_safe", json!(false), "G003", "const"),
        ("/runtime/observability/log_privileged_actions", json!(false), "G003", "const"),
        ("/provenance/source", json!("somewhere"), "G003", "enum"),
        ("/provenance/commit", json!("XYZ"), "G003", "pattern"),
        ("/provenance/created_at", json!(20_260_102), "G002", "type"),
    ]
}

#[test]
fn each_broken_rule_is_named_with_its_place() {
    for (pointer, value, code, rule) in broken() {
        let done = convert(&with(pointer, value.clone()), &["--from", "agenthub-0.1"]);
        let is_it = |one: &Value| {
            one["code"] == code
                && one["pointer"].as_str().unwrap().starts_with(pointer)
                && one["message"].as_str().unwrap().contains(&format!("(rule `{rule}`)"))
        };
        assert!(done.diagnostics.iter().any(is_it), "{pointer} {value}: {:#?}", done.diagnostics);
        // Valid parts are converted; without a capability there is nothing to write.
        assert_eq!(done.code, i32::from(pointer.ends_with("/capabilities")), "{pointer} {value}");
        if !pointer.ends_with("/capabilities") {
            assert!(done.names().contains(&"lend-book".to_owned()), "{pointer} {value}");
        }
    }
}

#[test]
fn each_broken_condition_is_named_with_its_place() {
    for (manifest, place, words) in [
        (
            with("/capabilities/1/idempotency_key_required", json!(false)),
            "/capabilities/1/idempotency_key_required",
            "`capabilities[1].idempotency_key_required` is not true, though `side_effect_level` is `low`",
        ),
        (
            with("/interfaces/0/endpoint", json!("https://example.com")),
            "/interfaces/0/endpoint",
            "`interfaces[0].endpoint` is present, though `protocol` is `INTERNAL`",
        ),
        (
            without("/interfaces/3/endpoint"),
            "/interfaces/3",
            "`interfaces[3].endpoint` is missing, though `protocol` is not `INTERNAL`",
        ),
        (
            without("/interfaces/3/permissions"),
            "/interfaces/3",
            "`interfaces[3].permissions` is missing, though `privileged` is true",
        ),
        (
            without("/composition/steps"),
            "/composition",
            "`composition.steps` is missing, though `type` is `pipeline`",
        ),
        (
            also(without("/composition/steps/0"), "/composition/type", json!("graph")),
            "/composition/steps",
            "`composition.steps` has fewer than 2 items, though `type` is `graph`",
        ),
    ] {
        let done = convert(&manifest, &[]);
        done.says("G005", &format!("{words} (rule `if`/`then`)"));
        assert_eq!((done.places("G005"), done.code), (vec![place.to_owned()], 0), "{words}");
    }
}

#[test]
fn a_capability_that_cannot_be_called_is_left_out() {
    for (manifest, words) in [
        (with("/capabilities/0", json!("find")), "is not an object"),
        (without("/capabilities/0/id"), "has no id"),
        (with("/capabilities/0/id", json!(" ")), "has no id"),
    ] {
        let done = convert(&manifest, &[]);
        assert_eq!((done.names(), done.code), (vec!["lend-book".to_owned()], 1));
        assert_eq!(done.places("O017"), ["/capabilities/0"]);
        done.says("O017", words);
    }
}

#[test]
fn manifests_are_told_by_what_they_hold() {
    for gone in ["/schema_version", "/identity"] {
        let done = convert(&without(gone), &[]);
        assert_eq!((done.code, done.names().len()), (0, 2), "{gone}");
    }
    let yaml = "schema_version: '0.1'\ncapabilities: []\n";
    let (code, stdout, stderr) = run(yaml, "-", &["--allow-empty"]);
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.contains("agenthub-0.1") && stderr.contains("\"O010\""), "{stderr}");
}

#[test]
fn what_is_no_manifest_at_all_is_refused() {
    let from = ["--from", "agenthub-0.1"];
    for (text, code) in [
        ("{}", "S011"),
        (r#"{"openapi": "3.1.0", "paths": {}}"#, "S011"),
        ("[]", "S016"),
        ("\"manifest\"", "S016"),
    ] {
        let (exit, stdout, stderr) = run(text, "-", &from);
        assert_eq!((exit, stdout.as_str()), (2, ""), "{text}");
        assert!(stderr.contains(&format!("\"{code}\"")), "{stderr}");
    }
    let (exit, _, stderr) = run(r#"{"capabilities": []}"#, "-", &[]);
    assert_eq!(exit, 2);
    assert!(stderr.contains("AgentHub") && stderr.contains("`capabilities`"), "{stderr}");
}
