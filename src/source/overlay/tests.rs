//! The rules of the Overlay Specification, and the limits.

#![allow(clippy::unwrap_used)]

use crate::json::{Value, json};

use super::super::document::Document;
use super::super::input::Access;
use super::super::sample::input;
use super::super::sources::Sources;
use crate::diagnostic::{Code, Fatal, Sink};
use crate::limits::Limits;

/// Returns the document after the overlay, and the codes of the diagnostics.
fn overlaid(document: &Value, version: &str, actions: &Value) -> (Value, Vec<Code>) {
    let (result, said) = bounded(document, version, actions, Limits::default());
    (result.unwrap(), said)
}

fn bounded(
    document: &Value,
    version: &str,
    actions: &Value,
    limits: Limits,
) -> (Result<Value, Fatal>, Vec<Code>) {
    let overlay = json!({"overlay": version, "info": {"title": "t", "version": "1"}, "actions": actions});
    let (sources, sink) = (Sources::new(Access::default(), limits), Sink::new());
    let original = sources.load(&input(document.to_string().as_bytes()), &sink).unwrap();
    let result = sources.overlay(original, &[input(overlay.to_string().as_bytes())], &sink);
    let value = result.map(|document| document.root().to_value());
    (value, sink.into_diagnostics().into_iter().map(|diagnostic| diagnostic.code).collect())
}

#[test]
fn values_are_merged_by_their_kinds() {
    let is = |target: Value, update: Value, version: &str| {
        let (result, said) =
            overlaid(&json!({"a": target}), version, &json!([{"target": "$.a", "update": update}]));
        (result["a"].clone(), said)
    };
    let fits = |value| (value, Vec::new());
    let misfit = |value| (value, vec![Code::OverlayMisfit]);
    let newer = |value| (value, vec![Code::OverlayIrregular]);
    // Target, value, and the result in 1.1.0 and in 1.0.0.
    let rows = [
        (json!({"x": 1}), json!({"y": 2}), fits(json!({"x": 1, "y": 2})), fits(json!({"x": 1, "y": 2}))),
        (json!({"x": 1}), json!({"x": null}), fits(json!({"x": null})), fits(json!({"x": null}))),
        (
            json!({"x": [1]}),
            json!({"x": [1, 2]}),
            fits(json!({"x": [1, 1, 2]})),
            fits(json!({"x": [1, 1, 2]})),
        ),
        (
            json!({"x": {"y": 1}}),
            json!({"x": {"z": {}}}),
            fits(json!({"x": {"y": 1, "z": {}}})),
            fits(json!({"x": {"y": 1, "z": {}}})),
        ),
        (
            json!({"x": [1]}),
            json!({"x": 2, "y": 3}),
            misfit(json!({"x": [1], "y": 3})),
            misfit(json!({"x": [1], "y": 3})),
        ),
        (json!({"x": {}}), json!({"x": null}), misfit(json!({"x": {}})), misfit(json!({"x": {}}))),
        (json!({"x": 1}), json!({"x": {}}), misfit(json!({"x": 1})), misfit(json!({"x": 1}))),
        (json!({"x": {}}), json!([1]), misfit(json!({"x": {}})), misfit(json!({"x": {}}))),
        (json!({}), json!("text"), misfit(json!({})), misfit(json!({}))),
        (json!([1]), json!({"x": 1}), fits(json!([1, {"x": 1}])), fits(json!([1, {"x": 1}]))),
        (json!([1]), json!(null), fits(json!([1, null])), fits(json!([1, null]))),
        (json!([1]), json!([2, [3]]), fits(json!([1, 2, [3]])), fits(json!([1, [2, [3]]]))),
        (json!("old"), json!("new"), fits(json!("new")), newer(json!("new"))),
        (json!(null), json!(1), fits(json!(1)), newer(json!(1))),
        (json!("old"), json!(false), fits(json!(false)), newer(json!(false))),
        (
            json!("old"),
            json!({}),
            misfit(json!("old")),
            (json!("old"), vec![Code::OverlayIrregular, Code::OverlayMisfit]),
        ),
    ];
    for (target, update, latest, first) in rows {
        assert_eq!(is(target.clone(), update.clone(), "1.1.0"), latest, "{target} {update}");
        assert_eq!(is(target.clone(), update.clone(), "1.0.0"), first, "{target} {update}");
    }
}

#[test]
fn keys_with_escapes_are_the_same_keys() {
    let sink = Sink::new();
    let sources = Sources::new(Access::default(), Limits::default());
    let original = sources.load(&input(br#"{"\u0061": {"b\"": "\u00e9"}}"#), &sink).unwrap();
    let overlay = br#"{"overlay": "1.1.0", "info": {"title": "t", "version": "1"},
        "actions": [{"target": "$", "update": {"a": {"\u0062\"": "\u00e8", "c": "\t"}}}]}"#;
    let document = sources.overlay(original, &[input(overlay)], &sink).unwrap();
    assert_eq!(document.root().to_value(), json!({"a": {"b\"": "è", "c": "\t"}}));
}

#[test]
fn actions_build_on_one_another() {
    let document = json!({"a": {"x": [1, 2]}, "b": {"a": 1}});
    for (actions, result) in [
        (
            json!([{"target": "$.a.x", "remove": true}, {"target": "$.a", "update": {"x": [3]}}]),
            json!({"a": {"x": [3]}, "b": {"a": 1}}),
        ),
        (
            json!([{"target": "$.a.x[0]", "remove": true}, {"target": "$.a.x[0]", "remove": true}]),
            json!({"a": {"x": []}, "b": {"a": 1}}),
        ),
        (json!([{"target": "$.a.x[*]", "remove": true}]), json!({"a": {"x": []}, "b": {"a": 1}})),
        (json!([{"target": "$..a", "remove": true}]), json!({"b": {}})),
        (json!([{"target": "$['a', 'a'].x", "update": 3}]), json!({"a": {"x": [1, 2, 3]}, "b": {"a": 1}})),
        // A move, and a copy of a value into one of its parts.
        (
            json!([{"target": "$.b", "copy": "$.a"}, {"target": "$.a", "remove": true}]),
            json!({"b": {"a": 1, "x": [1, 2]}}),
        ),
        (
            json!([{"target": "$.b", "remove": true}, {"target": "$.a", "copy": "$"}]),
            json!({"a": {"x": [1, 2], "a": {"x": [1, 2]}}}),
        ),
        (json!([{"target": "$.a.x", "copy": "$.a.x"}]), json!({"a": {"x": [1, 2, 1, 2]}, "b": {"a": 1}})),
        // A copy can be changed, and the original stays unchanged.
        (
            json!([{"target": "$", "update": {"c": {}}}, {"target": "$.c", "copy": "$.a"}, {"target": "$.c.x", "update": 3}]),
            json!({"a": {"x": [1, 2]}, "b": {"a": 1}, "c": {"x": [1, 2, 3]}}),
        ),
    ] {
        assert_eq!(overlaid(&document, "1.1.0", &actions), (result, Vec::new()), "{actions}");
    }
}

#[test]
fn queries_are_those_of_the_rfc() {
    let document = json!({
        "list": [{"n": "a", "v": 1}, {"n": "b", "v": 2.0}, {"n": "c", "w": [1]}, "text", null, 5],
        "o'k": {"list": {"n": "d"}},
        "limit": 2,
    });
    for (query, selected) in [
        ("$.limit", json!([2])),
        ("$['o\\'k'].list.n", json!(["d"])),
        ("$.list[0,0].n", json!(["a"])),
        ("$.list[-1]", json!([5])),
        ("$.list[1:3].n", json!(["b", "c"])),
        ("$.list[::-2]", json!([5, "text", {"n": "b", "v": 2.0}])),
        ("$.list[:-4:1].n", json!(["a", "b"])),
        ("$.list[7:]", json!([])),
        ("$..n", json!(["a", "b", "c", "d"])),
        ("$..list[?@ == null]", json!([null])),
        ("$.list[?@.v].n", json!(["a", "b"])),
        ("$.list[?!@.v].n", json!(["c"])),
        ("$.list[?@.v == 2].n", json!(["b"])),
        ("$.list[?@.v >= $.limit || @.w].n", json!(["b", "c"])),
        ("$.list[?@.v < 2 && @.n != 'b'].n", json!(["a"])),
        ("$.list[?@.w == $.list[2].w].n", json!(["c"])),
        ("$.list[?@.x == @.y && @.n].n", json!(["a", "b", "c"])),
        ("$.list[?@ > 'tex']", json!(["text"])),
        ("$.list[?length(@) == 4]", json!(["text"])),
        ("$.list[?count(@.*) == 2].n", json!(["a", "b", "c"])),
        ("$.list[?value(@..v) == 1].n", json!(["a"])),
        ("$.list[?match(@, 't.*t')]", json!(["text"])),
        ("$.list[?match(@, 'ex')]", json!([])),
        ("$.list[?search(@.n, '[ab]')].n", json!(["a", "b"])),
        ("$.list[?search(@.n, '(')].n", json!([])),
    ] {
        let sink = Sink::new();
        let sources = Sources::new(Access::default(), Limits::default());
        let original = sources.load(&input(document.to_string().as_bytes()), &sink).unwrap();
        let mut patch = super::DocumentPatch::new(original.root(), &sources.limits);
        let found = super::query::PathQuery::parse(query).unwrap().select(&mut patch).unwrap();
        let values: Value = found.into_iter().map(|item| patch.value(item).to_value()).collect();
        assert_eq!(values, selected, "{query}");
    }
    let deep = format!("$[?{}@.a{}]", "(".repeat(9), ")".repeat(9));
    let functions = format!("$[?{}@.a", "length(".repeat(200));
    let long = format!("$.{}", "a".repeat(10_000));
    for query in ["", "a", "$.", "$.a-b", "$[", "$['a'", "$[?@.a = 1]", " $.a", &deep, &functions, &long] {
        assert!(super::query::PathQuery::parse(query).is_err(), "{query}");
    }
}

#[test]
fn what_changes_nothing_gives_the_same_tree() {
    let text =
        r#"{"a": [{"b": "\u0041", "c": 1e2}, [], {}], "a": [1.50, null, {"d": "x", "d": "y"}], "": true}"#;
    for actions in
        [json!([]), json!([{"target": "$", "update": {}}]), json!([{"target": "$..none", "remove": true}])]
    {
        let overlay = json!({"overlay": "1.1.0", "info": {}, "actions": actions});
        let (sources, sink) = (Sources::new(Access::default(), Limits::default()), Sink::new());
        let original = sources.load(&input(text.as_bytes()), &sink).unwrap();
        let patched = sources.overlay(original, &[input(overlay.to_string().as_bytes())], &sink).unwrap();
        let value = |document: &Document| document.root().to_value().to_string();
        assert_eq!(value(patched), value(original), "{actions}");
    }
}

#[test]
fn references_find_the_document_as_it_was_made() {
    let text =
        br##"{"$self": "https://example.com/a.json", "from": {"$ref": "https://example.com/a.json#/defs/x"},
        "id": {"$ref": "https://example.com/x.json"}, "here": {"$ref": "#/defs/x"}, "name": {"$ref": "#old"},
        "defs": {"x": {"$id": "x.json", "$anchor": "old", "type": "string"}}}"##;
    let overlay = br##"{"overlay": "1.1.0", "info": {"title": "t", "version": "1"}, "actions": [
        {"target": "$.defs.x", "update": {"type": "integer"}},
        {"target": "$", "update": {"added": {"$ref": "#new"}, "defs": {"y": {"$anchor": "new", "type": "number"}}}}]}"##;
    let (sources, sink) = (Sources::new(Access::default(), Limits::default()), Sink::new());
    let original = sources.load(&input(text), &sink).unwrap();
    let patched = sources.overlay(original, &[input(overlay)], &sink).unwrap();
    for (from, kind) in [
        ("from", "integer"),
        ("id", "integer"),
        ("here", "integer"),
        ("name", "integer"),
        ("added", "number"),
    ] {
        let found = sources.follow(patched.root().get(from).unwrap(), &sink).unwrap();
        assert_eq!(found.get("type").unwrap().as_str(), Some(kind), "{from}");
        assert_eq!(found.document().id(), patched.id());
    }
    let added = patched.root().get("added").unwrap();
    let position = sources.position(added.place()).unwrap();
    assert_eq!((position.pointer.as_str(), position.line), ("/actions/1/update/added", Some(3)));
}

#[test]
fn overlays_cannot_make_more_than_the_limits_allow() {
    let double = json!({"target": "$.a", "copy": "$.a"});
    let doubled = |times: usize| Value::Array(vec![double.clone(); times]);
    let list = json!({"a": [1]});
    let few = || Limits { nodes: 10_000, ..Limits::default() };
    let (result, _) = bounded(&list, "1.1.0", &doubled(12), few());
    assert_eq!(result.unwrap()["a"].as_array().unwrap().len(), 1 << 12);
    let fatal = bounded(&list, "1.1.0", &doubled(1_000), few()).0.unwrap_err();
    assert_eq!(fatal.code, Code::TooLarge);
    // Copies count by what they hold, whether they were changed or not.
    let added = |overlay_nodes| Limits { overlay_nodes, ..Limits::default() };
    let whole = json!({"a": [[1, 2, 3]], "b": []});
    let copy = json!([{"target": "$.b", "copy": "$.a"}]);
    assert_eq!(bounded(&whole, "1.1.0", &copy, added(5)).0, Ok(json!({"a": [[1, 2, 3]], "b": [[1, 2, 3]]})));
    let fatal = bounded(&whole, "1.1.0", &copy, added(2)).0.unwrap_err();
    assert_eq!(fatal.code, Code::TooLarge);
    assert!(fatal.help.unwrap().contains("overlay_nodes"));
    // A thousand values, to each of which a hundred are added.
    let wide = json!({"a": (0..1_000).map(|_| json!({})).collect::<Vec<_>>()});
    let update = json!([{"target": "$.a[*]", "update": {"x": (0..100).collect::<Vec<_>>()}}]);
    let fatal = bounded(&wide, "1.1.0", &update, few()).0.unwrap_err();
    assert_eq!(fatal.code, Code::TooLarge);
    let chain = (0..60).fold(json!({"end": 1}), |inner, _| json!({"x": inner}));
    let nest = json!({"target": "$..[?@.end]", "copy": "$"});
    let fatal = bounded(&chain, "1.1.0", &json!([nest, nest, nest]), Limits::default()).0.unwrap_err();
    assert_eq!(fatal.code, Code::TooDeep);
    let brackets = json!({"a": {"x": [[[[]]]]}});
    let deeper = json!([{"target": "$.a.x[0]", "copy": "$.a.x"}]);
    let under = |depth| bounded(&brackets, "1.1.0", &deeper, Limits { depth, ..Limits::default() }).0;
    assert_eq!(under(7), Ok(json!({"a": {"x": [[[[]], [[[]]]]]}})));
    assert_eq!(under(6).unwrap_err().code, Code::TooDeep);
    let steps = Limits { overlay_steps: 50_000, ..Limits::default() };
    let hostile = json!([{"target": "$..*[?$..*[?$..*]]", "remove": true}]);
    let fatal = bounded(&wide, "1.1.0", &hostile, steps).0.unwrap_err();
    assert_eq!(fatal.code, Code::TooLarge);
    assert!(fatal.help.unwrap().contains("overlay_steps"));
}
