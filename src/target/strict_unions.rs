//! The order of properties in the branches of a union, for `OpenAI`'s strict mode (docs/targets.md, "Tag first").

use foldhash::{HashMap, HashSet, HashSetExt};

use crate::json::{Key, Map, Value};
use crate::model::referenced;

use super::obstacle::Obstacle;
use super::walk::{each_schema, schema_at, schema_at_mut};

/// Most references in a chain.
const MOST_REFERENCES: usize = 64;

/// Brings the property that tells the branches of each union apart to the front. Objects of one union must not begin with the
/// same property, unless it is such a one.
pub(super) fn put_tags_first(schema: &mut Map) -> Result<(), Obstacle> {
    let unions = unions(schema);
    for objects in &unions {
        let branches: Vec<&Map> = objects.iter().filter_map(|place| properties_at(schema, place)).collect();
        let firsts = match tag(&branches) {
            Some(tag) => vec![Some(tag); branches.len()],
            None => (0..branches.len()).map(|index| distinct_first(&branches, index)).collect(),
        };
        for (place, first) in objects.iter().zip(firsts) {
            if let (Some(first), Some(object)) = (first, schema_at_mut(schema, place)) {
                move_to_front(object, &first);
            }
        }
    }
    // Unions can share a definition, so that the order for one is not that for another.
    for objects in &unions {
        let mut seen: HashMap<&str, Vec<Option<String>>> = HashMap::default();
        for branch in objects.iter().filter_map(|place| properties_at(schema, place)) {
            let Some((first, value)) = branch.iter().next() else { continue };
            let (value, others) = (one_value(value), seen.entry(first.as_str()).or_default());
            // The same property, with one other value in each branch, tells them apart.
            if !others.is_empty() && (value.is_none() || others.contains(&None) || others.contains(&value)) {
                return Err(Obstacle::SameFirstProperty(first.to_string()));
            }
            others.push(value);
        }
    }
    Ok(())
}

/// Returns for each union the pointers of the objects among its branches, references followed.
fn unions(schema: &Map) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    each_schema(schema, "", &mut |map, place| {
        let Some(branches) = map.get("anyOf").and_then(Value::as_array) else { return };
        let mut objects: Vec<String> = Vec::new();
        for index in 0..branches.len() {
            let object = object_at(schema, format!("{place}/anyOf/{index}"));
            objects.extend(object.filter(|place| !objects.contains(place)));
        }
        if objects.len() > 1 {
            found.push(objects);
        }
    });
    found
}

/// Returns the pointer of the object with properties that a branch is, or refers to.
fn object_at(schema: &Map, mut place: String) -> Option<String> {
    for _ in 0..MOST_REFERENCES {
        let Some(name) = referenced(schema_at(schema, &place)?) else { break };
        place = format!("/$defs/{name}");
    }
    properties_at(schema, &place).is_some_and(|properties| !properties.is_empty()).then_some(place)
}

fn properties_at<'s>(schema: &'s Map, place: &str) -> Option<&'s Map> {
    schema_at(schema, place)?.get("properties")?.as_object()
}

/// Returns the property that has another single value in each branch.
fn tag(branches: &[&Map]) -> Option<String> {
    let names = branches.first()?.keys();
    let tells_apart = |name: &&Key| {
        let mut seen = HashSet::new();
        branches.iter().all(|branch| {
            branch.get(name.as_str()).and_then(one_value).is_some_and(|value| seen.insert(value))
        })
    };
    names.into_iter().find(tells_apart).map(ToString::to_string)
}

/// Returns the property that has to come first in one of several branches so that they begin differently, if the order has to
/// change for that.
fn distinct_first(branches: &[&Map], index: usize) -> Option<String> {
    let own = branches[index];
    let first = own.keys().next()?;
    let others = || branches.iter().enumerate().filter(move |(other, _)| *other != index).map(|(_, map)| map);
    if others().all(|other| other.keys().next() != Some(first)) {
        return None;
    }
    own.keys().find(|name| others().all(|other| !other.contains_key(name.as_str()))).map(ToString::to_string)
}

/// Returns the only value that a property can have, as JSON. Null says that it is absent.
fn one_value(property: &Value) -> Option<String> {
    let values = property.get("enum").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let mut values = values.iter().chain(property.get("const")).filter(|value| !value.is_null());
    values.next().filter(|_| values.next().is_none()).map(ToString::to_string)
}

fn move_to_front(object: &mut Map, name: &str) {
    if let Some(Value::Object(properties)) = object.get_mut("properties")
        && let Some(value) = properties.shift_remove(name)
    {
        let rest = std::mem::take(properties);
        properties.insert(name, value);
        properties.extend(rest);
    }
    if let Some(Value::Array(required)) = object.get_mut("required")
        && let Some(position) = required.iter().position(|one| one.as_str() == Some(name))
    {
        let name = required.remove(position);
        required.insert(0, name);
    }
}
