//! Answers agree with an independent validator, for generated schemas and values.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::json::{Map, Value, json};

use super::{RootedSchema, Subsumption, SubsumptionChecker, UnnamedMembers};

fn value() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-2_i64..6).prop_map(Value::from),
        select(vec![json!(0.5), json!(2.0), json!(2.5)]),
        "[ab]{0,3}".prop_map(Value::from),
    ];
    scalar.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..3).prop_map(Value::from),
            vec(("[a-c]", inner), 0..3).prop_map(|all| Value::Object(all.into_iter().collect())),
        ]
    })
}

fn keyword(inner: BoxedStrategy<Value>) -> impl Strategy<Value = (String, Value)> {
    let kind = select(vec!["null", "boolean", "integer", "number", "string", "array", "object"]);
    let kinds = vec(kind.clone(), 1..3).prop_map(|mut kinds| {
        kinds.dedup();
        json!(kinds)
    });
    let count =
        select(vec!["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"]);
    let bound = select(vec!["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]);
    let own = |(keyword, value): (&str, Value)| (keyword.to_owned(), value);
    let reference = select(vec!["#/$defs/a", "#/$defs/b"]).prop_map(Value::from);
    let properties =
        vec(("[ab]", inner.clone()), 0..3).prop_map(|all| Value::Object(all.into_iter().collect::<Map>()));
    prop_oneof![
        4 => prop_oneof![kind.prop_map(Value::from), kinds].prop_map(|kinds| ("type".to_owned(), kinds)),
        1 => (bound, prop_oneof![(-1_i64..4).prop_map(Value::from), Just(json!(1.5))]).prop_map(own),
        1 => (1_i64..4).prop_map(|of| ("multipleOf".to_owned(), json!(of))),
        2 => (count, (0_u64..3).prop_map(Value::from)).prop_map(own),
        1 => select(vec!["^a", "b$"]).prop_map(|pattern| ("pattern".to_owned(), json!(pattern))),
        1 => any::<bool>().prop_map(|unique| ("uniqueItems".to_owned(), json!(unique))),
        1 => vec(value(), 1..3).prop_map(|values| ("enum".to_owned(), json!(values))),
        1 => value().prop_map(|value| ("const".to_owned(), value)),
        1 => vec("[ab]", 1..2).prop_map(|names| ("required".to_owned(), json!(names))),
        3 => properties.clone().prop_map(|map| ("properties".to_owned(), map)),
        1 => properties.prop_map(|map| ("patternProperties".to_owned(), map)),
        2 => inner.clone().prop_map(|schema| ("additionalProperties".to_owned(), schema)),
        2 => inner.clone().prop_map(|schema| ("items".to_owned(), schema)),
        1 => vec(inner.clone(), 1..3).prop_map(|list| ("prefixItems".to_owned(), json!(list))),
        3 => (select(vec!["anyOf", "oneOf", "allOf"]), vec(inner.clone(), 1..3).prop_map(Value::from)).prop_map(own),
        1 => inner.clone().prop_map(|schema| ("not".to_owned(), schema)),
        1 => inner.prop_map(|schema| ("contains".to_owned(), schema)),
        1 => reference.prop_map(|reference| ("$ref".to_owned(), reference)),
    ]
}

fn schema() -> impl Strategy<Value = Value> {
    let leaf =
        prop_oneof![Just(json!({})), any::<bool>().prop_map(Value::from), Just(json!({"type": "string"}))];
    leaf.prop_recursive(3, 12, 3, |inner| {
        vec(keyword(inner.boxed()), 1..4).prop_map(|all| Value::Object(all.into_iter().collect()))
    })
}

/// A schema with definitions. No definition refers to itself for the same value, which validators do not survive.
fn document() -> impl Strategy<Value = Value> {
    (schema(), select(vec![json!({"type": "integer"}), json!({"items": {"$ref": "#/$defs/b"}, "type": ["array", "null"]})]), schema()).prop_map(
        |(schema, one, _)| {
            let mut map = match schema {
                Value::Object(map) => map,
                other => Map::from_iter([("not".to_owned(), json!({"not": other}))]),
            };
            map.insert("$defs", json!({"a": one, "b": {"properties": {"a": {"$ref": "#/$defs/a"}, "b": {"$ref": "#/$defs/b"}}}}));
            Value::Object(map)
        },
    )
}

/// Two schemas; often, one is the other with one more keyword.
fn documents() -> impl Strategy<Value = (Value, Value)> {
    (document(), document(), any::<bool>()).prop_map(|(one, other, is_related)| {
        if !is_related {
            return (one, other);
        }
        let mut merged = one.clone();
        if let (Some(merged), Some(more)) = (merged.as_object_mut(), other.as_object())
            && let Some((keyword, value)) = more.iter().find(|(keyword, _)| *keyword != "$defs")
        {
            merged.insert(keyword.clone(), value.clone());
        }
        (one, merged)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn answers_hold_for_values((old, new) in documents(), values in vec(value(), 24)) {
        let (one, other) = (RootedSchema::root(&old), RootedSchema::root(&new));
        let mut checker = SubsumptionChecker::new(UnnamedMembers::Allowed);
        let old_in_new = checker.decide(one, other);
        let new_in_old = checker.decide(other, one);
        let counterexample = checker.counterexample(one, other);
        let validator = |schema: &Value| jsonschema::draft202012::new(&schema.into()).unwrap();
        let (one, other) = (validator(&old), validator(&new));
        for value in &values {
            let plain = value.into();
            let (in_old, in_new) = (one.is_valid(&plain), other.is_valid(&plain));
            prop_assert!(old_in_new != Subsumption::Proved || !in_old || in_new, "{} fits the old one only", value);
            prop_assert!(new_in_old != Subsumption::Proved || !in_new || in_old, "{} fits the new one only", value);
        }
        if let Some(value) = counterexample {
            let plain = (&value).into();
            prop_assert!(one.is_valid(&plain) && !other.is_valid(&plain), "{} is no counterexample", value);
            prop_assert!(old_in_new == Subsumption::Refuted(value));
        }
    }

    #[test]
    fn a_schema_is_in_itself(schema in document()) {
        let copy = schema.clone();
        let mut checker = SubsumptionChecker::new(UnnamedMembers::Allowed);
        for (sub, sup) in [(&schema, &copy), (&copy, &schema)] {
            prop_assert!(!matches!(checker.decide(RootedSchema::root(sub), RootedSchema::root(sup)), Subsumption::Refuted(_)));
        }
    }
}
