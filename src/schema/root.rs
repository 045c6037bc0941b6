//! The root of a tool's schema: its place, its type, and its reference to a definition.

use crate::diagnostic::Place;
use crate::json::{Map, Value};
use crate::model::{Definitions, Schema, referenced};

/// Maximum number of nested references and subschemas that are followed to determine a schema's type.
const MAX_STEPS: usize = 16;

/// A schema outside the definitions: an argument's, an input's or an output's.
#[derive(Debug)]
pub struct SchemaRoot<'r> {
    /// The schema itself.
    pub schema: &'r mut Schema,
    /// Its first place in the source.
    pub place: Place,
    /// Further places in the source that share the schema.
    pub further_places: &'r [Place],
}

impl<'r> SchemaRoot<'r> {
    /// Returns a root that has one place in the source.
    pub fn of(schema: &'r mut Schema, place: Place) -> Self {
        Self { schema, place, further_places: &[] }
    }
}

/// Returns whether a schema accepts objects only, by its `type`, its reference or its `allOf`, `anyOf` or
/// `oneOf`.
pub fn is_object(schema: &Schema, definitions: &Definitions) -> bool {
    accepts_only_objects(&schema.0, definitions, MAX_STEPS)
}

fn accepts_only_objects(map: &Map, definitions: &Definitions, steps: usize) -> bool {
    if steps == 0 {
        return false;
    }
    if let Some(kind) = map.get("type") {
        return kind == "object";
    }
    if let Some(name) = referenced(map) {
        return definitions
            .get(name)
            .is_some_and(|target| accepts_only_objects(&target.schema.0, definitions, steps - 1));
    }
    let parts = |keyword: &str| {
        map.get(keyword).and_then(Value::as_array).map(|parts| parts.iter().filter_map(Value::as_object))
    };
    let all = parts("allOf")
        .is_some_and(|mut parts| parts.any(|part| accepts_only_objects(part, definitions, steps - 1)));
    all || ["anyOf", "oneOf"].into_iter().any(|keyword| {
        parts(keyword)
            .is_some_and(|mut parts| parts.all(|part| accepts_only_objects(part, definitions, steps - 1)))
    })
}

/// Returns the names in `required`.
pub fn required(schema: &Map) -> impl Iterator<Item = &str> {
    let names = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    names.filter_map(Value::as_str)
}

/// Replaces a reference at the root of a schema by the definition it refers to; the keywords beside the
/// reference override those of the definition.
pub fn inline_root_reference(schema: &Schema, definitions: &Definitions) -> Schema {
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
