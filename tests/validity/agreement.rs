//! The checks by hand, and `apimint check`, find whatever MCP's own schemas find in lists that are spoilt on purpose.

use apimint::diagnostic::{Severity, Sink};
use apimint::model::ToolOutcome;
use apimint::options::Protocol;
use apimint::source::{Access, Input, Sources};
use apimint::writer::CallResult;
use apimint::{Limits, Options, verify};
use serde_json::{Value, json};

use super::mutation::{pointers, values, without};
use super::written::{PROTOCOLS, WrittenList};
use super::{forms, mcp_shape, official};

fn input(list: &Value) -> Input {
    Input::Bytes { name: "list.json".to_owned(), bytes: list.to_string().into_bytes() }
}

#[test]
fn checks_by_hand_find_what_the_schemas_find() {
    let lists = forms::lists();
    for protocol in PROTOCOLS {
        let options = Options { protocol, ..Options::default() };
        let text = WrittenList::of(&input(&lists[0].document), &options).text.unwrap();
        let list: Value = serde_json::from_str(&text).unwrap();
        let mut found_by_hand = 0;
        for pointer in pointers(&list) {
            let changed = values().into_iter().filter_map(|value| {
                let mut list = list.clone();
                *list.pointer_mut(&pointer)? = value;
                Some(list)
            });
            for list in changed.chain(without(&list, &pointer)) {
                let by_hand = mcp_shape::result_faults(&list, protocol);
                found_by_hand += usize::from(!by_hand.is_empty());
                let official = official::result_faults(&list, protocol);
                assert!(
                    official.is_empty() || !by_hand.is_empty(),
                    "{protocol:?} {pointer}: {official:?}\n{list}"
                );
            }
        }
        assert!(found_by_hand > 300, "{protocol:?}: {found_by_hand}");
    }
}

#[test]
fn results_of_calls_are_valid() {
    for data in [json!({"a": 1}), json!([1]), json!("a"), json!(null), json!(0.5)] {
        for (outcome, wrapped) in [
            (ToolOutcome::Data(data.clone().into()), false),
            (ToolOutcome::Data(data.into()), true),
            (ToolOutcome::Error("it failed".to_owned()), false),
        ] {
            let mut text = Vec::new();
            CallResult::new(outcome, wrapped)
                .fetched_at(Some("2026-01-01".to_owned()))
                .write(&mut text)
                .unwrap();
            let result: Value = serde_json::from_slice(&text).unwrap();
            assert_eq!(
                official::call_result_faults(&result, Protocol::Any),
                Vec::<String>::new(),
                "{result}"
            );
            assert_eq!(result["resultType"], "complete", "{result}");
            assert!(
                result["content"]
                    .as_array()
                    .is_some_and(|content| content.iter().all(|one| one["text"].is_string()))
            );
            assert!(result.get("structuredContent").is_none_or(Value::is_object), "{result}");
            assert!(result.get("isError").is_none_or(Value::is_boolean), "{result}");
        }
    }
}

/// What convert repairs, check reports. An empty array is a list of its own; a list without the members that only the last version requires passes, unless that
/// version is asked for.
#[test]
fn check_finds_what_the_schemas_find() {
    let form = &forms::lists()[0];
    for protocol in PROTOCOLS {
        for pointer in pointers(&form.document).into_iter().skip(1) {
            let changed = values().into_iter().filter_map(|value| {
                let mut list = form.document.clone();
                *list.pointer_mut(&pointer)? = value;
                Some(list)
            });
            let missing = without(&form.document, &pointer).filter(|_| protocol != Protocol::Any);
            for list in changed.chain(missing) {
                let official = official::result_faults(&list, protocol);
                let is_missed = !official.is_empty() && passes_check(&list, protocol);
                assert!(!is_missed, "{protocol:?} {pointer}: {official:?}\n{list}");
            }
        }
    }
}

fn passes_check(list: &Value, protocol: Protocol) -> bool {
    let (sources, sink) = (Sources::new(Access::default(), Limits::default()), Sink::new());
    let options = Options { protocol, ..Options::default() };
    let done = verify(&sources, &input(list), &options, &sink);
    done.is_ok() && sink.into_diagnostics().iter().all(|one| one.severity != Severity::Error)
}
