//! Long lists of values, unions of as many constants, and many members take linear time: it does not grow with their product.

use std::time::Instant;

use apimint::diff::{Subsumption, compare_schemas, diff};
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

/// Pairs of schemas with as many members: one is an old input, the other a new one.
fn pairs(count: usize) -> Vec<[serde_json::Value; 2]> {
    let names: Vec<String> = (0..count).map(|number| format!("p{number}")).collect();
    let members = |member: serde_json::Value| -> serde_json::Value {
        names.iter().map(|name| (name.clone(), member.clone())).collect()
    };
    let after = |name: &usize| format!("p{}", (name + 1) % count);
    let chain: serde_json::Value =
        (0..count).map(|number| (names[number].clone(), json!([after(&number)]))).collect();
    let declared = json!({"type": "object", "properties": members(json!({"type": "string"}))});
    let with = |keyword: &str, argument: serde_json::Value| {
        let mut schema = declared.clone();
        schema[keyword] = argument;
        schema
    };
    let mut followed = with("dependentRequired", chain);
    followed["required"] = json!(["p0"]);
    // Nobody waits for an engine that tries all ways to divide a name.
    let patient = json!({"type": "object", "patternProperties": {"^(a+)+$": {}}});
    let single = json!({"type": "object", "properties": {(format!("{}!", "a".repeat(count / 10))): {}}});
    let required = with("required", json!(names));
    vec![[declared.clone(), required.clone()], [followed, required], [single, patient]]
}

#[test]
fn many_members_are_compared_in_linear_time() {
    let seconds = |count: usize| {
        let pairs = pairs(count);
        let start = Instant::now();
        let list = |schema: &serde_json::Value| read(&json!([{"name": "t", "inputSchema": schema}]));
        for [old, new] in &pairs {
            assert!(!diff(&list(old), &list(new)).tools.is_empty());
        }
        start.elapsed().as_secs_f64()
    };
    let (short, long) = (seconds(500), seconds(4_000));
    println!("500 members in {short:.2} s, 4,000 in {long:.2} s");
    assert!(long < short * 24.0 + 1.0, "{short} s became {long} s for eight times as many members");
}
