//! Discriminators in inputs: the branches of a union are pinned to the values that select them, and a parent without a union
//! stands for its subtypes (docs/schemas.md, "Discriminators").

use serde_json::{Map, Value, json};

use super::super::judge::decoded;
use super::{MAX_SEARCH, Preparation};

/// Marks a branch that is pinned: the first part of its `allOf` is the branch itself.
pub(crate) const PINNED: &str = "x-pinned";

/// A parent with more subtypes stays a plain object.
const MAX_SUBTYPES: usize = 64;

/// The constraint of a branch itself on the discriminating property.
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

fn property_of(discriminator: &Value) -> Option<&str> {
    discriminator.as_str().or_else(|| discriminator["propertyName"].as_str())
}

/// Returns a branch that is pinned to the values that select it.
fn pinned(branch: &Value, property: &str, keys: &[String]) -> Value {
    let pinned = json!({"type": "object", "properties": {property: {"type": "string", "enum": keys}}});
    json!({"allOf": [branch, {"anyOf": [pinned, {"not": {"type": "object"}}]}], PINNED: true})
}

impl<'d> Preparation<'d> {
    /// Pins the branches of a union to the mapping keys that name them, or to their schema's name if nothing in them
    /// constrains the property; a branch's own `const` or `enum` wins.
    pub(super) fn pin(&self, map: &'d Map<String, Value>, ready: &mut Map<String, Value>) {
        let Some(discriminator) = map.get("discriminator") else { return };
        let Some(property) = property_of(discriminator) else { return };
        for keyword in ["anyOf", "oneOf"] {
            let branches = map.get(keyword).and_then(Value::as_array).into_iter().flatten();
            for (index, branch) in branches.enumerate() {
                let Some(keys) = self.keys(discriminator, property, branch) else { continue };
                let branch = ready[keyword][index].take();
                ready[keyword][index] = pinned(&branch, property, &keys);
            }
        }
    }

    fn keys(&self, discriminator: &'d Value, property: &str, branch: &'d Value) -> Option<Vec<String>> {
        let reference = branch["$ref"].as_str()?;
        let target = self.unaliased(self.target(reference)?);
        let names =
            |mapped: &'d Value| self.mapped(mapped).is_some_and(|mapped| std::ptr::eq(mapped, target));
        if discriminator.get("defaultMapping").is_some_and(names) {
            return None;
        }
        let mapping = discriminator["mapping"].as_object().into_iter().flatten();
        let keys: Vec<String> =
            mapping.filter(|(_, mapped)| names(mapped)).map(|(key, _)| key.clone()).collect();
        let name = decoded(reference.rsplit('/').next()?).replace("~1", "/").replace("~0", "~");
        self.selecting(target, property, keys, name)
    }

    /// Returns the values that select a branch: `keys` of the mapping, or without any the name of its schema; `None` for a
    /// branch that is not pinned.
    fn selecting(
        &self,
        target: &'d Value,
        property: &str,
        mut keys: Vec<String>,
        name: String,
    ) -> Option<Vec<String>> {
        let is_mapped = !keys.is_empty();
        if !is_mapped {
            keys.push(name);
        }
        match self.own(target, property, MAX_SEARCH) {
            Own::Values(values) if is_mapped => keys.retain(|key| values.iter().any(|value| value == key)),
            Own::Values(_) | Own::Other => return None,
            Own::Absent if !is_mapped => return None,
            Own::Absent | Own::Text => {}
        }
        (!keys.is_empty()).then_some(keys)
    }

    /// Returns the schema that a value of `mapping` names: a component, or the target of a reference.
    fn mapped(&self, value: &Value) -> Option<&'d Value> {
        let text = value.as_str()?;
        let component = self.document["components"]["schemas"].get(text);
        component.or_else(|| self.target(text)).map(|schema| self.unaliased(schema))
    }

    /// Returns whether a schema has a discriminator without a union, so that it may stand for its subtypes.
    pub(super) fn is_parent(schema: &Value) -> bool {
        let has = |keyword| schema.get(keyword).is_some();
        has("discriminator") && !has("anyOf") && !has("oneOf")
    }

    /// Makes a parent stand for its subtypes: those that the mapping names, or else those that build upon it in `allOf`, and
    /// itself.
    pub(super) fn stand_for_subtypes(&self, schema: &'d Value, ready: &mut Map<String, Value>) {
        let discriminator = &schema["discriminator"];
        let Some(property) = property_of(discriminator).filter(|_| Self::is_parent(schema)) else { return };
        let mut subtypes: Vec<(&'d Value, Vec<String>)> = Vec::new();
        for (key, value) in discriminator["mapping"].as_object().into_iter().flatten() {
            let Some(subtype) = self.mapped(value) else { continue };
            match subtypes.iter_mut().find(|(known, _)| std::ptr::eq(*known, subtype)) {
                Some((_, keys)) => keys.push(key.clone()),
                None => subtypes.push((subtype, vec![key.clone()])),
            }
        }
        let is_mapped = !subtypes.is_empty();
        if !is_mapped {
            subtypes.extend(self.built_upon(schema).into_iter().map(|subtype| (subtype, Vec::new())));
        }
        if subtypes.is_empty() || subtypes.len() > MAX_SUBTYPES {
            return;
        }
        let mut union: Vec<Value> = Vec::new();
        for (subtype, keys) in subtypes {
            let name = self.name_of(subtype).unwrap_or_default();
            let branch = json!({"$ref": self.plain(subtype)});
            union.push(match self.selecting(subtype, property, keys, name) {
                Some(keys) => pinned(&branch, property, &keys),
                None => branch,
            });
        }
        if !is_mapped {
            union.push(json!({"type": "object"}));
        }
        ready.insert("anyOf".to_owned(), Value::Array(union));
    }

    /// Returns the components that build upon a schema by `allOf`, also by way of one another.
    fn built_upon(&self, schema: &'d Value) -> Vec<&'d Value> {
        let mut found: Vec<&'d Value> = vec![schema];
        let mut next = 0;
        while let Some(&parent) = found.get(next) {
            next += 1;
            for component in self.document["components"]["schemas"].as_object().into_iter().flatten() {
                let mut parts = component.1["allOf"].as_array().into_iter().flatten();
                let builds = parts.any(|part| {
                    let target = part["$ref"].as_str().and_then(|reference| self.target(reference));
                    target.is_some_and(|target| std::ptr::eq(self.unaliased(target), parent))
                });
                if builds && !found.iter().any(|known| std::ptr::eq(*known, component.1)) {
                    found.push(component.1);
                }
            }
        }
        found.split_off(1)
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
