//! Merging of `allOf` (docs/targets.md, "Combined schemas"). Dropping one of several conditions only widens.

use crate::json::text::json_length;
use crate::json::{Map, Value};
use crate::model::referenced;

use super::Lowering;

/// Bytes of a merged schema that count as one subschema.
const BYTES_PER_SCHEMA: usize = 1_000;

/// Most levels of `allOf` inside one another.
const MOST_LEVELS: usize = 32;

/// Keywords of which one value says enough.
const TEXTS: [&str; 6] = ["title", "description", "default", "examples", "deprecated", "writeOnly"];

impl<'t> Lowering<'t> {
    /// Returns a schema without `allOf` and `oneOf`: the parts are merged into it, and `oneOf` becomes `anyOf`. The names are those of
    /// the definitions that are now part of it.
    pub(super) fn merged(&mut self, schema: &Map) -> (Map, Vec<&'t str>) {
        let mut names = Vec::new();
        let mut merged = self.parts_merged(schema, &mut names, MOST_LEVELS);
        if let Some(branches) = merged.shift_remove("oneOf") {
            let mut union = Map::with_capacity(1);
            union.insert("anyOf", branches);
            merged = combine(merged, union, &mut Vec::new());
        }
        // Conditions can multiply: what is too large then counts as too many subschemas.
        if schema.contains_key("allOf") || schema.contains_key("oneOf") {
            let whole = Value::Object(merged);
            self.schemas += json_length(&whole) / BYTES_PER_SCHEMA;
            merged = match whole {
                Value::Object(merged) => merged,
                _ => Map::new(),
            };
        }
        (merged, names)
    }

    fn parts_merged(&mut self, schema: &Map, names: &mut Vec<&'t str>, levels: usize) -> Map {
        let mut merged = schema.clone();
        let Some(Value::Array(parts)) = merged.shift_remove("allOf") else { return merged };
        for part in &parts {
            let Some(part) = part.as_object() else { continue };
            let target = referenced(part).and_then(|name| self.definition(name));
            let part = match target {
                // Guards against definitions that are parts of each other, and of their own members.
                Some((name, _)) if levels == 0 || self.is_too_often_on_path(name) => {
                    self.lose("allOf");
                    continue;
                }
                None if levels == 0 => continue,
                Some((name, target)) => {
                    names.push(name);
                    let mut beside = part.clone();
                    beside.shift_remove("$ref");
                    combine(self.parts_merged(target, names, levels - 1), beside, &mut Vec::new())
                }
                None => self.parts_merged(part, names, levels - 1),
            };
            if is_closed_to(&merged, &part) || is_closed_to(&part, &merged) {
                self.lose("additionalProperties");
            }
            let mut part = part;
            if part.shift_remove("if").is_some() {
                self.lose("if");
                part.retain(|keyword, _| *keyword != "then" && *keyword != "else");
            }
            let mut lost = Vec::new();
            merged = combine(merged, part, &mut lost);
            for keyword in lost {
                self.lose(&keyword);
            }
        }
        merged
    }
}

/// Returns true if a schema takes no property that only the other names.
pub(super) fn is_closed_to(schema: &Map, other: &Map) -> bool {
    let names = |map: &Map| map.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
    let own = names(schema);
    schema.get("additionalProperties").is_some_and(|further| further.as_bool() == Some(false))
        && names(other).keys().any(|name| !own.contains_key(name.as_str()))
}

/// Returns true if no value can satisfy both schemas, as far as their types and values say.
pub(super) fn contradict(one: &Map, other: &Map) -> bool {
    let values = |map: &Map| match (map.get("const"), map.get("enum")) {
        (Some(value), _) => Some(vec![value.clone()]),
        (None, Some(Value::Array(values))) => Some(values.clone()),
        _ => None,
    };
    if let (Some(one), Some(other)) = (values(one), values(other))
        && !one.iter().any(|value| other.contains(value))
    {
        return true;
    }
    match (one.get("type"), other.get("type")) {
        (Some(one), Some(other)) => common_types(one, other).is_none(),
        _ => false,
    }
}

/// Returns a schema that demands what both demand, as far as one schema can say it; `lost` gets the keywords of which the second
/// value is dropped.
pub(super) fn combine(mut one: Map, mut other: Map, lost: &mut Vec<String>) -> Map {
    further_hold(&one, &mut other);
    further_hold(&other, &mut one);
    for (keyword, value) in other {
        // One value of several.
        let is_one_of = |list: Option<&Value>, value: &Value| {
            list.and_then(Value::as_array).is_some_and(|values| values.contains(value))
        };
        if keyword == "const" && is_one_of(one.get("enum"), &value) {
            one.shift_remove("enum");
        } else if keyword == "enum" && one.get("const").is_some_and(|only| is_one_of(Some(&value), only)) {
            continue;
        }
        let Some(own) = one.get_mut(keyword.as_str()) else {
            one.insert(keyword, value);
            continue;
        };
        match (keyword.as_str(), own, value) {
            ("properties", Value::Object(own), Value::Object(others)) => {
                for (name, property) in others {
                    match own.get_mut(name.as_str()) {
                        Some(present) => both(present, property),
                        None => {
                            own.insert(name, property);
                        }
                    }
                }
            }
            ("required", Value::Array(own), Value::Array(others)) => {
                for name in others {
                    if !own.contains(&name) {
                        own.push(name);
                    }
                }
            }
            // One of the branches here, and one of the others.
            ("anyOf", Value::Array(own), others) => {
                let mut union = Map::with_capacity(1);
                union.insert("anyOf", others);
                for branch in own {
                    both(branch, Value::Object(union.clone()));
                }
            }
            ("items", own, value) if own.is_object() && value.is_object() => both(own, value),
            ("additionalProperties", own, value) => {
                if value.as_bool() == Some(false) {
                    *own = value;
                } else if own.is_object() && value.is_object() {
                    both(own, value);
                } else if own.as_bool() == Some(true) {
                    *own = value;
                }
            }
            ("enum", Value::Array(own), Value::Array(others))
                if own.iter().any(|value| others.contains(value)) =>
            {
                own.retain(|value| others.contains(value));
            }
            ("type", own, value) => match common_types(own, &value) {
                Some(common) => *own = common,
                None => lost.push("type".to_owned()),
            },
            (keyword, own, value) => {
                if *own != value && !TEXTS.contains(&keyword) {
                    lost.push(keyword.to_owned());
                }
            }
        }
    }
    one
}

/// Makes the properties that only the second schema names demand what the first demands of properties without a name.
fn further_hold(one: &Map, other: &mut Map) {
    let Some(further @ Value::Object(_)) = one.get("additionalProperties") else { return };
    let named = one.get("properties").and_then(Value::as_object);
    let Some(Value::Object(properties)) = other.get_mut("properties") else { return };
    for (name, property) in properties.iter_mut() {
        if named.is_none_or(|named| !named.contains_key(name.as_str())) {
            both(property, further.clone());
        }
    }
}

/// Makes a schema demand what another demands too.
fn both(own: &mut Value, other: Value) {
    if *own == other {
        return;
    }
    let mut combined = Map::with_capacity(1);
    combined.insert("allOf", Value::Array(vec![own.take(), other]));
    *own = Value::Object(combined);
}

/// Returns the types that both `type`s name; `None` if there are none.
fn common_types(one: &Value, other: &Value) -> Option<Value> {
    let types = |value: &Value| -> Vec<String> {
        match value {
            Value::String(kind) => vec![kind.clone()],
            Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            _ => Vec::new(),
        }
    };
    let others = types(other);
    let has = |kind: &str| others.iter().any(|one| one == kind);
    let mut common: Vec<Value> = Vec::new();
    for kind in types(one) {
        let kind = match kind.as_str() {
            kind if has(kind) => kind,
            "integer" if has("number") => "integer",
            "number" if has("integer") => "integer",
            _ => continue,
        };
        common.push(Value::from(kind));
    }
    match common.len() {
        0 => None,
        1 => common.pop(),
        _ => Some(Value::Array(common)),
    }
}
