//! Long lists of values and unions of as many constants are compared by an index: time does not grow with their product.

use std::time::Instant;

use apimint::diff::{Subsumption, compare_schemas};
use apimint::json::Value;
use serde_json::json;

use super::read;

/// Ways to say the values 0 to `count` as texts.
fn forms(count: usize) -> Vec<Value> {
    let texts = || (0..count).map(|number| format!("v{number}"));
    let listed: Vec<String> = texts().collect();
    let constants: Vec<serde_json::Value> =
        texts().map(|text| json!({"const": text, "title": "T"})).collect();
    let typed: Vec<serde_json::Value> =
        texts().rev().map(|text| json!({"type": "string", "enum": [text]})).collect();
    let forms = [
        json!({"type": "string", "enum": listed}),
        json!({"anyOf": constants}),
        json!({"oneOf": constants}),
        json!({"type": ["string", "null"], "anyOf": typed}),
    ];
    forms.iter().map(read).collect()
}

#[test]
fn long_lists_and_unions_of_constants_are_compared_in_linear_time() {
    let (few, many) = (forms(1_000), forms(10_000));
    let seconds = |forms: &[Value]| {
        let start = Instant::now();
        for old in forms {
            for new in forms {
                let relation = compare_schemas(old, new);
                assert_eq!(relation.new_accepts_old, Subsumption::Proved);
                assert_eq!(relation.old_accepts_new, Subsumption::Proved);
            }
        }
        start.elapsed().as_secs_f64()
    };
    let (short, long) = (seconds(&few), seconds(&many));
    println!("1,000 values in {short:.2} s, 10,000 in {long:.2} s");
    assert!(long < short * 40.0 + 1.0, "{short} s became {long} s for ten times as many values");
    // One value is missing.
    for (one, other) in few.iter().zip(forms(999)) {
        let relation = compare_schemas(one, &other);
        assert_eq!(relation.new_accepts_old, Subsumption::Refuted(Value::from("v999")));
        assert_eq!(relation.old_accepts_new, Subsumption::Proved);
    }
}
