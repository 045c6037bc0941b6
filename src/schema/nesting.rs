//! Nesting depth: the levels of objects and arrays in the instances that a schema describes.

use crate::json::Map;
use crate::model::{Definitions, referenced};

use super::subschemas::{AppliesTo, subschemas};

/// Rounds in which depths propagate from definitions to their referrers. Model APIs refuse schemas from about
/// ten levels on, so the exact depth beyond that does not matter.
const ROUNDS: usize = 12;

/// Returns the nesting depth of each definition, with the definitions it refers to. A recursion counts once.
pub(crate) fn levels(profiles: &[&NestingProfile]) -> Vec<usize> {
    let mut levels = vec![0; profiles.len()];
    for _ in 0..ROUNDS {
        let next: Vec<usize> = profiles.iter().map(|profile| profile.levels(&levels)).collect();
        if next == levels {
            break;
        }
        levels = next;
    }
    levels
}

/// The contributions of one schema to its nesting depth.
#[derive(Debug, Default)]
pub(crate) struct NestingProfile {
    /// Levels in the schema itself, references not followed.
    own: usize,
    /// The definitions it refers to, each with the levels around the reference.
    references: Vec<(usize, usize)>,
}

impl NestingProfile {
    pub(crate) fn of(map: &Map, definitions: &Definitions) -> Self {
        let mut profile = Self::default();
        profile.collect(map, 0, definitions);
        profile
    }

    /// Ignores the references, for a schema that is recursive.
    pub(crate) fn ignore_references(&mut self) {
        self.references.clear();
    }

    fn collect(&mut self, map: &Map, around: usize, definitions: &Definitions) {
        self.own = self.own.max(around);
        if let Some(index) = referenced(map).and_then(|name| definitions.index(name)) {
            self.references.push((index, around));
        }
        for (row, part) in subschemas(map) {
            match row.applies_to {
                AppliesTo::Member => self.collect(part, around + 1, definitions),
                AppliesTo::SameValue => self.collect(part, around, definitions),
                AppliesTo::Name | AppliesTo::Nothing => {}
            }
        }
    }

    /// Returns the nesting depth of the schema, given the depths of all definitions.
    pub(crate) fn levels(&self, of_definitions: &[usize]) -> usize {
        let with_definitions = self.references.iter().map(|&(index, around)| around + of_definitions[index]);
        with_definitions.fold(self.own, usize::max)
    }
}

#[cfg(test)]
mod tests {
    use crate::json::{Value, json};

    use super::*;

    #[test]
    fn combined_schemas_add_no_level() {
        let schema =
            json!({"anyOf": [{"properties": {"a": {"items": {"type": "string"}}}}, {"type": "null"}]});
        let Value::Object(map) = schema else { unreachable!("written as an object") };
        assert_eq!(NestingProfile::of(&map, &Definitions::default()).levels(&[]), 2);
    }
}
