//! Tests the safety requirements of the published mapping: manifests contain no secrets, permissions are
//! kept, and a capability with side effects declares whether a call may be repeated.

use serde_json::json;

use super::run::{also, convert, manifest, run, with, without};

/// A secret without a known form.
const SECRET: &str = "hunter2-and-more";
/// A secret with a known form.
const TOKEN: &str = "ghp_0123456789abcdefABCDEF0123456789abcd";

#[test]
fn no_secret_is_in_the_tool_list_or_in_a_diagnostic() {
    for (pointer, value) in [
        ("/requirements/secrets/0/value", json!(SECRET)),
        ("/requirements/secrets/0/secret_ref", json!(SECRET)),
        ("/requirements/secrets/0/nested", json!({"deep": [SECRET]})),
        ("/requirements/secrets/0", json!(SECRET)),
        ("/requirements/secrets", json!({"catalogue": SECRET})),
        ("/capabilities/0/auth_token", json!(SECRET)),
        ("/capabilities/0/cost/password", json!(SECRET)),
        ("/interfaces/1/api_key", json!(SECRET)),
        ("/client_secret", json!(SECRET)),
        ("/x-agenthub-config", json!({"api_key": SECRET, "colour": "red"})),
        ("/capabilities/0/x-agenthub-config", json!({"secret_ref": SECRET})),
        ("/runtime/x-agenthub-env", json!([{"access_token": SECRET}])),
        ("/identity/owner", json!(TOKEN)),
        ("/identity/version", json!(TOKEN)),
        ("/identity/description", json!(format!("Use {TOKEN} to call it."))),
        ("/capabilities/0/description", json!(format!("Use {TOKEN} to call it."))),
        ("/capabilities/0/name", json!(format!("Use {TOKEN}"))),
        ("/capabilities/0/permissions", json!(["books.read", TOKEN])),
        ("/capabilities/0/input_schema/properties/title", json!({"type": "string", "default": TOKEN})),
        ("/capabilities/0/input_schema", json!({"$ref_uri": format!("https://example.com/{TOKEN}")})),
        ("/capabilities/0/output_schema", json!({"$ref_uri": format!("https://{TOKEN}@example.com/a")})),
        (
            "/capabilities/0/input_schema/properties/title",
            json!({"type": "string", "x-note": {"deep": [TOKEN]}}),
        ),
        ("/capabilities/0/input_schema/properties/title", json!(TOKEN)),
        ("/capabilities/0/output_schema/description", json!([TOKEN])),
        ("/capabilities/0/output_schema/$ref", json!(format!("https://example.com/{TOKEN}"))),
        ("/composition/steps/0/id", json!(TOKEN)),
        ("/interfaces/1/endpoint", json!(format!("https://me:{SECRET}@example.com/mcp"))),
    ] {
        let manifest = with(pointer, value);
        for more in [&[][..], &["--exact"]] {
            let done = convert(&manifest, &[&["--from", "agenthub-0.1"], more].concat());
            let said = format!("{}{:?}", done.stdout, done.diagnostics);
            assert!(!said.contains(SECRET) && !said.contains(TOKEN), "{pointer}: {said}");
            assert_eq!(done.code, 1, "{pointer}");
            let places = done.places("X003");
            assert!(places.iter().any(|place| place.starts_with(pointer)), "{pointer}: {places:?}");
            assert_eq!(done.names(), ["find-books", "lend-book"]);
        }
        // Source excerpts show lines of pretty-printed and of minified documents.
        for text in [manifest.to_string(), serde_json::to_string_pretty(&manifest).unwrap()] {
            let (_, _, stderr) = run(&text, "-", &["--diagnostics", "human", "--verbose"]);
            assert!(!stderr.contains(SECRET) && !stderr.contains(TOKEN), "{pointer}: {stderr}");
        }
    }
}

#[test]
fn what_stands_beside_a_secret_stays() {
    let done = convert(&with("/x-agenthub-config", json!({"api_key": SECRET, "colour": "red"})), &[]);
    assert_eq!(done.meta("x-agenthub-config"), Some(json!({"colour": "red"})));
    let url = json!(format!("https://me:{SECRET}@example.com/mcp"));
    let done = convert(&with("/interfaces/1/endpoint", url), &[]);
    assert_eq!(done.meta("dev.apimint/transport").unwrap()["url"], "https://example.com/mcp");
    let text = json!(format!("Use {TOKEN} to call it."));
    let done = convert(&with("/capabilities/0/description", text), &[]);
    assert_eq!(done.tool("find-books")["description"], "Use [removed] to call it.");
}

#[test]
fn references_to_secrets_never_leave_a_manifest() {
    let place = "vault://library/catalogue";
    let elsewhere =
        also(manifest(), "/x-agenthub-tokens", json!({"desk": "kms://library/desk", "colour": "red"}));
    let elsewhere = also(elsewhere, "/capabilities/0/x-agenthub-token", json!("env://DESK"));
    let elsewhere = also(elsewhere, "/interfaces/1/endpoint", json!("env://DESK_URL"));
    for arguments in [&[][..], &["--exact"]] {
        let done = convert(&elsewhere, arguments);
        let said = format!("{}{:?}", done.stdout, done.diagnostics);
        for reference in [place, "kms://library/desk", "env://DESK", "env://DESK_URL"] {
            assert!(!said.contains(reference), "{said}");
        }
        assert_eq!(
            done.places("X004"),
            [
                "/requirements/secrets/0/secret_ref",
                "/capabilities/0/x-agenthub-token",
                "/interfaces/1/endpoint",
                "/x-agenthub-tokens/desk"
            ]
        );
        assert_eq!(done.code, 0);
    }
    let text = serde_json::to_string_pretty(&manifest()).unwrap();
    let (_, _, stderr) = run(&text, "-", &["--diagnostics", "human", "--verbose"]);
    assert!(stderr.contains("X004") && !stderr.contains(place), "{stderr}");
}

#[test]
fn privileged_permissions_are_preserved_exactly() {
    let permissions = json!(["loans.write", "loans.write.all", "books.read"]);
    let manifest = also(
        with("/interfaces/3/permissions", permissions.clone()),
        "/capabilities/1/permissions",
        permissions.clone(),
    );
    for arguments in [&[][..], &["--exact"], &["--only-mcp"], &["--no-http"]] {
        let tool = convert(&manifest, arguments).tool("lend-book");
        assert_eq!(tool["annotations"]["permissions"], permissions);
        assert_eq!(tool["_meta"]["dev.agenthub/policy"]["permissions"], permissions);
    }
}

#[test]
fn a_tool_with_side_effects_says_whether_it_needs_an_idempotency_key() {
    for level in ["low", "high"] {
        for manifest in [
            without("/capabilities/1/idempotency_key_required"),
            with("/capabilities/1/idempotency_key_required", json!("yes")),
            with("/capabilities/1/idempotency_key_required", json!(null)),
        ] {
            let manifest = also(manifest, "/capabilities/1/side_effect_level", json!(level));
            for arguments in [&[][..], &["--exact"]] {
                let done = convert(&manifest, arguments);
                assert_eq!((done.names(), done.code), (vec!["find-books".to_owned()], 1));
                assert_eq!(done.places("G006"), ["/capabilities/1"]);
                assert!(done.places("G001").is_empty());
            }
        }
        // It violates a rule of the manifest, but it declares the value.
        let manifest = with("/capabilities/1/idempotency_key_required", json!(false));
        let done = convert(&also(manifest, "/capabilities/1/side_effect_level", json!(level)), &[]);
        assert_eq!(done.tool("lend-book")["annotations"]["idempotency"]["required"], false);
        done.says("G005", "`capabilities[1].idempotency_key_required`");
    }
    // Its side effects are unknown.
    for level in [json!("medium"), json!(null), json!(3)] {
        let manifest = without("/capabilities/1/idempotency_key_required");
        let done = convert(&also(manifest, "/capabilities/1/side_effect_level", level), &[]);
        assert_eq!(done.places("G006"), ["/capabilities/1"]);
    }
}
