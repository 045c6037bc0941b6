//! Changes of the members of a tool beside its schemas: texts, annotations, icons, execution and `_meta`.

use super::change::{ChangeClass, ChangeKind, ToolChange, all_keys, below, same, shown, texts};
use crate::json::{Map, Value};
use crate::model::meta::{HTTP, ORIGIN, TAGS};

/// The hints of MCP that promise something (MCP, `ToolAnnotations`): the value that promises, and the default.
const PROMISES: [(&str, bool, bool); 4] = [
    ("readOnlyHint", true, false),
    ("destructiveHint", false, true),
    ("idempotentHint", true, false),
    ("openWorldHint", false, true),
];

/// Compares all members but the name and the schemas.
pub(super) fn compare(old: &Map, new: &Map, changes: &mut Vec<ToolChange>) {
    for key in all_keys(old, new) {
        let (was, is) = (old.get(key), new.get(key));
        if same(was, is) {
            continue;
        }
        let place = below("", key);
        match key {
            "inputSchema" | "outputSchema" => {}
            // Another name is told beside the tool.
            "name" if [was, is].iter().flatten().all(|name| name.is_string()) => {}
            "title" => changes.push(text_change(ChangeKind::Title, "title", was, is, &place)),
            "description" => {
                changes.push(text_change(ChangeKind::Description, "description", was, is, &place));
            }
            "annotations" => {
                let is_read_only = |annotations: Option<&Value>| {
                    annotations.and_then(|map| map.get("readOnlyHint")) == Some(&Value::Bool(true))
                };
                let read_only = is_read_only(was) && is_read_only(is);
                each_member(was, is, &place, changes, &|key, was, is, place| {
                    hint(key, was, is, place, read_only)
                });
            }
            "_meta" => each_member(was, is, &place, changes, &meta_entry),
            "icons" => changes.push(plain(ChangeClass::Cosmetic, key, was, is, &place)),
            "execution" => each_member(was, is, &place, changes, &execution),
            _ => changes.push(plain(ChangeClass::Unknown, key, was, is, &place)),
        }
    }
}

/// Makes the change of a text, or of what stands in its place.
pub(super) fn text_change(
    kind: ChangeKind,
    what: &str,
    old: Option<&Value>,
    new: Option<&Value>,
    place: &str,
) -> ToolChange {
    ToolChange::new(ChangeClass::Cosmetic, kind, place, format!("the {what} {}", texts(old, new)))
}

/// Makes a change of a member that is compared as a whole.
fn plain(class: ChangeClass, key: &str, old: Option<&Value>, new: Option<&Value>, place: &str) -> ToolChange {
    let name = |value: Option<&Value>| value.map_or_else(|| "not given".to_owned(), shown);
    let message = format!("`{key}` was {} and is {}", name(old), name(new));
    ToolChange::new(class, ChangeKind::Member, place, message)
}

/// Makes the change of one member: from its key, its old and its new value, and its place.
type MemberComparer<'f> = dyn Fn(&str, Option<&Value>, Option<&Value>, &str) -> ToolChange + 'f;

/// Compares two objects member by member, if both are; otherwise they are one change.
fn each_member(
    old: Option<&Value>,
    new: Option<&Value>,
    place: &str,
    changes: &mut Vec<ToolChange>,
    change: &MemberComparer<'_>,
) {
    static NONE: Map = Map::new();
    let as_whole = |class| {
        let key = place.rsplit('/').next().unwrap_or(place);
        plain(class, key, old, new, place)
    };
    let [was, is] = [old, new].map(|value| value.map_or(Some(&NONE), Value::as_object));
    let (Some(was), Some(is)) = (was, is) else {
        return changes.push(as_whole(ChangeClass::Unknown));
    };
    if was.is_empty() && is.is_empty() {
        return changes.push(as_whole(ChangeClass::Cosmetic));
    }
    for key in all_keys(was, is) {
        let (was, is) = (was.get(key), is.get(key));
        if !same(was, is) && (place != "/_meta" || key != HTTP) {
            changes.push(change(key, was, is, &below(place, key)));
        }
    }
}

/// Classes a hint. Clients decide by hints which calls a person has to approve, and which they may repeat. Two of them mean
/// something only for tools that are not read-only (MCP, `ToolAnnotations`).
fn hint(key: &str, old: Option<&Value>, new: Option<&Value>, place: &str, is_read_only: bool) -> ToolChange {
    let flag = |value: Option<&Value>, default| value.and_then(Value::as_bool).unwrap_or(default);
    let promise = PROMISES.iter().find(|(name, ..)| *name == key);
    let class = match promise {
        Some(&(_, promised, default))
            if flag(old, default) == promised
                && flag(new, default) != promised
                && !(is_read_only && matches!(key, "destructiveHint" | "idempotentHint")) =>
        {
            ChangeClass::Breaking
        }
        None if key == "title" => ChangeClass::Cosmetic,
        _ => ChangeClass::Compatible,
    };
    ToolChange { kind: ChangeKind::Hint, ..plain(class, key, old, new, place) }
}

/// Classes a member of `execution`. Clients that cannot make tasks can call no tool that requires one, and those that do can
/// call no tool as one that forbids it (MCP 2025-11-25, "Tasks").
fn execution(key: &str, old: Option<&Value>, new: Option<&Value>, place: &str) -> ToolChange {
    let support = |value: Option<&Value>| value.map_or(Some("forbidden"), Value::as_str).map(str::to_owned);
    let class = match (key, support(old).as_deref(), support(new).as_deref()) {
        ("taskSupport", Some(was), Some(is)) if was == is => ChangeClass::Cosmetic,
        ("taskSupport", Some(_), Some("optional")) => ChangeClass::Compatible,
        ("taskSupport", Some(_), Some("required" | "forbidden")) => ChangeClass::Breaking,
        _ => ChangeClass::Unknown,
    };
    plain(class, key, old, new, place)
}

/// Classes an entry of `_meta`; the call is compared by itself. Nobody but its author knows what another one means.
fn meta_entry(key: &str, old: Option<&Value>, new: Option<&Value>, place: &str) -> ToolChange {
    let class = match key {
        TAGS => ChangeClass::Cosmetic,
        // It says what a converter renamed; the names themselves are compared.
        ORIGIN => ChangeClass::Compatible,
        _ => ChangeClass::Unknown,
    };
    plain(class, key, old, new, place)
}
