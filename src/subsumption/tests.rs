//! Pairs of schemas, with what is known of them both ways.

use crate::json::{Value, json};

use super::Answer::{self, No, Unknown, Yes};
use super::{At, Prover, subsumes};

/// Whether the new schema accepts all of the old one, and the old one all of the new one.
fn both_ways(old: &Value, new: &Value) -> (Answer, Answer) {
    let (old, new) = (At::root(old), At::root(new));
    let mut prover = Prover::default();
    (subsumes(&mut prover, old, new, false), subsumes(&mut prover, new, old, false))
}

#[track_caller]
fn check(cases: Vec<(Value, Value, Answer, Answer)>) {
    for (old, new, old_in_new, new_in_old) in cases {
        assert_eq!(both_ways(&old, &new), (old_in_new, new_in_old), "{old} and {new}");
        assert_eq!(both_ways(&new, &old), (new_in_old, old_in_new), "{new} and {old}");
    }
}

#[test]
fn types_are_sets() {
    check(vec![
        (json!({"type": "string"}), json!({"type": "string", "description": "x"}), Yes, Yes),
        (json!({"type": "integer"}), json!({"type": "number"}), Yes, No),
        (json!({"type": "string"}), json!({"type": ["string", "null"]}), Yes, No),
        (json!({"type": "string"}), json!({"type": "integer"}), No, No),
        (json!({"type": "string"}), json!({}), Yes, No),
        (json!({"type": "string"}), json!(true), Yes, No),
        (json!(false), json!({"type": "string"}), Yes, No),
        (json!({"type": ["integer", "number"]}), json!({"type": "number"}), Yes, Yes),
        (json!({"type": "boolean"}), json!({"enum": [true, false]}), Yes, Yes),
    ]);
}

#[test]
fn listed_values_are_tried() {
    check(vec![
        (json!({"enum": ["a"]}), json!({"enum": ["b", "a"]}), Yes, No),
        (json!({"const": 1}), json!({"type": "integer"}), Yes, No),
        (json!({"enum": [1.0, 2]}), json!({"enum": [2, 1]}), Yes, Yes),
        (json!({"enum": ["a", 1], "type": "string"}), json!({"const": "a"}), Yes, Yes),
    ]);
}

#[test]
fn bounds_and_patterns() {
    check(vec![
        (
            json!({"type": "integer", "minimum": 1}),
            json!({"type": "integer", "exclusiveMinimum": 0}),
            Yes,
            Yes,
        ),
        (json!({"type": "number", "minimum": 1}), json!({"type": "number", "exclusiveMinimum": 1}), No, Yes),
        (json!({"maximum": 5}), json!({"maximum": 6}), Yes, No),
        (json!({"type": "integer", "multipleOf": 4}), json!({"type": "integer", "multipleOf": 2}), Yes, No),
        (json!({"maxLength": 5}), json!({"maxLength": 6, "minLength": 0}), Yes, No),
        (json!({"minLength": 1}), json!({}), Yes, No),
        (json!({"type": "integer", "minLength": 1}), json!({"type": "integer"}), Yes, Yes),
        (json!({"pattern": "^a"}), json!({"pattern": "^a"}), Yes, Yes),
        (json!({"pattern": "^a"}), json!({}), Yes, No),
        (json!({"pattern": "^[a-z]+$"}), json!({"pattern": "^[a-z]*[a-z]$"}), Unknown, Unknown),
        (json!({"format": "date"}), json!({"format": "uuid"}), Yes, Yes),
        (json!({"items": {"type": "string"}}), json!({"items": {}, "uniqueItems": false}), Yes, No),
        (json!({"type": "array", "uniqueItems": true}), json!({"type": "array"}), Yes, No),
    ]);
}

#[test]
fn members_and_items() {
    let name = json!({"type": "object", "properties": {"a": {"type": "string"}}});
    let closed =
        json!({"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": false});
    let required = json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]});
    let counts = json!({"type": "object", "additionalProperties": {"type": "integer"}});
    check(vec![
        (closed.clone(), name.clone(), Yes, No),
        (required, name.clone(), Yes, No),
        (name.clone(), json!({"type": "object"}), Yes, No),
        (closed, counts.clone(), No, No),
        (counts, json!({"additionalProperties": {"type": "number"}}), Yes, No),
        (
            json!({"type": "array", "prefixItems": [{"type": "string"}], "items": {"type": "integer"}}),
            json!({"type": "array", "items": {"type": ["string", "number"]}}),
            Yes,
            No,
        ),
        (
            json!({"type": "array", "maxItems": 0}),
            json!({"type": "array", "items": {"type": "null"}}),
            Yes,
            No,
        ),
    ]);
}

#[test]
fn combinations() {
    let (text, number) = (json!({"type": "string"}), json!({"type": "number"}));
    let kind =
        |name: &str| json!({"type": "object", "properties": {"kind": {"const": name}}, "required": ["kind"]});
    check(vec![
        (json!({"anyOf": [text, number]}), json!({"type": ["string", "number"]}), Yes, Yes),
        (json!({"anyOf": [text]}), json!({"anyOf": [number, text]}), Yes, No),
        (json!({"oneOf": [text]}), json!({"oneOf": [number, text]}), Yes, No),
        (
            json!({"oneOf": [kind("a"), kind("b")]}),
            json!({"oneOf": [kind("b"), kind("c"), kind("a")]}),
            Yes,
            No,
        ),
        // What fits both branches fits `oneOf` no more.
        (json!({"type": "integer"}), json!({"oneOf": [{"type": "integer"}, {"type": "number"}]}), No, No),
        (
            json!({"oneOf": [{"minimum": 1}, {"maximum": 5}]}),
            json!({"oneOf": [{"maximum": 5}, {"minimum": 1}]}),
            Yes,
            Yes,
        ),
        (json!({"allOf": [text, {"minLength": 2}]}), json!({"type": "string", "minLength": 2}), Yes, Yes),
        (json!({"not": {"type": "string"}}), json!({"not": {"type": "string", "minLength": 2}}), Yes, No),
        (json!({"type": "number"}), json!({"not": {"type": "string"}}), Yes, No),
        (
            json!({"if": text, "then": {"minLength": 1}}),
            json!({"if": text, "then": {"minLength": 1}}),
            Yes,
            Yes,
        ),
        (json!({"if": text}), json!({"if": number}), Unknown, Unknown),
    ]);
}

#[test]
fn recursion_ends() {
    let tree = |leaf: &str| {
        json!({"$ref": "#/$defs/T", "$defs": {"T": {"type": "object",
            "properties": {"leaf": {"type": leaf}, "below": {"type": "array", "items": {"$ref": "#/$defs/T"}}}}}})
    };
    let loops = json!({"$ref": "#/$defs/A", "$defs": {"A": {"$ref": "#/$defs/A"}}});
    let unguarded =
        json!({"$ref": "#/$defs/A", "$defs": {"A": {"anyOf": [{"$ref": "#/$defs/A"}, {"type": "string"}]}}});
    check(vec![
        (tree("string"), tree("string"), Yes, Yes),
        (tree("integer"), tree("number"), Yes, No),
        (tree("string"), json!({"type": "object"}), Yes, No),
        (loops.clone(), loops, Unknown, Unknown),
        (unguarded, json!({"type": "integer"}), No, Unknown),
        (json!({"$ref": "#/$defs/Nope"}), json!({"$ref": "other.json"}), Unknown, Unknown),
    ]);
}

#[test]
fn nonsense_is_survived() {
    let nonsense = [
        json!(null),
        json!([]),
        json!({"type": 5, "enum": {}, "properties": [], "required": "a", "anyOf": {}, "items": 3}),
        json!({"minimum": "1", "maxLength": -1, "multipleOf": 0, "pattern": "(", "not": 7}),
        json!({"anyOf": [], "oneOf": [], "allOf": {}}),
    ];
    for old in &nonsense {
        for new in &nonsense {
            let _ = both_ways(old, new);
        }
    }
    let deep = (0..100)
        .fold(json!({"type": "string"}), |inner, _| json!({"properties": {"a": {"anyOf": [inner, {}]}}}));
    let _ = both_ways(&deep, &json!({"type": "object", "properties": {"a": deep}}));
}
