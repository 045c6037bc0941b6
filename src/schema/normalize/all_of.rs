//! Merges the parts of one `allOf`: plain objects become one object, where that is exact.

use std::cell::Cell;

use foldhash::fast::RandomState;
use foldhash::{HashSet, HashSetExt};
use indexmap::IndexMap;

use crate::json::{Key, Map, Value, json};
use crate::model::referenced;

use crate::schema::{WEAK, required};

/// Maximum number of properties of a merged object; an `allOf` with more stays as it is.
const MAX_PROPERTIES: usize = 1_000;

/// Maximum nesting of properties that several parts describe and that are merged in turn.
const MAX_DEPTH: usize = 8;

/// Maximum length of a chain of aliases, as definitions that consist of a reference and annotations.
const MAX_ALIASES: usize = 64;

/// Annotation keywords (JSON Schema 2020-12 validation, section 9) that a merge may move or drop.
const ANNOTATIONS: [&str; 4] = ["title", "description", "default", "examples"];

/// Keywords that constrain the properties that `properties` does not name.
const CLOSING: [&str; 2] = ["additionalProperties", "patternProperties"];

/// Counts the values in a schema, itself included. The depth of a translated schema bounds the recursion.
fn value_count(map: &Map) -> usize {
    fn count(value: &Value) -> usize {
        match value {
            Value::Object(map) => value_count(map),
            Value::Array(list) => 1 + list.iter().map(count).sum::<usize>(),
            _ => 1,
        }
    }
    1 + map.values().map(count).sum::<usize>()
}

/// Access to the definitions that parts refer to.
pub(super) struct MergeContext<'r, 'd> {
    /// Returns the definition with a name, unless it depends on itself.
    pub(super) resolve: &'r dyn Fn(&str) -> Option<&'d Map>,
    /// The number of values that may still be copied from definitions.
    pub(super) copies_left: &'r Cell<usize>,
}

/// Merges the `allOf` of a schema into the schema; `None` if it has none, or if it has to stay as it is.
pub(super) fn merge_all_of(map: &Map, context: &MergeContext<'_, '_>, depth: usize) -> Option<Map> {
    let all = map.get("allOf")?.as_array()?;
    let mut rest: Map = map
        .iter()
        .filter(|(key, _)| *key != "allOf")
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    // A part that has nothing but annotations, by itself or by its definition, annotates the whole.
    let mut parts: Vec<&Value> = Vec::with_capacity(all.len());
    let mut texts: Vec<&Value> = Vec::new();
    for part in all {
        let object = part.as_object();
        let reference = object.filter(|part| part.len() == 1).and_then(referenced);
        let map = reference.and_then(|name| resolve_aliases(name, context.resolve)).or(object);
        match map.filter(|map| map.keys().all(|key| ANNOTATIONS.contains(&key.as_str()) || key == WEAK)) {
            Some(annotations) => {
                for (key, value) in annotations {
                    if key == "description" {
                        texts.push(value);
                    } else {
                        rest.entry(key.clone()).or_insert_with(|| value.clone());
                    }
                }
            }
            None => parts.push(part),
        }
    }
    if let Some(text) = joined(texts).filter(|_| !rest.contains_key("description")) {
        rest.insert("description", text);
    }
    if parts.is_empty() {
        return Some(rest);
    }
    if let [Value::Object(only)] = parts.as_slice()
        && rest.keys().all(|key| ANNOTATIONS.contains(&key.as_str()) || key == WEAK)
    {
        let mut single = only.clone();
        single.extend(rest);
        return Some(single);
    }
    merge_objects(&parts, &rest, context, depth).or_else(|| {
        let is_shorter = parts.len() < all.len();
        is_shorter.then(|| {
            rest.insert("allOf", parts.iter().map(|&part| part.clone()).collect());
            rest
        })
    })
}

/// Merges plain objects, and the keywords beside their `allOf`, into one object.
fn merge_objects(parts: &[&Value], rest: &Map, context: &MergeContext<'_, '_>, depth: usize) -> Option<Map> {
    let described: Vec<Option<Map>> = parts.iter().map(|part| described_reference(part, context)).collect();
    let mut objects: Vec<(&Map, bool)> = Vec::with_capacity(parts.len());
    for (part, described) in parts.iter().zip(&described) {
        let part = part.as_object()?;
        match referenced(part) {
            Some(name) if part.len() == 1 => objects.push((resolve_aliases(name, context.resolve)?, true)),
            Some(_) => objects.push((described.as_ref()?, false)),
            None => objects.push((part, false)),
        }
    }
    let own = (rest, false);
    let all: Vec<&Map> = objects.iter().copied().chain([own]).map(|(object, _)| object).collect();
    let closed = all.iter().copied().find(|object| !is_plain_object(object));
    if closed.is_some_and(|closed| !narrow(&all, closed)) {
        return None;
    }
    let definitions = objects.iter().filter(|(_, referenced)| *referenced);
    let copies: usize = definitions.map(|(object, _)| value_count(object)).sum();
    context.copies_left.set(context.copies_left.get().checked_sub(copies)?);
    let mut described: IndexMap<&str, Vec<&Value>, RandomState> = IndexMap::default();
    let mut required: Vec<Value> = Vec::new();
    let mut listed: HashSet<&str> = HashSet::new();
    let mut weak = false;
    for (object, _) in objects.iter().copied().chain([own]) {
        weak |= object.contains_key(WEAK);
        for (name, schema) in object.get("properties").and_then(Value::as_object).into_iter().flatten() {
            described.entry(name).or_default().push(schema);
        }
        for name in object.get("required").and_then(Value::as_array).into_iter().flatten() {
            if name.as_str().is_none_or(|name| listed.insert(name)) {
                required.push(name.clone());
            }
        }
    }
    if described.len() > MAX_PROPERTIES {
        return None;
    }
    let mut properties: Map = described
        .into_iter()
        .map(|(name, schemas)| (name.to_owned(), merge_property(&schemas, context, depth)))
        .collect();
    let mut result = Map::new();
    let is_object = objects.iter().copied().chain([own]).any(|(object, _)| object.contains_key("type"));
    if is_object {
        result.insert("type", json!("object"));
    }
    for keyword in ANNOTATIONS {
        // An annotation of an inline part is meant for the whole, that of a definition for the definition only.
        let inline_parts =
            objects.iter().rev().filter(|(_, referenced)| !referenced).map(|(object, _)| *object);
        // Where nothing else names the whole, it takes the title of its only definition.
        let only_definition =
            match objects.iter().filter(|(_, referenced)| *referenced).collect::<Vec<_>>().as_slice() {
                [(object, _)] if keyword == "title" => Some(*object),
                _ => None,
            };
        // Different titles each name one part, and none of them the whole.
        let titles = inline_parts.clone().filter_map(|object| object.get("title"));
        let ambiguous =
            keyword == "title" && titles.collect::<Vec<_>>().windows(2).any(|pair| pair[0] != pair[1]);
        if keyword == "description" && !rest.contains_key(keyword) {
            // Each text describes one part, and together they describe the whole.
            let texts = |is_reference: bool| {
                let parts = objects.iter().filter(move |(_, referenced)| *referenced == is_reference);
                joined(parts.filter_map(|(object, _)| object.get("description")))
            };
            if let Some(text) = texts(false).or_else(|| texts(true)) {
                result.insert(keyword, text);
            }
            continue;
        }
        let text = rest
            .get(keyword)
            .or_else(|| inline_parts.clone().filter(|_| !ambiguous).find_map(|object| object.get(keyword)))
            .or_else(|| only_definition.and_then(|object| object.get(keyword)));
        if let Some(text) = text {
            result.insert(keyword, text.clone());
        }
    }
    let has_properties =
        objects.iter().copied().chain([own]).any(|(object, _)| object.contains_key("properties"));
    if has_properties {
        for name in &required {
            if let Some(name) = name.as_str()
                && !properties.contains_key(name)
            {
                properties.insert(name, json!({}));
            }
        }
    }
    if has_properties {
        result.insert("properties", Value::Object(properties));
    }
    if !required.is_empty() {
        result.insert("required", Value::Array(required));
    }
    let closing = closed.into_iter().flatten().filter(|(keyword, _)| CLOSING.contains(&keyword.as_str()));
    result.extend(closing.map(|(keyword, value)| (keyword.clone(), value.clone())));
    if weak {
        result.insert(WEAK, Value::Bool(true));
    }
    Some(result)
}

/// Returns the definition that a part refers to, with the annotations beside the reference in place of its own: they are
/// meant for the whole. `None` for other parts.
fn described_reference(part: &Value, context: &MergeContext<'_, '_>) -> Option<Map> {
    let part = part.as_object().filter(|part| part.len() > 1)?;
    let is_annotation = |key: &str| ANNOTATIONS.contains(&key);
    let mut beside = part.iter().filter(|(key, _)| *key != "$ref");
    let name = referenced(part).filter(|_| beside.clone().all(|(key, _)| is_annotation(key)))?;
    let definition = resolve_aliases(name, context.resolve)?;
    let may_merge =
        |(key, value): (&Key, &Value)| is_plain_keyword(key, value) || CLOSING.contains(&key.as_str());
    if !definition.iter().all(may_merge) {
        return None;
    }
    // It is a copy, whether or not the parts are merged.
    context.copies_left.set(context.copies_left.get().checked_sub(value_count(definition))?);
    let own = definition.iter().filter(|(key, _)| !is_annotation(key));
    Some(own.chain(&mut beside).map(|(key, value)| (key.clone(), value.clone())).collect())
}

/// Joins different texts as paragraphs.
fn joined<'v>(texts: impl IntoIterator<Item = &'v Value>) -> Option<Value> {
    let mut paragraphs: Vec<&str> = Vec::new();
    for text in texts.into_iter().filter_map(Value::as_str) {
        if !paragraphs.contains(&text) {
            paragraphs.push(text);
        }
    }
    (!paragraphs.is_empty()).then(|| paragraphs.join("\n\n").into())
}

/// Returns the definition with a name; that of an alias is the one at the end of its chain.
fn resolve_aliases<'d>(name: &str, resolve: &dyn Fn(&str) -> Option<&'d Map>) -> Option<&'d Map> {
    let is_alias = |map: &Map| map.keys().all(|key| key == "$ref" || ANNOTATIONS.contains(&key.as_str()));
    let mut map = resolve(name)?;
    for _ in 0..MAX_ALIASES {
        match referenced(map).filter(|_| is_alias(map)) {
            Some(next) => map = resolve(next)?,
            None => break,
        }
    }
    Some(map)
}

/// Returns whether objects can be merged exactly, of which `closed` also constrains the properties that it does not name. The
/// others may then only describe and require what it names: `additionalProperties` of one part sees only the `properties` of
/// that part (JSON Schema 2020-12 core, section 10.3.2.3).
fn narrow(objects: &[&Map], closed: &Map) -> bool {
    let names = closed.get("properties").and_then(Value::as_object);
    let is_named = |name: &str| names.is_some_and(|names| names.contains_key(name));
    let names_all = |object: &Map| {
        let described = object.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys);
        described.map(Key::as_str).chain(required(object)).all(is_named)
    };
    let mut keywords = closed.iter().filter(|(keyword, _)| !CLOSING.contains(&keyword.as_str()));
    keywords.all(|(keyword, value)| is_plain_keyword(keyword, value))
        && objects.iter().filter(|object| !is_plain_object(object)).count() == 1
        && objects.iter().all(|object| names_all(object))
}

/// Returns whether a schema constrains nothing but the properties and the required names of an object.
fn is_plain_object(map: &Map) -> bool {
    map.iter().all(|(key, value)| is_plain_keyword(key, value))
}

fn is_plain_keyword(keyword: &str, value: &Value) -> bool {
    match keyword {
        "type" => value == "object",
        "properties" | "required" | WEAK => true,
        "additionalProperties" => *value == Value::Bool(true) || value.as_object().is_some_and(Map::is_empty),
        other => ANNOTATIONS.contains(&other),
    }
}

/// Merges the schemas that several parts have for one property: all assertions hold, and later annotations win.
fn merge_property(schemas: &[&Value], context: &MergeContext<'_, '_>, depth: usize) -> Value {
    if let [only] = schemas {
        return (*only).clone();
    }
    if schemas.contains(&&Value::Bool(false)) {
        return Value::Bool(false);
    }
    let mut parts: Vec<Map> = Vec::new();
    for schema in schemas.iter().filter_map(|schema| schema.as_object()) {
        match parts.last_mut() {
            Some(early) if has_assertions_of(schema, early) => {
                let early = std::mem::replace(early, schema.clone());
                for (key, text) in early.into_iter().filter(|(key, _)| ANNOTATIONS.contains(&key.as_str())) {
                    parts.last_mut().map(|late| late.entry(key).or_insert(text));
                }
            }
            Some(early) if has_assertions_of(early, schema) => {
                let texts = schema.iter().filter(|(key, _)| ANNOTATIONS.contains(&key.as_str()));
                early.extend(texts.map(|(key, text)| (key.clone(), text.clone())));
            }
            _ => parts.push(schema.clone()),
        }
    }
    match parts.as_mut_slice() {
        [] => return Value::Bool(true),
        [only] => return Value::Object(std::mem::take(only)),
        _ => {}
    }
    let parts = parts.into_iter().map(Value::Object).collect();
    let all_of = Map::from_iter([("allOf".to_owned(), Value::Array(parts))]);
    let merged = if depth < MAX_DEPTH { merge_all_of(&all_of, context, depth + 1) } else { None };
    Value::Object(merged.unwrap_or(all_of))
}

/// Returns whether a schema has every keyword of another with the same value, annotations excepted.
fn has_assertions_of(schema: &Map, other: &Map) -> bool {
    other
        .iter()
        .filter(|(key, _)| !ANNOTATIONS.contains(&key.as_str()))
        .all(|(key, value)| schema.get(key) == Some(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Merges the schemas of one property, without definitions.
    fn merged(schemas: &[Value]) -> Value {
        let context = MergeContext { resolve: &|_| None, copies_left: &Cell::new(0) };
        merge_property(&schemas.iter().collect::<Vec<_>>(), &context, 0)
    }

    #[test]
    fn schemas_of_one_property_are_merged() {
        let at_most = |length: usize| json!({"type": "string", "maxLength": length});
        assert_eq!(
            merged(&[at_most(1), at_most(2), at_most(3)]),
            json!({"allOf": [at_most(1), at_most(2), at_most(3)]})
        );
        let text = json!({"type": "string", "description": "A text."});
        let named = json!({"type": "string", "maxLength": 2, "description": "A text."});
        assert_eq!(merged(&[text.clone(), at_most(2), json!({"type": "string"})]), named);
        assert_eq!(merged(&[at_most(2), json!(true), text.clone()]), named);
        assert_eq!(merged(&[text, json!(false)]), json!(false));
        assert_eq!(merged(&[json!(true), json!(true)]), json!(true));
    }
}
