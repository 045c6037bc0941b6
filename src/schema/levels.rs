//! How many objects and arrays stand inside one another in what a schema describes.

use serde_json::{Map, Value};

use crate::model::{Definitions, Schema, referenced};

use super::shared::SharedSchemas;

/// Rounds in which levels travel from a definition to those that refer to it. Models refuse schemas from
/// about ten levels on, so it does not matter how far beyond that a schema goes.
const ROUNDS: usize = 12;

/// Levels of every definition of one direction; recursion counts once.
#[derive(Debug)]
pub struct Levels<'a> {
    definitions: &'a Definitions,
    levels: Vec<usize>,
}

impl<'a> Levels<'a> {
    /// Counts the levels of all definitions.
    pub fn of(shared: &'a SharedSchemas) -> Self {
        let definitions = shared.definitions();
        let mut counted = Self { definitions, levels: vec![0; definitions.len()] };
        for _ in 0..ROUNDS {
            let next: Vec<usize> = definitions
                .iter()
                .zip(shared.facts())
                .map(|(definition, fact)| counted.below(&definition.schema.0, fact.recursive))
                .collect();
            if next == counted.levels {
                break;
            }
            counted.levels = next;
        }
        counted
    }

    /// Levels of a schema, those of the definitions it refers to included.
    pub fn count(&self, schema: &Schema) -> usize {
        self.below(&schema.0, false)
    }

    /// Levels below a schema. In a recursive definition references are not followed.
    fn below(&self, map: &Map<String, Value>, recursive: bool) -> usize {
        let referred = referenced(map).filter(|_| !recursive).and_then(|name| self.definitions.index(name));
        let mut deepest = referred.and_then(|index| self.levels.get(index)).copied().unwrap_or(0);
        for keyword in ["properties", "patternProperties"] {
            for value in map.get(keyword).and_then(Value::as_object).into_iter().flat_map(Map::values) {
                deepest = deepest.max(1 + value.as_object().map_or(0, |inner| self.below(inner, recursive)));
            }
        }
        for keyword in ["items", "additionalProperties"] {
            if let Some(Value::Object(inner)) = map.get(keyword) {
                deepest = deepest.max(1 + self.below(inner, recursive));
            }
        }
        for keyword in ["allOf", "anyOf", "oneOf"] {
            for part in map.get(keyword).and_then(Value::as_array).into_iter().flatten() {
                if let Value::Object(inner) = part {
                    deepest = deepest.max(self.below(inner, recursive));
                }
            }
        }
        deepest
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn combined_schemas_add_no_level() {
        let schema =
            json!({"anyOf": [{"properties": {"a": {"items": {"type": "string"}}}}, {"type": "null"}]});
        let shared = SharedSchemas::new(Definitions::default());
        let Value::Object(map) = schema else { unreachable!("written as an object") };
        assert_eq!(Levels::of(&shared).count(&Schema(map)), 2);
    }
}
