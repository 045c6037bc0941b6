//! Applies the rules that precede the keywords of a schema: direction, discriminators, `nullable`, and the types that
//! inputs infer from `properties` and `items`. The result is a plain schema of the same version, which may also have
//! `type: "null"` and lists of types.

#[path = "prepare/discriminator.rs"]
mod discriminator;
#[path = "prepare/null.rs"]
mod null;

use std::cell::{Cell, RefCell};

use apimint::model::Direction;
use jsonschema::Draft;
use serde_json::{Map, Value, json};

use super::judge::{decoded, is_true};

pub(crate) use discriminator::PINNED;

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

/// Stands for keywords that a draft does not have: what has them says more than the other keywords.
const UNKNOWN_KEYWORD: &str = "unknownKeyword";

/// Replaces the keywords that a draft does not have yet by an unknown one.
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
        Value::Object(map) => {
            let newer = map.keys().find(|key| !known(key)).map(|_| (UNKNOWN_KEYWORD.to_owned(), json!(true)));
            let older = map.iter().filter(|(key, _)| known(key));
            older.map(|(key, value)| (key.clone(), without_newer(value, draft))).chain(newer).collect()
        }
        Value::Array(list) => list.iter().map(|value| without_newer(value, draft)).collect(),
        other => other.clone(),
    }
}

/// Replaces `oneOf` by `anyOf`: each one in outputs, and in inputs those of which several branches are nullable.
pub(crate) fn without_one_of(schema: &Value, direction: Direction) -> Value {
    let below = |value: &Value| without_one_of(value, direction);
    let mut schema = match schema {
        Value::Object(map) => map.iter().map(|(key, value)| (key.clone(), below(value))).collect(),
        Value::Array(list) => list.iter().map(below).collect(),
        other => other.clone(),
    };
    if let Some(map) = schema.as_object_mut()
        && (direction == Direction::Output || map.contains_key(null::SEVERAL_NULLS))
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

/// Prepares the components of a document and a schema for one direction.
pub(crate) fn prepared(
    document: &Value,
    schema: &Value,
    direction: Direction,
    modern: bool,
) -> (Value, Value) {
    let queue = RefCell::default();
    let preparation = Preparation { document, direction, modern, inlined: Cell::new(false), queue };
    let mut ready = json!({"components": {"schemas": {}}});
    for (name, schema) in document["components"]["schemas"].as_object().into_iter().flatten() {
        ready["components"]["schemas"][name] = preparation.schema(schema, &[], Around::default());
    }
    let schema = preparation.schema(schema, &[], Around::default());
    for index in 0.. {
        let next = preparation.queue.borrow().get(index).copied();
        let Some((target, plain)) = next else { break };
        let around = Around { plain, ..Around::default() };
        ready["components"]["schemas"][queued_name(index)] = preparation.schema(target, &[], around);
    }
    (ready, schema)
}

/// Returns the name of a schema that is prepared beside the components.
fn queued_name(index: usize) -> String {
    format!("prepared-{index}")
}

/// What surrounds a schema.
#[derive(Clone, Copy, Default)]
struct Around {
    /// True under `not` and `if`.
    condition: bool,
    /// True where a parent with a discriminator does not stand for its subtypes: as one of several parts of an `allOf`.
    plain: bool,
    /// True for a part of an `allOf` that is nullable as a whole.
    nullable: bool,
}

struct Preparation<'d> {
    document: &'d Value,
    direction: Direction,
    modern: bool,
    /// True while a component is being inlined.
    inlined: Cell<bool>,
    /// Schemas that are prepared beside the components: targets inside components, and parents without their subtypes.
    queue: RefCell<Vec<(&'d Value, bool)>>,
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

    /// Returns the name of a component.
    fn name_of(&self, component: &Value) -> Option<String> {
        let components = self.document["components"]["schemas"].as_object()?;
        components.iter().find(|(_, schema)| std::ptr::eq(*schema, component)).map(|(name, _)| name.clone())
    }

    /// Returns a reference to a prepared schema; with `plain`, to one without the subtypes it may stand for.
    fn reference(&self, text: &str, plain: bool) -> String {
        let Some(target) = self.target(text) else { return text.to_owned() };
        let target = self.unaliased(target);
        if plain && Self::is_parent(target) {
            return self.plain(target);
        }
        if self.name_of(target).is_some() { text.to_owned() } else { self.queued(target, false) }
    }

    /// Returns a reference to a schema that does not stand for its subtypes.
    fn plain(&self, target: &'d Value) -> String {
        self.queued(target, Self::is_parent(target))
    }

    fn queued(&self, target: &'d Value, plain: bool) -> String {
        let mut queue = self.queue.borrow_mut();
        let known = queue.iter().position(|(known, kind)| std::ptr::eq(*known, target) && *kind == plain);
        let index = known.unwrap_or_else(|| {
            queue.push((target, plain));
            queue.len() - 1
        });
        format!("#/components/schemas/{}", queued_name(index))
    }

    /// Prepares a schema for one direction. `hidden` are the names that the outermost `allOf` drops.
    fn schema(&self, schema: &'d Value, hidden: &[&'d str], around: Around) -> Value {
        let Some(map) = schema.as_object() else { return schema.clone() };
        let mut gone = hidden.to_vec();
        self.hidden(schema, MAX_SEARCH, &mut gone);
        let is_input = self.direction == Direction::Input;
        let said_by_part = null::is_said_by_part(map);
        let mut ready = Map::new();
        for (keyword, value) in map {
            let condition = around.condition || keyword == "not" || keyword == "if";
            let deeper = Around { condition, ..Around::default() };
            let of_part = Around { plain: null::is_composed(map), nullable: said_by_part, ..deeper };
            let one = |schema| self.schema(schema, &[], deeper);
            let below = match keyword.as_str() {
                "$ref" => value.as_str().map(|text| json!(self.reference(text, is_input && around.plain))),
                "allOf" => value
                    .as_array()
                    .map(|parts| parts.iter().map(|part| self.part(part, &gone, of_part)).collect()),
                "properties" => value.as_object().map(|properties| {
                    let kept = properties.iter().filter(|(_, property)| !self.leaves(property, MAX_SEARCH));
                    Value::Object(kept.map(|(name, property)| (name.clone(), one(property))).collect())
                }),
                "required" => value.as_array().map(|names| {
                    let kept = names.iter().filter(|name| !gone.iter().any(|gone| *name == gone));
                    kept.cloned().collect()
                }),
                "anyOf" | "oneOf" => value.as_array().map(|branches| {
                    let null = json!({"type": "null"});
                    let one = |branch| if null::is_only_null(branch) { null.clone() } else { one(branch) };
                    branches.iter().map(one).collect()
                }),
                list if LISTS.contains(&list) => {
                    value.as_array().map(|parts| parts.iter().map(one).collect())
                }
                map if MAPS.contains(&map) => value.as_object().map(|map| {
                    Value::Object(map.iter().map(|(name, schema)| (name.clone(), one(schema))).collect())
                }),
                single if SINGLE.contains(&single) => Some(one(value)),
                _ => None,
            };
            ready.insert(keyword.clone(), below.unwrap_or_else(|| value.clone()));
        }
        if is_input {
            self.pin(map, &mut ready);
            if !around.condition {
                infer(&mut ready);
                if !around.plain {
                    self.stand_for_subtypes(schema, &mut ready);
                }
            }
        }
        let branches = map.get("oneOf").and_then(Value::as_array);
        if branches.is_some_and(|branches| null::is_said_by_several(branches, |branch| self.follow(branch))) {
            null::open_one_of(&mut ready);
        }
        if null::says(map) && !around.nullable || said_by_part {
            null::accept(map, ready, self.modern)
        } else {
            Value::Object(ready)
        }
    }

    /// Prepares a part of an `allOf`: a component that requires a dropped property is inlined without that
    /// requirement.
    fn part(&self, part: &'d Value, gone: &[&'d str], around: Around) -> Value {
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
            self.schema(target, gone, around)
        } else if !inlined && self.requires(target, &elsewhere, MAX_SEARCH) {
            self.inlined.set(true);
            let siblings = part.as_object().into_iter().flatten().filter(|(key, _)| *key != "$ref");
            let siblings = Value::Object(siblings.map(|(key, value)| (key.clone(), value.clone())).collect());
            let target = self.schema(target, gone, around);
            self.inlined.set(inlined);
            if self.modern { json!({"allOf": [target, siblings]}) } else { target }
        } else {
            self.schema(part, gone, around)
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
