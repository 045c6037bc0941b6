//! The result of a translation while it is assembled.

use crate::json::{Map, Value, json};

use crate::schema::{DISCRIMINATOR, WEAK};

/// A schema under construction.
#[derive(Default)]
pub(super) struct BuiltSchema {
    /// Its keywords so far.
    pub(super) map: Map,
    /// True if it accepts more than its source.
    pub(super) weak: bool,
    /// Sentences that are appended to the description.
    pub(super) notes: Vec<String>,
}

impl BuiltSchema {
    /// Sets a keyword.
    pub(super) fn set(&mut self, keyword: &str, value: impl Into<Value>) {
        self.map.insert(keyword, value.into());
    }

    /// Returns whether a keyword is set.
    pub(super) fn has(&self, keyword: &str) -> bool {
        self.map.contains_key(keyword)
    }

    /// Adds a part to `allOf`.
    pub(super) fn add_part(&mut self, schema: Map) {
        if let Value::Array(all) = self.map.entry("allOf").or_insert_with(|| Value::Array(Vec::new())) {
            all.push(Value::Object(schema));
        }
    }

    /// Returns the schema, with the notes in its description and with its mark.
    pub(super) fn finish(mut self) -> Map {
        if !self.notes.is_empty() {
            let notes = self.notes.join("\n");
            let text = match self.map.get("description").and_then(Value::as_str) {
                Some(text) if !text.is_empty() => format!("{text}\n{notes}"),
                _ => notes,
            };
            self.set("description", text);
        }
        if self.weak {
            self.set(WEAK, true);
        }
        self.map
    }
}

/// Returns a boolean schema (JSON Schema 2020-12 core, section 4.3.2) as an object, which every client reads.
pub(super) fn boolean_schema(accepts: bool) -> Map {
    let mut map = Map::new();
    if !accepts {
        map.insert("not", Value::Object(Map::new()));
    }
    map
}

/// Annotations that stay at the top when a schema becomes a branch of a union or a part of an `allOf`.
pub(super) const ANNOTATIONS: [&str; 5] = ["title", "description", "default", "examples", "deprecated"];

/// Returns the union of a schema and null, for `nullable` on a schema that is composed of others.
pub(super) fn accept_null(mut built: BuiltSchema) -> BuiltSchema {
    if let Some(map) = with_null_type(&built.map) {
        return BuiltSchema { map, ..built };
    }
    let mut outside = Map::new();
    for keyword in ANNOTATIONS {
        if let Some(value) = built.map.shift_remove(keyword) {
            outside.insert(keyword, value);
        }
    }
    let null = json!({"type": "null"});
    let only_any_of = built.map.keys().all(|keyword| keyword == "anyOf" || keyword == DISCRIMINATOR);
    match built.map.get_mut("anyOf") {
        Some(Value::Array(branches)) if only_any_of => branches.push(null),
        _ => {
            let inner = Value::Object(std::mem::take(&mut built.map));
            built.set("anyOf", Value::Array(vec![inner, null]));
        }
    }
    outside.append(&mut built.map);
    BuiltSchema { map: outside, ..built }
}

/// Returns a schema with null in its `type`, if it says nothing but annotations beside one part with a type of its own.
fn with_null_type(map: &Map) -> Option<Map> {
    /// Keywords that may refuse null although `type` has it.
    const OTHERS: [&str; 10] =
        ["$ref", "enum", "const", "allOf", "anyOf", "oneOf", "not", "if", "then", "else"];
    let parts = map.get("allOf")?.as_array()?.iter().filter_map(Value::as_object);
    let mut parts = parts.filter(|part| !part.is_empty());
    let part = parts.next().filter(|_| parts.next().is_none())?;
    let is_plain = map.keys().all(|key| key == "allOf" || ANNOTATIONS.contains(&key.as_str()))
        && !OTHERS.iter().any(|keyword| part.contains_key(*keyword));
    let null = Value::from("null");
    let mut types = match part.get("type").filter(|_| is_plain)? {
        Value::Array(types) => types.clone(),
        one => vec![one.clone()],
    };
    let mut single = part.clone();
    single.extend(
        map.iter().filter(|(key, _)| *key != "allOf").map(|(key, value)| (key.clone(), value.clone())),
    );
    if !types.contains(&null) {
        types.push(null);
    }
    single.insert("type", Value::Array(types));
    Some(single)
}
