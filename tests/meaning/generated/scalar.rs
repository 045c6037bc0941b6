//! Generates schemas without subschemas.

use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Value, json};

/// Values of `format`: asserted ones, one that becomes an encoding, and one that says nothing.
const FORMATS: [&str; 7] = ["date", "date-time", "uuid", "email", "ipv4", "byte", "password-like"];

/// Generates a subset of the keywords.
pub(super) fn some(all: Vec<(&'static str, Value)>) -> impl Strategy<Value = Value> {
    let most = all.len();
    subsequence(all, 0..=most).prop_map(|chosen| {
        Value::Object(chosen.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
    })
}

/// Generates schemas without subschemas.
pub(super) fn scalar(modern: bool) -> BoxedStrategy<Value> {
    let lengths = some(vec![("minLength", json!(1)), ("maxLength", json!(3))]);
    let pattern =
        select(vec![None, Some("^[a-z]+$"), Some("[0-9]"), Some("(?<=a)b"), Some("^\\-$"), Some("(?i)a")]);
    let format = prop_oneof![3 => Just(None), 2 => select(&FORMATS[..]).prop_map(Some)];
    let texts = (lengths, pattern, format).prop_map(|(mut schema, pattern, format)| {
        schema["type"] = json!("string");
        for (keyword, value) in [("pattern", pattern), ("format", format)] {
            if let Some(value) = value {
                schema[keyword] = json!(value);
            }
        }
        schema
    });
    let exclusive = |bound: i64| if modern { json!(bound) } else { json!(true) };
    let numbers = some(vec![
        ("minimum", json!(1)),
        ("maximum", json!(9)),
        ("exclusiveMinimum", exclusive(1)),
        ("exclusiveMaximum", exclusive(9)),
        ("multipleOf", json!(3)),
    ]);
    let numbers = (numbers, select(vec!["integer", "number"])).prop_map(|(mut schema, kind)| {
        // In OpenAPI 3.0 the exclusive keyword only modifies the bound.
        schema["type"] = json!(kind);
        schema
    });
    let values =
        vec![json!("a"), json!("b"), json!("kind"), json!(1), json!(null), json!(false), json!({"a": 1})];
    let untyped = subsequence(values.clone(), 1..4).prop_map(|values| json!({"enum": values}));
    let typed = subsequence(vec![json!("a"), json!("b"), json!("A"), json!(null)], 1..4)
        .prop_map(|values| json!({"type": "string", "enum": values}));
    let old = prop_oneof![
        2 => texts,
        2 => numbers,
        1 => Just(json!({"type": "boolean"})),
        1 => untyped,
        2 => typed,
        1 => Just(json!({})),
        1 => Just(json!({"type": "string"})),
        1 => Just(json!({"type": "object"})),
    ];
    if !modern {
        return old.boxed();
    }
    prop_oneof![
        5 => old,
        1 => select(values).prop_map(|value| json!({"const": value})),
        1 => Just(json!({"type": "null"})),
        1 => subsequence(vec!["string", "integer", "null", "object", "array"], 1..4).prop_map(|kinds| json!({"type": kinds})),
    ]
    .boxed()
}
