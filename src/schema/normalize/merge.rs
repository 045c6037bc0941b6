//! `allOf` of plain objects becomes one object, where that is exact.

use std::cell::Cell;

use foldhash::fast::RandomState;
use foldhash::{HashSet, HashSetExt};
use indexmap::IndexMap;

use crate::json::{Map, Value, json};
use crate::model::{Definition, Definitions, referenced};

use crate::schema::subschemas::{any_schema, post_order, subschemas};
use crate::schema::{WEAK, graph};

/// Most properties that a merged object may have; above, the parts stay apart.
const MAX_PROPERTIES: usize = 1_000;

/// Levels of properties with two descriptions that are merged in turn.
const MAX_DEPTH: usize = 8;

/// Keywords that only describe.
const ANNOTATIONS: [&str; 4] = ["title", "description", "default", "examples"];

/// Values that are copied from definitions into what refers to them, by all merges of one direction; beyond, the parts
/// stay apart. Microsoft Graph copies 20,000.
const MAX_COPIED: usize = 500_000;

/// How much may still be copied.
pub(super) struct MergeBudget(Cell<usize>);

impl MergeBudget {
    /// All of it.
    pub(super) fn new() -> Self {
        Self(Cell::new(MAX_COPIED))
    }
}

/// Values in a schema, itself included. The depth of a translated schema bounds the recursion.
fn values(map: &Map) -> usize {
    fn of(value: &Value) -> usize {
        match value {
            Value::Object(map) => values(map),
            Value::Array(list) => 1 + list.iter().map(of).sum::<usize>(),
            _ => 1,
        }
    }
    1 + map.values().map(of).sum::<usize>()
}

/// What parts are merged with.
struct MergedParts<'r, 'd> {
    /// A definition that is settled already.
    resolve: &'r dyn Fn(&str) -> Option<&'d Map>,
    /// Values that may still be copied from definitions.
    left: &'r Cell<usize>,
}

/// What `allOf` in `map` merges into; `None` where it has to stay.
fn merged(map: &Map, with: &MergedParts<'_, '_>, depth: usize) -> Option<Map> {
    let all = map.get("allOf")?.as_array()?;
    let mut rest: Map = map
        .iter()
        .filter(|(key, _)| *key != "allOf")
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    // A part that only describes, also by a reference, describes the whole.
    let mut parts: Vec<&Value> = Vec::with_capacity(all.len());
    for part in all {
        let written = part.as_object();
        let referred = written.filter(|part| part.len() == 1).and_then(referenced);
        let map = referred.and_then(|name| target(name, with.resolve)).or(written);
        match map.filter(|map| map.keys().all(|key| ANNOTATIONS.contains(&key.as_str()) || key == WEAK)) {
            Some(describing) => {
                for (key, value) in describing {
                    rest.entry(key.clone()).or_insert_with(|| value.clone());
                }
            }
            None => parts.push(part),
        }
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
    one_object(&parts, &rest, with, depth).or_else(|| {
        let folded = parts.len() < all.len();
        folded.then(|| {
            rest.insert("allOf", parts.iter().map(|&part| part.clone()).collect());
            rest
        })
    })
}

/// Plain objects, and what stands beside their `allOf`, as one object.
fn one_object(parts: &[&Value], rest: &Map, with: &MergedParts<'_, '_>, depth: usize) -> Option<Map> {
    let mut objects: Vec<(&Map, bool)> = Vec::with_capacity(parts.len());
    for part in parts {
        let part = part.as_object()?;
        match referenced(part) {
            Some(name) if part.len() == 1 => objects.push((target(name, with.resolve)?, true)),
            Some(_) => return None,
            None => objects.push((part, false)),
        }
    }
    if !is_plain_object(rest) || !objects.iter().all(|(object, _)| is_plain_object(object)) {
        return None;
    }
    let copied = objects.iter().filter(|(_, referenced)| *referenced);
    with.left.set(with.left.get().checked_sub(copied.map(|(object, _)| values(object)).sum())?);
    let mut described: IndexMap<&str, Vec<&Value>, RandomState> = IndexMap::default();
    let mut required: Vec<Value> = Vec::new();
    let mut listed: HashSet<&str> = HashSet::new();
    let mut weak = false;
    let own = (rest, false);
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
    let mut properties: Map =
        described.into_iter().map(|(name, schemas)| (name.to_owned(), all(&schemas, with, depth))).collect();
    let mut result = Map::new();
    let is_object = objects.iter().copied().chain([own]).any(|(object, _)| object.contains_key("type"));
    if is_object {
        result.insert("type", json!("object"));
    }
    for keyword in ANNOTATIONS {
        // A part that was written here describes the whole; a referenced part describes only itself.
        let written_here =
            objects.iter().rev().filter(|(_, referenced)| !referenced).map(|(object, _)| *object);
        // What a single referenced part is called still holds where nothing else is said.
        let only_reference =
            match objects.iter().filter(|(_, referenced)| *referenced).collect::<Vec<_>>().as_slice() {
                [(object, _)] if matches!(keyword, "title" | "description") => Some(*object),
                _ => None,
            };
        // Several titles are each true of a part only.
        let titles = written_here.clone().filter_map(|object| object.get("title"));
        let ambiguous =
            keyword == "title" && titles.collect::<Vec<_>>().windows(2).any(|pair| pair[0] != pair[1]);
        let text = rest
            .get(keyword)
            .or_else(|| written_here.clone().filter(|_| !ambiguous).find_map(|object| object.get(keyword)))
            .or_else(|| only_reference.and_then(|object| object.get(keyword)));
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
    if weak {
        result.insert(WEAK, Value::Bool(true));
    }
    Some(result)
}

/// What a reference leads to, by way of definitions that are another one under a name of their own.
fn target<'d>(name: &str, resolve: &dyn Fn(&str) -> Option<&'d Map>) -> Option<&'d Map> {
    let is_alias = |map: &Map| map.keys().all(|key| key == "$ref" || ANNOTATIONS.contains(&key.as_str()));
    let mut map = resolve(name)?;
    for _ in 0..MAX_CHAIN {
        match referenced(map).filter(|_| is_alias(map)) {
            Some(next) => map = resolve(next)?,
            None => break,
        }
    }
    Some(map)
}

/// A schema that constrains nothing but properties and required names of an object.
fn is_plain_object(map: &Map) -> bool {
    map.iter().all(|(key, value)| match key.as_str() {
        "type" => value == "object",
        "properties" | "required" | WEAK => true,
        "additionalProperties" => *value == Value::Bool(true) || value.as_object().is_some_and(Map::is_empty),
        other => ANNOTATIONS.contains(&other),
    })
}

/// A property that parts describe, each with one of `schemas`: all constraints hold, the later descriptions count.
fn all(schemas: &[&Value], with: &MergedParts<'_, '_>, depth: usize) -> Value {
    if let [only] = schemas {
        return (*only).clone();
    }
    if schemas.contains(&&Value::Bool(false)) {
        return Value::Bool(false);
    }
    let mut parts: Vec<Map> = Vec::new();
    for schema in schemas.iter().filter_map(|schema| schema.as_object()) {
        match parts.last_mut() {
            Some(early) if says_all(schema, early) => {
                let early = std::mem::replace(early, schema.clone());
                for (key, text) in early.into_iter().filter(|(key, _)| ANNOTATIONS.contains(&key.as_str())) {
                    parts.last_mut().map(|late| late.entry(key).or_insert(text));
                }
            }
            Some(early) if says_all(early, schema) => {
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
    let merged = if depth < MAX_DEPTH { merged(&all_of, with, depth + 1) } else { None };
    Value::Object(merged.unwrap_or(all_of))
}

/// Whether a schema says everything that another says, but for what only describes.
fn says_all(schema: &Map, other: &Map) -> bool {
    other
        .iter()
        .filter(|(key, _)| !ANNOTATIONS.contains(&key.as_str()))
        .all(|(key, value)| schema.get(key) == Some(value))
}

/// Definitions that are merged into one another by `allOf` in a row.
const MAX_CHAIN: usize = 64;

/// Times that all definitions are gone through: a property that two parts describe may lead to a definition
/// that is merged later.
const MAX_ROUNDS: usize = 4;

/// Merges `allOf` in all definitions.
pub(super) fn merge_definitions(definitions: &mut Definitions, budget: &MergeBudget) {
    for _ in 0..MAX_ROUNDS {
        if !merge_once(definitions, budget) {
            break;
        }
    }
}

/// For each definition, those that stand in an `allOf` in it, and the one it is another name of.
fn needed(definitions: &Definitions) -> Vec<Vec<usize>> {
    let of = |definition: &Definition| {
        let mut targets = Vec::new();
        targets.extend(referenced(&definition.schema.0).and_then(|name| definitions.index(name)));
        collect_all_of(&definition.schema.0, &mut |name| targets.extend(definitions.index(name)));
        targets
    };
    definitions.iter().map(of).collect()
}

/// Merges `allOf` in schemas that refer to definitions which are merged already.
pub(super) fn merge_roots<'r>(
    roots: impl Iterator<Item = &'r mut Map>,
    definitions: &Definitions,
    budget: &MergeBudget,
) {
    let circular = graph::on_cycle(&needed(definitions));
    let resolve = |name: &str| {
        let target = definitions.index(name).filter(|&target| !circular[target])?;
        definitions.at(target).map(|definition| &definition.schema.0)
    };
    let with = MergedParts { resolve: &resolve, left: &budget.0 };
    for root in roots {
        merge_everywhere(root, &with);
    }
}

/// Merges `allOf` in all definitions, those first that others are merged from. Gives whether any changed.
///
/// One that is merged from itself, by whatever way, is merged into nothing: that would unroll it once more each
/// time.
fn merge_once(definitions: &mut Definitions, budget: &MergeBudget) -> bool {
    let needed = needed(definitions);
    if needed.iter().all(Vec::is_empty)
        && !definitions.iter().any(|definition| has_all_of(&definition.schema.0))
    {
        return false;
    }
    let order = dependencies_first(&needed);
    let circular = graph::on_cycle(&needed);
    let mut done: Vec<Option<Map>> = vec![None; definitions.len()];
    for index in order {
        let Some(definition) = definitions.at(index) else {
            continue;
        };
        if !has_all_of(&definition.schema.0) {
            done[index] = None;
            continue;
        }
        let mut map = definition.schema.0.clone();
        let resolve = |name: &str| {
            let target = definitions.index(name).filter(|&target| !circular[target])?;
            done[target].as_ref().or_else(|| definitions.at(target).map(|definition| &definition.schema.0))
        };
        merge_everywhere(&mut map, &MergedParts { resolve: &resolve, left: &budget.0 });
        done[index] = Some(map);
    }
    let mut changed = false;
    for (definition, map) in definitions.iter_mut().zip(done) {
        if let Some(map) = map.filter(|map| *map != definition.schema.0) {
            definition.schema.0 = map;
            changed = true;
        }
    }
    changed
}

/// An order in which every node comes after those it needs, cycles cut where they close.
fn dependencies_first(needed: &[Vec<usize>]) -> Vec<usize> {
    let mut order = Vec::with_capacity(needed.len());
    let mut seen = vec![false; needed.len()];
    for start in 0..needed.len() {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        let mut work = vec![(start, 0)];
        while let Some(&mut (node, ref mut edge)) = work.last_mut() {
            match needed[node].get(*edge) {
                Some(&target) => {
                    *edge += 1;
                    if !seen[target] && work.len() < MAX_CHAIN {
                        seen[target] = true;
                        work.push((target, 0));
                    }
                }
                None => {
                    order.push(node);
                    work.pop();
                }
            }
        }
    }
    order
}

fn has_all_of(map: &Map) -> bool {
    any_schema(map, |map| map.get("allOf").is_some_and(Value::is_array))
}

/// Names of the definitions that stand in some `allOf` inside `map`.
fn collect_all_of(map: &Map, found: &mut dyn FnMut(&str)) {
    for (row, part) in subschemas(map) {
        if row.keyword == "allOf"
            && let Some(name) = referenced(part)
        {
            found(name);
        }
        collect_all_of(part, found);
    }
}

fn merge_everywhere(map: &mut Map, with: &MergedParts<'_, '_>) {
    post_order(map, |map| {
        if let Some(result) = merged(map, with, 0) {
            *map = result;
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a property becomes that several parts describe.
    fn described(schemas: &[Value]) -> Value {
        let with = MergedParts { resolve: &|_| None, left: &Cell::new(MAX_COPIED) };
        all(&schemas.iter().collect::<Vec<_>>(), &with, 0)
    }

    #[test]
    fn a_property_that_several_parts_describe_is_all_of_them() {
        let at_most = |length: usize| json!({"type": "string", "maxLength": length});
        assert_eq!(
            described(&[at_most(1), at_most(2), at_most(3)]),
            json!({"allOf": [at_most(1), at_most(2), at_most(3)]})
        );
        let text = json!({"type": "string", "description": "A text."});
        let named = json!({"type": "string", "maxLength": 2, "description": "A text."});
        assert_eq!(described(&[text.clone(), at_most(2), json!({"type": "string"})]), named);
        assert_eq!(described(&[at_most(2), json!(true), text.clone()]), named);
        assert_eq!(described(&[text, json!(false)]), json!(false));
        assert_eq!(described(&[json!(true), json!(true)]), json!(true));
    }
}
