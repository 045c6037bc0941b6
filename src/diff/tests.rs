//! Pairs of tools, with the expected class and kind of each change.

use crate::json::{Value, json};

use crate::limits::Limits;

use super::{ChangeClass, ChangeKind, ComparedList, diff, diff_lists, report};

/// A list of one tool with an input of these properties.
fn tool(properties: &Value, required: &Value) -> Value {
    json!([{"name": "t", "inputSchema": {"type": "object", "properties": properties, "required": required}}])
}

fn input(schema: &Value) -> Value {
    tool(&json!({"a": schema}), &json!([]))
}

fn output(schema: &Value) -> Value {
    json!([{"name": "t", "inputSchema": {"type": "object", "properties": {}}, "outputSchema": schema}])
}

#[track_caller]
fn check(old: &Value, new: &Value, wanted: &[(ChangeClass, ChangeKind)]) {
    let found = diff(old, new);
    let all: Vec<(ChangeClass, ChangeKind)> =
        found.tools.iter().flat_map(|tool| &tool.changes).map(|change| (change.class, change.kind)).collect();
    assert_eq!(all, wanted, "{found:#?}");
}

#[test]
fn arguments_come_and_go() {
    use ChangeClass::{Breaking, Compatible};
    let (none, one) = (tool(&json!({}), &json!([])), input(&json!({"type": "string"})));
    let required = tool(&json!({"a": {"type": "string"}}), &json!(["a"]));
    check(&none, &one, &[(Compatible, ChangeKind::ArgumentAdded)]);
    check(&none, &required, &[(Breaking, ChangeKind::ArgumentAdded)]);
    check(&one, &none, &[(Breaking, ChangeKind::ArgumentRemoved)]);
    check(&one, &required, &[(Breaking, ChangeKind::Required)]);
    check(&required, &one, &[(Compatible, ChangeKind::Optional)]);
    check(&one, &one, &[]);
    // Nobody could give it.
    check(&input(&json!(false)), &none, &[(Compatible, ChangeKind::ArgumentRemoved)]);
}

#[test]
fn the_direction_decides() {
    use ChangeClass::{Breaking, Compatible};
    let narrow = json!({"type": "object", "properties": {"b": {"type": "integer"}}, "required": ["b"]});
    let wide = json!({"type": "object", "properties": {"b": {"type": "number"}}, "required": ["b"]});
    check(&input(&narrow), &input(&wide), &[(Compatible, ChangeKind::Type)]);
    check(&input(&wide), &input(&narrow), &[(Breaking, ChangeKind::Type)]);
    check(&output(&narrow), &output(&wide), &[(Breaking, ChangeKind::Type)]);
    check(&output(&wide), &output(&narrow), &[(Compatible, ChangeKind::Type)]);
}

#[test]
fn outputs_may_have_more_unless_they_were_closed() {
    let (open, more) = (
        json!({"type": "object", "properties": {}}),
        json!({"type": "object", "properties": {"b": {"type": "null"}}}),
    );
    let closed = json!({"type": "object", "properties": {}, "additionalProperties": false});
    check(&output(&open), &output(&more), &[(ChangeClass::Compatible, ChangeKind::PropertyAdded)]);
    check(&output(&more), &output(&open), &[(ChangeClass::Compatible, ChangeKind::PropertyRemoved)]);
    let opened = [
        (ChangeClass::Breaking, ChangeKind::PropertyAdded),
        (ChangeClass::Breaking, ChangeKind::AdditionalProperties),
    ];
    let found = diff(&output(&closed), &output(&more));
    assert!(
        found.tools[0].changes.iter().any(|change| (change.class, change.kind) == opened[0]),
        "{found:#?}"
    );
    let none = json!([{"name": "t", "inputSchema": {"type": "object", "properties": {}}}]);
    check(&none, &output(&open), &[(ChangeClass::Compatible, ChangeKind::OutputAdded)]);
    check(&output(&open), &none, &[(ChangeClass::Breaking, ChangeKind::OutputRemoved)]);
}

#[test]
fn what_only_moved_breaks_nobody() {
    let plain = input(&json!({"type": "string", "minLength": 2}));
    let moved = input(&json!({"allOf": [{"type": "string"}, {"minLength": 2}]}));
    check(&plain, &moved, &[(ChangeClass::Compatible, ChangeKind::Union)]);
    let referring = json!([{"name": "t", "inputSchema": {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}},
        "required": [], "$defs": {"A": {"type": "string", "minLength": 2}}}}]);
    check(&plain, &referring, &[(ChangeClass::Cosmetic, ChangeKind::Schema)]);
}

#[test]
fn formats_and_patterns_may_be_unknown() {
    let text = |keyword: &str, value: &str| input(&json!({"type": "string", keyword: value}));
    check(&text("format", "date"), &text("format", "uuid"), &[(ChangeClass::Unknown, ChangeKind::Format)]);
    check(
        &text("format", "date"),
        &input(&json!({"type": "string"})),
        &[(ChangeClass::Compatible, ChangeKind::Format)],
    );
    check(
        &text("pattern", "^[a-z]+$"),
        &text("pattern", "^[a-z]*[a-z]$"),
        &[(ChangeClass::Unknown, ChangeKind::Pattern)],
    );
    check(&text("pattern", "^a"), &text("pattern", "^b"), &[(ChangeClass::Breaking, ChangeKind::Pattern)]);
}

#[test]
fn hints_are_what_clients_approve_by() {
    let hints = |read_only: bool, destructive: bool| json!([{"name": "t", "annotations": {"readOnlyHint": read_only, "destructiveHint": destructive}}]);
    check(&hints(true, false), &hints(false, false), &[(ChangeClass::Breaking, ChangeKind::Hint)]);
    check(&hints(false, false), &hints(true, false), &[(ChangeClass::Compatible, ChangeKind::Hint)]);
    check(&hints(false, false), &hints(false, true), &[(ChangeClass::Breaking, ChangeKind::Hint)]);
    check(&hints(false, true), &hints(false, false), &[(ChangeClass::Compatible, ChangeKind::Hint)]);
    // A tool without the hint counts as destructive.
    check(
        &json!([{"name": "t"}]),
        &json!([{"name": "t", "annotations": {"destructiveHint": true}}]),
        &[(ChangeClass::Compatible, ChangeKind::Hint)],
    );
}

#[test]
fn calls_identify_tools_and_arguments() {
    let called = |name: &str, path: &str, id: &str, argument: &str| {
        json!({"name": name, "inputSchema": {"type": "object", "properties": {argument: {"type": "string"}}},
            "_meta": {"dev.apimint/http": {"method": "GET", "path": path, "operationId": id,
                "arguments": {argument: {"name": "X", "in": "header"}}}}})
    };
    let old = json!([called("a", "/a", "a", "x")]);
    check(
        &old,
        &json!([called("b", "/a", "b", "x")]),
        &[(ChangeClass::Breaking, ChangeKind::ToolRenamed), (ChangeClass::Cosmetic, ChangeKind::Call)],
    );
    check(
        &old,
        &json!([called("b", "/b", "a", "x")]),
        &[(ChangeClass::Breaking, ChangeKind::ToolRenamed), (ChangeClass::Unknown, ChangeKind::Path)],
    );
    check(
        &old,
        &json!([called("a", "/a", "a", "y")]),
        &[(ChangeClass::Breaking, ChangeKind::ArgumentRenamed)],
    );
    // Two tools share the call: neither is known to be the old one.
    let two = json!([called("b", "/a", "a", "x"), called("c", "/a", "a", "x")]);
    check(
        &old,
        &two,
        &[
            (ChangeClass::Breaking, ChangeKind::ToolRemoved),
            (ChangeClass::Compatible, ChangeKind::ToolAdded),
            (ChangeClass::Compatible, ChangeKind::ToolAdded),
        ],
    );
}

#[test]
fn recursive_tools_differ_where_they_differ() {
    let tree = |leaf: &str| {
        json!([{"name": "t", "inputSchema": {"type": "object", "properties": {"tree": {"$ref": "#/$defs/T"}}, "$defs": {
            "T": {"type": "object", "properties": {"leaf": {"type": leaf}, "left": {"$ref": "#/$defs/T"}}}}}}])
    };
    check(&tree("integer"), &tree("number"), &[(ChangeClass::Compatible, ChangeKind::Type)]);
    check(&tree("number"), &tree("integer"), &[(ChangeClass::Breaking, ChangeKind::Type)]);
}

#[test]
fn nonsense_is_survived() {
    let nonsense = [
        json!(null),
        json!([1, {"name": 5}, {"name": "t", "inputSchema": 7, "annotations": [], "_meta": []}]),
        json!({"tools": {"a": 1}}),
        json!([{"name": "t", "inputSchema": {"properties": [], "required": {}, "anyOf": 1, "$ref": 5, "enum": 1}}]),
        json!([{"name": "t", "inputSchema": {"properties": {"a": 1}, "required": [1], "items": [], "type": {}}}]),
    ];
    for old in &nonsense {
        for new in &nonsense {
            let _ = diff(old, new);
        }
        assert!(diff(old, &old.clone()).tools.iter().all(|tool| tool.name.is_empty()), "{old}");
    }
}

/// Schemas of public descriptions have thousands of places.
#[test]
fn every_change_of_a_large_schema_is_told() {
    let properties = |kind: &str, last: &str| {
        let names = (0..2_000).map(|number| (format!("p{number}"), json!({"type": kind, "format": "date"})));
        let names = names.chain([("last".to_owned(), json!({"type": last}))]);
        tool(&Value::Object(names.collect()), &json!([]))
    };
    let found = diff(&properties("string", "string"), &properties("integer", "string"));
    assert_eq!(found.count(ChangeClass::Breaking), 2_000);
    let bare = |last: &str| {
        let names = (0..2_000).map(|number| (format!("p{number}"), json!({"type": "string"})));
        tool(&Value::Object(names.chain([("last".to_owned(), json!({"type": last}))]).collect()), &json!([]))
    };
    let found = diff(&properties("string", "string"), &bare("integer"));
    assert_eq!((found.count(ChangeClass::Breaking), found.count(ChangeClass::Unknown)), (1, 0), "{found:#?}");
}

#[test]
fn what_lies_deeper_than_is_compared_is_no_less_a_change() {
    let nested = |kind: &str| {
        let schema =
            (0..100).fold(json!({"type": kind}), |inner, _| json!({"type": "array", "items": inner}));
        input(&schema)
    };
    let found = diff(&nested("string"), &nested("integer"));
    assert_eq!(found.worst(), Some(ChangeClass::Unknown), "{found:#?}");
    assert!(found.tools[0].changes[0].message.contains("64 levels"), "{found:#?}");
    assert_eq!(diff(&nested("string"), &nested("string")).worst(), None);
}

/// Found by fuzzing: a member that was only required is described now. It is not new, but its type changed.
#[test]
fn a_required_property_that_is_described_has_another_type() {
    use ChangeClass::{Breaking, Compatible};
    let any = json!({"type": "object", "required": ["b"]});
    let text = json!({"type": "object", "properties": {"b": {"type": "string"}}, "required": ["b"]});
    check(&input(&any), &input(&text), &[(Breaking, ChangeKind::Type)]);
    check(&input(&text), &input(&any), &[(Compatible, ChangeKind::Type)]);
    check(&output(&any), &output(&text), &[(Compatible, ChangeKind::Type)]);
    check(&output(&text), &output(&any), &[(Breaking, ChangeKind::Type)]);
}

#[test]
fn a_comparison_says_that_its_steps_ran_out() {
    let union = |keyword: &str| json!([{"name": "t", "inputSchema": {keyword: [{"type": "string", "pattern": "^a+$"}, {"pattern": "^b+$"}]}}]);
    let found = |proof_steps: usize| {
        let (old, new) = (union("anyOf"), union("oneOf"));
        let (old, new) = (|_: usize| old[0].clone(), |_: usize| new[0].clone());
        let limits = Limits { proof_steps, ..Limits::default() };
        diff_lists(&ComparedList::new(1, &old), &ComparedList::new(1, &new), &limits)
    };
    let (few, usual) = (found(20), found(Limits::default().proof_steps));
    assert_eq!((few.worst(), few.tools[0].ran_out), (Some(ChangeClass::Unknown), true));
    assert!(report::summary(&few).ends_with("; proofs about 1 tool ran out of steps (`--limit proof_steps=N` and `proof_total_steps=N` allow more)"));
    assert!(report::json::text(&few).contains(r#""ran_out":true"#));
    assert!(!usual.tools[0].ran_out);
    assert!(!report::json::text(&usual).contains("ran_out"));
}
