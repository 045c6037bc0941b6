//! A schema as a list of parts that all hold: references followed, `allOf` taken apart.

use std::collections::HashSet;
use std::ptr;

use super::rooted_schema::RootedSchema;
use crate::json::types::TypeSet;
use crate::json::{Map, Value};

/// References and `allOf` inside one another that are followed, and parts that a schema may have.
const DEPTH: usize = 32;
const PARTS: usize = 256;

/// One schema object, of whose `allOf` and `$ref` nothing is left to say.
#[derive(Debug, Clone, Copy)]
pub(super) struct Conjunct<'v> {
    pub(super) map: &'v Map,
    pub(super) root: &'v Value,
    /// Whether a branch of its `anyOf` has been chosen, and one of its `oneOf`.
    pub(super) any_of_chosen: bool,
    pub(super) one_of_chosen: bool,
}

impl<'v> Conjunct<'v> {
    /// A schema object of which no branch has been chosen.
    pub(super) fn of(map: &'v Map, root: &'v Value) -> Self {
        Self { map, root, any_of_chosen: false, one_of_chosen: false }
    }

    pub(super) fn at(self, schema: &'v Value) -> RootedSchema<'v> {
        RootedSchema { schema, root: self.root }
    }

    /// A keyword that has a list.
    pub(super) fn list(self, keyword: &str) -> Option<&'v Vec<Value>> {
        self.map.get(keyword)?.as_array()
    }

    /// A keyword that has a map.
    pub(super) fn members(self, keyword: &str) -> Option<&'v Map> {
        self.map.get(keyword)?.as_object()
    }

    /// Its identity, for recognising what has been compared before.
    pub(super) fn identity(self) -> (usize, bool, bool) {
        (ptr::from_ref(self.map).addr(), self.any_of_chosen, self.one_of_chosen)
    }
}

/// Parts that all hold for a value.
#[derive(Debug, Clone, Default)]
pub(super) struct SchemaConjunction<'v> {
    pub(super) parts: Vec<Conjunct<'v>>,
    /// Whether no value can fit.
    pub(super) impossible: bool,
    /// Whether there is more to it than is understood.
    pub(super) opaque: bool,
}

impl<'v> SchemaConjunction<'v> {
    pub(super) fn of(schemas: &[RootedSchema<'v>]) -> Self {
        let mut all = Self::default();
        for schema in schemas {
            all.add(*schema, 0);
        }
        all
    }

    /// Adds what holds as well.
    pub(super) fn add(&mut self, at: RootedSchema<'v>, depth: usize) {
        let map = match at.schema {
            Value::Bool(true) => return,
            Value::Bool(false) => {
                self.impossible = true;
                return;
            }
            Value::Object(map) if depth < DEPTH && self.parts.len() < PARTS => map,
            _ => {
                self.opaque = true;
                return;
            }
        };
        let moves_references = ["$id", "id", "$anchor", "$dynamicRef", "$dynamicAnchor", "$recursiveRef"];
        if moves_references.iter().any(|keyword| map.contains_key(*keyword)) {
            self.opaque = true;
            return;
        }
        let part = Conjunct::of(map, at.root);
        if !self.parts.iter().any(|known| known.identity() == part.identity()) {
            self.parts.push(part);
        }
        if let Some(reference) = map.get("$ref") {
            match at.referred(reference) {
                Some(target) => self.add(target, depth + 1),
                None => self.opaque = true,
            }
        }
        match map.get("allOf") {
            None => {}
            Some(Value::Array(all)) => all.iter().for_each(|one| self.add(at.to(one), depth + 1)),
            Some(_) => self.opaque = true,
        }
    }

    /// The types that all parts allow.
    pub(super) fn types(&self) -> TypeSet {
        self.parts
            .iter()
            .filter_map(|part| TypeSet::of_keyword(part.map.get("type")?))
            .fold(TypeSet::ALL, TypeSet::and)
    }

    /// Everything that is said of a member; `None` where it may not be there. Where a sender is read as one that sends
    /// only what is named (`closed`), a member that nothing names is not there.
    pub(super) fn member(&self, name: Option<&str>, closed: bool) -> Option<Vec<RootedSchema<'v>>> {
        let mut view = Vec::new();
        let (mut is_named, mut names_any, mut is_open) = (false, false, self.opaque);
        for part in &self.parts {
            let properties = part.members("properties");
            names_any |= properties.is_some();
            if let Some(schema) = name.and_then(|name| properties?.get(name)) {
                is_named = true;
                view.push(part.at(schema));
            } else if part.map.contains_key("patternProperties") {
                is_open = true;
            } else if let Some(schema) = part.map.get("additionalProperties") {
                is_open = true;
                if schema == &Value::Bool(false) {
                    return None;
                }
                view.push(part.at(schema));
            }
            let pending = [("anyOf", part.any_of_chosen), ("oneOf", part.one_of_chosen)];
            is_open |= pending.iter().any(|(keyword, chosen)| part.map.contains_key(*keyword) && !chosen);
            is_open |= ["if", "dependentSchemas", "dependencies", "unevaluatedProperties"]
                .iter()
                .any(|keyword| part.map.contains_key(*keyword));
        }
        let is_unsent = closed && names_any && !is_named && !is_open;
        (!is_unsent && !view.iter().any(|at| at.schema == &Value::Bool(false))).then_some(view)
    }

    /// Everything that is said of an item; of those after all that have a place of their own, without an index.
    /// `None` where there can be none.
    pub(super) fn item(&self, index: Option<usize>) -> Option<Vec<RootedSchema<'v>>> {
        let mut view = Vec::new();
        for part in &self.parts {
            let first = index.and_then(|index| part.list("prefixItems")?.get(index));
            let schema = first.or_else(|| part.map.get("items").filter(|items| !items.is_array()));
            match schema {
                Some(Value::Bool(false)) => return None,
                Some(schema) => view.push(part.at(schema)),
                None => {}
            }
            let most = part.map.get("maxItems").and_then(crate::json::number::count);
            if most.is_some_and(|most| index.map_or(most == 0, |index| index as u64 >= most)) {
                return None;
            }
        }
        Some(view)
    }

    /// The members that have to be there.
    pub(super) fn required(&self) -> HashSet<&'v str> {
        let lists = self.parts.iter().filter_map(|part| part.list("required"));
        lists.flatten().filter_map(Value::as_str).collect()
    }
}
