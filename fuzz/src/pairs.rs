//! The laws of what takes two documents: an overlay and what it changes, and two manifests that are compared.

use apimint::Options;
use apimint::diagnostic::Sink;
use apimint::diff::{self, ManifestDiff};
use apimint::source::{Access, Sources};
use serde_json::{Map, Value, json};

use crate::calls::call_holds;
use crate::channel::printable;
use crate::laws::{LOCATED, choice, conversion_with, converted, input, limits, options};

/// The values of two members of an object.
fn both(bytes: &[u8], names: [&str; 2]) -> Option<[Value; 2]> {
    let mut members = serde_json::from_slice::<Map<String, Value>>(bytes).ok()?;
    let [one, other] = names.map(|name| members.remove(name));
    Some([one?, other?])
}

/// Applies an overlay to a document and converts what comes of it: `{"document": …, "overlay": …}`. Says whether a
/// manifest came of it.
pub fn overlaid(bytes: &[u8]) -> bool {
    let Some(both) = both(bytes, ["document", "overlay"]) else { return false };
    let [document, overlay] = both.map(|value| value.to_string().into_bytes());
    let overlays = vec![input(&overlay)];
    let (sources, sink) = (Sources::new(Access::default(), limits()), Sink::new());
    let patched = sources.load(&input(&document), &sink);
    let patched = patched.and_then(|original| sources.overlay(original, &overlays, &sink));
    if let Ok(patched) = patched
        && patched.root().size() <= LOCATED
    {
        let mut open = vec![patched.root()];
        while let Some(node) = open.pop() {
            let position = sources.position(node.place()).expect("every value was written somewhere");
            let written =
                sources.node(sources.source_place(node.place())).expect("what was written is there");
            assert!(position.span.is_none_or(|span| written.document().text().get(span).is_some()));
            open.extend(node.children());
        }
    }
    conversion_with(&document, &Options { overlays, ..options(choice(bytes)) })
}

/// Compares two documents as they stand, and the manifests that they become: `{"old": …, "new": …}`. Says whether there were
/// two.
pub fn difference(bytes: &[u8]) -> bool {
    let Some(both) = both(bytes, ["old", "new"]) else { return false };
    as_they_stand(&both);
    let manifest = |document: Value| {
        let done = converted(&document.to_string().into_bytes(), &options(0))?;
        serde_json::from_slice::<apimint::json::Value>(&done.bytes).ok()
    };
    let [Some(old), Some(new)] = both.map(manifest) else { return false };
    let found = diff::diff(&old, &new);
    assert_eq!(found, diff::diff(&old, &new), "the same manifests differ otherwise");
    shown(&found);
    for one in [&old, &new] {
        let nothing = diff::diff(one, one);
        assert!(nothing.tools.is_empty(), "a manifest differs from itself: {nothing:?}\n{one}");
    }
    let back = diff::diff(&new, &old);
    assert_eq!(found.tools.is_empty(), back.tools.is_empty(), "a difference in one direction only");
    true
}

/// Tools that are not the same are never without a change, and those that are the same always are.
fn as_they_stand([old, new]: &[Value; 2]) {
    let tools = |list: &Value| list.get("tools").unwrap_or(list).as_array().cloned().unwrap_or_default();
    let alone = |tool: &Value| apimint::json::Value::from(json!([tool]));
    for (old, new) in tools(old).iter().zip(&tools(new)) {
        let found = diff::diff(&alone(old), &alone(new));
        shown(&found);
        if old == new {
            assert!(found.tools.is_empty(), "a tool differs from itself: {found:?}\n{old}");
        } else if has_plain_numbers(old) && has_plain_numbers(new) {
            assert!(!found.tools.is_empty(), "no change from\n{old}\nto\n{new}");
        }
    }
}

/// Returns whether all numbers are integers in the usual spelling: other ones may be equal although their texts differ.
fn has_plain_numbers(value: &Value) -> bool {
    match value {
        Value::Number(number) => {
            let text = number.to_string();
            text != "-0" && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
        }
        Value::Array(list) => list.iter().all(has_plain_numbers),
        Value::Object(map) => map.values().all(has_plain_numbers),
        _ => true,
    }
}

/// A comparison can be shown in every form, without characters that do something to a terminal.
fn shown(found: &ManifestDiff) {
    for text in [
        diff::report::human::text(found, false),
        diff::report::markdown::text(found, None),
        diff::report::markdown::text(found, Some(2_000)),
        diff::report::json::text(found),
    ] {
        assert!(printable(&text), "a control character is printed: {text:?}");
    }
    let json = diff::report::json::text(found);
    assert!(serde_json::from_str::<Value>(&json).is_ok(), "{json}");
}

/// Makes the request of a call: `{"tool": …, "arguments": …}`. Says whether there was one.
pub fn call(bytes: &[u8]) -> bool {
    let Some([tool, arguments]) = both(bytes, ["tool", "arguments"]) else { return false };
    call_holds(&tool, &arguments, choice(bytes).is_multiple_of(2))
}
