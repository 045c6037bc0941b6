//! Pairs for conditionals, dependents, tuples, `contains`, names of members, unevaluated places and older drafts.

use super::{
    NO, RootedSchema, STEPS, StepBudget, Subsumption, SubsumptionChecker, UNKNOWN, UnnamedMembers, YES, check,
};
use crate::json::{Value, json};

#[test]
fn conditionals_are_proved_case_by_case() {
    let when = |name: &str, then: Value, otherwise: Value| {
        let condition = json!({"properties": {"kind": {"const": name}}, "required": ["kind"]});
        json!({"type": "object", "if": condition, "then": then, "else": otherwise})
    };
    let (needs_a, needs_ab) = (json!({"required": ["a"]}), json!({"required": ["a", "b"]}));
    let either = json!({"anyOf": [
        {"properties": {"kind": {"const": "x"}}, "required": ["kind", "a"]},
        {"not": {"properties": {"kind": {"const": "x"}}, "required": ["kind"]}},
    ]});
    check(vec![
        (when("x", needs_ab.clone(), json!(true)), when("x", needs_a.clone(), json!(true)), YES, NO),
        (when("x", needs_a.clone(), json!(true)), json!({"type": "object"}), YES, NO),
        (when("x", needs_a.clone(), needs_a.clone()), json!({"type": "object", "required": ["a"]}), YES, YES),
        (when("x", needs_a.clone(), json!(true)), when("y", needs_a.clone(), json!(true)), NO, NO),
        (when("x", needs_a, json!(true)), either, YES, NO),
    ]);
}

#[test]
fn dependents_follow_from_members_that_are_there() {
    let required = json!({"type": "object", "dependentRequired": {"a": ["b"], "b": ["c"]}});
    let schemas = json!({"type": "object", "dependentSchemas": {"a": {"required": ["b"]}}});
    let condition = json!({"type": "object", "if": {"required": ["a"]}, "then": {"required": ["b"]}});
    check(vec![
        (required.clone(), json!({"type": "object", "dependentRequired": {"a": ["c"]}}), YES, NO),
        (required.clone(), schemas.clone(), YES, NO),
        (schemas.clone(), condition.clone(), YES, YES),
        (
            json!({"type": "object", "required": ["a"], "allOf": [required]}),
            json!({"required": ["c"]}),
            YES,
            NO,
        ),
        (json!({"type": "object", "properties": {"a": false}}), condition, YES, NO),
        (json!({"type": "string"}), json!({"dependentSchemas": {"a": false}}), YES, NO),
    ]);
}

#[test]
fn tuples_and_contained_items() {
    let tuple = |rest: Value| json!({"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": rest});
    let contains = |least: u64, most: u64| json!({"type": "array", "contains": {"type": "integer"}, "minContains": least, "maxContains": most});
    check(vec![
        (tuple(json!(false)), tuple(json!(true)), YES, NO),
        (tuple(json!(false)), json!({"type": "array", "maxItems": 2}), YES, NO),
        (tuple(json!(false)), json!({"type": "array", "prefixItems": [{"type": "string"}]}), YES, NO),
        (tuple(json!(false)), json!({"type": "array", "items": {"type": ["string", "number"]}}), YES, NO),
        (contains(2, 3), contains(1, 4), YES, NO),
        (contains(2, 3), json!({"type": "array", "minItems": 2}), YES, NO),
        (
            contains(0, 3),
            json!({"type": "array", "contains": {"type": "integer"}, "minContains": 0}),
            YES,
            NO,
        ),
        (
            json!({"type": "array", "items": {"type": "integer"}, "minItems": 1}),
            json!({"type": "array", "contains": {"type": "number"}}),
            YES,
            NO,
        ),
    ]);
}

#[test]
fn names_of_members() {
    let by_pattern = |kind: &str, rest: Value| json!({"type": "object", "patternProperties": {"^x-": {"type": kind}}, "additionalProperties": rest});
    check(vec![
        (by_pattern("integer", json!(false)), by_pattern("number", json!(true)), YES, NO),
        (by_pattern("integer", json!(false)), json!({"additionalProperties": {"type": "integer"}}), YES, NO),
        (by_pattern("integer", json!(true)), json!({"properties": {"x-a": {"type": "number"}}}), YES, NO),
        (
            json!({"type": "object", "properties": {"a": true}, "additionalProperties": false}),
            json!({"type": "object", "propertyNames": {"maxLength": 1}, "maxProperties": 1}),
            YES,
            NO,
        ),
        (
            json!({"type": "object", "propertyNames": {"enum": ["a"]}}),
            json!({"type": "object", "propertyNames": {"maxLength": 1}}),
            YES,
            NO,
        ),
        // A look-ahead is matched, and never reasoned about.
        (
            json!({"type": "string", "pattern": "^(?!a)"}),
            json!({"type": "string", "pattern": "^(?!ab)"}),
            UNKNOWN,
            NO,
        ),
    ]);
}

#[test]
fn unevaluated_places() {
    let closed =
        |keyword: &str| json!({"type": "object", "properties": {"a": {"type": "string"}}, keyword: false});
    let parts = json!({"type": "object", "allOf": [{"properties": {"a": true}}, {"properties": {"b": true}}], "unevaluatedProperties": false});
    check(vec![
        (closed("additionalProperties"), closed("unevaluatedProperties"), YES, YES),
        (closed("additionalProperties"), parts.clone(), YES, NO),
        (parts.clone(), json!({"type": "object", "maxProperties": 2}), YES, NO),
        (parts, json!({"type": "object", "properties": {"c": {"type": "null"}}}), YES, NO),
        (
            json!({"type": "array", "prefixItems": [true], "unevaluatedItems": false}),
            json!({"type": "array", "maxItems": 1}),
            YES,
            YES,
        ),
    ]);
}

#[test]
fn multiples_and_listed_values() {
    check(vec![
        (json!({"type": "number", "multipleOf": 1}), json!({"type": "integer"}), YES, YES),
        (json!({"type": "number", "multipleOf": 6}), json!({"type": "integer", "multipleOf": 3}), YES, NO),
        (json!({"type": "number", "multipleOf": 0.5}), json!({"type": "integer"}), NO, YES),
        (json!({"enum": [1, 5, 9], "maximum": 5}), json!({"enum": [1, 5]}), YES, YES),
        (json!({"enum": ["a", "abc"], "maxLength": 1}), json!({"anyOf": [{"const": "a"}]}), YES, YES),
        (json!({"type": "integer", "minimum": 1, "maximum": 3}), json!({"enum": [1, 2, 3]}), YES, YES),
    ]);
}

#[test]
fn older_drafts_are_read_as_such() {
    let draft = |number: u8, schema: Value| {
        let mut schema = schema;
        let uri = format!("http://json-schema.org/draft-0{number}/schema#");
        schema.as_object_mut().unwrap().insert("$schema", Value::from(uri));
        schema
    };
    let exclusive = |flag: bool| draft(4, json!({"type": "number", "minimum": 1, "exclusiveMinimum": flag}));
    let tuple = |rest: Value| {
        draft(7, json!({"type": "array", "items": [{"type": "string"}], "additionalItems": rest}))
    };
    let depends = |name: &str| json!({"type": "object", "dependencies": {name: {"required": ["b"]}}});
    let beside = json!({"$ref": "#/$defs/A", "minLength": 3, "$defs": {"A": {"type": "string"}}});
    check(vec![
        (exclusive(true), exclusive(false), YES, NO),
        (tuple(json!(false)), tuple(json!(true)), YES, NO),
        (draft(7, depends("a")), draft(7, json!({"type": "object"})), YES, NO),
        // A name is no annotation, whatever it begins with.
        (draft(7, depends("x-1")), draft(7, json!({"type": "object", "dependencies": {"x-1": {}}})), YES, NO),
        // Whether a validator of 2020-12 applies it is not known.
        (depends("a"), json!({"type": "object"}), YES, UNKNOWN),
        (draft(7, beside.clone()), json!({"type": "string"}), YES, YES),
        (beside, json!({"type": "string"}), YES, NO),
    ]);
}

#[test]
fn members_that_are_never_sent() {
    let decide = |old: &Value, new: &Value| {
        let mut checker = SubsumptionChecker::new(UnnamedMembers::NeverSent, StepBudget::new(STEPS));
        checker.decide(RootedSchema::root(old), RootedSchema::root(new))
    };
    let described = json!({"type": "object", "properties": {"a": {"type": "integer"}}});
    let open = json!({"type": "object"});
    let condition = json!({"required": ["kind"], "properties": {"kind": {"const": "x"}}});
    let conditional = json!({"if": condition, "then": {"properties": {"b": {"type": "string"}}}});
    assert_eq!(decide(&described, &conditional), Subsumption::Proved);
    // A condition describes nothing that is sent.
    assert!(matches!(decide(&open, &conditional), Subsumption::Refuted(_)));
    let narrowed = json!({"properties": {"a": {"type": "integer"}, "b": {"type": "string"}}, "anyOf": [{"required": ["a"]}, {"required": ["b"]}]});
    assert_eq!(decide(&described, &narrowed), Subsumption::Refuted(json!({})));
    assert_eq!(
        decide(&described, &json!({"not": {"required": ["a"]}})),
        Subsumption::Refuted(json!({"a": 0}))
    );
    // `additionalProperties` describes members, so that they are sent.
    let parts = |keyword: &str, rest: bool| json!({"allOf": [{"type": "object", "properties": {"a": true}}], keyword: rest});
    let (open, closed) = (parts("additionalProperties", true), parts("unevaluatedProperties", false));
    assert!(matches!(decide(&open, &closed), Subsumption::Refuted(_)));
    let pattern = |pattern: &str| json!({"type": "object", "properties": {"a": {"type": "string", "pattern": pattern}}});
    assert!(matches!(decide(&pattern("^(?!x)[a-z]+$"), &pattern("^(?!y)[0-9]+$")), Subsumption::Refuted(_)));
    // What is required is sent, whether it is described or not.
    let undescribed = json!({"type": "object", "properties": {}, "required": ["b"]});
    let narrow = json!({"type": "object", "properties": {"b": {"type": "array"}}, "required": ["b"]});
    assert!(matches!(decide(&undescribed, &narrow), Subsumption::Refuted(_)));
    assert_eq!(decide(&narrow, &undescribed), Subsumption::Proved);
    let after = |b: Value| json!({"type": "object", "properties": {"a": {}}, "dependentRequired": {"a": ["b"]}, "allOf": [b]});
    let numbers = after(json!({"properties": {"b": {"type": "number"}}}));
    assert!(matches!(decide(&after(json!({})), &numbers), Subsumption::Refuted(_)));
    // A bound that is no number may mean anything.
    let bounded = |bound: Value| json!({"type": "integer", "minimum": bound});
    assert_eq!(decide(&bounded(json!(1)), &bounded(json!(true))), Subsumption::Unknown);
}

#[test]
fn patterns_that_match_everything_and_lengths_of_matches() {
    let text = |keyword: &str, argument: Value| json!({"type": "string", keyword: argument});
    let any = json!({"type": "string"});
    for pattern in ["", ".*", "^.*", "^[a-z]?", "(ab)*|c"] {
        check(vec![(any.clone(), text("pattern", json!(pattern)), YES, YES)]);
    }
    for pattern in ["^$", ".", "^[a-z]*$", "\\b|a*", "^(?!a)"] {
        let mut checker = SubsumptionChecker::new(UnnamedMembers::Allowed, StepBudget::new(STEPS));
        let wanted = text("pattern", json!(pattern));
        assert!(!checker.proves(RootedSchema::root(&any), RootedSchema::root(&wanted)), "{pattern}");
    }
    check(vec![
        (text("pattern", json!("^[a-z]+$")), text("minLength", json!(1)), YES, NO),
        (text("pattern", json!("^[A-Z]{2}-\\d{2,4}$")), text("maxLength", json!(7)), YES, NO),
        (text("pattern", json!("^[A-Z]{2}-\\d{2,4}$")), text("maxLength", json!(6)), NO, NO),
        (text("pattern", json!("[A-Z]{2}")), text("maxLength", json!(2)), NO, NO),
    ]);
}
