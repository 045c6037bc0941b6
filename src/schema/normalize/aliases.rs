//! Definition aliases: definitions that consist of nothing but a reference to another one.

use std::collections::HashMap;

use crate::json::Map;
use crate::model::{Definition, Definitions, Schema, referenced};

use crate::schema::subschemas::post_order;

/// Maximum length of a chain of aliases.
const MAX_CHAIN: usize = 64;

/// The names of the aliases, each with the name of the definition at the end of its chain.
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

    /// Replaces every reference to an alias by one to the end of its chain.
    pub(super) fn replace(&self, map: &mut Map) {
        post_order(map, |map| self.replace_one(map));
    }

    fn replace_one(&self, map: &mut Map) {
        if let Some(end) = referenced(map).and_then(|name| self.0.get(name)) {
            map.insert("$ref", format!("{}{end}", Schema::REFERENCE_PREFIX).into());
        }
    }
}
