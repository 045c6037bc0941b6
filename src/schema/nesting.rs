//! How many objects and arrays stand inside one another in what a schema describes.

use crate::json::Map;
use crate::model::{Definitions, referenced};

use super::subschemas::{AppliesTo, subschemas};

/// Rounds in which levels travel from a definition to those that refer to it. Models refuse schemas from
/// about ten levels on, so it does not matter how far beyond that a schema goes.
const ROUNDS: usize = 12;

/// Levels of definitions and of what they refer to, in their order; recursion counts once.
pub(crate) fn levels(outlines: &[&NestingProfile]) -> Vec<usize> {
    let mut levels = vec![0; outlines.len()];
    for _ in 0..ROUNDS {
        let next: Vec<usize> = outlines.iter().map(|outline| outline.levels(&levels)).collect();
        if next == levels {
            break;
        }
        levels = next;
    }
    levels
}

/// What counts of one schema.
#[derive(Debug, Default)]
pub(crate) struct NestingProfile {
    /// Levels in the schema itself.
    own: usize,
    /// Definitions it refers to, each with the levels around the reference.
    references: Vec<(usize, usize)>,
}

impl NestingProfile {
    pub(crate) fn of(map: &Map, definitions: &Definitions) -> Self {
        let mut outline = Self::default();
        outline.add(map, 0, definitions);
        outline
    }

    /// Has references followed no more, since they lead back.
    pub(crate) fn stop(&mut self) {
        self.references.clear();
    }

    fn add(&mut self, map: &Map, around: usize, definitions: &Definitions) {
        self.own = self.own.max(around);
        if let Some(index) = referenced(map).and_then(|name| definitions.index(name)) {
            self.references.push((index, around));
        }
        for (row, part) in subschemas(map) {
            match row.applies_to {
                AppliesTo::Member => self.add(part, around + 1, definitions),
                AppliesTo::SameValue => self.add(part, around, definitions),
                AppliesTo::Name | AppliesTo::Nothing => {}
            }
        }
    }

    /// Levels of the schema, those of the definitions it refers to included.
    pub(crate) fn levels(&self, of_definitions: &[usize]) -> usize {
        let referred = self.references.iter().map(|&(index, around)| around + of_definitions[index]);
        referred.fold(self.own, usize::max)
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
