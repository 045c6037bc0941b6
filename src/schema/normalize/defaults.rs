//! Defaults beside references, whose type is known only when the definition is.

use std::collections::HashMap;

use crate::diagnostic::{Code, Place, Sink};
use crate::json::{Map, Value};
use crate::model::{Definition, Definitions, referenced};

use crate::schema::subschemas::post_order;
use crate::schema::translate::coerce;

/// Maximum length of a chain of references.
const MAX_CHAIN: usize = 64;

/// Returns whether a schema has a default beside a reference. Its keywords must be in order.
pub(in crate::schema) fn is_beside_reference(map: &Map) -> bool {
    map.keys().next().is_some_and(|first| first == "$ref") && map.contains_key("default")
}

/// The types of the definitions that declare one, by name.
pub(super) struct DefinitionTypes(HashMap<String, Vec<String>>);

impl DefinitionTypes {
    pub(super) fn of(definitions: &Definitions) -> Self {
        let next = |definition: &&Definition| definitions.get(referenced(&definition.schema.0)?);
        let types = |definition| {
            let mut chain = std::iter::successors(Some(definition), next).take(MAX_CHAIN);
            let types = chain.find_map(|definition: &Definition| declared_types(&definition.schema.0))?;
            Some((definition.name.clone(), types))
        };
        Self(definitions.iter().filter_map(types).collect())
    }

    /// Converts every default beside a reference to the type of the definition, where that is lossless. The
    /// default is then the same whether the reference is inlined or shared.
    pub(super) fn repair(&self, map: &mut Map, place: Place, sink: &Sink) {
        post_order(map, |map| self.repair_one(map, place, sink));
    }

    fn repair_one(&self, map: &mut Map, place: Place, sink: &Sink) {
        let Some(types) = referenced(map).and_then(|name| self.0.get(name)) else { return };
        let Some(default) = map.get_mut("default") else { return };
        if let Ok(coerced) = coerce(default.clone(), types)
            && coerced != *default
        {
            let message =
                format!("`default` {default} is read as {coerced}, in the type of the referenced schema");
            sink.report(Code::DefaultRepaired, place, message);
            *default = coerced;
        }
    }
}

/// Returns the types in `type`.
fn declared_types(map: &Map) -> Option<Vec<String>> {
    match map.get("type")? {
        Value::String(name) => Some(vec![name.clone()]),
        Value::Array(names) => Some(names.iter().filter_map(Value::as_str).map(str::to_owned).collect()),
        _ => None,
    }
}
