//! `allOf` of plain objects becomes one object, where that is exact.

use serde_json::{Map, Value, json};

use crate::model::referenced;

use super::WEAK;

/// Most properties that a merged object may have; above, the parts stay apart.
const MAX_PROPERTIES: usize = 1_000;

/// Levels of properties with two descriptions that are merged in turn.
const MAX_DEPTH: usize = 8;

/// Keywords that only describe.
const ANNOTATIONS: [&str; 4] = ["title", "description", "default", "examples"];

/// What `allOf` in `map` merges into; `None` where it has to stay. `resolve` gives a definition that is
/// settled already.
pub(super) fn merged<'d>(
    map: &Map<String, Value>,
    resolve: &dyn Fn(&str) -> Option<&'d Map<String, Value>>,
    depth: usize,
) -> Option<Map<String, Value>> {
    let parts = map.get("allOf")?.as_array()?;
    let rest: Map<String, Value> =
        map.iter().filter(|(key, _)| *key != "allOf").map(|(key, value)| (key.clone(), value.clone())).collect();
    if let [Value::Object(only)] = parts.as_slice()
        && rest.keys().all(|key| ANNOTATIONS.contains(&key.as_str()) || key == WEAK)
    {
        let mut single = only.clone();
        single.extend(rest);
        return Some(single);
    }
    let mut objects: Vec<(&Map<String, Value>, bool)> = Vec::with_capacity(parts.len());
    for part in parts {
        let part = part.as_object()?;
        match referenced(part) {
            Some(name) if part.len() == 1 => objects.push((resolve(name)?, true)),
            Some(_) => return None,
            None => objects.push((part, false)),
        }
    }
    if !is_plain_object(&rest) || !objects.iter().all(|(object, _)| is_plain_object(object)) {
        return None;
    }
    let mut properties: Map<String, Value> = Map::new();
    let mut required: Vec<Value> = Vec::new();
    let mut weak = false;
    let own = (&rest, false);
    for (object, _) in objects.iter().copied().chain([own]) {
        weak |= object.contains_key(WEAK);
        for (name, schema) in object.get("properties").and_then(Value::as_object).into_iter().flatten() {
            match properties.get_mut(name) {
                Some(described) => *described = both(described, schema, resolve, depth),
                None => {
                    properties.insert(name.clone(), schema.clone());
                }
            }
        }
        for name in object.get("required").and_then(Value::as_array).into_iter().flatten() {
            if !required.contains(name) {
                required.push(name.clone());
            }
        }
    }
    if properties.len() > MAX_PROPERTIES {
        return None;
    }
    let mut result = Map::new();
    let is_object = objects.iter().copied().chain([own]).any(|(object, _)| object.contains_key("type"));
    if is_object {
        result.insert("type".to_owned(), json!("object"));
    }
    for keyword in ANNOTATIONS {
        // A part that was written here describes the whole; a referenced part describes only itself.
        let written_here = objects.iter().rev().filter(|(_, referenced)| !referenced).map(|(object, _)| *object);
        let describing = matches!(keyword, "title" | "description");
        let text = rest.get(keyword).or_else(|| written_here.filter(|_| describing).find_map(|object| object.get(keyword)));
        if let Some(text) = text {
            result.insert(keyword.to_owned(), text.clone());
        }
    }
    if !properties.is_empty() {
        for name in &required {
            if let Some(name) = name.as_str()
                && !properties.contains_key(name)
            {
                properties.insert(name.to_owned(), json!({}));
            }
        }
    }
    result.insert("properties".to_owned(), Value::Object(properties));
    if !required.is_empty() {
        result.insert("required".to_owned(), Value::Array(required));
    }
    if weak {
        result.insert(WEAK.to_owned(), Value::Bool(true));
    }
    Some(result)
}

/// A schema that constrains nothing but properties and required names of an object.
fn is_plain_object(map: &Map<String, Value>) -> bool {
    map.iter().all(|(key, value)| match key.as_str() {
        "type" => value == "object",
        "properties" | "required" | WEAK => true,
        "additionalProperties" => *value == Value::Bool(true) || value.as_object().is_some_and(Map::is_empty),
        other => ANNOTATIONS.contains(&other),
    })
}

/// A property that two parts describe: both constraints hold, the later description counts.
fn both<'d>(
    early: &Value,
    late: &Value,
    resolve: &dyn Fn(&str) -> Option<&'d Map<String, Value>>,
    depth: usize,
) -> Value {
    let (Value::Object(early), Value::Object(late)) = (early, late) else { return late.clone() };
    if let Some(narrower) = narrower(early, late).or_else(|| narrower(late, early)) {
        let mut narrower = narrower;
        for keyword in ANNOTATIONS {
            if let Some(text) = late.get(keyword).or_else(|| early.get(keyword)) {
                narrower.insert(keyword.to_owned(), text.clone());
            }
        }
        return Value::Object(narrower);
    }
    let all_of = Map::from_iter([("allOf".to_owned(), json!([early, late]))]);
    let merged = if depth < MAX_DEPTH { merged(&all_of, resolve, depth + 1) } else { None };
    Value::Object(merged.unwrap_or(all_of))
}

/// `candidate`, if it says everything that `other` says.
fn narrower(other: &Map<String, Value>, candidate: &Map<String, Value>) -> Option<Map<String, Value>> {
    let says_all = other
        .iter()
        .filter(|(key, _)| !ANNOTATIONS.contains(&key.as_str()))
        .all(|(key, value)| candidate.get(key) == Some(value));
    says_all.then(|| candidate.clone())
}
