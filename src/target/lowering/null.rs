//! Null is taken out of a schema before the schema is lowered, and put back in the form of the target (docs/targets.md,
//! "Null").

use crate::json::{Map, Value, json};
use crate::model::referenced;

use super::{Lowering, keywords, only_describes};
use crate::target::rules::NullForm;

/// A union, and what may stand beside it.
const OUTSIDE_UNION: [&str; 4] = ["title", "description", "default", "anyOf"];

impl Lowering<'_> {
    /// Returns a schema that does not take null, and whether the schema did.
    pub(super) fn without_null(&self, mut schema: Map) -> (Map, bool) {
        let mut takes_null = None;
        if let Some(kinds) = schema.get_mut("type").and_then(Value::as_array_mut) {
            let before = kinds.len();
            kinds.retain(|kind| *kind != "null");
            let (has_null, left) = (kinds.len() < before, kinds.len());
            if left == 1 {
                let only = kinds.remove(0);
                schema.insert("type", only);
            } else if left == 0 {
                schema.insert("type", json!("null"));
                return (schema, false);
            }
            takes_null = Some(has_null);
        } else if schema.get("type").is_some_and(|kind| *kind != "null") {
            takes_null = Some(false);
        }
        if let Some(Value::Array(values)) = schema.get_mut("enum") {
            let before = values.len();
            values.retain(|value| !value.is_null());
            let has_null = values.len() < before;
            if values.is_empty() && has_null {
                schema.shift_remove("enum");
                schema.insert("type", json!("null"));
                return (schema, false);
            }
            takes_null = Some(has_null && takes_null.unwrap_or(true));
        }
        if let Some(value) = schema.get("const") {
            if value.is_null() {
                schema.shift_remove("const");
                schema.insert("type", json!("null"));
                return (schema, false);
            }
            takes_null = Some(false);
        }
        if let Some(Value::Array(branches)) = schema.get("anyOf") {
            let others: Vec<Value> =
                branches.iter().filter(|branch| !self.is_null(branch)).cloned().collect();
            let has_null = others.len() < branches.len();
            if others.is_empty() {
                schema.shift_remove("anyOf");
                schema.insert("type", json!("null"));
                return (schema, false);
            }
            if has_null {
                schema.insert("anyOf", Value::Array(others));
            }
            // A branch of any type, or with null among its types, takes null where the types beside the union do.
            let takes_it = has_null || (takes_null == Some(true) && branches_take_null(&schema));
            takes_null = Some(takes_it && takes_null.unwrap_or(true));
        }
        (schema, takes_null.unwrap_or(false))
    }

    /// Returns true if a branch of a union takes null alone.
    fn is_null(&self, branch: &Value) -> bool {
        let Some(map) = branch.as_object() else { return false };
        let target = referenced(map).and_then(|name| self.definitions.get(name)?.as_object());
        let map = target.unwrap_or(map);
        let only = map.get("enum").and_then(Value::as_array);
        map.get("type").is_some_and(|kind| *kind == "null")
            || only.is_some_and(|values| !values.is_empty() && values.iter().all(Value::is_null))
            || map.get("const").is_some_and(Value::is_null)
    }

    /// Returns the schema of null alone, where the target has one; else that of a string that may be null.
    pub(super) fn null_alone(&mut self, schema: &Map, demanded_by: &[&str]) -> Map {
        let mut alone = keywords::annotations(schema);
        alone.retain(|keyword, _| *keyword == "description" || self.rules.kept.contains(&keyword.as_str()));
        if matches!(self.rules.null, NullForm::Nullable | NullForm::Gone) {
            for keyword in demanded_by {
                self.lose(keyword);
            }
        }
        match self.rules.null {
            NullForm::TypeList | NullForm::TypeListOrUnion | NullForm::Union => {
                alone.insert("type", json!("null"));
            }
            NullForm::Nullable => {
                alone.insert("type", json!("string"));
                alone.insert("nullable", Value::Bool(true));
            }
            NullForm::Gone => {
                alone.insert("type", json!("string"));
            }
        }
        alone
    }
}

/// Returns true if a branch of a union names no type and no values, or null among its types.
fn branches_take_null(schema: &Map) -> bool {
    let branches = schema.get("anyOf").and_then(Value::as_array);
    branches.into_iter().flatten().filter_map(Value::as_object).any(|branch| match branch.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().any(|kind| *kind == "null"),
        Some(_) => false,
        None => !["$ref", "enum", "const", "anyOf", "oneOf", "allOf"]
            .iter()
            .any(|keyword| branch.contains_key(*keyword)),
    })
}

/// Makes a lowered schema take null, in the form of the target.
pub(super) fn restore(schema: &mut Map, form: NullForm) {
    if only_describes(schema) || schema.get("type").is_some_and(|kind| *kind == "null") {
        return;
    }
    match form {
        NullForm::Gone => {}
        NullForm::Nullable => {
            schema.insert("nullable", Value::Bool(true));
        }
        NullForm::Union => as_union(schema),
        NullForm::TypeList | NullForm::TypeListOrUnion => {
            let has_values = schema.contains_key("enum") || schema.contains_key("const");
            let has_union = schema.contains_key("anyOf") || !schema.contains_key("type");
            if has_union || (has_values && form == NullForm::TypeListOrUnion) {
                return as_union(schema);
            }
            match schema.get_mut("type") {
                Some(Value::Array(kinds)) if !kinds.contains(&json!("null")) => kinds.push(json!("null")),
                Some(Value::Array(_)) | None => {}
                Some(kind) => *kind = Value::Array(vec![kind.take(), json!("null")]),
            }
            if let Some(value) = schema.shift_remove("const") {
                schema.insert("enum", Value::Array(vec![value, Value::Null]));
            } else if let Some(Value::Array(values)) = schema.get_mut("enum")
                && !values.contains(&Value::Null)
            {
                values.push(Value::Null);
            }
        }
    }
}

/// Makes a schema a union with null; its annotations stay outside.
fn as_union(schema: &mut Map) {
    let null = json!({"type": "null"});
    let is_union_alone = schema.keys().all(|keyword| OUTSIDE_UNION.contains(&keyword.as_str()));
    if is_union_alone && let Some(Value::Array(branches)) = schema.get_mut("anyOf") {
        if !branches.contains(&null) {
            branches.push(null);
        }
        return;
    }
    let mut inner = std::mem::take(schema);
    for keyword in OUTSIDE_UNION {
        if keyword == "anyOf" {
            continue;
        }
        if let Some(value) = inner.shift_remove(keyword) {
            schema.insert(keyword, value);
        }
    }
    schema.insert("anyOf", Value::Array(vec![Value::Object(inner), null]));
}
