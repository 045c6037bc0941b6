//! Splits the root of an input schema into properties.
//!
//! Model APIs refuse a request if the input schema of a tool has a reference, a union or a condition at its
//! root. Constraints on single properties are kept; constraints on several properties together are dropped
//! and reported.

use std::collections::HashSet;

use indexmap::{IndexMap, IndexSet};

use crate::json::{Key, Map, Value};
use crate::model::{Definitions, Schema};

use crate::schema::{DISCRIMINATOR, WEAK, inline_root_reference, is_object, required};

/// Maximum nesting of `allOf`, `anyOf` and `oneOf` whose properties are collected.
const MAX_DEPTH: usize = 8;

/// Keywords that constrain all properties together, and that model APIs refuse at a root.
const REFUSED_AT_ROOT: [&str; 9] = ["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "enum", "const"];

/// The root of an input schema, split into properties.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SplitRoot {
    /// Its properties, in document order.
    pub properties: Vec<RootProperty>,
    /// The names in `required`, in order, if it is there.
    pub required: Option<Vec<String>>,
    /// The keywords that stay at the root beside `type`, `properties` and `required`.
    pub further: Schema,
    /// The keywords that were dropped.
    pub dropped: Vec<String>,
}

/// One property of the root.
#[derive(Debug, Clone, PartialEq)]
pub struct RootProperty {
    /// Its name.
    pub name: String,
    /// Its schema.
    pub schema: Schema,
    /// True if it is required.
    pub required: bool,
}

/// Splits the root of an input schema; `None` if the schema accepts other values than objects.
pub fn split_root(schema: &Schema, definitions: &Definitions) -> Option<SplitRoot> {
    let root = inline_root_reference(schema, definitions).0;
    let is_object_root = match root.get("type") {
        Some(Value::String(kind)) => kind == "object",
        // The arguments of a tool are never null.
        Some(Value::Array(kinds)) => {
            kinds.iter().any(|kind| kind == "object")
                && kinds.iter().all(|kind| kind == "object" || kind == "null")
        }
        Some(_) => false,
        None => {
            let is_unconstrained =
                !root.keys().any(|key| REFUSED_AT_ROOT.contains(&key.as_str()) || key == "items");
            is_unconstrained || is_object(&Schema(root.clone()), definitions)
        }
    };
    is_object_root.then(|| {
        let ObjectConstraints { properties, required, dropped } =
            constraints_of(&root, definitions, MAX_DEPTH);
        let is_listed =
            !required.is_empty() || root.get("required").is_some_and(|list| list.as_array().is_some());
        let names = is_listed.then(|| required.iter().cloned().collect());
        let properties = properties
            .into_iter()
            .map(|(name, schema)| {
                let schema = match schema {
                    Value::Object(map) => Schema(map),
                    _ => Schema::any(),
                };
                RootProperty { required: required.contains(name.as_str()), name: name.into(), schema }
            })
            .collect();
        let removed = ["type", "properties", "required", DISCRIMINATOR, WEAK];
        let stays = |key: &str| !removed.contains(&key) && !REFUSED_AT_ROOT.contains(&key);
        let further = root.into_iter().filter(|(key, _)| stays(key)).collect();
        SplitRoot { properties, required: names, further: Schema(further), dropped }
    })
}

/// The constraints of a schema on the properties of an object.
#[derive(Default)]
struct ObjectConstraints {
    properties: Map,
    required: IndexSet<String>,
    dropped: Vec<String>,
}

impl ObjectConstraints {
    fn drop_keyword(&mut self, keyword: &str) {
        if !self.dropped.iter().any(|known| known == keyword) {
            self.dropped.push(keyword.to_owned());
        }
    }
}

fn constraints_of(map: &Map, definitions: &Definitions, depth: usize) -> ObjectConstraints {
    let mut whole = ObjectConstraints::default();
    let mut described = PropertyDescriptions::default();
    described.add(map.get("properties").and_then(Value::as_object).into_iter().flatten());
    whole.required = required(map).map(str::to_owned).collect();
    for keyword in ["not", "if", "enum", "const"] {
        if map.contains_key(keyword) {
            whole.drop_keyword(keyword);
        }
    }
    if map.contains_key(DISCRIMINATOR) {
        whole.drop_keyword("discriminator");
    }
    let parts = |keyword: &str| {
        let parts = map.get(keyword).and_then(Value::as_array).filter(|_| depth > 0)?;
        let roots = parts
            .iter()
            .filter_map(Value::as_object)
            .map(|part| inline_root_reference(&Schema(part.clone()), definitions));
        Some(roots.map(|part| (constraints_of(&part.0, definitions, depth - 1), part)).collect::<Vec<_>>())
    };
    for (part, schema) in parts("allOf").into_iter().flatten() {
        let plain_keywords =
            ["type", "properties", "required", "title", "description", "default", "examples", WEAK];
        let is_plain = schema.0.keys().all(|key| plain_keywords.contains(&key.as_str()));
        described.add(&part.properties);
        whole.required.extend(part.required);
        if !is_plain {
            whole.drop_keyword("allOf");
        }
    }
    whole.properties = described.into_properties(all_of);
    for keyword in ["anyOf", "oneOf"] {
        let Some(branches) = parts(keyword) else { continue };
        whole.drop_keyword(keyword);
        let mut union = PropertyDescriptions::default();
        for (branch, _) in &branches {
            union.add(&branch.properties);
        }
        for (name, schema) in union.into_properties(any_of) {
            whole.properties.entry(name).or_insert(schema);
        }
        if let Some(((first, _), others)) = branches.split_first() {
            let is_common = |name: &&String| others.iter().all(|(branch, _)| branch.required.contains(*name));
            whole.required.extend(first.required.iter().filter(is_common).cloned());
        }
    }
    whole
}

/// The schemas that several subschemas have for each property, without repetition, in document order.
#[derive(Default)]
struct PropertyDescriptions(IndexMap<Key, Vec<Value>>, HashSet<(Key, String)>);

impl PropertyDescriptions {
    fn add<'v>(&mut self, properties: impl IntoIterator<Item = (&'v Key, &'v Value)>) {
        for (name, schema) in properties {
            let schemas = self.0.entry(name.clone()).or_default();
            // Most properties have one schema, which is never compared.
            if let [only] = schemas.as_slice() {
                self.1.insert((name.clone(), only.to_string()));
            }
            if schemas.is_empty() || self.1.insert((name.clone(), schema.to_string())) {
                schemas.push(schema.clone());
            }
        }
    }

    fn into_properties(self, combine: fn(Vec<Value>) -> Value) -> Map {
        let one =
            |mut schemas: Vec<Value>| if schemas.len() == 1 { schemas.remove(0) } else { combine(schemas) };
        self.0.into_iter().map(|(name, schemas)| (name, one(schemas))).collect()
    }
}

/// Returns the conjunction of schemas.
fn all_of(schemas: Vec<Value>) -> Value {
    Value::Object(Map::from_iter([("allOf".to_owned(), Value::Array(schemas))]))
}

/// Returns the union of schemas. The `const` and `enum` values of the first branches are union in one
/// `enum`.
fn any_of(mut schemas: Vec<Value>) -> Value {
    let first = schemas.first().and_then(values);
    if let Some((kind, _)) = first {
        let alike = schemas.iter().map_while(|schema| values(schema).filter(|(other, _)| *other == kind));
        let lists: Vec<Vec<Value>> = alike.map(|(_, list)| list).collect();
        if lists.len() > 1 {
            let rest = schemas.split_off(lists.len());
            let mut seen = HashSet::new();
            let list = lists.into_iter().flatten().filter(|value| seen.insert(value.to_string())).collect();
            let mut map = Map::new();
            if let Some(kind) = kind {
                map.insert("type", kind);
            }
            map.insert("enum", Value::Array(list));
            schemas = vec![Value::Object(map)];
            schemas.extend(rest);
        }
    }
    if schemas.len() == 1 {
        return schemas.remove(0);
    }
    if let Some(Value::Object(map)) = schemas.first_mut()
        && map.len() == 1
        && let Some(Value::Array(branches)) = map.get_mut("anyOf").map(Value::take)
    {
        schemas.splice(..1, branches);
    }
    Value::Object(Map::from_iter([("anyOf".to_owned(), Value::Array(schemas))]))
}

/// Returns the type and the values of a schema that has nothing but `const` or `enum`.
fn values(schema: &Value) -> Option<(Option<Value>, Vec<Value>)> {
    let map = schema.as_object()?;
    let only_values = map.keys().all(|key| matches!(key.as_str(), "type" | "const" | "enum"));
    let list = match (map.get("const"), map.get("enum")) {
        (Some(value), None) => vec![value.clone()],
        (None, Some(Value::Array(values))) => values.clone(),
        _ => return None,
    };
    only_values.then(|| (map.get("type").cloned(), list))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::json;

    fn split(schema: Value) -> Option<Value> {
        let Value::Object(map) = schema else { return None };
        let split = split_root(&Schema(map), &Definitions::default())?;
        let required: Vec<&str> =
            split.properties.iter().filter(|one| one.required).map(|one| one.name.as_str()).collect();
        let properties: Map =
            split.properties.iter().map(|one| (one.name.clone(), one.schema.clone().into_value())).collect();
        Some(json!({
            "properties": properties, "required": required,
            "further": split.further.0, "dropped": split.dropped,
        }))
    }

    #[test]
    fn what_is_no_object_stays_closed() {
        for schema in [
            json!({"type": "string"}),
            json!({"type": ["object", "string"]}),
            json!({"anyOf": [{"type": "object"}, {"type": "string"}]}),
            json!({"enum": [1]}),
        ] {
            assert_eq!(split(schema.clone()), None, "{schema}");
        }
        assert!(split(json!({})).is_some());
        assert!(split(json!({"type": ["object", "null"]})).is_some());
    }

    #[test]
    fn branches_are_united() {
        let schema = json!({
            "type": "object", "description": "d", "additionalProperties": false,
            "oneOf": [
                {"type": "object", "properties": {"kind": {"const": "a"}, "x": {"type": "string"}}, "required": ["kind", "x"]},
                {"type": "object", "properties": {"kind": {"const": "b"}, "x": {"type": "integer"}}, "required": ["kind"]},
            ],
        });
        assert_eq!(
            split(schema),
            Some(json!({
                "properties": {"kind": {"enum": ["a", "b"]}, "x": {"anyOf": [{"type": "string"}, {"type": "integer"}]}},
                "required": ["kind"],
                "further": {"description": "d", "additionalProperties": false},
                "dropped": ["oneOf"],
            }))
        );
    }

    #[test]
    fn parts_hold_together_and_conditions_are_given_up() {
        let schema = json!({
            "allOf": [
                {"type": "object", "properties": {"a": {"minLength": 1}}, "required": ["a"]},
                {"type": "object", "properties": {"a": {"maxLength": 2}}, "if": {"required": ["a"]}},
            ],
            "not": {"required": ["b"]},
        });
        assert_eq!(
            split(schema),
            Some(json!({
                "properties": {"a": {"allOf": [{"minLength": 1}, {"maxLength": 2}]}},
                "required": ["a"],
                "further": {},
                "dropped": ["not", "allOf"],
            }))
        );
    }
    #[test]
    fn what_several_say_alike_is_said_once() {
        let property = |schema: Value| json!({"properties": {"a": schema}});
        let (one, two, three) = (json!({"minLength": 1}), json!({"minLength": 2}), json!({"minLength": 3}));
        let whole = |keyword: &str, schemas: &[&Value]| {
            let parts: Vec<Value> = schemas.iter().map(|&schema| property(schema.clone())).collect();
            let kind = ("type".to_owned(), json!("object"));
            split(Value::Object(Map::from_iter([kind, (keyword.to_owned(), Value::Array(parts))])))
                .map(|split| split["properties"]["a"].clone())
        };
        assert_eq!(whole("allOf", &[&one, &one]), Some(one.clone()));
        assert_eq!(whole("allOf", &[&one, &two, &one, &three]), Some(json!({"allOf": [one, two, three]})));
        assert_eq!(whole("anyOf", &[&one, &two, &one, &three]), Some(json!({"anyOf": [one, two, three]})));
        let single = |value: &str| json!({"const": value});
        let union = whole("oneOf", &[&single("a"), &single("b"), &single("a"), &one]);
        assert_eq!(union, Some(json!({"anyOf": [{"enum": ["a", "b"]}, one]})));
        let nested = json!({"anyOf": [one, two]});
        assert_eq!(whole("anyOf", &[&nested, &three]), Some(json!({"anyOf": [one, two, three]})));
    }
}
