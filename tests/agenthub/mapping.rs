//! Tests the table of the published mapping, row by row: AgentHub field → MCP field.

use serde_json::{Value, json};

use super::run::{also, convert, manifest, with, without};

const SERVER: &str = "io.modelcontextprotocol/serverInfo";
const POLICY: &str = "dev.agenthub/policy";

#[test]
fn row_identity_id_is_the_server_name() {
    let done = convert(&manifest(), &[]);
    assert_eq!(done.code, 0);
    assert_eq!(done.meta(SERVER).unwrap()["name"], "library-desk");
    assert_eq!(convert(&manifest(), &["--server-name", "desk"]).meta(SERVER).unwrap()["name"], "desk");
    // Without an id there is no server to name.
    assert_eq!(convert(&without("/identity/id"), &[]).meta(SERVER), None);
}

#[test]
fn row_identity_version_is_the_server_version() {
    let done = convert(&manifest(), &[]);
    assert_eq!(done.meta(SERVER).unwrap()["version"], "2.1.0");
    let other = convert(&manifest(), &["--server-version", "9"]);
    assert_eq!(other.meta(SERVER).unwrap()["version"], "9");
    // An invalid value is copied anyway.
    assert_eq!(convert(&with("/identity/version", json!("v1")), &[]).meta(SERVER).unwrap()["version"], "v1");
}

#[test]
fn row_identity_description_is_the_server_description() {
    let server = convert(&manifest(), &[]).meta(SERVER).unwrap();
    assert_eq!(server["description"], "Lends and takes back the books of a library.");
    assert_eq!(server["title"], "Library Desk");
}

#[test]
fn row_first_mcp_interface_endpoint_is_the_transport() {
    const TRANSPORT: &str = "dev.apimint/transport";
    let done = convert(&manifest(), &[]);
    let transport = json!({"type": "streamable-http", "url": "https://desk.example.com/mcp"});
    assert_eq!(done.meta(TRANSPORT), Some(transport));
    assert!(done.places("O006").contains(&"/interfaces/2/endpoint".to_owned()));
    // An interface without an endpoint is skipped.
    let second = convert(&without("/interfaces/1/endpoint"), &[]);
    assert_eq!(second.meta(TRANSPORT).unwrap()["url"], "https://second.example.com/mcp");
    let none = also(with("/interfaces/1/protocol", json!("A2A")), "/interfaces/2/protocol", json!("A2A"));
    assert_eq!(convert(&none, &[]).meta(TRANSPORT), None);
}

#[test]
fn row_capability_id_is_the_tool_name() {
    assert_eq!(convert(&manifest(), &[]).names(), ["find-books", "lend-book"]);
    // Model APIs refuse a dot.
    let dotted = convert(&with("/capabilities/0/id", json!("books.find")), &[]);
    assert_eq!(dotted.names(), ["books_find", "lend-book"]);
    assert_eq!(dotted.tool("books_find")["_meta"]["dev.apimint/origin"]["name"], "books.find");
    dotted.says("N008", "books.find");
    // On a collision the valid id keeps its name; the other gets a hash of its own id.
    let both = also(with("/capabilities/0/id", json!("lend.book")), "/capabilities/1/id", json!("lend_book"));
    let names = convert(&both, &[]).names();
    assert_eq!(names[1], "lend_book");
    assert!(names[0].starts_with("lend_book_") && names[0].len() > 10, "{names:?}");
    // The name does not depend on the order.
    let mut turned = both;
    turned["capabilities"].as_array_mut().unwrap().reverse();
    assert_eq!(convert(&turned, &[]).names(), [names[1].clone(), names[0].clone()]);
    // Ids that are too long are cut.
    let long = convert(&with("/capabilities/0/id", json!("b".repeat(80))), &[]);
    assert_eq!(long.names()[0].len(), 64);
    long.says("N008", "bbb");
}

#[test]
fn row_capability_id_that_stands_twice_makes_one_tool() {
    let done = convert(&with("/capabilities/1/id", json!("find-books")), &[]);
    assert_eq!((done.names(), done.code), (vec!["find-books".to_owned()], 1));
    assert_eq!(done.places("N005"), ["/capabilities/1/id"]);
}

#[test]
fn row_capability_description_is_the_tool_description() {
    let tool = convert(&manifest(), &[]).tool("find-books");
    assert_eq!(tool["description"], "Finds books by their title.");
    assert_eq!(tool["title"], "Find Books");
    let text = "First line.\n\n  * second, with `code` and ümlaut";
    let tool = convert(&with("/capabilities/0/description", json!(text)), &[]).tool("find-books");
    assert_eq!(tool["description"], text);
}

#[test]
fn row_input_schema_is_the_input_schema() {
    let tool = convert(&manifest(), &[]).tool("find-books");
    let expected =
        json!({"type": "object", "properties": {"title": {"type": "string"}}, "required": ["title"]});
    assert_eq!(tool["inputSchema"], expected);
}

#[test]
fn row_output_schema_is_the_output_schema() {
    let tool = convert(&manifest(), &[]).tool("find-books");
    let expected = json!({"type": "object", "properties": {"found": {"type": "integer"}}});
    assert_eq!(tool["outputSchema"], expected);
    let none = convert(&manifest(), &["--output-schema", "none"]);
    assert_eq!(none.tool("find-books").get("outputSchema"), None);
    assert!(!none.places("O006").iter().any(|place| place.contains("output_schema")));
}

#[test]
fn row_permissions_are_preserved_in_order() {
    let permissions = json!(["z.last", "loans.write", "a:first", "books.read"]);
    let tool = convert(&with("/capabilities/1/permissions", permissions.clone()), &[]).tool("lend-book");
    assert_eq!(tool["annotations"]["permissions"], permissions);
    assert_eq!(tool["_meta"][POLICY]["permissions"], permissions);
    // Invalid permissions are kept as permissions.
    let odd = json!(["Loans Write", "loans.write", "loans.write"]);
    let tool = convert(&with("/capabilities/1/permissions", odd.clone()), &[]).tool("lend-book");
    assert_eq!(tool["annotations"]["permissions"], odd);
    // So is a permission without its list, on either side.
    let mut alone = with("/capabilities/1/permissions", json!("loans.write"));
    for permissions in [json!(["loans.write"]), json!("loans.write")] {
        alone = also(alone, "/interfaces/3/permissions", permissions);
        let tool = convert(&alone, &[]).tool("lend-book");
        assert_eq!(tool["annotations"]["permissions"], json!(["loans.write"]));
        assert_eq!(tool["annotations"]["requiresApproval"], true);
    }
    let none = convert(&without("/capabilities/1/permissions"), &[]).tool("lend-book");
    assert_eq!(none["annotations"].get("permissions"), None);
}

#[test]
fn row_idempotency_key_required_is_copied() {
    let done = convert(&manifest(), &[]);
    for (name, required) in [("find-books", false), ("lend-book", true)] {
        let tool = done.tool(name);
        assert_eq!(tool["annotations"]["idempotency"], json!({"required": required}), "{name}");
        assert_eq!(tool["_meta"][POLICY]["idempotency"], json!({"required": required}), "{name}");
    }
    // A capability without side effects may lack a hint.
    let silent = convert(&without("/capabilities/0/idempotency_key_required"), &[]);
    assert_eq!(silent.tool("find-books")["annotations"].get("idempotency"), None);
}

#[test]
fn row_side_effect_level_is_mapped_directly_and_to_hints() {
    for (level, read_only, destructive) in
        [("none", true, false), ("low", false, false), ("high", false, true)]
    {
        let done = convert(&with("/capabilities/1/side_effect_level", json!(level)), &[]);
        let tool = done.tool("lend-book");
        assert_eq!(tool["annotations"]["sideEffects"], level);
        assert_eq!(tool["_meta"][POLICY]["sideEffects"], level);
        assert_eq!(tool["annotations"]["readOnlyHint"], read_only, "{level}");
        assert_eq!(tool["annotations"]["destructiveHint"], destructive, "{level}");
        assert_eq!(tool["annotations"].get("openWorldHint"), None);
    }
    // An unknown level implies no hint, in either direction.
    let tool = convert(&with("/capabilities/0/side_effect_level", json!("medium")), &[]).tool("find-books");
    for hint in ["sideEffects", "readOnlyHint", "destructiveHint"] {
        assert_eq!(tool["annotations"].get(hint), None, "{hint}");
    }
    assert_eq!(tool["annotations"]["requiresApproval"], true);
}

#[test]
fn row_idempotent_is_the_hint() {
    let done = convert(&manifest(), &[]);
    assert_eq!(done.tool("find-books")["annotations"]["idempotentHint"], true);
    assert_eq!(done.tool("lend-book")["annotations"]["idempotentHint"], false);
    let silent = convert(&without("/capabilities/0/idempotent"), &[]).tool("find-books");
    assert_eq!(silent["annotations"].get("idempotentHint"), None);
}

#[test]
fn row_requires_approval_is_copied_for_privileged_and_high_risk_calls_only() {
    let approval = |manifest: &Value, name: &str| {
        convert(manifest, &[]).tool(name)["annotations"].get("requiresApproval").cloned()
    };
    // Privileged: the capability has a permission of a privileged interface.
    assert_eq!(approval(&manifest(), "lend-book"), Some(json!(true)));
    assert_eq!(approval(&manifest(), "find-books"), None);
    // Neither privileged nor high risk.
    let plain = with("/capabilities/1/permissions", json!(["books.read"]));
    assert_eq!(approval(&plain, "lend-book"), None);
    let open = with("/interfaces/3/privileged", json!(false));
    assert_eq!(approval(&open, "lend-book"), None);
    // High risk.
    let high = also(plain, "/capabilities/1/side_effect_level", json!("high"));
    assert_eq!(approval(&high, "lend-book"), Some(json!(true)));
    // The boolean is copied, not just its presence.
    let waived = with("/trust/policy/high_risk_approval_required", json!(false));
    assert_eq!(approval(&waived, "lend-book"), Some(json!(false)));
    assert_eq!(approval(&without("/trust/policy/high_risk_approval_required"), "lend-book"), None);
    let policy = convert(&manifest(), &[]).tool("lend-book")["_meta"][POLICY].clone();
    assert_eq!(policy["requiresApproval"], true);
}

#[test]
fn row_budget_guardrails_are_copied() {
    let expected = json!({"soft_alert_pct": 80, "reauthorization_pct": 100, "hard_stop_pct": 120});
    for name in ["find-books", "lend-book"] {
        let tool = convert(&manifest(), &[]).tool(name);
        assert_eq!(tool["annotations"]["budgetGuardrails"], expected);
        assert_eq!(tool["_meta"][POLICY]["budgetGuardrails"], expected);
    }
    let none = convert(&without("/trust/budget_guardrails"), &[]).tool("lend-book");
    assert_eq!(none["annotations"].get("budgetGuardrails"), None);
}

#[test]
fn the_policy_is_mirrored_as_it_is() {
    let done = convert(&manifest(), &[]);
    for name in ["find-books", "lend-book"] {
        let tool = done.tool(name);
        let mut annotations = tool["annotations"].as_object().unwrap().clone();
        annotations.retain(|key, _| !key.ends_with("Hint"));
        assert_eq!(tool["_meta"][POLICY], Value::Object(annotations));
    }
}

#[test]
fn the_source_is_named() {
    let source = convert(&manifest(), &[]).meta("dev.apimint/source").unwrap();
    assert_eq!(source, json!({"format": "agenthub-0.1", "title": "Library Desk", "version": "2.1.0"}));
}

#[test]
fn capabilities_that_are_not_offered_over_mcp_are_converted_and_reported() {
    let manifest = with("/capabilities/0/protocols", json!(["HTTP", "A2A"]));
    let done = convert(&manifest, &[]);
    assert_eq!((done.names().len(), done.code), (2, 0));
    assert_eq!(done.places("G007"), ["/capabilities/0/protocols"]);
    let only = convert(&manifest, &["--only-mcp"]);
    assert_eq!(only.names(), ["lend-book"]);
    assert_eq!((only.places("G010"), only.code), (vec!["/capabilities/0".to_owned()], 0));
    convert(&manifest, &["--only-mcp"]).is_silent_about("G007");
}
