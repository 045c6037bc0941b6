//! Changes of keywords that constrain no value by themselves.
//!
//! A proof about the accepted values says nothing about them, so that it never changes their class.

use std::collections::BTreeSet;

use super::acceptance_change::ComparedSchema;
use super::change::{ChangeClass, ChangeKind, ToolChange, all_keys, same, shown};
use super::member_changes::text_change;
use crate::json::{Map, Value};
use crate::subsumption::{RootedSchema, is_annotation};

/// Selects a branch of a union (OpenAPI 3.2, "Discriminator Object").
const DISCRIMINATOR: &str = "discriminator";

/// Makes clients mirror an argument into a header (MCP 2026-07-28, "Custom Headers from Tool Parameters").
const MCP_HEADER: &str = "x-mcp-header";

/// The dialect of a schema that declares none (MCP, "Tool": JSON Schema 2020-12).
const USUAL_DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Annotations that somebody may act on, wherever they stand in a schema.
const MEANT: [&str; 6] =
    ["format", "contentEncoding", "contentMediaType", "contentSchema", MCP_HEADER, DISCRIMINATOR];

/// Limit on the schemas that are searched for annotations.
const MOST: usize = 10_000;

/// Compares the annotations of two schema objects at one place.
pub(super) fn compare(old: &Map, new: &Map, pointer: &str, compared: ComparedSchema) -> Vec<ToolChange> {
    let changed = all_keys(old, new)
        .into_iter()
        .filter(|key| is_annotation(key) && !same(old.get(*key), new.get(*key)));
    changed.filter_map(|key| change(key, old.get(key), new.get(key), pointer, compared)).collect()
}

fn change(
    key: &str,
    old: Option<&Value>,
    new: Option<&Value>,
    pointer: &str,
    compared: ComparedSchema,
) -> Option<ToolChange> {
    use ChangeClass::{Breaking, Compatible, Cosmetic, Unknown};
    let is_input = compared == ComparedSchema::Input;
    let (kind, class) = match key {
        "title" => return Some(text_change(ChangeKind::Title, key, old, new, pointer)),
        "description" => return Some(text_change(ChangeKind::Description, key, old, new, pointer)),
        // Definitions are compared where they are referred to.
        "$defs" | "definitions" => return None,
        "$schema" if dialect(old) == dialect(new) => (ChangeKind::Annotation, Cosmetic),
        "$schema" => (ChangeKind::Annotation, Unknown),
        // Only a validator that checks formats accepts fewer values for a new one.
        "format" => {
            let relaxed = if is_input { new } else { old };
            (ChangeKind::Format, if relaxed.is_none() { Compatible } else { Unknown })
        }
        // The same text means other bytes, or another document.
        "contentEncoding" | "contentMediaType" | "contentSchema" => (ChangeKind::Annotation, Unknown),
        "default" => (ChangeKind::Default, if is_input { Compatible } else { Cosmetic }),
        "deprecated" => (ChangeKind::Annotation, Compatible),
        // A server may ignore what it calls read-only, and does not send what it calls write-only.
        "readOnly" if is_input => (ChangeKind::Annotation, flag_class(new)),
        "writeOnly" if !is_input => (ChangeKind::Annotation, flag_class(new)),
        "readOnly" | "writeOnly" => (ChangeKind::Annotation, Compatible),
        // A client that has the old list does not send the header (MCP 2026-07-28, as above).
        MCP_HEADER if is_input && new.is_some() && !is_same_header(old, new) => {
            (ChangeKind::Annotation, Breaking)
        }
        MCP_HEADER => (ChangeKind::Annotation, Compatible),
        DISCRIMINATOR => (ChangeKind::Annotation, discriminator_class(old, new, is_input)),
        "examples" | "example" | "$comment" => (ChangeKind::Annotation, Cosmetic),
        _ => (ChangeKind::Annotation, Compatible),
    };
    let name = |value: Option<&Value>| value.map_or_else(|| "none".to_owned(), shown);
    let what = match key {
        "format" | "default" => format!("the {key}"),
        _ => format!("`{key}`"),
    };
    let message = format!("{what} was {} and is {}", name(old), name(new));
    Some(ToolChange::new(class, kind, pointer, message).pinned())
}

/// Names of headers are the same in upper and lower case (RFC 9110, section 5.1).
fn is_same_header(old: Option<&Value>, new: Option<&Value>) -> bool {
    let name = |mark: Option<&Value>| mark.and_then(Value::as_str).map(str::to_ascii_lowercase);
    name(old).is_some() && name(old) == name(new)
}

fn dialect(declared: Option<&Value>) -> Option<&str> {
    declared.map_or(Some(USUAL_DIALECT), Value::as_str).map(|uri| uri.trim_end_matches('#'))
}

fn flag_class(new: Option<&Value>) -> ChangeClass {
    if new == Some(&Value::Bool(true)) { ChangeClass::Unknown } else { ChangeClass::Compatible }
}

/// A discriminator that chooses the same branches for the old values is read as before.
fn discriminator_class(old: Option<&Value>, new: Option<&Value>, is_input: bool) -> ChangeClass {
    let (Some(old), Some(new)) = (old, new) else {
        // Without one, a reader tries all branches.
        return if old.is_none() || is_input { ChangeClass::Compatible } else { ChangeClass::Unknown };
    };
    let mapping = |discriminator: &Value| {
        let mapping = discriminator.get("mapping").and_then(Value::as_object);
        mapping.cloned().unwrap_or_default()
    };
    let (was, is) = (mapping(old), mapping(new));
    let keeps =
        |ours: &Map, theirs: &Map| ours.iter().all(|(value, branch)| theirs.get(value) == Some(branch));
    let is_kept = if is_input { keeps(&was, &is) } else { keeps(&is, &was) };
    let same = |key: &str| old.get(key) == new.get(key);
    if is_kept && same("propertyName") && same("defaultMapping") {
        ChangeClass::Compatible
    } else {
        ChangeClass::Unknown
    }
}

/// Compares the annotations of two schemas that are composed in another way, where a format may only have moved into a part.
pub(super) fn compare_composed(
    old: RootedSchema<'_>,
    new: RootedSchema<'_>,
    pointer: &str,
    compared: ComparedSchema,
) -> Vec<ToolChange> {
    let (Some(ours), Some(theirs)) = (old.schema.as_object(), new.schema.as_object()) else {
        return Vec::new();
    };
    let are_same_inside = within(old) == within(new);
    let is_kept = |map: &Map| -> Map {
        let kept = map.iter().filter(|(key, _)| !are_same_inside || !MEANT.contains(&key.as_str()));
        kept.map(|(key, value)| (key.clone(), value.clone())).collect()
    };
    let mut changes = compare(&is_kept(ours), &is_kept(theirs), pointer, compared);
    if !are_same_inside && changes.iter().all(|change| change.class < ChangeClass::Unknown) {
        let message = "formats, encodings or discriminators inside are not the same";
        let change = ToolChange::new(ChangeClass::Unknown, ChangeKind::Annotation, pointer, message);
        changes.push(change.pinned());
    }
    changes
}

/// Collects the annotations inside a schema that somebody may act on.
fn within(schema: RootedSchema<'_>) -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut open = vec![schema.schema];
    while let Some(value) = open.pop() {
        if seen.len() >= MOST || !seen.insert(std::ptr::from_ref(value).addr()) {
            continue;
        }
        match value {
            Value::Array(list) => open.extend(list),
            Value::Object(map) => {
                let kept = map.iter().filter(|(key, _)| MEANT.contains(&key.as_str()));
                found.extend(kept.map(|(key, value)| (key.to_string(), value.to_string())));
                open.extend(map.get("$ref").and_then(|to| schema.referred(to)).map(|target| target.schema));
                let inner = map.iter().filter(|(key, _)| !matches!(key.as_str(), "$defs" | "definitions"));
                open.extend(inner.map(|(_, value)| value));
            }
            _ => {}
        }
    }
    found
}
