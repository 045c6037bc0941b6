//! Properties that a part of an `allOf` describes and another one forbids, so that no value can ever have them.

use foldhash::HashSet;

use crate::json::{Map, Value};
use crate::model::{Definitions, referenced};
use crate::schema::required;
use crate::schema::subschemas::{SubschemaKey, applicator};

/// Maximum number of parts of an `allOf`, nested ones included, that are compared.
const MAX_PARTS: usize = 64;

/// The properties that no value can have, of one `allOf`.
#[derive(Debug)]
pub(super) struct ForbiddenProperties<'d> {
    /// The path from the schema to the `allOf`; it does not enter definitions.
    pub(super) keys: Vec<String>,
    /// Their names.
    pub(super) names: Vec<&'d str>,
}

/// Returns the properties that `additionalProperties: false` of another part forbids, anywhere in a schema, each name once. A
/// property that is required contradicts the schema, which is reported as that.
pub(super) fn forbidden_properties<'d>(
    schema: &'d Map,
    definitions: &'d Definitions,
) -> Vec<ForbiddenProperties<'d>> {
    let mut search =
        ForbiddenSearch { definitions, path: Vec::new(), seen: HashSet::default(), found: Vec::new() };
    search.schema(schema);
    search.found
}

/// A search through one schema.
struct ForbiddenSearch<'d> {
    definitions: &'d Definitions,
    path: Vec<(&'static str, Option<SubschemaKey<'d>>)>,
    seen: HashSet<&'d str>,
    found: Vec<ForbiddenProperties<'d>>,
}

impl<'d> ForbiddenSearch<'d> {
    /// Searches a schema, outer ones first. The depth of a translated schema bounds the recursion.
    fn schema(&mut self, schema: &'d Map) {
        if schema.contains_key("allOf") {
            let mut names = forbidden_in(schema, self.definitions);
            names.retain(|name| self.seen.insert(*name));
            if !names.is_empty() {
                self.found.push(ForbiddenProperties { keys: self.keys(), names });
            }
        }
        for (keyword, value) in schema {
            let Some(row) = applicator(keyword, value) else { continue };
            for (key, part) in row.subschemas(value) {
                if let Some(part) = part.as_object() {
                    self.path.push((row.keyword, key));
                    self.schema(part);
                    self.path.pop();
                }
            }
        }
    }

    fn keys(&self) -> Vec<String> {
        let steps = self.path.iter().flat_map(|&(keyword, key)| {
            let key = key.map(|key| match key {
                SubschemaKey::Name(name) => name.to_owned(),
                SubschemaKey::Index(index) => index.to_string(),
            });
            std::iter::once(keyword.to_owned()).chain(key)
        });
        steps.chain(["allOf".to_owned()]).collect()
    }
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
