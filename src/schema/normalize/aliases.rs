//! Definitions that are nothing but another one under a name of their own.

use std::collections::HashMap;

use crate::json::Map;
use crate::model::{Definition, Definitions, Schema, referenced};

use crate::schema::subschemas::post_order;

/// Names that lead on, in a row.
const MAX_CHAIN: usize = 64;

/// The names of definitions that are nothing but a reference, each with the name it leads to in the end.
pub(super) struct DefinitionAliases(HashMap<String, String>);

impl DefinitionAliases {
    pub(super) fn of(definitions: &Definitions) -> Self {
        let next = |definition: &Definition| {
            let map = &definition.schema.0;
            definitions.get(referenced(map).filter(|_| map.len() == 1)?)
        };
        let end = |definition: &Definition| {
            let chain = std::iter::successors(next(definition), |&definition| next(definition));
            Some((definition.name.clone(), chain.take(MAX_CHAIN).last()?.name.clone()))
        };
        Self(definitions.iter().filter_map(end).collect())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Makes every reference in a schema lead to the end of its chain.
    pub(super) fn replace(&self, map: &mut Map) {
        post_order(map, |map| self.replace_one(map));
    }

    fn replace_one(&self, map: &mut Map) {
        if let Some(end) = referenced(map).and_then(|name| self.0.get(name)) {
            map.insert("$ref", format!("{}{end}", Schema::REFERENCE_PREFIX).into());
        }
    }
}
