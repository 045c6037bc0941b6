//! A property somewhere below the root of a schema: described, or taken out, in a copy of what leads to it.

use crate::json::{Map, Value};
use crate::model::{Definitions, Schema, referenced};

use crate::schema::{order, required, rooted};

/// Schemas that are looked at on the way; more are not worth a rule.
const MOST_STEPS: usize = 256;

/// Keywords that say of an object as a whole what may be another thing once a property is gone.
const AS_A_WHOLE: [&str; 13] = [
    "anyOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "enum",
    "const",
    "minProperties",
    "maxProperties",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
];

/// What is to become of a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PropertyChange<'c> {
    /// It gets a description.
    Describe(&'c str),
    /// It leaves the schema, and no value has it.
    Hide,
    /// It leaves the schema, and every value has it.
    Settle {
        /// Whether there is always a value that the schema describes, so that it has not to be made for the property.
        is_always_there: bool,
    },
}

/// A schema after a change, and what was changed.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangedSchema {
    /// The schema. References that lead to the property are replaced by what they refer to; the definitions are as before.
    pub schema: Schema,
    /// What was said of the property, each of which holds.
    pub property: Vec<Schema>,
}

/// Why a property cannot be changed. Each names the object, or what else stands in its place; the root is empty.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PropertyObstacle {
    /// A list is on the way.
    #[error("stands in {0}, a list, of which each item would need it")]
    List(NestedName),
    /// Something that need be no object is on the way.
    #[error("stands in {0}, which need not be an object")]
    NoObject(NestedName),
    /// The object says more of itself than which properties it has.
    #[error("stands in {0}, whose schema has `{1}`")]
    AsAWhole(NestedName, String),
    /// What has it can be left out, and is not complete with it alone.
    #[error("stands in {0}, which a call can do without, and which needs `{1}` besides")]
    Incomplete(NestedName, String),
    /// It is required.
    #[error("is required, so it cannot be hidden without a value")]
    Required,
    /// A reference leads nowhere, or there are too many schemas on the way.
    #[error("stands too deep, or behind a reference that leads nowhere")]
    Unreachable,
}

/// The name of a property on the way; none for the root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NestedName(Option<String>);

impl std::fmt::Display for NestedName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.0 {
            Some(name) => write!(f, "`{name}`"),
            None => f.write_str("the value"),
        }
    }
}

/// Changes the property that the names of a path lead to; `None` where no schema on the way has it. What the default and
/// the examples of objects on the way have of a property that leaves goes with it.
pub fn change_property(
    schema: &Schema,
    path: &[String],
    change: PropertyChange<'_>,
    definitions: &Definitions,
) -> Result<Option<ChangedSchema>, PropertyObstacle> {
    let mut changed = schema.clone();
    let mut work = NestedChange { change, definitions, steps: MOST_STEPS, property: Vec::new() };
    let is_there = matches!(change, PropertyChange::Settle { is_always_there: true });
    work.within(
        &mut changed.0,
        path,
        &NestedObject { name: NestedName(None), is_there, is_required: false },
    )?;
    if work.property.is_empty() {
        return Ok(None);
    }
    order(&mut changed.0);
    Ok(Some(ChangedSchema { schema: changed, property: work.property }))
}

struct NestedChange<'w> {
    change: PropertyChange<'w>,
    definitions: &'w Definitions,
    steps: usize,
    property: Vec<Schema>,
}

/// An object on the way.
struct NestedObject {
    name: NestedName,
    /// Whether every value has it.
    is_there: bool,
    /// Whether a schema around says that the next property is required.
    is_required: bool,
}

impl NestedChange<'_> {
    fn within(&mut self, map: &mut Map, path: &[String], at: &NestedObject) -> Result<(), PropertyObstacle> {
        let [name, below @ ..] = path else { return Ok(()) };
        self.steps = self.steps.checked_sub(1).ok_or(PropertyObstacle::Unreachable)?;
        *map = rooted(&Schema(std::mem::take(map)), self.definitions).0;
        if referenced(map).is_some() {
            return Err(PropertyObstacle::Unreachable);
        }
        self.look(map, at)?;
        let is_required = at.is_required || self.requires(map, name);
        if let Some(Value::Array(parts)) = map.get_mut("allOf") {
            for part in parts.iter_mut().filter_map(Value::as_object_mut) {
                let at = NestedObject { name: at.name.clone(), is_there: at.is_there, is_required };
                self.within(part, path, &at)?;
            }
        }
        let properties = map.get_mut("properties").and_then(Value::as_object_mut);
        if below.is_empty() {
            self.arrive(properties, name);
            if !matches!(self.change, PropertyChange::Describe(_)) {
                self.release(map, name)?;
            }
        } else if let Some(next) = properties.and_then(|all| all.get_mut(name)).and_then(Value::as_object_mut)
        {
            let at = NestedObject {
                name: NestedName(Some(name.clone())),
                is_there: at.is_there && is_required,
                is_required: false,
            };
            self.within(next, below, &at)?;
        }
        if let (PropertyChange::Settle { .. }, false) = (self.change, at.is_there)
            && let Some(other) = required(map).find(|other| other != name)
        {
            return Err(PropertyObstacle::Incomplete(at.name.clone(), other.to_owned()));
        }
        if !matches!(self.change, PropertyChange::Describe(_)) {
            forget(map, path);
        }
        Ok(())
    }

    /// Whether an object stands here, of which nothing is said that the change would make wrong.
    fn look(&self, map: &Map, at: &NestedObject) -> Result<(), PropertyObstacle> {
        let is_kind = |kind: &str| match map.get("type") {
            Some(Value::Array(kinds)) => kinds.iter().any(|one| one == kind),
            Some(one) => one == kind,
            None => false,
        };
        if is_kind("array") || (!map.contains_key("type") && map.contains_key("items")) {
            return Err(PropertyObstacle::List(at.name.clone()));
        }
        let is_always = map.get("type").is_none_or(|kind| kind == "object");
        let settles = matches!(self.change, PropertyChange::Settle { .. });
        if !is_always && (settles || !is_kind("object")) {
            return Err(PropertyObstacle::NoObject(at.name.clone()));
        }
        let whole = AS_A_WHOLE.into_iter().find(|keyword| map.contains_key(*keyword));
        match whole.filter(|_| !matches!(self.change, PropertyChange::Describe(_))) {
            Some(keyword) => Err(PropertyObstacle::AsAWhole(at.name.clone(), keyword.to_owned())),
            None => Ok(()),
        }
    }

    /// Whether an object, or what it is made of, requires a property.
    fn requires(&self, map: &Map, name: &str) -> bool {
        let parts = map.get("allOf").and_then(Value::as_array).into_iter().flatten();
        let mut parts =
            parts.filter_map(Value::as_object).map(|part| rooted(&Schema(part.clone()), self.definitions));
        required(map).any(|one| one == name) || parts.any(|part| required(&part.0).any(|one| one == name))
    }

    /// Changes the property, if it is among these.
    fn arrive(&mut self, properties: Option<&mut Map>, name: &str) {
        let Some(properties) = properties else { return };
        match self.change {
            PropertyChange::Describe(text) => {
                let Some(Value::Object(property)) = properties.get_mut(name) else { return };
                self.property.push(Schema(property.clone()));
                property.insert("description", Value::String(text.to_owned()));
            }
            PropertyChange::Hide | PropertyChange::Settle { .. } => {
                let property = properties.shift_remove(name);
                self.property.extend(property.map(|property| match property {
                    Value::Object(map) => Schema(map),
                    _ => Schema::any(),
                }));
            }
        }
    }

    /// Takes the property from those that are required.
    fn release(&self, map: &mut Map, name: &str) -> Result<(), PropertyObstacle> {
        let Some(Value::Array(names)) = map.get_mut("required") else { return Ok(()) };
        let before = names.len();
        names.retain(|one| one != name);
        if names.len() < before && self.change == PropertyChange::Hide {
            return Err(PropertyObstacle::Required);
        }
        if names.is_empty() {
            map.shift_remove("required");
        }
        Ok(())
    }
}

/// Takes what a path leads to from the default and the examples of a schema.
fn forget(map: &mut Map, path: &[String]) {
    if let Some(value) = map.get_mut("default") {
        take_out(value, path);
    }
    if let Some(Value::Array(values)) = map.get_mut("examples") {
        for value in values {
            take_out(value, path);
        }
    }
}

fn take_out(value: &mut Value, path: &[String]) {
    let Some((last, before)) = path.split_last() else { return };
    let mut at = value;
    for name in before {
        let Some(next) = at.get_mut(name.as_str()) else { return };
        at = next;
    }
    if let Value::Object(map) = at {
        map.shift_remove(last.as_str());
    }
}

#[cfg(test)]
mod tests {
    use crate::json::json;

    use super::*;
    use crate::diagnostic::{DocumentId, NodeId, Place};
    use crate::model::Definition;

    const SETTLE: PropertyChange<'_> = PropertyChange::Settle { is_always_there: true };

    fn schema(value: Value) -> Schema {
        match value {
            Value::Object(map) => Schema(map),
            _ => Schema::any(),
        }
    }

    fn definitions() -> Definitions {
        let mut definitions = Definitions::default();
        let place = Place { document: DocumentId(0), node: NodeId(0) };
        for (name, value) in [
            (
                "User",
                json!({"type": "object", "properties": {"locale": {"type": "string"}, "in": {"$ref": "#/$defs/User"}}}),
            ),
            ("Loop", json!({"$ref": "#/$defs/Loop"})),
        ] {
            definitions.insert(Definition { name: name.to_owned(), schema: schema(value), place });
        }
        definitions
    }

    fn changed(value: &Value, path: &str, how: PropertyChange<'_>) -> Result<Option<Value>, String> {
        let path: Vec<String> = path.split('/').map(str::to_owned).collect();
        let done = change_property(&schema(value.clone()), &path, how, &definitions());
        done.map(|done| done.map(|done| done.schema.into_value())).map_err(|obstacle| obstacle.to_string())
    }

    #[test]
    fn a_property_leaves_with_all_that_is_said_of_it() {
        let value = json!({
            "type": "object",
            "properties": {"user": {"type": "object", "properties": {"locale": {}, "id": {}}, "required": ["locale"],
                "additionalProperties": false, "default": {"locale": "de", "id": 1}}},
            "required": ["user"],
            "examples": [{"user": {"locale": "de"}, "other": {"locale": "de"}}, 7],
        });
        let expected = json!({
            "type": "object",
            "properties": {"user": {"type": "object", "properties": {"id": {}}, "additionalProperties": false,
                "default": {"id": 1}}},
            "required": ["user"],
            "examples": [{"user": {}, "other": {"locale": "de"}}, 7],
        });
        assert_eq!(changed(&value, "user/locale", SETTLE), Ok(Some(expected)));
        assert_eq!(changed(&value, "user/zone", SETTLE), Ok(None));
        assert_eq!(
            changed(&value, "user/locale", PropertyChange::Hide),
            Err("is required, so it cannot be hidden without a value".to_owned())
        );
    }

    /// What other tools refer to stays as it is.
    #[test]
    fn references_on_the_way_are_replaced() {
        let user = json!({"$ref": "#/$defs/User", "description": "D"});
        let value = json!({"type": "object", "properties": {"a": user, "b": user}});
        let expected = json!({"type": "object", "properties": {
            "a": {"type": "object", "description": "D", "properties": {"locale": {"type": "string"}, "in": {
                "type": "object", "properties": {"in": {"$ref": "#/$defs/User"}}}}},
            "b": user,
        }});
        assert_eq!(changed(&value, "a/in/locale", PropertyChange::Hide), Ok(Some(expected)));
        assert_eq!(
            changed(&json!({"$ref": "#/$defs/Loop"}), "a", PropertyChange::Hide),
            Err(PropertyObstacle::Unreachable.to_string())
        );
        let deep = vec!["in"; 1000].join("/");
        assert_eq!(
            changed(&json!({"$ref": "#/$defs/User"}), &deep, PropertyChange::Hide),
            Err(PropertyObstacle::Unreachable.to_string())
        );
    }

    #[test]
    fn every_part_of_an_object_counts() {
        let value = json!({"allOf": [{"$ref": "#/$defs/User"}, {"required": ["locale"]},
            {"properties": {"locale": {"enum": ["de"]}}}]});
        let path = ["locale".to_owned()];
        let done = change_property(&schema(value), &path, SETTLE, &definitions()).unwrap().unwrap();
        assert_eq!(done.property, [schema(json!({"type": "string"})), schema(json!({"enum": ["de"]}))]);
        let parts = json!([{"type": "object", "properties": {"in": {"$ref": "#/$defs/User"}}}, {}, {"properties": {}}]);
        assert_eq!(done.schema.into_value(), json!({"allOf": parts}));
    }

    #[test]
    fn descriptions_need_no_more_than_an_object() {
        let value = json!({"type": ["object", "null"], "properties": {"a": {"maxLength": 1}}, "anyOf": [{}]});
        let described = changed(&value, "a", PropertyChange::Describe("D")).unwrap().unwrap();
        assert_eq!(described["properties"]["a"], json!({"description": "D", "maxLength": 1}));
    }

    #[test]
    fn what_stands_in_the_way_is_named() {
        let object = |more: Value| {
            let mut map = schema(json!({"type": "object", "properties": {"b": {}}})).0;
            map.extend(schema(more).0);
            json!({"type": "object", "properties": {"a": map}})
        };
        for (value, expected) in [
            (
                json!({"type": "object", "properties": {"a": {"type": "array", "items": {}}}}),
                "stands in `a`, a list, of which each item would need it",
            ),
            (object(json!({"type": ["object", "null"]})), "stands in `a`, which need not be an object"),
            (object(json!({"anyOf": [{}]})), "stands in `a`, whose schema has `anyOf`"),
            (object(json!({"minProperties": 1})), "stands in `a`, whose schema has `minProperties`"),
            (
                object(json!({"required": ["b", "c"]})),
                "stands in `a`, which a call can do without, and which needs `c` besides",
            ),
        ] {
            assert_eq!(changed(&value, "a/b", SETTLE), Err(expected.to_owned()), "{value}");
        }
        assert!(changed(&object(json!({"required": ["b"]})), "a/b", SETTLE).is_ok());
        let optional = PropertyChange::Settle { is_always_there: false };
        let value = json!({"type": "object", "properties": {"a": {}, "b": {}}, "required": ["b"]});
        assert_eq!(
            changed(&value, "a", optional),
            Err("stands in the value, which a call can do without, and which needs `b` besides".to_owned())
        );
    }
}
