//! The class of each change in the tables of docs/diff.md, beside those of the accepted values.

use crate::json::{Value, json};

use super::{ChangeClass, ChangeKind, diff};

#[track_caller]
fn check(old: &Value, new: &Value, class: ChangeClass, kind: ChangeKind) {
    let found = diff(&json!([old]), &json!([new]));
    let all: Vec<(ChangeClass, ChangeKind)> =
        found.tools.iter().flat_map(|tool| &tool.changes).map(|change| (change.class, change.kind)).collect();
    assert_eq!(all, [(class, kind)], "{old}\n{new}\n{found:#?}");
}

/// A tool with these members, which replace its own.
fn tool(members: &Value) -> Value {
    let mut tool = json!({"name": "t", "inputSchema": {"type": "object"}});
    for (key, value) in members.as_object().into_iter().flatten() {
        tool.as_object_mut().map(|tool| tool.insert(key.clone(), value.clone()));
    }
    tool
}

#[test]
fn members_of_a_tool() {
    use ChangeClass::{Breaking, Compatible, Cosmetic, Unknown};
    let hint = |hint: &str, value: bool| json!({"annotations": {hint: value}});
    let task = |support: &str| json!({"execution": {"taskSupport": support}});
    for (old, new, class, kind) in [
        (hint("idempotentHint", true), json!({}), Breaking, ChangeKind::Hint),
        (json!({}), hint("idempotentHint", true), Compatible, ChangeKind::Hint),
        (hint("openWorldHint", false), hint("openWorldHint", true), Breaking, ChangeKind::Hint),
        (json!({}), hint("openWorldHint", false), Compatible, ChangeKind::Hint),
        (
            json!({"annotations": {"readOnlyHint": true, "idempotentHint": true}}),
            json!({"annotations": {"readOnlyHint": true}}),
            Compatible,
            ChangeKind::Hint,
        ),
        (json!({}), json!({"annotations": {"title": "A"}}), Cosmetic, ChangeKind::Hint),
        (task("forbidden"), task("optional"), Compatible, ChangeKind::Member),
        (task("required"), task("optional"), Compatible, ChangeKind::Member),
        (json!({}), task("required"), Breaking, ChangeKind::Member),
        (task("optional"), json!({}), Breaking, ChangeKind::Member),
        (task("forbidden"), json!({}), Cosmetic, ChangeKind::Member),
        (task("optional"), task("x"), Unknown, ChangeKind::Member),
        (json!({}), json!({"execution": {"x": 1}}), Unknown, ChangeKind::Member),
        (json!({}), json!({"icons": [{"src": "https://example.com/a.png"}]}), Cosmetic, ChangeKind::Member),
        (json!({}), json!({"_meta": {"dev.apimint/tags": ["a"]}}), Cosmetic, ChangeKind::Member),
        (json!({}), json!({"_meta": {"dev.apimint/origin": {}}}), Compatible, ChangeKind::Member),
        (json!({}), json!({"_meta": {"com.example/x": 1}}), Unknown, ChangeKind::Member),
        (json!({}), json!({"_meta": {}}), Cosmetic, ChangeKind::Member),
        (json!({}), json!({"strict": true}), Unknown, ChangeKind::Member),
        (json!({"title": "A"}), json!({"title": "B"}), Cosmetic, ChangeKind::Title),
        (json!({"name": 1}), json!({"name": 2}), Unknown, ChangeKind::Member),
        (json!({}), json!({"inputSchema": {"type": "object", "title": "A"}}), Cosmetic, ChangeKind::Title),
    ] {
        check(&tool(&old), &tool(&new), class, kind);
    }
    check(&tool(&json!({})), &json!({"name": "t"}), Unknown, ChangeKind::Schema);
    assert!(diff(&json!([1]), &json!([1])).tools.is_empty());
    check(&json!(1), &json!(2), Unknown, ChangeKind::Member);
}

#[test]
fn parts_of_a_call() {
    use ChangeClass::{Breaking, Compatible, Cosmetic, Unknown};
    let call = |members: &Value| {
        let mut call = json!({"method": "GET", "path": "/a"});
        for (key, value) in members.as_object().into_iter().flatten() {
            call.as_object_mut().map(|call| call.insert(key.clone(), value.clone()));
        }
        tool(&json!({"_meta": {"dev.apimint/http": call}}))
    };
    let server = |urls: &[&str]| -> Value {
        let servers: Value = urls.iter().map(|url| json!({"url": url})).collect();
        json!({"servers": servers})
    };
    let (one, other) = ("https://a.example/v1", "https://b.example/v1");
    let key = |name: &str| json!({name: {"type": "apiKey", "in": "header", "name": "X-Key"}});
    let security = |alternatives: Vec<Value>| json!({"security": alternatives});
    for (old, new, class, kind) in [
        (json!({}), json!({"method": "POST"}), Unknown, ChangeKind::Method),
        (json!({}), json!({"path": "/b"}), Unknown, ChangeKind::Path),
        (
            json!({}),
            json!({"constants": [{"name": "v", "in": "query", "value": 2}]}),
            Unknown,
            ChangeKind::Call,
        ),
        (json!({}), json!({"cookies": [{"name": "c"}]}), Unknown, ChangeKind::Call),
        (json!({}), json!({"accept": "text/csv"}), Compatible, ChangeKind::Call),
        (json!({}), json!({"wrap": true}), Compatible, ChangeKind::Call),
        (json!({}), json!({"operationId": "a"}), Cosmetic, ChangeKind::Call),
        (json!({}), json!({"x": 1}), Unknown, ChangeKind::Call),
        (server(&[one]), server(&["https://a.example/v2"]), Compatible, ChangeKind::Servers),
        (server(&[one]), server(&[one, other]), Compatible, ChangeKind::Servers),
        (server(&[one]), server(&[other]), Unknown, ChangeKind::Servers),
        (server(&[one]), json!({}), Unknown, ChangeKind::Servers),
        (
            json!({"servers": [{"url": "{u}", "variables": {"u": {"default": one}}}]}),
            json!({"servers": [{"url": "{u}", "variables": {"u": {"default": other}}}]}),
            Unknown,
            ChangeKind::Servers,
        ),
        (json!({}), security(vec![key("a")]), Breaking, ChangeKind::Security),
        (security(vec![key("a")]), json!({}), Compatible, ChangeKind::Security),
        (security(vec![key("a")]), security(vec![key("a"), key("b")]), Compatible, ChangeKind::Security),
        (security(vec![key("a"), key("b")]), security(vec![key("a")]), Unknown, ChangeKind::Security),
        (security(vec![key("a")]), security(vec![key("b")]), Breaking, ChangeKind::Security),
        (
            security(vec![key("a")]),
            security(vec![json!({"a": {"type": "http"}})]),
            Unknown,
            ChangeKind::Security,
        ),
        (
            json!({"arguments": {"a": {"in": "query", "name": "a", "style": "form"}}}),
            json!({"arguments": {"a": {"in": "query", "name": "a", "style": "deepObject"}}}),
            Compatible,
            ChangeKind::Call,
        ),
        (json!({}), json!({"arguments": {"a": {"in": "query", "name": "a"}}}), Compatible, ChangeKind::Call),
        (
            json!({"arguments": {"a": {"in": "query", "name": "a"}}}),
            json!({"arguments": {}}),
            Breaking,
            ChangeKind::Call,
        ),
        (json!({}), json!({"arguments": 1}), Unknown, ChangeKind::Call),
        (
            json!({"body": {"argument": "body", "contentType": "application/json"}}),
            json!({"body": {"argument": "body", "contentType": "text/csv"}}),
            Compatible,
            ChangeKind::ContentType,
        ),
        (
            json!({"body": {"argument": "body", "contentType": "text/csv"}}),
            json!({"body": {"argument": "b", "contentType": "text/csv"}}),
            Compatible,
            ChangeKind::Call,
        ),
    ] {
        check(&call(&old), &call(&new), class, kind);
    }
    check(&tool(&json!({})), &call(&json!({})), Compatible, ChangeKind::Call);
    check(&call(&json!({})), &tool(&json!({"_meta": {}})), Breaking, ChangeKind::Call);
}

#[test]
fn keywords_that_constrain_nothing() {
    use ChangeClass::{Breaking, Compatible, Cosmetic, Unknown};
    let input =
        |schema: &Value| tool(&json!({"inputSchema": {"type": "object", "properties": {"a": schema}}}));
    let output =
        |schema: &Value| tool(&json!({"outputSchema": {"type": "object", "properties": {"a": schema}}}));
    let mapping = |mapping: Value| json!({"discriminator": {"propertyName": "k", "mapping": mapping}});
    let (few, more) =
        (mapping(json!({"a": "#/anyOf/0"})), mapping(json!({"a": "#/anyOf/0", "b": "#/anyOf/1"})));
    for (old, new, of_input, of_output) in [
        (json!({}), json!({"format": "date"}), Unknown, Compatible),
        (json!({"format": "date"}), json!({}), Compatible, Unknown),
        (json!({}), json!({"contentEncoding": "base64"}), Unknown, Unknown),
        (json!({"contentMediaType": "text/csv"}), json!({}), Unknown, Unknown),
        (json!({}), json!({"readOnly": true}), Unknown, Compatible),
        (json!({}), json!({"writeOnly": true}), Compatible, Unknown),
        (json!({"readOnly": true}), json!({"readOnly": false}), Compatible, Compatible),
        (json!({}), json!({"x-mcp-header": "A"}), Breaking, Compatible),
        (json!({"x-mcp-header": "A"}), json!({"x-mcp-header": "B"}), Breaking, Compatible),
        (json!({"x-mcp-header": "A"}), json!({"x-mcp-header": "a"}), Compatible, Compatible),
        (json!({"x-mcp-header": "A"}), json!({}), Compatible, Compatible),
        (few.clone(), more.clone(), Compatible, Unknown),
        (more.clone(), few.clone(), Unknown, Compatible),
        (json!({}), few.clone(), Compatible, Compatible),
        (few.clone(), json!({}), Compatible, Unknown),
        (json!({}), json!({"$schema": "https://json-schema.org/draft/2020-12/schema"}), Cosmetic, Cosmetic),
        (json!({}), json!({"$schema": "http://json-schema.org/draft-07/schema#"}), Unknown, Unknown),
        (json!({}), json!({"default": 1}), Compatible, Cosmetic),
        (json!({}), json!({"deprecated": true}), Compatible, Compatible),
        (json!({}), json!({"x-order": 1}), Compatible, Compatible),
        (json!({}), json!({"examples": [1]}), Cosmetic, Cosmetic),
        (json!({}), json!({"$comment": "a"}), Cosmetic, Cosmetic),
    ] {
        let kind = match new.get("format").or(old.get("format")).or(new.get("default")) {
            Some(value) if value == &json!(1) => ChangeKind::Default,
            Some(_) => ChangeKind::Format,
            None => ChangeKind::Annotation,
        };
        check(&input(&old), &input(&new), of_input, kind);
        check(&output(&old), &output(&new), of_output, kind);
    }
}

/// A proof about the accepted values does not hide a format that is lost on the way.
#[test]
fn annotations_inside_what_is_composed_in_another_way() {
    let output =
        |schema: &Value| tool(&json!({"outputSchema": {"type": "object", "properties": {"a": schema}}}));
    let plain = output(&json!({"type": "string", "format": "date"}));
    let kept = output(&json!({"allOf": [{"type": "string"}, {"format": "date"}]}));
    check(&plain, &kept, ChangeClass::Compatible, ChangeKind::Union);
    let lost = output(&json!({"allOf": [{"type": "string"}]}));
    let found = diff(&json!([plain]), &json!([lost]));
    assert_eq!(found.worst(), Some(ChangeClass::Unknown), "{found:#?}");
    // In branches with the same keywords, and in a definition that both sides have.
    let union =
        |format: &str| output(&json!({"anyOf": [{"type": "string", "format": format}, {"type": "null"}]}));
    check(&union("date"), &union("time"), ChangeClass::Unknown, ChangeKind::Format);
}

#[test]
fn keywords_that_only_add_a_constraint() {
    use ChangeClass::{Breaking, Compatible, Unknown};
    let input =
        |schema: &Value| tool(&json!({"inputSchema": {"type": "object", "properties": {"a": schema}}}));
    let any = json!({"type": "object"});
    for keyword in [
        json!({"not": {"maxProperties": 40, "minProperties": 30}}),
        json!({"propertyNames": {"pattern": "^(?!x)y"}}),
        json!({"dependentRequired": {"x": ["y"]}}),
    ] {
        let mut more = any.clone();
        for (key, value) in keyword.as_object().into_iter().flatten() {
            more.as_object_mut().map(|more| more.insert(key.clone(), value.clone()));
        }
        let found = diff(&json!([input(&any)]), &json!([input(&more)]));
        assert!(matches!(found.worst(), Some(Breaking | Compatible)), "{keyword} {found:#?}");
        check(&input(&more), &input(&any), Compatible, ChangeKind::Schema);
    }
    let list =
        |schema: &Value| input(&json!({"type": "array", "contains": {"const": 1}, "minContains": schema}));
    check(&list(&json!(1)), &list(&json!("x")), Unknown, ChangeKind::Schema);
}

/// A branch of a union may be narrower if another one accepts the rest.
#[test]
fn unions_are_judged_as_a_whole() {
    let input =
        |schema: &Value| tool(&json!({"inputSchema": {"type": "object", "properties": {"a": schema}}}));
    let union = |second: &Value| input(&json!({"oneOf": [{"type": "number"}, second]}));
    let old = union(&json!({"type": ["object", "integer"], "properties": {}}));
    let new = union(&json!({"type": "object", "properties": {}}));
    let found = diff(&json!([old]), &json!([new]));
    assert!(found.worst() <= Some(ChangeClass::Unknown), "{found:#?}");
    let new = union(&json!({"type": "integer", "maximum": 3}));
    let found = diff(&json!([old]), &json!([new]));
    assert_eq!(found.worst(), Some(ChangeClass::Breaking), "{found:#?}");
}

/// Found by hand: what a schema does not describe any more was hidden by any other keyword, and by a new composition.
#[test]
fn gone_members_are_told_whatever_stands_beside() {
    let input = |schema: &Value| tool(&json!({"inputSchema": schema}));
    let text = json!({"type": "string"});
    let both = json!({"a": text, "b": text});
    for beside in [
        json!({"anyOf": [{"required": ["a"]}, {}]}),
        json!({"allOf": [{"minProperties": 0}]}),
        json!({"patternProperties": {"^x-": {"type": "string"}}}),
        json!({"additionalProperties": true}),
    ] {
        let with = |properties: &Value| {
            let mut schema = json!({"type": "object", "properties": properties});
            for (key, value) in beside.as_object().into_iter().flatten() {
                schema.as_object_mut().map(|schema| schema.insert(key.clone(), value.clone()));
            }
            input(&schema)
        };
        let found = diff(&json!([with(&both)]), &json!([with(&json!({"a": text}))]));
        let gone = |change: &super::ToolChange| {
            change.class == ChangeClass::Breaking && change.message.contains("`b` is gone")
        };
        assert!(found.tools[0].changes.iter().any(gone), "{beside} {found:#?}");
    }
    let place = |schema: &Value| input(&json!({"type": "object", "properties": {"p": schema}}));
    let (old, new) =
        (json!({"type": "object", "properties": both}), json!({"type": "object", "properties": {"a": text}}));
    for (old, new) in [
        (old.clone(), json!({"anyOf": [new, {"type": "null"}]})),
        (
            json!({"type": "array", "items": old}),
            json!({"type": "array", "items": {"oneOf": [new, {"type": "null"}]}}),
        ),
        (json!({"anyOf": [old, {"type": "null"}]}), json!({"anyOf": [new, text, {"type": "null"}]})),
    ] {
        let found = diff(&json!([place(&old)]), &json!([place(&new)]));
        assert_eq!(found.worst(), Some(ChangeClass::Breaking), "{found:#?}");
        let kept = diff(&json!([place(&old)]), &json!([place(&json!({"anyOf": [old, {"type": "null"}]}))]));
        assert!(kept.worst() <= Some(ChangeClass::Compatible), "{kept:#?}");
    }
}

/// A condition is one change, so that its counterexample is shown.
#[test]
fn a_new_condition_is_one_change() {
    let schema = |condition: bool| {
        let mut schema = json!({"type": "object", "properties": {"m": {"enum": ["a", "b"]}, "x": {"type": "string"}},
            "required": ["m"]});
        if condition {
            for (key, value) in
                [("if", json!({"properties": {"m": {"const": "a"}}})), ("then", json!({"required": ["x"]}))]
            {
                schema.as_object_mut().map(|schema| schema.insert(key, value));
            }
        }
        tool(&json!({"inputSchema": schema}))
    };
    let found = diff(&json!([schema(false)]), &json!([schema(true)]));
    assert_eq!(found.tools[0].changes.len(), 1, "{found:#?}");
    assert_eq!(found.tools[0].changes[0].example, Some(json!({"m": "a"})), "{found:#?}");
}
