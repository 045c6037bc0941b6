//! The root of an input schema, taken apart into its properties.
//!
//! Model APIs refuse a request whose tool has a reference, a union or a condition at the root of its input. What
//! such a root says of single properties is kept; what it says of several together is given up, and named.

use crate::json::{Map, Value, json};
use crate::model::{Definitions, Schema};

use super::{WEAK, is_object, required, rooted};

/// Unions inside unions that are united; deeper ones say nothing of the properties.
const MAX_DEPTH: usize = 8;

/// Keywords that say something of all properties together and cannot stand at a root.
const GIVEN_UP: [&str; 9] = ["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "enum", "const"];

/// The root of an input schema.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Opened {
    /// Its properties, in document order.
    pub properties: Vec<Property>,
    /// The keywords that stay at the root beside `type`, `properties` and `required`.
    pub further: Schema,
    /// Keywords that were given up.
    pub dropped: Vec<String>,
}

/// One property of the root.
#[derive(Debug, Clone, PartialEq)]
pub struct Property {
    /// Its name.
    pub name: String,
    /// Its schema.
    pub schema: Schema,
    /// Whether it is required.
    pub required: bool,
}

/// Takes the root of an input schema apart; `None` where the input may be something else than an object.
pub fn open(schema: &Schema, definitions: &Definitions) -> Option<Opened> {
    let root = rooted(schema, definitions).0;
    let opened_by_type = match root.get("type") {
        Some(Value::String(kind)) => kind == "object",
        // The arguments of a tool are never null.
        Some(Value::Array(kinds)) => {
            kinds.iter().any(|kind| kind == "object")
                && kinds.iter().all(|kind| kind == "object" || kind == "null")
        }
        Some(_) => false,
        None => {
            let says_nothing = !root.keys().any(|key| GIVEN_UP.contains(&key.as_str()) || key == "items");
            says_nothing || is_object(&Schema(root.clone()), definitions)
        }
    };
    opened_by_type.then(|| {
        let Object { properties, required, dropped } = object(&root, definitions, MAX_DEPTH);
        let properties = properties
            .into_iter()
            .map(|(name, schema)| {
                let schema = match schema {
                    Value::Object(map) => Schema(map),
                    _ => Schema::any(),
                };
                Property {
                    required: required.iter().any(|required| *required == *name),
                    name: name.into(),
                    schema,
                }
            })
            .collect();
        let gone = ["type", "properties", "required", "default", "examples", WEAK];
        let stays = |key: &str| !gone.contains(&key) && !GIVEN_UP.contains(&key);
        let further = root.into_iter().filter(|(key, _)| stays(key)).collect();
        Opened { properties, further: Schema(further), dropped }
    })
}

/// What a schema says of the properties of an object.
#[derive(Default)]
struct Object {
    properties: Map,
    required: Vec<String>,
    dropped: Vec<String>,
}

impl Object {
    fn give_up(&mut self, keyword: &str) {
        if !self.dropped.iter().any(|known| known == keyword) {
            self.dropped.push(keyword.to_owned());
        }
    }
}

fn object(map: &Map, definitions: &Definitions, depth: usize) -> Object {
    let mut whole = Object::default();
    for (name, schema) in map.get("properties").and_then(Value::as_object).into_iter().flatten() {
        whole.properties.insert(name.clone(), schema.clone());
    }
    whole.required = required(map).map(str::to_owned).collect();
    for keyword in ["not", "if", "enum", "const"] {
        if map.contains_key(keyword) {
            whole.give_up(keyword);
        }
    }
    let parts = |keyword: &str| {
        let parts = map.get(keyword).and_then(Value::as_array).filter(|_| depth > 0)?;
        let roots =
            parts.iter().filter_map(Value::as_object).map(|part| rooted(&Schema(part.clone()), definitions));
        Some(roots.map(|part| (object(&part.0, definitions, depth - 1), part)).collect::<Vec<_>>())
    };
    for (part, schema) in parts("allOf").into_iter().flatten() {
        let said = ["type", "properties", "required", "title", "description", "default", "examples", WEAK];
        let is_plain = schema.0.keys().all(|key| said.contains(&key.as_str()));
        for (name, schema) in part.properties {
            match whole.properties.get_mut(&name) {
                Some(known) if *known == schema => {}
                Some(known) => *known = json!({"allOf": [known.take(), schema]}),
                None => {
                    whole.properties.insert(name, schema);
                }
            }
        }
        for name in part.required {
            if !whole.required.contains(&name) {
                whole.required.push(name);
            }
        }
        if !is_plain {
            whole.give_up("allOf");
        }
    }
    for keyword in ["anyOf", "oneOf"] {
        let Some(branches) = parts(keyword) else { continue };
        whole.give_up(keyword);
        let mut united: Map = Map::new();
        for (branch, _) in &branches {
            for (name, schema) in &branch.properties {
                match united.get_mut(name) {
                    Some(known) => *known = either(known.take(), schema),
                    None => {
                        united.insert(name.clone(), schema.clone());
                    }
                }
            }
        }
        for (name, schema) in united {
            whole.properties.entry(name).or_insert(schema);
        }
        let common = branches.first().map(|(first, _)| first.required.clone()).unwrap_or_default();
        for name in common {
            if !whole.required.contains(&name)
                && branches.iter().all(|(branch, _)| branch.required.contains(&name))
            {
                whole.required.push(name);
            }
        }
    }
    whole
}

/// A schema that accepts what one of two accepts; single values that only tell branches apart become one list.
fn either(one: Value, other: &Value) -> Value {
    if one == *other {
        return one;
    }
    let values = |schema: &Value| {
        let map = schema.as_object()?;
        let only_values = map.keys().all(|key| matches!(key.as_str(), "type" | "const" | "enum"));
        let list = match (map.get("const"), map.get("enum")) {
            (Some(value), None) => vec![value.clone()],
            (None, Some(Value::Array(values))) => values.clone(),
            _ => return None,
        };
        only_values.then(|| (map.get("type").cloned(), list))
    };
    if let (Some((kind, mut list)), Some((other_kind, more))) = (values(&one), values(other))
        && kind == other_kind
    {
        for value in more {
            if !list.contains(&value) {
                list.push(value);
            }
        }
        let mut map = Map::new();
        if let Some(kind) = kind {
            map.insert("type", kind);
        }
        map.insert("enum", Value::Array(list));
        return Value::Object(map);
    }
    match one {
        Value::Object(mut map) if map.len() == 1 && map.contains_key("anyOf") => {
            if let Some(Value::Array(branches)) = map.get_mut("anyOf")
                && !branches.contains(other)
            {
                branches.push(other.clone());
            }
            Value::Object(map)
        }
        one => json!({"anyOf": [one, other]}),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened(schema: Value) -> Option<Value> {
        let Value::Object(map) = schema else { return None };
        let opened = open(&Schema(map), &Definitions::default())?;
        let required: Vec<&str> =
            opened.properties.iter().filter(|one| one.required).map(|one| one.name.as_str()).collect();
        let properties: Map =
            opened.properties.iter().map(|one| (one.name.clone(), one.schema.clone().into_value())).collect();
        Some(json!({
            "properties": properties, "required": required,
            "further": opened.further.0, "dropped": opened.dropped,
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
            assert_eq!(opened(schema.clone()), None, "{schema}");
        }
        assert!(opened(json!({})).is_some());
        assert!(opened(json!({"type": ["object", "null"]})).is_some());
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
            opened(schema),
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
            opened(schema),
            Some(json!({
                "properties": {"a": {"allOf": [{"minLength": 1}, {"maxLength": 2}]}},
                "required": ["a"],
                "further": {},
                "dropped": ["not", "allOf"],
            }))
        );
    }
}
