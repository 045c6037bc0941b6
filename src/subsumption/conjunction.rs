//! Schemas as conjunctions: a list of schema objects that all have to accept a value.

use std::collections::HashSet;
use std::ptr;

use super::rooted_schema::RootedSchema;
use crate::json::types::TypeSet;
use crate::json::{Map, Value};

/// Limit on nested `$ref` and `allOf`.
const DEPTH: usize = 32;
/// Limit on the schema objects of one conjunction.
const PARTS: usize = 256;

/// One schema object of a conjunction. Its `$ref` and `allOf` are conjuncts of their own and need not be read again.
#[derive(Debug, Clone, Copy)]
pub(super) struct Conjunct<'v> {
    pub(super) map: &'v Map,
    pub(super) root: &'v Value,
    /// `true` once a branch of its `anyOf` has become a conjunct.
    pub(super) any_of_chosen: bool,
    /// `true` once a branch of its `oneOf` has become a conjunct.
    pub(super) one_of_chosen: bool,
}

impl<'v> Conjunct<'v> {
    /// Wraps a schema object of which no branch has been chosen.
    pub(super) fn of(map: &'v Map, root: &'v Value) -> Self {
        Self { map, root, any_of_chosen: false, one_of_chosen: false }
    }

    /// Pairs a subschema with the document of this schema object.
    pub(super) fn at(self, schema: &'v Value) -> RootedSchema<'v> {
        RootedSchema { schema, root: self.root }
    }

    /// Returns the value of a keyword if it is an array.
    pub(super) fn list(self, keyword: &str) -> Option<&'v Vec<Value>> {
        self.map.get(keyword)?.as_array()
    }

    /// Returns the value of a keyword if it is an object.
    pub(super) fn members(self, keyword: &str) -> Option<&'v Map> {
        self.map.get(keyword)?.as_object()
    }

    /// Returns a key by which the prover recognises the conjunct.
    pub(super) fn identity(self) -> (usize, bool, bool) {
        (ptr::from_ref(self.map).addr(), self.any_of_chosen, self.one_of_chosen)
    }
}

/// Schema objects that all have to accept a value.
#[derive(Debug, Clone, Default)]
pub(super) struct SchemaConjunction<'v> {
    pub(super) parts: Vec<Conjunct<'v>>,
    /// `true` if a conjunct is the schema `false`, which accepts no value.
    pub(super) impossible: bool,
    /// `true` if there are constraints besides the conjuncts: a reference that cannot be followed, a schema that is not an
    /// object or a boolean, or more nesting than the limits allow.
    pub(super) opaque: bool,
}

impl<'v> SchemaConjunction<'v> {
    /// Collects the conjuncts of several schemas.
    pub(super) fn of(schemas: &[RootedSchema<'v>]) -> Self {
        let mut all = Self::default();
        for schema in schemas {
            all.add(*schema, 0);
        }
        all
    }

    /// Adds a schema, its `allOf` (JSON Schema Core, section 10.2.1.1) and the target of its `$ref` (section 8.2.3.1).
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

    /// Returns the types that all conjuncts allow.
    pub(super) fn types(&self) -> TypeSet {
        self.parts
            .iter()
            .filter_map(|part| TypeSet::of_keyword(part.map.get("type")?))
            .fold(TypeSet::ALL, TypeSet::and)
    }

    /// Returns the schemas that apply to a member, or to members that no conjunct names if `name` is `None`.
    ///
    /// Returns `None` if such a member cannot occur: its schema is `false`, or it is undescribed and `closed` says that
    /// undescribed members do not occur.
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

    /// Returns the schemas that apply to the item at an index, or to items after those of `prefixItems` if there is no index
    /// (JSON Schema Core, section 10.3.1). Returns `None` if such an item cannot occur.
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

    /// Returns the names of the members that some conjunct requires.
    pub(super) fn required(&self) -> HashSet<&'v str> {
        let lists = self.parts.iter().filter_map(|part| part.list("required"));
        lists.flatten().filter_map(Value::as_str).collect()
    }
}
