//! Changes of the HTTP call behind a tool, and arguments that were renamed.

use std::collections::HashMap;

use crate::json::{Map, Value};

use super::change::{ChangeClass, ChangeKind, ToolChange, below, shown};
use super::tool_pairing::http_call;
use crate::model::meta::HTTP;

/// Compares the HTTP calls of two tools. All changes are compatible: the caller of a tool sends the same arguments, and a
/// program that makes the calls reads the new manifest.
pub(super) fn compare(old: &Value, new: &Value, changes: &mut Vec<ToolChange>) {
    let (Some(Value::Object(was)), Some(Value::Object(is))) = (http_call(old), http_call(new)) else {
        return;
    };
    let place = below("/_meta", HTTP);
    for (key, kind) in [
        ("method", ChangeKind::Method),
        ("path", ChangeKind::Path),
        ("servers", ChangeKind::Servers),
        ("security", ChangeKind::Security),
        ("accept", ChangeKind::Call),
        ("wrap", ChangeKind::Call),
        ("cookies", ChangeKind::Call),
        ("constants", ChangeKind::Call),
    ] {
        push(was.get(key), is.get(key), kind, &below(&place, key), key, changes);
    }
    let body = |call: &Map, key: &str| call.get("body").and_then(|body| body.get(key)).cloned();
    for key in ["constants", "value"] {
        let (ours, theirs) = (body(was, key), body(is, key));
        push(
            ours.as_ref(),
            theirs.as_ref(),
            ChangeKind::Call,
            &below(&below(&place, "body"), key),
            key,
            changes,
        );
    }
    let key = "contentType";
    let (ours, theirs) = (body(was, key), body(is, key));
    if let (Some(ours), Some(theirs)) = (ours, theirs) {
        let place = below(&below(&place, "body"), key);
        push(
            Some(&ours),
            Some(&theirs),
            ChangeKind::ContentType,
            &place,
            "content type of the body",
            changes,
        );
    }
    let (ours, theirs) = (parameters(was), parameters(is));
    for (name, parameter) in ours.into_iter().flatten() {
        let their = theirs.and_then(|theirs| theirs.get(name));
        if their.is_some_and(|their| their != parameter) {
            let message = format!("the argument `{name}` is put into the call in another way");
            let place = below(&below(&place, "arguments"), name);
            changes.push(ToolChange::new(ChangeClass::Compatible, ChangeKind::Call, &place, message));
        }
    }
}

fn push(
    old: Option<&Value>,
    new: Option<&Value>,
    kind: ChangeKind,
    place: &str,
    what: &str,
    changes: &mut Vec<ToolChange>,
) {
    if old == new {
        return;
    }
    let name = |value: Option<&Value>| value.map_or_else(|| "none".to_owned(), shown);
    let message = format!("the call changed: {what} was {} and is {}", name(old), name(new));
    changes.push(ToolChange::new(ChangeClass::Compatible, kind, place, message));
}

fn parameters(call: &Map) -> Option<&Map> {
    call.get("arguments")?.as_object()
}

/// Returns the old and new names of arguments that were only renamed: the HTTP call has them in the same place under the
/// same parameter name.
pub(super) fn renamed_arguments<'m>(old: &'m Value, new: &'m Value) -> Vec<(&'m str, &'m str)> {
    let entries = |tool| http_call(tool).and_then(Value::as_object).and_then(parameters);
    let (Some(was), Some(is)) = (entries(old), entries(new)) else { return Vec::new() };
    // Arguments that only the new call has, by their place in it; `None` for a place that several share.
    let mut new_names: HashMap<(&str, &str), Option<&str>> = HashMap::new();
    for (name, parameter) in is.iter().filter(|(name, _)| !was.contains_key(*name)) {
        if let Some(place) = place(parameter) {
            new_names.entry(place).and_modify(|name| *name = None).or_insert(Some(name));
        }
    }
    was.iter()
        .filter(|(name, _)| !is.contains_key(*name))
        .filter_map(|(name, parameter)| Some((&**name, (*new_names.get(&place(parameter)?)?)?)))
        .collect()
}

/// Returns the location of an argument in the call (`in`) and its parameter name.
fn place(parameter: &Value) -> Option<(&str, &str)> {
    Some((parameter.get("in")?.as_str()?, parameter.get("name")?.as_str()?))
}
