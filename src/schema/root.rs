//! What stands at the root of a tool's schema.

use crate::diagnostic::Place;
use crate::json::{Map, Value};
use crate::model::{Definitions, Schema, referenced};

/// References and combined schemas that are followed to find out what a schema is.
const MAX_STEPS: usize = 16;

/// A schema that refers to definitions, and is none.
#[derive(Debug)]
pub struct SchemaRoot<'r> {
    /// What it says.
    pub schema: &'r mut Schema,
    /// Where it stands in the source.
    pub place: Place,
    /// Where else it stands.
    pub further_places: &'r [Place],
}

impl<'r> SchemaRoot<'r> {
    /// A schema that stands at one place.
    pub fn of(schema: &'r mut Schema, place: Place) -> Self {
        Self { schema, place, further_places: &[] }
    }
}

/// Whether a schema accepts objects only: it says so, or what it is built from does.
pub fn is_object(schema: &Schema, definitions: &Definitions) -> bool {
    only_objects(&schema.0, definitions, MAX_STEPS)
}

fn only_objects(map: &Map, definitions: &Definitions, steps: usize) -> bool {
    if steps == 0 {
        return false;
    }
    if let Some(kind) = map.get("type") {
        return kind == "object";
    }
    if let Some(name) = referenced(map) {
        return definitions
            .get(name)
            .is_some_and(|target| only_objects(&target.schema.0, definitions, steps - 1));
    }
    let parts = |keyword: &str| {
        map.get(keyword).and_then(Value::as_array).map(|parts| parts.iter().filter_map(Value::as_object))
    };
    let all =
        parts("allOf").is_some_and(|mut parts| parts.any(|part| only_objects(part, definitions, steps - 1)));
    all || ["anyOf", "oneOf"].into_iter().any(|keyword| {
        parts(keyword).is_some_and(|mut parts| parts.all(|part| only_objects(part, definitions, steps - 1)))
    })
}

/// The names in `required`.
pub fn required(schema: &Map) -> impl Iterator<Item = &str> {
    let names = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    names.filter_map(Value::as_str)
}

/// The schema as a root: a reference is replaced by what it refers to, with the annotations beside it.
pub fn rooted(schema: &Schema, definitions: &Definitions) -> Schema {
    let mut map = schema.0.clone();
    for _ in 0..MAX_STEPS {
        let Some(target) = referenced(&map).and_then(|name| definitions.get(name)) else {
            break;
        };
        let mut root = target.schema.0.clone();
        map.shift_remove("$ref");
        root.extend(map);
        map = root;
    }
    Schema(map)
}
