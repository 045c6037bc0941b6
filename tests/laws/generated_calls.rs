//! Generated calls: those of `testdata/calls/`, with values replaced.

#![allow(clippy::unwrap_used, reason = "a test ends at the first thing it does not expect")]

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Map, Value, json};

use super::calls::call_holds;

/// The calls and arguments of `testdata/calls/`.
fn examples() -> &'static [(Value, Value)] {
    static EXAMPLES: OnceLock<Vec<(Value, Value)>> = OnceLock::new();
    EXAMPLES.get_or_init(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/calls");
        let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        let read = |file| {
            let file: Value = yaml_serde::from_str(&fs::read_to_string(file).unwrap()).unwrap();
            let cases = file["cases"].as_array().unwrap().clone();
            cases.into_iter().map(move |case| {
                let mut call =
                    json!({"method": "GET", "path": "/", "servers": [{"url": "https://h.example"}]});
                for part in [&file["call"], &case["call"]] {
                    let members = part.as_object().cloned().unwrap_or_default();
                    call.as_object_mut().unwrap().extend(members);
                }
                let arguments = case.get("arguments").cloned().unwrap_or_else(|| json!({}));
                (call, arguments)
            })
        };
        files.into_iter().flat_map(read).collect()
    })
}

/// Texts that are awkward somewhere.
const TEXTS: [&str; 13] = [
    "",
    "..",
    "a/b",
    "{id}",
    "a\r\nb",
    "\0",
    "é \u{1F600}",
    "%2e%2E",
    "a;b=c&d#e?f",
    "*/*",
    "base64",
    "iVBO",
    "form",
];

/// Generates values that are awkward somewhere.
fn awkward() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        4 => select(&TEXTS[..]).prop_map(Value::from),
        1 => any::<String>().prop_map(Value::from),
        1 => Just(Value::Null),
        1 => any::<bool>().prop_map(Value::from),
        1 => any::<i64>().prop_map(Value::from),
    ];
    scalar.prop_recursive(3, 12, 3, |inner| {
        let name = select(&["a", "*", "name", "in", "b c", "\"\r\n"][..]).prop_map(str::to_owned);
        prop_oneof![
            vec(inner.clone(), 0..3).prop_map(Value::from),
            vec((name, inner), 0..3)
                .prop_map(|members| Value::Object(members.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

/// Replaces a value somewhere in another one.
fn replace(value: &mut Value, mut steps: impl Iterator<Item = Index>, new: Value) {
    let Some(step) = steps.next() else {
        *value = new;
        return;
    };
    match value {
        Value::Array(items) if !items.is_empty() => {
            let at = step.index(items.len());
            replace(&mut items[at], steps, new);
        }
        Value::Object(members) if !members.is_empty() => {
            let at = step.index(members.len());
            if let Some(member) = members.values_mut().nth(at) {
                replace(member, steps, new);
            }
        }
        value => *value = new,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn any_call_is_a_request_or_an_error(
        example in any::<Index>(),
        in_call in vec((vec(any::<Index>(), 1..5), awkward()), 0..3),
        in_arguments in vec((vec(any::<Index>(), 1..3), awkward()), 0..3),
        validate in any::<bool>(),
    ) {
        let (mut call, mut arguments) = example.get(examples()).clone();
        for (steps, new) in in_call {
            replace(&mut call, steps.into_iter(), new);
        }
        for (steps, new) in in_arguments {
            replace(&mut arguments, steps.into_iter(), new);
        }
        let tool = json!({"name": "t", "inputSchema": {"type": "object"}, "_meta": {"dev.apimint/http": call}});
        call_holds(&tool, &arguments, validate);
    }
}
