//! Applies the rules that precede the keywords of a schema: direction, discriminators, and the types that
//! inputs infer from `properties` and `items`. The result is a plain schema of the same version.

use std::cell::Cell;

use apimint::model::Direction;
use jsonschema::Draft;
use serde_json::{Map, Value, json};

use super::judge::{decoded, is_true};

/// The maximum depth of searches through `allOf` and references.
const MAX_SEARCH: usize = 8;

const SINGLE: [&str; 9] = [
    "items",
    "additionalProperties",
    "not",
    "if",
    "then",
    "else",
    "contains",
    "propertyNames",
    "unevaluatedProperties",
];
const LISTS: [&str; 4] = ["allOf", "anyOf", "oneOf", "prefixItems"];
const MAPS: [&str; 4] = ["properties", "patternProperties", "dependentSchemas", "$defs"];

/// Visits the subschemas of a schema; the flag is true under `not` and `if`.
pub(crate) fn subschemas<'d>(schema: &'d Value, visit: &mut dyn FnMut(&'d str, &'d Value)) {
    for (keyword, value) in schema.as_object().into_iter().flatten() {
        let keyword = keyword.as_str();
        if SINGLE.contains(&keyword) || keyword == "unevaluatedItems" {
            visit(keyword, value);
        } else if LISTS.contains(&keyword) {
            value.as_array().into_iter().flatten().for_each(|value| visit(keyword, value));
        } else if MAPS.contains(&keyword) {
            value.as_object().into_iter().flatten().for_each(|(_, value)| visit(keyword, value));
        }
    }
}

/// Removes the keywords that a draft does not have yet.
pub(crate) fn without_newer(schema: &Value, draft: Draft) -> Value {
    const SINCE: [(&str, Draft); 13] = [
        ("const", Draft::Draft6),
        ("contains", Draft::Draft6),
        ("propertyNames", Draft::Draft6),
        ("if", Draft::Draft7),
        ("then", Draft::Draft7),
        ("else", Draft::Draft7),
        ("minContains", Draft::Draft201909),
        ("maxContains", Draft::Draft201909),
        ("dependentRequired", Draft::Draft201909),
        ("dependentSchemas", Draft::Draft201909),
        ("unevaluatedItems", Draft::Draft201909),
        ("unevaluatedProperties", Draft::Draft201909),
        ("prefixItems", Draft::Draft202012),
    ];
    let known = |key: &str| SINCE.iter().all(|&(keyword, since)| keyword != key || since <= draft);
    match schema {
        Value::Object(map) => map
            .iter()
            .filter(|(key, _)| known(key))
            .map(|(key, value)| (key.clone(), without_newer(value, draft)))
            .collect(),
        Value::Array(list) => list.iter().map(|value| without_newer(value, draft)).collect(),
        other => other.clone(),
    }
}

/// Replaces every `oneOf` by `anyOf`, as in outputs.
pub(crate) fn without_one_of(schema: &Value) -> Value {
    let each = |value: &Value| match value {
        Value::Object(map) => map.iter().map(|(key, value)| (key.clone(), without_one_of(value))).collect(),
        Value::Array(list) => list.iter().map(without_one_of).collect(),
        other => other.clone(),
    };
    let mut schema = each(schema);
    if let Some(map) = schema.as_object_mut()
        && let Some(branches) = map.get_mut("oneOf").filter(|branches| branches.is_array()).map(Value::take)
    {
        map.shift_remove("oneOf");
        let union = json!({"anyOf": branches});
        match map.get_mut("allOf") {
            Some(Value::Array(parts)) => parts.push(union),
            _ => {
                map.insert("allOf".to_owned(), json!([union]));
            }
        }
    }
    schema
}

/// A document whose schemas are prepared for one direction.
pub(crate) fn prepared(
    document: &Value,
    schema: &Value,
    direction: Direction,
    modern: bool,
) -> (Value, Value) {
    let preparation = Preparation { document, direction, modern, inlined: Cell::new(false) };
    let mut ready = json!({"components": {"schemas": {}}});
    for (name, schema) in document["components"]["schemas"].as_object().into_iter().flatten() {
        ready["components"]["schemas"][name] = preparation.schema(schema, &[], false);
    }
    (ready, preparation.schema(schema, &[], false))
}

struct Preparation<'d> {
    document: &'d Value,
    direction: Direction,
    modern: bool,
    /// True while a component is being inlined.
    inlined: Cell<bool>,
}

impl<'d> Preparation<'d> {
    fn follow<'v>(&self, schema: &'v Value) -> &'v Value
    where
        'd: 'v,
    {
        let mut schema = schema;
        for _ in 0..MAX_SEARCH {
            let Some(target) = schema["$ref"].as_str().and_then(|reference| self.target(reference)) else {
                break;
            };
            schema = target;
        }
        schema
    }

    /// Returns the target of a schema that consists of nothing but a reference.
    fn unaliased(&self, schema: &'d Value) -> &'d Value {
        let is_alias = schema.as_object().is_some_and(|map| map.len() == 1 && map.contains_key("$ref"));
        if is_alias { self.follow(schema) } else { schema }
    }

    fn target(&self, reference: &str) -> Option<&'d Value> {
        self.document.pointer(&decoded(reference.strip_prefix('#')?))
    }

    /// Prepares a schema for one direction. `hidden` are the names that the outermost `allOf` drops.
    fn schema(&self, schema: &'d Value, hidden: &[&'d str], condition: bool) -> Value {
        let Some(map) = schema.as_object() else { return schema.clone() };
        let mut gone = hidden.to_vec();
        self.hidden(schema, MAX_SEARCH, &mut gone);
        let mut ready = Map::new();
        for (keyword, value) in map {
            let condition = condition || keyword == "not" || keyword == "if";
            let below = match keyword.as_str() {
                "allOf" => value
                    .as_array()
                    .map(|parts| parts.iter().map(|part| self.part(part, &gone, condition)).collect()),
                "properties" => value.as_object().map(|properties| {
                    let kept = properties.iter().filter(|(_, property)| !self.leaves(property, MAX_SEARCH));
                    let one = |(name, property)| (String::clone(name), self.schema(property, &[], condition));
                    Value::Object(kept.map(one).collect())
                }),
                "required" => value.as_array().map(|names| {
                    let kept = names.iter().filter(|name| !gone.iter().any(|gone| *name == gone));
                    kept.cloned().collect()
                }),
                list if LISTS.contains(&list) => value
                    .as_array()
                    .map(|parts| parts.iter().map(|part| self.schema(part, &[], condition)).collect()),
                map if MAPS.contains(&map) => value.as_object().map(|map| {
                    let one = |(name, schema)| (String::clone(name), self.schema(schema, &[], condition));
                    Value::Object(map.iter().map(one).collect())
                }),
                single if SINGLE.contains(&single) => Some(self.schema(value, &[], condition)),
                _ => None,
            };
            ready.insert(keyword.clone(), below.unwrap_or_else(|| value.clone()));
        }
        if self.direction == Direction::Input {
            self.pin(map, &mut ready);
            if !condition {
                infer(&mut ready);
            }
        }
        Value::Object(ready)
    }

    /// Prepares a part of an `allOf`: a component that requires a dropped property is inlined without that
    /// requirement.
    fn part(&self, part: &'d Value, gone: &[&'d str], condition: bool) -> Value {
        // One step only: the references of the component itself are shared and stay as they are (a known
        // limit).
        let target = part["$ref"].as_str().and_then(|reference| self.target(reference));
        let target = target.map_or(part, |target| self.unaliased(target));
        let written_here = part.get("$ref").is_none();
        let mut by_itself = Vec::new();
        self.hidden(target, MAX_SEARCH, &mut by_itself);
        let elsewhere: Vec<&str> = gone.iter().copied().filter(|name| !by_itself.contains(name)).collect();
        // Once only, since a recursion would never end.
        let inlined = self.inlined.get();
        if written_here {
            self.schema(target, gone, condition)
        } else if !inlined && self.requires(target, &elsewhere, MAX_SEARCH) {
            self.inlined.set(true);
            let siblings = part.as_object().into_iter().flatten().filter(|(key, _)| *key != "$ref");
            let siblings = Value::Object(siblings.map(|(key, value)| (key.clone(), value.clone())).collect());
            let target = self.schema(target, gone, condition);
            self.inlined.set(inlined);
            if self.modern { json!({"allOf": [target, siblings]}) } else { target }
        } else {
            self.schema(part, gone, condition)
        }
    }

    fn requires(&self, schema: &Value, gone: &[&str], depth: usize) -> bool {
        let schema = self.follow(schema);
        let mut names = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let mut parts = schema["allOf"].as_array().into_iter().flatten();
        depth > 0
            && (names.any(|name| gone.contains(&name))
                || parts.any(|part| self.requires(part, gone, depth - 1)))
    }

    /// Returns whether a property is dropped in this direction.
    fn leaves(&self, property: &Value, depth: usize) -> bool {
        let keyword = if self.direction == Direction::Input { "readOnly" } else { "writeOnly" };
        let Some(map) = property.as_object().filter(|_| depth > 0) else { return false };
        if map.contains_key(keyword) {
            return is_true(map, keyword);
        }
        if let Some(reference) = map.get("$ref").and_then(Value::as_str) {
            return self.target(reference).is_some_and(|target| self.leaves(target, depth - 1));
        }
        let parts = map.get("allOf").and_then(Value::as_array).into_iter().flatten();
        parts.into_iter().any(|part| self.leaves(part, depth - 1))
    }

    /// Returns the names of dropped properties, here and in the parts of `allOf`.
    fn hidden(&self, schema: &'d Value, depth: usize, names: &mut Vec<&'d str>) {
        if depth == 0 {
            return;
        }
        let schema = self.follow(schema);
        let properties = schema["properties"].as_object().into_iter().flatten();
        names.extend(
            properties
                .filter(|(_, property)| self.leaves(property, MAX_SEARCH))
                .map(|(name, _)| name.as_str()),
        );
        for part in schema["allOf"].as_array().into_iter().flatten() {
            self.hidden(part, depth - 1, names);
        }
    }

    /// Applies discriminators in inputs: a branch is constrained to the mapping keys that name it, or to its
    /// schema's name if nothing in it constrains the property; its own `const` or `enum` wins.
    fn pin(&self, map: &Map<String, Value>, ready: &mut Map<String, Value>) {
        let Some(discriminator) = map.get("discriminator") else { return };
        let property = discriminator.as_str().or_else(|| discriminator["propertyName"].as_str());
        let Some(property) = property else { return };
        for keyword in ["anyOf", "oneOf"] {
            let branches = map.get(keyword).and_then(Value::as_array).into_iter().flatten();
            for (index, branch) in branches.enumerate() {
                let Some(keys) = self.keys(discriminator, property, branch) else { continue };
                let pinned =
                    json!({"type": "object", "properties": {property: {"type": "string", "enum": keys}}});
                let not_object = json!({"not": {"type": "object"}});
                let branch = ready[keyword][index].take();
                ready[keyword][index] = json!({"allOf": [branch, {"anyOf": [pinned, not_object]}]});
            }
        }
    }

    fn keys(&self, discriminator: &'d Value, property: &str, branch: &'d Value) -> Option<Vec<String>> {
        let reference = branch["$ref"].as_str()?;
        let target = self.unaliased(self.target(reference)?);
        let names = |mapped: &Value| {
            let Some(text) = mapped.as_str() else { return false };
            let component = self.document.pointer(&format!("/components/schemas/{text}"));
            let mapped = component.or_else(|| self.target(text)).map(|schema| self.unaliased(schema));
            mapped.is_some_and(|mapped| std::ptr::eq(mapped, target))
        };
        if discriminator.get("defaultMapping").is_some_and(names) {
            return None;
        }
        let mapping = discriminator["mapping"].as_object().into_iter().flatten();
        let mut keys: Vec<String> =
            mapping.filter(|(_, mapped)| names(mapped)).map(|(key, _)| key.clone()).collect();
        let own = self.own(target, property, MAX_SEARCH);
        let is_mapped = !keys.is_empty();
        if !is_mapped {
            keys.push(decoded(reference.rsplit('/').next()?).replace("~1", "/").replace("~0", "~"));
        }
        match own {
            Own::Values(values) if is_mapped => keys.retain(|key| values.iter().any(|value| value == key)),
            Own::Values(_) | Own::Other => return None,
            Own::Absent if !is_mapped => return None,
            Own::Absent | Own::Text => {}
        }
        (!keys.is_empty()).then_some(keys)
    }

    fn own(&self, branch: &'d Value, property: &str, depth: usize) -> Own {
        let branch = self.follow(branch);
        if depth == 0 || branch.get("anyOf").is_some() || branch.get("oneOf").is_some() {
            return Own::Other;
        }
        let described =
            branch["properties"].get(property).map_or(Own::Absent, |own| self.described(own, MAX_SEARCH));
        let parts = branch["allOf"].as_array().into_iter().flatten().map(|part| self.follow(part));
        parts.fold(described, |own, part| {
            let other = match part["properties"].get(property) {
                Some(described) => self.described(described, MAX_SEARCH),
                None if part.get("allOf").is_some() => self.own(part, property, depth - 1),
                None => Own::Absent,
            };
            own.and(other)
        })
    }

    fn described(&self, property: &'d Value, depth: usize) -> Own {
        if depth == 0 {
            return Own::Other;
        }
        let property = self.follow(property);
        if let Some(values) = property["enum"].as_array() {
            return Own::Values(values.clone());
        }
        if let Some(value) = property.get("const") {
            return if value.is_string() { Own::Values(vec![value.clone()]) } else { Own::Other };
        }
        let union = ["anyOf", "oneOf", "not"].iter().any(|keyword| property.get(keyword).is_some());
        let kinds = &property["type"];
        let text = kinds == "string"
            || kinds.is_null()
            || kinds.as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "string"));
        if union || !text {
            return Own::Other;
        }
        let parts = property["allOf"].as_array().into_iter().flatten();
        parts.fold(Own::Text, |own, part| own.and(self.described(part, depth - 1)))
    }
}

/// Returns the constraint of a branch itself on the discriminating property.
enum Own {
    Absent,
    Text,
    Values(Vec<Value>),
    Other,
}

impl Own {
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Other, _) | (_, Self::Other) => Self::Other,
            (Self::Values(mut values), Self::Values(others)) => {
                values.retain(|value| others.contains(value));
                Self::Values(values)
            }
            (values @ Self::Values(_), _) | (_, values @ Self::Values(_)) => values,
            (Self::Absent, other) | (other, Self::Absent) => other,
            (Self::Text, Self::Text) => Self::Text,
        }
    }
}

/// Infers the type of inputs from `properties` and `items` if nothing else determines it (J006).
fn infer(map: &mut Map<String, Value>) {
    let said = [
        "type",
        "$ref",
        "enum",
        "const",
        "allOf",
        "anyOf",
        "oneOf",
        "not",
        "if",
        "dependentSchemas",
        "$dynamicRef",
    ];
    if said.iter().any(|keyword| map.contains_key(*keyword)) {
        return;
    }
    let kind = if map.get("properties").is_some_and(Value::is_object) {
        "object"
    } else if map.contains_key("items") || map.contains_key("prefixItems") {
        "array"
    } else {
        return;
    };
    map.insert("type".to_owned(), json!(kind));
}
