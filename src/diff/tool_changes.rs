//! Changes between the old and the new form of a tool.

use std::collections::HashMap;

use crate::json::Value;

use super::acceptance_change::ComparedSchema;
use super::change::{ChangeClass, ChangeKind, ToolChange, below, same, shown};
use super::manifest_diff::{ToolDiff, name};
use super::renamed_arguments::renamed_arguments;
use super::{call_changes, member_changes, schema_changes};
use crate::subsumption::StepBudget;

/// Compares two tools that have been paired. Proofs about their schemas take their steps from the budget.
pub(super) fn compare(old: &Value, new: &Value, budget: &mut StepBudget) -> ToolDiff {
    let mut changes = Vec::new();
    if same(Some(old), Some(new)) {
        return ToolDiff { name: name(new).to_owned(), was: None, changes, ran_out: false };
    }
    let was = (name(old) != name(new)).then(|| name(old).to_owned());
    if let Some(was) = &was {
        let message = format!("the tool was called `{was}`");
        changes.push(ToolChange::new(ChangeClass::Breaking, ChangeKind::ToolRenamed, "/name", message));
    }
    if let (Value::Object(was), Value::Object(is)) = (old, new) {
        input(old, new, &mut changes, budget);
        output(old.get("outputSchema"), new.get("outputSchema"), &mut changes, budget);
        member_changes::compare(was, is, &mut changes);
        call_changes::compare(old, new, &mut changes);
    }
    if changes.is_empty() {
        // One of them is no tool at all.
        let message = format!("{} was here, and {} is", shown(old), shown(new));
        changes.push(ToolChange::new(ChangeClass::Unknown, ChangeKind::Member, "", message));
    }
    let ran_out = budget.ran_out() && changes.iter().any(|change| change.class >= ChangeClass::Unknown);
    changes.sort_by_key(|change| std::cmp::Reverse(change.class));
    ToolDiff { name: name(new).to_owned(), was, changes, ran_out }
}

/// Compares the input schemas. An argument that was only renamed is one change, instead of one gone and one new.
fn input(old: &Value, new: &Value, changes: &mut Vec<ToolChange>, budget: &mut StepBudget) {
    let (was, is) = match (old.get("inputSchema"), new.get("inputSchema")) {
        (Some(was), Some(is)) => (was, is),
        (was, is) => {
            if was.is_some() != is.is_some() {
                let now = if is.is_some() {
                    "there is an input schema now"
                } else {
                    "there is no input schema any more"
                };
                changes.push(ToolChange::new(ChangeClass::Unknown, ChangeKind::Schema, "/inputSchema", now));
            }
            return;
        }
    };
    let renamed = renamed_arguments(old, new);
    if renamed.is_empty() {
        changes.extend(schema_changes::compare(was, is, ComparedSchema::Input, "/inputSchema", budget));
        return;
    }
    let mut was = was.clone();
    for (before, after) in &renamed {
        let message = format!("the argument `{before}` is called `{after}` now");
        let place = below("/inputSchema/properties", after);
        changes.push(ToolChange::new(ChangeClass::Breaking, ChangeKind::ArgumentRenamed, &place, message));
    }
    rename(&mut was, &renamed);
    changes.extend(schema_changes::compare(&was, is, ComparedSchema::Input, "/inputSchema", budget));
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
fn output(old: Option<&Value>, new: Option<&Value>, changes: &mut Vec<ToolChange>, budget: &mut StepBudget) {
    const PLACE: &str = "/outputSchema";
    match (old, new) {
        (Some(old), Some(new)) => {
            changes.extend(schema_changes::compare(old, new, ComparedSchema::Output, PLACE, budget));
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
