//! Definitions that are nothing but another one under a name of their own.

use serde_json::{Map, Value};

use crate::model::{Definitions, Schema, referenced};

use super::position::{Position, position};

/// Names that lead on, in a row.
const MAX_CHAIN: usize = 64;

/// For each definition that is nothing but a reference, the name of the one it leads to in the end.
pub(super) struct Aliases {
    targets: Vec<Option<String>>,
}

impl Aliases {
    pub(super) fn of(definitions: &Definitions) -> Self {
        let next = |index: usize| {
            let map = &definitions.at(index)?.schema.0;
            definitions.index(referenced(map).filter(|_| map.len() == 1)?)
        };
        let target = |index: usize| {
            let chain = std::iter::successors(next(index), |&index| next(index));
            definitions.at(chain.take(MAX_CHAIN).last()?).map(|definition| definition.name.clone())
        };
        Self { targets: (0..definitions.len()).map(target).collect() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.targets.iter().all(Option::is_none)
    }

    /// Makes every reference in a schema lead to the end of its chain.
    pub(super) fn replace(&self, map: &mut Map<String, Value>, definitions: &Definitions) {
        let end = referenced(map).and_then(|name| definitions.index(name));
        if let Some(end) = end.and_then(|index| self.targets[index].as_deref()) {
            map.insert("$ref".to_owned(), format!("{}{end}", Schema::REFERENCE_PREFIX).into());
        }
        for (keyword, value) in map.iter_mut() {
            let enter = |value: &mut Value| {
                if let Value::Object(map) = value {
                    self.replace(map, definitions);
                }
            };
            match (position(keyword), value) {
                (Position::Schema, value) => enter(value),
                (Position::List, Value::Array(list)) => list.iter_mut().for_each(enter),
                (Position::Map, Value::Object(map)) => map.values_mut().for_each(enter),
                _ => {}
            }
        }
    }
}
