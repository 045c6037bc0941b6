//! Compares overlays with a second implementation: the same actions on a `serde_json::Value`, with the
//! queries of another crate, give the same document.

#![allow(clippy::unwrap_used, reason = "a test ends at the first thing it does not expect")]

use apimint::Limits;
use apimint::diagnostic::Sink;
use apimint::source::{Access, Input, Node, Sources};
use jsonpath_rust::JsonPath;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

const QUERIES: [&str; 24] = [
    "$",
    "$.a",
    "$.b",
    "$.a.b",
    "$['a','b']",
    "$.*",
    "$.*.*",
    "$..a",
    "$..b",
    "$..*",
    "$..[0]",
    "$.a[0]",
    "$.a[-1]",
    "$.a[1:]",
    "$..[::-1]",
    "$..[?@.a]",
    "$..[?!@.b]",
    "$..[?@ == 1]",
    "$..[?@.a != $.b]",
    "$..[?@ > 'a']",
    "$..[?length(@) > 1]",
    "$..[?count(@.*) == 1]",
    "$..[?search(@, 'a')]",
    "$[?@.a && (@.b || @.c)]",
];

fn value() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (0_i64..3).prop_map(Value::from),
        "[ab]{0,2}".prop_map(Value::from),
    ];
    scalar.prop_recursive(4, 24, 3, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            vec(("[abc]", inner), 0..4).prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    })
}

fn document() -> impl Strategy<Value = Value> {
    vec(("[abc]", value()), 2..5).prop_map(|entries| Value::Object(entries.into_iter().collect()))
}

fn action() -> impl Strategy<Value = Value> {
    let change = prop_oneof![
        Just(json!({"remove": true})),
        value().prop_map(|update| json!({"update": update})),
        select(&QUERIES[..]).prop_map(|copy| json!({"copy": copy})),
    ];
    (select(&QUERIES[..]), change).prop_map(|(target, mut change)| {
        change["target"] = json!(target);
        change
    })
}

/// A step of a path: a key or an index.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    Index(usize),
    Key(String),
}

/// Returns the places that a query selects, each once.
fn select_paths(document: &Value, query: &str) -> Vec<Vec<Step>> {
    let mut paths: Vec<Vec<Step>> = Vec::new();
    for path in document.query_only_path(query).unwrap() {
        let steps = path.split('[').skip(1).map(|step| {
            let step = step.trim_end_matches(']');
            match step.strip_prefix('\'') {
                Some(key) => Step::Key(key.trim_end_matches('\'').to_owned()),
                None => Step::Index(step.parse().unwrap()),
            }
        });
        let steps: Vec<Step> = steps.collect();
        if !paths.contains(&steps) {
            paths.push(steps);
        }
    }
    paths
}

fn at<'v>(document: &'v mut Value, path: &[Step]) -> Option<&'v mut Value> {
    path.iter().try_fold(document, |value, step| match step {
        Step::Index(index) => value.get_mut(index),
        Step::Key(key) => value.get_mut(key),
    })
}

fn merge(target: &mut Value, addition: &Value) {
    match (target, addition) {
        (Value::Object(target), Value::Object(addition)) => {
            for (key, value) in addition {
                match target.get_mut(key) {
                    Some(present) => merge(present, value),
                    None => drop(target.insert(key.clone(), value.clone())),
                }
            }
        }
        (Value::Array(target), Value::Array(addition)) => target.extend(addition.iter().cloned()),
        (target, addition) if shape(target) == 0 && shape(addition) == 0 => *target = addition.clone(),
        _ => {}
    }
}

fn shape(value: &Value) -> u8 {
    match value {
        Value::Object(_) => 2,
        Value::Array(_) => 1,
        _ => 0,
    }
}

fn apply(document: &mut Value, action: &Value) {
    let mut targets = select_paths(document, action["target"].as_str().unwrap());
    if action["remove"] == true {
        // In reverse, so that no index changes before it is used.
        targets.sort();
        for path in targets.iter().rev() {
            let Some((last, parent)) = path.split_last() else { continue };
            match (at(document, parent), last) {
                (Some(Value::Array(items)), Step::Index(index)) => drop(items.remove(*index)),
                (Some(Value::Object(entries)), Step::Key(key)) => drop(entries.shift_remove(key)),
                _ => unreachable!("what was selected is there"),
            }
        }
        return;
    }
    let addition = match action.get("copy") {
        None => action["update"].clone(),
        Some(copy) => match select_paths(document, copy.as_str().unwrap()).as_slice() {
            [one] => at(document, one).unwrap().clone(),
            _ => return,
        },
    };
    let mut shapes: Vec<u8> = targets.iter().map(|path| shape(at(document, path).unwrap())).collect();
    shapes.dedup();
    if shapes.len() > 1 {
        return;
    }
    for path in targets {
        match at(document, &path).unwrap() {
            Value::Array(items) if !addition.is_array() => items.push(addition.clone()),
            target => merge(target, &addition),
        }
    }
}

fn input(value: &Value) -> Input {
    Input::Bytes { name: "sample.json".to_owned(), bytes: value.to_string().into_bytes() }
}

/// Asserts that every value has a place in one of the files.
fn is_written(sources: &Sources, node: Node<'_>) -> bool {
    sources.position(node.place()).is_some_and(|position| position.line == Some(1))
        && node.children().all(|child| is_written(sources, child))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn a_second_reading_comes_to_the_same(document in document(), actions in vec(action(), 0..5)) {
        let overlay = json!({"overlay": "1.1.0", "info": {"title": "t", "version": "1"}, "actions": actions});
        let limits = Limits { nodes: 5_000, depth: 100, ..Limits::default() };
        let (sources, sink) = (Sources::new(Access::default(), limits), Sink::new());
        let original = sources.load(&input(&document), &sink).map_err(|fatal| fatal.message).unwrap();
        let Ok(patched) = sources.overlay(original, &[input(&overlay)], &sink) else {
            // Copies of copies grow exponentially.
            return Ok(());
        };
        let mut expected = document;
        for action in &actions {
            apply(&mut expected, action);
        }
        prop_assert_eq!(patched.root().to_value().to_string(), expected.to_string());
        prop_assert!(is_written(&sources, patched.root()));
    }
}
