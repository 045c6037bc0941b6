//! Changes of the HTTP call behind a tool.
//!
//! A program that makes the calls reads the new list, so that a call that is only written in another way breaks nobody. What
//! leads to another operation, server or credential may.

use std::collections::BTreeSet;

use url::Url;

use super::change::{ChangeClass, ChangeKind, ToolChange, all_keys, below, same, shown};
use super::tool_pairing::http_call;
use crate::json::{Map, Value};
use crate::model::meta::HTTP;

/// The members of a call that are compared as a whole, with the class of their change (docs/diff.md, "Calls").
const MEMBERS: [(&str, ChangeKind, ChangeClass); 9] = [
    // The tool may do something else now.
    ("method", ChangeKind::Method, ChangeClass::Unknown),
    ("path", ChangeKind::Path, ChangeClass::Unknown),
    // Constants choose what is called, such as a version of the API.
    ("constants", ChangeKind::Call, ChangeClass::Unknown),
    // The runtime has to have other values.
    ("cookies", ChangeKind::Call, ChangeClass::Unknown),
    ("accept", ChangeKind::Call, ChangeClass::Compatible),
    ("responseTypes", ChangeKind::Call, ChangeClass::Compatible),
    // The output schema says what comes.
    ("wrap", ChangeKind::Call, ChangeClass::Compatible),
    ("body", ChangeKind::Call, ChangeClass::Compatible),
    ("operationId", ChangeKind::Call, ChangeClass::Cosmetic),
];

/// Compares the HTTP calls of two tools.
pub(super) fn compare(old: &Value, new: &Value, changes: &mut Vec<ToolChange>) {
    let place = below("/_meta", HTTP);
    let (was, is) = match (http_call(old), http_call(new)) {
        (was, is) if same(was, is) => return,
        (Some(Value::Object(was)), Some(Value::Object(is))) => (was, is),
        (was, is) => {
            // Programs that make the calls cannot make this one, or could not before.
            let class = if is.is_none() { ChangeClass::Breaking } else { class_of_new_call(was) };
            let message = format!("the call was {} and is {}", name(was), name(is));
            return changes.push(ToolChange::new(class, ChangeKind::Call, &place, message));
        }
    };
    for key in all_keys(was, is) {
        let (ours, theirs) = (was.get(key), is.get(key));
        if same(ours, theirs) {
            continue;
        }
        let place = below(&place, key);
        match key {
            "arguments" => arguments(old, new, ours, theirs, &place, changes),
            "body" if !same(content_type(ours), content_type(theirs)) => {
                let (ours, theirs) = (content_type(ours), content_type(theirs));
                let message =
                    format!("the call changed: the body was {} and is {}", name(ours), name(theirs));
                let place = below(&place, "contentType");
                changes.push(ToolChange::new(
                    ChangeClass::Compatible,
                    ChangeKind::ContentType,
                    &place,
                    message,
                ));
            }
            "servers" => push(servers(ours, theirs), ChangeKind::Servers, &place, (ours, theirs), changes),
            "security" => push(security(ours, theirs), ChangeKind::Security, &place, (ours, theirs), changes),
            _ => {
                let known = MEMBERS.iter().find(|(name, ..)| *name == key);
                let (kind, class) = known
                    .map_or((ChangeKind::Call, ChangeClass::Unknown), |(_, kind, class)| (*kind, *class));
                push(class, kind, &place, (ours, theirs), changes);
            }
        }
    }
}

/// A call that is there now is new to programs that make calls; one that had another form is not known.
fn class_of_new_call(was: Option<&Value>) -> ChangeClass {
    if was.is_none() { ChangeClass::Compatible } else { ChangeClass::Unknown }
}

fn name(value: Option<&Value>) -> String {
    value.map_or_else(|| "none".to_owned(), shown)
}

fn push(
    class: ChangeClass,
    kind: ChangeKind,
    place: &str,
    (old, new): (Option<&Value>, Option<&Value>),
    changes: &mut Vec<ToolChange>,
) {
    let what = place.rsplit('/').next().unwrap_or(place);
    let message = format!("the call changed: {what} was {} and is {}", name(old), name(new));
    changes.push(ToolChange::new(class, kind, place, message));
}

/// Compares how arguments are put into the call. One that is new or gone is told with the input schema, if it is there too.
fn arguments(
    old: &Value,
    new: &Value,
    ours: Option<&Value>,
    theirs: Option<&Value>,
    place: &str,
    changes: &mut Vec<ToolChange>,
) {
    static NONE: Map = Map::new();
    let (Some(ours), Some(theirs)) =
        (ours.map_or(Some(&NONE), Value::as_object), theirs.map_or(Some(&NONE), Value::as_object))
    else {
        return push(ChangeClass::Unknown, ChangeKind::Call, place, (ours, theirs), changes);
    };
    let is_described = |tool: &Value, name: &str| {
        let properties = tool.get("inputSchema").and_then(|schema| schema.get("properties"));
        properties.is_some_and(|properties| properties.get(name).is_some())
    };
    let names = ours.keys().chain(theirs.keys().filter(|name| !ours.contains_key(name.as_str())));
    for argument in names {
        let (was, is) = (ours.get(argument), theirs.get(argument));
        let is_told = (was.is_none() || is.is_none())
            && is_described(old, argument) == was.is_some()
            && is_described(new, argument) == is.is_some();
        if !is_told && !same(was, is) {
            let (class, how) = match is {
                Some(_) => (ChangeClass::Compatible, "put into the call in another way"),
                // The server does not get it, and does something else.
                None => (ChangeClass::Breaking, "not put into the call any more"),
            };
            let message = format!("the argument `{argument}` is {how}");
            let place = below(place, argument);
            changes.push(ToolChange::new(class, ChangeKind::Call, &place, message));
        }
    }
}

fn content_type(body: Option<&Value>) -> Option<&Value> {
    body?.get("contentType")
}

/// Credentials, and what a network lets through, belong to an origin (RFC 6454, section 4): another one may break calls.
fn servers(old: Option<&Value>, new: Option<&Value>) -> ChangeClass {
    let origins = |servers: Option<&Value>| -> BTreeSet<String> {
        let servers = servers.and_then(Value::as_array).into_iter().flatten();
        let origin = |server: &Value| {
            let url = server.get("url")?.as_str()?;
            // A template stands for itself with its variables, and a relative URL for itself.
            Some(match Url::parse(url) {
                _ if url.contains('{') => server.to_string(),
                Ok(parsed) => parsed.origin().ascii_serialization(),
                Err(_) => url.to_owned(),
            })
        };
        servers.filter_map(origin).collect()
    };
    let (old, new) = (origins(old), origins(new));
    if new.is_subset(&old) && !new.is_empty() || old.is_subset(&new) && !old.is_empty() {
        ChangeClass::Compatible
    } else {
        ChangeClass::Unknown
    }
}

/// Calls break if each alternative needs a credential that one of the old ones did without (OpenAPI 3.2, "Security Requirement
/// Object"): whoever had what that one needs cannot call any more.
fn security(old: Option<&Value>, new: Option<&Value>) -> ChangeClass {
    let empty = Value::Array(vec![Value::Object(Map::new())]);
    let alternatives = |security: Option<&Value>| -> Option<Vec<Map>> {
        let list = match security.and_then(Value::as_array) {
            Some(list) if !list.is_empty() => list,
            _ => empty.as_array()?,
        };
        list.iter().map(|alternative| alternative.as_object().cloned()).collect()
    };
    let (Some(old), Some(new)) = (alternatives(old), alternatives(new)) else { return ChangeClass::Unknown };
    let needs_no_more = |was: &Map, is: &Map| is.iter().all(|(scheme, how)| was.get(scheme) == Some(how));
    let still_suffices = |was: &Map| new.iter().any(|is| needs_no_more(was, is));
    if old.iter().all(still_suffices) {
        return ChangeClass::Compatible;
    }
    let names = |all: &[Map]| -> BTreeSet<String> {
        all.iter().flat_map(|alternative| alternative.keys().map(ToString::to_string)).collect()
    };
    // The same credentials under the same names, described in another way.
    if names(&new).is_subset(&names(&old)) { ChangeClass::Unknown } else { ChangeClass::Breaking }
}
