//! Describes or removes a nested property, in a copy of the schemas on its path.

use crate::json::{Map, Value};
use crate::model::{Definitions, Schema, referenced};

use crate::schema::{inline_root_reference, order, required};

/// Maximum number of schemas on the way to a property. No rule needs more.
const MAX_STEPS: usize = 256;

/// Keywords that constrain an object as a whole, and whose meaning changes when a property is removed.
const WHOLE_OBJECT_KEYWORDS: [&str; 13] = [
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

/// A change of a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PropertyChange<'c> {
    /// The property gets a description.
    Describe(&'c str),
    /// The property is removed, and no call sends it.
    Hide,
    /// The property is removed, and every call sends a constant value for it.
    SetConstant {
        /// True if every call has a value for the schema, so that no value has to be created for the property
        /// alone.
        is_always_present: bool,
    },
}

/// A changed schema, and the property that was changed.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangedSchema {
    /// The schema. References on the path to the property are inlined; the definitions are unchanged.
    pub schema: Schema,
    /// The schemas that the property had; each of them applied.
    pub property: Vec<Schema>,
}

/// The reason why a property cannot be changed. Each names the object that contains the property, or the
/// schema in its place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PropertyObstacle {
    /// An array is on the path.
    #[error("is inside {0}, which is an array")]
    List(NestedName),
    /// A schema on the path accepts other values than objects.
    #[error("is inside {0}, which may be something other than an object")]
    NoObject(NestedName),
    /// A keyword constrains the object as a whole.
    #[error("is inside {0}, whose schema has `{1}`")]
    WholeObjectKeyword(NestedName, String),
    /// The object is optional, and has other required properties.
    #[error("is inside {0}, which is optional and also requires `{1}`")]
    Incomplete(NestedName, String),
    /// The property is required.
    #[error("is required, so it cannot be hidden without a value")]
    Required,
    /// A reference does not resolve, or the path is too long.
    #[error("is too deep, or behind a reference that does not resolve")]
    Unreachable,
}

/// The name of a property on the path; none for the root.
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

/// Changes the property at the end of a path of property names; `None` if no schema on the path has it. A
/// property that is removed is also removed from the defaults and examples of the objects on the path.
pub fn change_property(
    schema: &Schema,
    path: &[String],
    change: PropertyChange<'_>,
    definitions: &Definitions,
) -> Result<Option<ChangedSchema>, PropertyObstacle> {
    let mut changed = schema.clone();
    let mut work = NestedChange { change, definitions, steps: MAX_STEPS, property: Vec::new() };
    let is_present = matches!(change, PropertyChange::SetConstant { is_always_present: true });
    work.change_in(
        &mut changed.0,
        path,
        &NestedObject { name: NestedName(None), is_present, is_required: false },
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

/// An object on the path.
struct NestedObject {
    name: NestedName,
    /// True if every call has a value for the object.
    is_present: bool,
    /// True if a schema around requires the next property.
    is_required: bool,
}

impl NestedChange<'_> {
    fn change_in(
        &mut self,
        map: &mut Map,
        path: &[String],
        at: &NestedObject,
    ) -> Result<(), PropertyObstacle> {
        let [name, below @ ..] = path else { return Ok(()) };
        self.steps = self.steps.checked_sub(1).ok_or(PropertyObstacle::Unreachable)?;
        *map = inline_root_reference(&Schema(std::mem::take(map)), self.definitions).0;
        if referenced(map).is_some() {
            return Err(PropertyObstacle::Unreachable);
        }
        self.check_object(map, at)?;
        let is_required = at.is_required || self.requires(map, name);
        if let Some(Value::Array(parts)) = map.get_mut("allOf") {
            for part in parts.iter_mut().filter_map(Value::as_object_mut) {
                let at = NestedObject { name: at.name.clone(), is_present: at.is_present, is_required };
                self.change_in(part, path, &at)?;
            }
        }
        let properties = map.get_mut("properties").and_then(Value::as_object_mut);
        if below.is_empty() {
            self.change_among(properties, name);
            if !matches!(self.change, PropertyChange::Describe(_)) {
                self.remove_from_required(map, name)?;
            }
        } else if let Some(next) = properties.and_then(|all| all.get_mut(name)).and_then(Value::as_object_mut)
        {
            let at = NestedObject {
                name: NestedName(Some(name.clone())),
                is_present: at.is_present && is_required,
                is_required: false,
            };
            self.change_in(next, below, &at)?;
        }
        if let (PropertyChange::SetConstant { .. }, false) = (self.change, at.is_present)
            && let Some(other) = required(map).find(|other| other != name)
        {
            return Err(PropertyObstacle::Incomplete(at.name.clone(), other.to_owned()));
        }
        if !matches!(self.change, PropertyChange::Describe(_)) {
            remove_from_data(map, path);
        }
        Ok(())
    }

    /// Checks that a schema on the path describes an object that can be changed.
    fn check_object(&self, map: &Map, at: &NestedObject) -> Result<(), PropertyObstacle> {
        let is_kind = |kind: &str| match map.get("type") {
            Some(Value::Array(kinds)) => kinds.iter().any(|one| one == kind),
            Some(one) => one == kind,
            None => false,
        };
        if is_kind("array") || (!map.contains_key("type") && map.contains_key("items")) {
            return Err(PropertyObstacle::List(at.name.clone()));
        }
        let is_always = map.get("type").is_none_or(|kind| kind == "object");
        let is_constant = matches!(self.change, PropertyChange::SetConstant { .. });
        if !is_always && (is_constant || !is_kind("object")) {
            return Err(PropertyObstacle::NoObject(at.name.clone()));
        }
        let keyword = WHOLE_OBJECT_KEYWORDS.into_iter().find(|keyword| map.contains_key(*keyword));
        match keyword.filter(|_| !matches!(self.change, PropertyChange::Describe(_))) {
            Some(keyword) => Err(PropertyObstacle::WholeObjectKeyword(at.name.clone(), keyword.to_owned())),
            None => Ok(()),
        }
    }

    /// Returns whether an object, or a part of its `allOf`, requires a property.
    fn requires(&self, map: &Map, name: &str) -> bool {
        let parts = map.get("allOf").and_then(Value::as_array).into_iter().flatten();
        let mut parts = parts
            .filter_map(Value::as_object)
            .map(|part| inline_root_reference(&Schema(part.clone()), self.definitions));
        required(map).any(|one| one == name) || parts.any(|part| required(&part.0).any(|one| one == name))
    }

    /// Changes the property, if the object has it.
    fn change_among(&mut self, properties: Option<&mut Map>, name: &str) {
        let Some(properties) = properties else { return };
        match self.change {
            PropertyChange::Describe(text) => {
                let Some(Value::Object(property)) = properties.get_mut(name) else { return };
                self.property.push(Schema(property.clone()));
                property.insert("description", Value::String(text.to_owned()));
            }
            PropertyChange::Hide | PropertyChange::SetConstant { .. } => {
                let property = properties.shift_remove(name);
                self.property.extend(property.map(|property| match property {
                    Value::Object(map) => Schema(map),
                    _ => Schema::any(),
                }));
            }
        }
    }

    /// Removes the property from `required`.
    fn remove_from_required(&self, map: &mut Map, name: &str) -> Result<(), PropertyObstacle> {
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

/// Removes the value at a path from the default and the examples of a schema.
fn remove_from_data(map: &mut Map, path: &[String]) {
    if let Some(value) = map.get_mut("default") {
        remove_at_path(value, path);
    }
    if let Some(Value::Array(values)) = map.get_mut("examples") {
        for value in values {
            remove_at_path(value, path);
        }
    }
}

fn remove_at_path(value: &mut Value, path: &[String]) {
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

    const CONSTANT: PropertyChange<'_> = PropertyChange::SetConstant { is_always_present: true };

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
        assert_eq!(changed(&value, "user/locale", CONSTANT), Ok(Some(expected)));
        assert_eq!(changed(&value, "user/zone", CONSTANT), Ok(None));
        assert_eq!(
            changed(&value, "user/locale", PropertyChange::Hide),
            Err("is required, so it cannot be hidden without a value".to_owned())
        );
    }

    /// The definitions stay as they are for other tools.
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
        let done = change_property(&schema(value), &path, CONSTANT, &definitions()).unwrap().unwrap();
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
                "is inside `a`, which is an array",
            ),
            (
                object(json!({"type": ["object", "null"]})),
                "is inside `a`, which may be something other than an object",
            ),
            (object(json!({"anyOf": [{}]})), "is inside `a`, whose schema has `anyOf`"),
            (object(json!({"minProperties": 1})), "is inside `a`, whose schema has `minProperties`"),
            (
                object(json!({"required": ["b", "c"]})),
                "is inside `a`, which is optional and also requires `c`",
            ),
        ] {
            assert_eq!(changed(&value, "a/b", CONSTANT), Err(expected.to_owned()), "{value}");
        }
        assert!(changed(&object(json!({"required": ["b"]})), "a/b", CONSTANT).is_ok());
        let optional = PropertyChange::SetConstant { is_always_present: false };
        let value = json!({"type": "object", "properties": {"a": {}, "b": {}}, "required": ["b"]});
        assert_eq!(
            changed(&value, "a", optional),
            Err("is inside the value, which is optional and also requires `b`".to_owned())
        );
    }
}
