//! Properties that a part of an `allOf` describes and another one forbids, so that no value can ever have them.

use foldhash::HashSet;

use crate::json::{Map, Value};
use crate::model::{Definitions, referenced};
use crate::schema::required;
use crate::schema::subschemas::subschemas;

/// Maximum number of parts of an `allOf`, nested ones included, that are compared.
const MAX_PARTS: usize = 64;

/// Returns the names of the properties that `additionalProperties: false` of another part forbids, anywhere in a schema, each
/// once. A property that is required contradicts the schema, which is reported as that.
pub(super) fn forbidden_properties<'d>(schema: &'d Map, definitions: &'d Definitions) -> Vec<&'d str> {
    let mut names = Vec::new();
    let mut work = vec![schema];
    while let Some(schema) = work.pop() {
        if schema.contains_key("allOf") {
            names.extend(forbidden_in(schema, definitions));
        }
        work.extend(subschemas(schema).map(|(_, part)| part));
    }
    let mut seen = HashSet::default();
    names.retain(|name| seen.insert(*name));
    names
}

fn forbidden_in<'d>(schema: &'d Map, definitions: &'d Definitions) -> Vec<&'d str> {
    let parts = parts_of(schema, definitions);
    let names =
        |part: &'d Map| part.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys);
    let is_required: HashSet<&str> = parts.iter().flat_map(|part| required(part)).collect();
    let mut forbidden = Vec::new();
    for (at, closed) in parts.iter().enumerate().filter(|(_, part)| is_closed(part)) {
        let own: HashSet<&str> = names(closed).map(|name| &**name).collect();
        let others = parts.iter().enumerate().filter(|(other, _)| *other != at);
        let described = others.flat_map(|(_, part)| names(part)).map(|name| &**name);
        forbidden.extend(described.filter(|name| !own.contains(name) && !is_required.contains(name)));
    }
    forbidden
}

/// Returns whether an object has the properties that it describes and no other.
fn is_closed(part: &Map) -> bool {
    part.get("additionalProperties") == Some(&Value::Bool(false)) && !part.contains_key("patternProperties")
}

/// Returns a schema and the parts of its `allOf`, at any depth.
fn parts_of<'d>(schema: &'d Map, definitions: &'d Definitions) -> Vec<&'d Map> {
    let mut parts = Vec::new();
    let mut work = vec![schema];
    while let Some(part) = work.pop().filter(|_| parts.len() < MAX_PARTS) {
        parts.push(part);
        let target = referenced(part).and_then(|name| definitions.get(name)).map(|target| &target.schema.0);
        work.extend(target);
        let all = part.get("allOf").and_then(Value::as_array).into_iter().flatten();
        work.extend(all.filter_map(Value::as_object));
    }
    parts
}
