//! Changes a schema the way that authors do: one keyword is tightened, loosened, replaced or moved.

use serde_json::{Map, Value, json};

use super::bases::{NAMES, argument, keyword, scalar, schema};
use super::dice::Dice;

/// Keywords with a number that says how much or how many.
const NUMERIC: [&str; 13] = [
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
    "minContains",
    "maxContains",
];

/// Changes one place of a document. Returns the keyword that the change is about.
pub(crate) fn change(dice: &mut Dice, document: &mut Value) -> String {
    for _ in 0..100 {
        let mut places = Vec::new();
        collect(document, String::new(), &mut places);
        let text = document.to_string();
        // A change of what nothing refers to would be no change.
        let is_read = |place: &String| match place.strip_prefix("/$defs/") {
            Some(rest) => text.contains(&format!("#/$defs/{}\"", rest.split('/').next().unwrap_or(rest))),
            None => true,
        };
        places.retain(is_read);
        let place = dice.pick(&places).clone();
        let schema = document.pointer_mut(&place);
        if let Some(label) = schema.and_then(|schema| change_at(dice, schema, place.is_empty())) {
            return label;
        }
    }
    // Nothing is left that could be changed.
    document["type"] = json!("object");
    "type".to_owned()
}

/// Collects the JSON Pointers of all schema objects.
fn collect(schema: &Value, place: String, all: &mut Vec<String>) {
    let Value::Object(map) = schema else { return };
    for (keyword, argument) in map {
        let below = format!("{place}/{keyword}");
        match (keyword.as_str(), argument) {
            ("properties" | "patternProperties" | "dependentSchemas" | "$defs", Value::Object(members)) => {
                for (name, schema) in members {
                    collect(schema, format!("{below}/{}", name.replace('~', "~0").replace('/', "~1")), all);
                }
            }
            ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(branches)) => {
                for (index, schema) in branches.iter().enumerate() {
                    collect(schema, format!("{below}/{index}"), all);
                }
            }
            ("enum" | "const" | "required" | "dependentRequired", _) => {}
            _ => collect(argument, below, all),
        }
    }
    all.push(place);
}

fn change_at(dice: &mut Dice, whole: &mut Value, is_root: bool) -> Option<String> {
    let map = whole.as_object_mut()?;
    let of_type = map.get("type").and_then(Value::as_str).unwrap_or("any").to_owned();
    let present: Vec<String> = map
        .keys()
        .filter(|name| !matches!(name.as_str(), "$defs" | "$ref" | "description"))
        .cloned()
        .collect();
    if present.is_empty() {
        return None;
    }
    let name = dice.pick(&present).clone();
    if name == "type" && !dice.once_in(3) {
        return None;
    }
    match dice.below(12) {
        0 | 1 => {
            let (name, value) = keyword(dice, &of_type, 1);
            if map.contains_key(name) {
                return None;
            }
            map.insert(name.to_owned(), value);
            if name == "if" {
                map.insert("then".to_owned(), argument(dice, "then", 1));
            }
            Some(name.to_owned())
        }
        2 => {
            map.remove(&name);
            Some(name)
        }
        3 | 4 => {
            let numbers: Vec<&str> = NUMERIC.into_iter().filter(|name| map.contains_key(*name)).collect();
            if numbers.is_empty() {
                return None;
            }
            let name = *dice.pick(&numbers);
            map[name] = argument(dice, name, 0);
            Some(name.to_owned())
        }
        5 => {
            map[&name] = argument(dice, &name, 1);
            Some(name)
        }
        6 => change_list(dice, map, &name),
        7 => change_members(dice, map, &name),
        8 => change_type(dice, map, &of_type),
        9 => change_form(map, &name),
        10 if !is_root && dice.once_in(2) => Some(move_whole(dice, whole)),
        _ if !dice.once_in(4) => None,
        _ => {
            map.insert("description".to_owned(), json!("Another text."));
            Some("description".to_owned())
        }
    }
}

/// Adds or removes an entry of a list.
fn change_list(dice: &mut Dice, map: &mut Map<String, Value>, name: &str) -> Option<String> {
    let list = map.get_mut(name)?.as_array_mut()?;
    if list.len() > 1 && dice.once_in(2) {
        let index = dice.below(list.len());
        list.remove(index);
        return Some(name.to_owned());
    }
    let entry = match name {
        "enum" => dice.pick(&[json!("c"), json!(3), json!("xyz")]).clone(),
        "required" => json!(dice.pick(&NAMES)),
        "anyOf" | "oneOf" | "allOf" | "prefixItems" => schema(dice, 1),
        _ => return None,
    };
    if list.contains(&entry) {
        return None;
    }
    list.push(entry);
    Some(name.to_owned())
}

/// Adds or removes a member of `properties`, `dependentRequired` and the like.
fn change_members(dice: &mut Dice, map: &mut Map<String, Value>, name: &str) -> Option<String> {
    if !matches!(name, "properties" | "patternProperties" | "dependentRequired" | "dependentSchemas") {
        return None;
    }
    let members = map.get_mut(name)?.as_object_mut()?;
    let names: Vec<String> = members.keys().cloned().collect();
    if !names.is_empty() && dice.once_in(2) {
        members.remove(dice.pick(&names));
    } else if let Value::Object(more) = argument(dice, name, 1) {
        members.extend(more);
    }
    Some(name.to_owned())
}

fn change_type(dice: &mut Dice, map: &mut Map<String, Value>, of_type: &str) -> Option<String> {
    let new = match of_type {
        "any" => return None,
        "integer" if dice.once_in(3) => {
            map.entry("multipleOf").or_insert(json!(1));
            json!("number")
        }
        "integer" => json!("number"),
        "number" => json!("integer"),
        other if other != "null" && dice.once_in(2) => json!([other, "null"]),
        _ => json!(dice.pick(&["string", "integer", "object", "array"])),
    };
    map.insert("type".to_owned(), new);
    Some("type".to_owned())
}

/// Says the same, or nearly the same, by other keywords.
fn change_form(map: &mut Map<String, Value>, name: &str) -> Option<String> {
    let value = map.get(name)?.clone();
    let new = match (name, &value) {
        ("enum", Value::Array(list)) => ("anyOf", list.iter().map(|value| json!({"const": value})).collect()),
        ("const", value) => ("enum", json!([value])),
        ("oneOf", _) => ("anyOf", value),
        ("anyOf", _) => ("oneOf", value),
        ("additionalProperties", _) => ("unevaluatedProperties", value),
        ("unevaluatedProperties", _) => ("additionalProperties", value),
        ("unevaluatedItems", _) => ("items", value),
        ("dependentRequired", Value::Object(all)) => {
            let (trigger, names) = all.iter().next()?;
            let (trigger, names) = (trigger.clone(), names.clone());
            map.insert("then".to_owned(), json!({"required": names}));
            ("if", json!({"required": [trigger]}))
        }
        ("dependentSchemas", Value::Object(all)) => {
            let (trigger, then) = all.iter().next()?;
            let (trigger, then) = (trigger.clone(), then.clone());
            map.insert("then".to_owned(), then);
            ("if", json!({"required": [trigger]}))
        }
        ("if", condition) => {
            // `if A then B` is `not A, or A and B`.
            let (then, otherwise) =
                (map.remove("then").unwrap_or(json!(true)), map.remove("else").unwrap_or(json!(true)));
            ("anyOf", json!([{"allOf": [condition, then]}, {"not": condition, "allOf": [otherwise]}]))
        }
        ("prefixItems", Value::Array(list)) => ("items", list.first()?.clone()),
        ("then", _) => ("else", value),
        (name, value) if !map.contains_key("allOf") && !matches!(name, "then" | "else" | "if") => {
            ("allOf", json!([{name: value}]))
        }
        _ => return None,
    };
    if map.contains_key(new.0) {
        return None;
    }
    map.remove(name);
    map.insert(new.0.to_owned(), new.1);
    Some(format!("{name} to {}", new.0))
}

/// Moves a schema as a whole.
fn move_whole(dice: &mut Dice, whole: &mut Value) -> String {
    let schema = whole.take();
    let (new, label) = match dice.below(4) {
        0 => (json!({"anyOf": [schema, {"type": "null"}]}), "anyOf"),
        1 => (json!({"allOf": [schema]}), "allOf"),
        2 => (json!({"oneOf": [schema, scalar(dice)]}), "oneOf"),
        _ => (json!({"allOf": [schema, {"not": {"const": "abc"}}]}), "not"),
    };
    *whole = new;
    label.to_owned()
}

/// Writes a document in the keywords of Draft 07, for validators that know no later ones.
pub(crate) fn aged(document: &Value) -> Value {
    let mut aged = older(document);
    aged["$schema"] = json!("http://json-schema.org/draft-07/schema#");
    aged
}

fn older(schema: &Value) -> Value {
    let Value::Object(map) = schema else { return schema.clone() };
    let mut new = Map::new();
    let members = |value: &Value| match value {
        Value::Object(all) => {
            Value::Object(all.iter().map(|(name, schema)| (name.clone(), older(schema))).collect())
        }
        other => other.clone(),
    };
    let branches = |value: &Value| match value {
        Value::Array(all) => all.iter().map(older).collect(),
        other => older(other),
    };
    for (name, value) in map {
        match name.as_str() {
            "prefixItems" => drop(new.insert("items".to_owned(), branches(value))),
            "items" if map.contains_key("prefixItems") => {
                drop(new.insert("additionalItems".to_owned(), older(value)));
            }
            "dependentRequired" => drop(new.insert("dependencies".to_owned(), value.clone())),
            "dependentSchemas" => {
                let known = new.entry("dependencies").or_insert(json!({}));
                if let (Value::Object(known), Value::Object(more)) = (known, members(value)) {
                    known.extend(more);
                }
            }
            "unevaluatedItems" | "unevaluatedProperties" | "minContains" | "maxContains" => {}
            "enum" | "const" | "required" | "type" => drop(new.insert(name.clone(), value.clone())),
            "properties" | "patternProperties" | "$defs" => drop(new.insert(name.clone(), members(value))),
            _ => drop(new.insert(name.clone(), branches(value))),
        }
    }
    Value::Object(new)
}
