//! Pairs of schemas with the expected answer in both directions.

mod keywords;

use crate::json::{Value, json};

use super::{RootedSchema, StepBudget, Subsumption, SubsumptionChecker, UnnamedMembers};

/// Steps for one pair of schemas.
const STEPS: usize = 1_000_000;

const YES: Option<bool> = Some(true);
const NO: Option<bool> = Some(false);
const UNKNOWN: Option<bool> = None;

/// Decides whether the new schema accepts all that the old one accepts, and the other way round.
fn both_ways(old: &Value, new: &Value) -> (Option<bool>, Option<bool>) {
    let (old, new) = (RootedSchema::root(old), RootedSchema::root(new));
    let mut checker = SubsumptionChecker::new(UnnamedMembers::Allowed, StepBudget::new(STEPS));
    let mut decide = |sub, sup| match checker.decide(sub, sup) {
        Subsumption::Proved => YES,
        Subsumption::Refuted(_) => NO,
        Subsumption::Unknown => UNKNOWN,
    };
    (decide(old, new), decide(new, old))
}

#[track_caller]
fn check(cases: Vec<(Value, Value, Option<bool>, Option<bool>)>) {
    for (old, new, old_in_new, new_in_old) in cases {
        assert_eq!(both_ways(&old, &new), (old_in_new, new_in_old), "{old} and {new}");
        assert_eq!(both_ways(&new, &old), (new_in_old, old_in_new), "{new} and {old}");
    }
}

#[test]
fn types_are_sets() {
    check(vec![
        (json!({"type": "string"}), json!({"type": "string", "description": "x"}), YES, YES),
        (json!({"type": "integer"}), json!({"type": "number"}), YES, NO),
        (json!({"type": "string"}), json!({"type": ["string", "null"]}), YES, NO),
        (json!({"type": "string"}), json!({"type": "integer"}), NO, NO),
        (json!({"type": "string"}), json!({}), YES, NO),
        (json!({"type": "string"}), json!(true), YES, NO),
        (json!(false), json!({"type": "string"}), YES, NO),
        (json!({"type": ["integer", "number"]}), json!({"type": "number"}), YES, YES),
        (json!({"type": "boolean"}), json!({"enum": [true, false]}), YES, YES),
    ]);
}

#[test]
fn listed_values_are_tried() {
    check(vec![
        (json!({"enum": ["a"]}), json!({"enum": ["b", "a"]}), YES, NO),
        (json!({"const": 1}), json!({"type": "integer"}), YES, NO),
        (json!({"enum": [1.0, 2]}), json!({"enum": [2, 1]}), YES, YES),
        (json!({"enum": ["a", 1], "type": "string"}), json!({"const": "a"}), YES, YES),
    ]);
}

#[test]
fn bounds_and_patterns() {
    check(vec![
        (
            json!({"type": "integer", "minimum": 1}),
            json!({"type": "integer", "exclusiveMinimum": 0}),
            YES,
            YES,
        ),
        (json!({"type": "number", "minimum": 1}), json!({"type": "number", "exclusiveMinimum": 1}), NO, YES),
        (json!({"maximum": 5}), json!({"maximum": 6}), YES, NO),
        (json!({"type": "integer", "multipleOf": 4}), json!({"type": "integer", "multipleOf": 2}), YES, NO),
        (json!({"maxLength": 5}), json!({"maxLength": 6, "minLength": 0}), YES, NO),
        (json!({"minLength": 1}), json!({}), YES, NO),
        (json!({"type": "integer", "minLength": 1}), json!({"type": "integer"}), YES, YES),
        (json!({"pattern": "^a"}), json!({"pattern": "^a"}), YES, YES),
        (json!({"pattern": "^a"}), json!({}), YES, NO),
        (json!({"pattern": "^[a-z]+$"}), json!({"pattern": "^[a-z]*[a-z]$"}), UNKNOWN, UNKNOWN),
        (json!({"format": "date"}), json!({"format": "uuid"}), YES, YES),
        (json!({"items": {"type": "string"}}), json!({"items": {}, "uniqueItems": false}), YES, NO),
        (json!({"type": "array", "uniqueItems": true}), json!({"type": "array"}), YES, NO),
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
        (closed.clone(), name.clone(), YES, NO),
        (required, name.clone(), YES, NO),
        (name.clone(), json!({"type": "object"}), YES, NO),
        (closed, counts.clone(), NO, NO),
        (counts, json!({"additionalProperties": {"type": "number"}}), YES, NO),
        (
            json!({"type": "array", "prefixItems": [{"type": "string"}], "items": {"type": "integer"}}),
            json!({"type": "array", "items": {"type": ["string", "number"]}}),
            YES,
            NO,
        ),
        (
            json!({"type": "array", "maxItems": 0}),
            json!({"type": "array", "items": {"type": "null"}}),
            YES,
            NO,
        ),
    ]);
}

#[test]
fn combinations() {
    let (text, number) = (json!({"type": "string"}), json!({"type": "number"}));
    let kind =
        |name: &str| json!({"type": "object", "properties": {"kind": {"const": name}}, "required": ["kind"]});
    check(vec![
        (json!({"anyOf": [text, number]}), json!({"type": ["string", "number"]}), YES, YES),
        (json!({"anyOf": [text]}), json!({"anyOf": [number, text]}), YES, NO),
        (json!({"oneOf": [text]}), json!({"oneOf": [number, text]}), YES, NO),
        (
            json!({"oneOf": [kind("a"), kind("b")]}),
            json!({"oneOf": [kind("b"), kind("c"), kind("a")]}),
            YES,
            NO,
        ),
        // A value that two branches accept is refused by `oneOf`.
        (json!({"type": "integer"}), json!({"oneOf": [{"type": "integer"}, {"type": "number"}]}), NO, NO),
        (
            json!({"oneOf": [{"minimum": 1}, {"maximum": 5}]}),
            json!({"oneOf": [{"maximum": 5}, {"minimum": 1}]}),
            YES,
            YES,
        ),
        (json!({"allOf": [text, {"minLength": 2}]}), json!({"type": "string", "minLength": 2}), YES, YES),
        (json!({"not": {"type": "string"}}), json!({"not": {"type": "string", "minLength": 2}}), YES, NO),
        (json!({"type": "number"}), json!({"not": {"type": "string"}}), YES, NO),
        (
            json!({"if": text, "then": {"minLength": 1}}),
            json!({"if": text, "then": {"minLength": 1}}),
            YES,
            YES,
        ),
        (json!({"if": text}), json!({"if": number}), YES, YES),
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
        (tree("string"), tree("string"), YES, YES),
        (tree("integer"), tree("number"), YES, NO),
        (tree("string"), json!({"type": "object"}), YES, NO),
        (loops.clone(), loops, UNKNOWN, UNKNOWN),
        (unguarded, json!({"type": "integer"}), NO, UNKNOWN),
        (json!({"$ref": "#/$defs/Nope"}), json!({"$ref": "other.json"}), UNKNOWN, UNKNOWN),
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
