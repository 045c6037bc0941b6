//! Changes between the old and the new form of a tool.

use std::collections::HashMap;

use crate::json::{Key, Map, Value};

use super::acceptance_change::ComparedSchema;
use super::call_changes;
use super::change::{ChangeClass, ChangeKind, ToolChange, below, shown};
use super::manifest_diff::{ToolDiff, name};
use super::schema_changes;

/// Compares two tools that have been paired.
pub(super) fn compare(old: &Value, new: &Value) -> ToolDiff {
    let mut changes = Vec::new();
    let was = (name(old) != name(new)).then(|| name(old).to_owned());
    if let Some(was) = &was {
        let message = format!("the tool was called `{was}`");
        changes.push(ToolChange::new(ChangeClass::Breaking, ChangeKind::ToolRenamed, "/name", message));
    }
    input(old, new, &mut changes);
    output(old.get("outputSchema"), new.get("outputSchema"), &mut changes);
    hints(old.get("annotations"), new.get("annotations"), &mut changes);
    for (key, kind) in [("title", ChangeKind::Title), ("description", ChangeKind::Description)] {
        if old.get(key) != new.get(key) {
            let message = format!("the {key} changed");
            changes.push(ToolChange::new(ChangeClass::Cosmetic, kind, &below("", key), message));
        }
    }
    call_changes::compare(old, new, &mut changes);
    changes.sort_by_key(|change| std::cmp::Reverse(change.class));
    ToolDiff { name: name(new).to_owned(), was, changes }
}

/// Compares the input schemas. An argument that was only renamed is one change, instead of one gone and one new.
fn input(old: &Value, new: &Value, changes: &mut Vec<ToolChange>) {
    let (Some(was), Some(is)) = (old.get("inputSchema"), new.get("inputSchema")) else { return };
    let renamed = call_changes::renamed_arguments(old, new);
    if renamed.is_empty() {
        changes.extend(schema_changes::compare(was, is, ComparedSchema::Input, "/inputSchema"));
        return;
    }
    let mut was = was.clone();
    for (before, after) in &renamed {
        let message = format!("the argument `{before}` is called `{after}` now");
        let place = below("/inputSchema/properties", after);
        changes.push(ToolChange::new(ChangeClass::Breaking, ChangeKind::ArgumentRenamed, &place, message));
    }
    rename(&mut was, &renamed);
    changes.extend(schema_changes::compare(&was, is, ComparedSchema::Input, "/inputSchema"));
}

/// Renames arguments in an input schema.
fn rename(schema: &mut Value, renamed: &[(&str, &str)]) {
    let renamed: HashMap<&str, &str> = renamed.iter().copied().collect();
    let new_name = |name: &str| renamed.get(name).copied().unwrap_or(name).to_owned();
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        let members = std::mem::take(properties);
        *properties = members.into_iter().map(|(name, schema)| (new_name(&name), schema)).collect();
    }
    if let Some(required) = schema.get_mut("required").and_then(Value::as_array_mut) {
        for name in required {
            if let Some(text) = name.as_str() {
                *name = Value::from(new_name(text));
            }
        }
    }
}

/// Compares the output schemas.
fn output(old: Option<&Value>, new: Option<&Value>, changes: &mut Vec<ToolChange>) {
    const PLACE: &str = "/outputSchema";
    match (old, new) {
        (Some(old), Some(new)) => {
            changes.extend(schema_changes::compare(old, new, ComparedSchema::Output, PLACE));
        }
        (Some(_), None) => {
            let message = "there is no output schema any more: what comes may be anything";
            changes.push(ToolChange::new(ChangeClass::Breaking, ChangeKind::OutputRemoved, PLACE, message));
        }
        (None, Some(_)) => {
            let message = "there is an output schema now";
            changes.push(ToolChange::new(ChangeClass::Compatible, ChangeKind::OutputAdded, PLACE, message));
        }
        (None, None) => {}
    }
}

/// Compares annotations. Clients decide by the hints among them which calls a person has to approve.
fn hints(old: Option<&Value>, new: Option<&Value>, changes: &mut Vec<ToolChange>) {
    let map = |value: Option<&Value>| value.and_then(Value::as_object).cloned().unwrap_or_default();
    let (old, new): (Map, Map) = (map(old), map(new));
    let mut keys: Vec<&Key> = old.keys().chain(new.keys()).collect();
    keys.sort();
    keys.dedup();
    for key in keys {
        let (was, is) = (old.get(key), new.get(key));
        if was == is {
            continue;
        }
        // The defaults of MCP for `ToolAnnotations`: destructive, and not read-only.
        let flag = |value: Option<&Value>, default| value.and_then(Value::as_bool).unwrap_or(default);
        let class = match key.as_str() {
            "readOnlyHint" if flag(was, false) && !flag(is, false) => ChangeClass::Breaking,
            "destructiveHint" if !flag(was, true) && flag(is, true) => ChangeClass::Breaking,
            "title" => ChangeClass::Cosmetic,
            _ => ChangeClass::Compatible,
        };
        let name = |value: Option<&Value>| value.map_or_else(|| "not given".to_owned(), shown);
        let message = format!("`{key}` was {} and is {}", name(was), name(is));
        changes.push(ToolChange::new(class, ChangeKind::Hint, &below("/annotations", key), message));
    }
}
