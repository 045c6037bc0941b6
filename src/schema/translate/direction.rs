//! Read-only properties leave inputs, write-only properties leave outputs.

use std::sync::Arc;

use foldhash::HashSet;

use crate::model::Direction;
use crate::source::Node;

use super::search::AllOfSearch;
use super::{PropertyNames, TranslationContext, Translator};

/// Levels of `allOf` and references that are searched for a direction.
const MAX_SEARCH: usize = 8;

impl<'s> Translator<'s> {
    /// Whether a property has no place in this direction (OpenAPI 3.0 schema object, "readOnly" and
    /// "writeOnly"), said by itself, by what it refers to, or by a part of its `allOf`.
    ///
    /// A schema that a tool has to itself is for one direction only: whatever stands there belongs there. Zod,
    /// for one, writes `readOnly` for what must not be changed once it is parsed.
    pub(super) fn leaves(&self, property: Node<'s>, direction: Direction) -> bool {
        if self.scope.is_some() {
            return false;
        }
        let keyword = match direction {
            Direction::Input => "readOnly",
            Direction::Output => "writeOnly",
        };
        self.says(property, keyword, MAX_SEARCH, &mut AllOfSearch::default())
    }

    fn says(&self, schema: Node<'s>, keyword: &str, depth: usize, search: &mut AllOfSearch) -> bool {
        if !schema.is_object() || depth == 0 {
            return false;
        }
        let (mut reference, mut all_of) = (false, None);
        for (key, value) in schema.entries() {
            match key {
                "$ref" => reference = value.as_str().is_some(),
                "allOf" => all_of = Some(value),
                _ if key == keyword => return value.as_bool() == Some(true),
                _ => {}
            }
        }
        if reference {
            return self
                .sources
                .follow(schema, self.sink)
                .is_ok_and(|target| self.says(target, keyword, depth - 1, search));
        }
        all_of.is_some_and(|parts| {
            search.enters(schema, depth)
                && parts.items().any(|part| self.says(part, keyword, depth - 1, search))
        })
    }

    /// Names of properties, described here or in the schemas this one is built from by `allOf`, that have
    /// no place in this direction.
    pub(super) fn hidden_names(&self, schema: Node<'s>, direction: Direction) -> PropertyNames<'s> {
        let search = || {
            let mut names = HashSet::default();
            self.collect_hidden(schema, direction, MAX_SEARCH, &mut names, &mut AllOfSearch::default());
            Arc::new(names)
        };
        if self.scope.is_some() || schema.get("allOf").is_none() {
            return search();
        }
        // Asked for each part of the whole.
        let key = (schema.place(), direction == Direction::Output);
        if let Some(known) = self.hidden.borrow().get(&key) {
            return Arc::clone(known);
        }
        let names = search();
        self.hidden.borrow_mut().insert(key, Arc::clone(&names));
        names
    }

    /// Whether a part of an `allOf` requires a property that another part describes as one without a place
    /// in this direction.
    pub(super) fn requires_hidden(&self, part: Node<'s>, context: TranslationContext<'s>) -> bool {
        let Some(whole) = context.whole.filter(|_| !context.is_in_place) else { return false };
        let hidden = self.hidden_names(whole, context.direction);
        if hidden.is_empty() {
            return false;
        }
        let by_itself = self.hidden_names(part, context.direction);
        let is_hidden = |name: &str| hidden.contains(name) && !by_itself.contains(name);
        self.requires(part, &is_hidden, MAX_SEARCH, &mut AllOfSearch::default())
    }

    fn requires(
        &self,
        schema: Node<'s>,
        is_hidden: &dyn Fn(&str) -> bool,
        depth: usize,
        search: &mut AllOfSearch,
    ) -> bool {
        let Ok(schema) = self.sources.follow(schema, self.sink) else { return false };
        let required = schema.get("required").into_iter().flat_map(Node::items);
        if required.filter_map(Node::as_str).any(is_hidden) {
            return true;
        }
        schema.get("allOf").is_some_and(|parts| {
            depth > 0
                && search.enters(schema, depth)
                && parts.items().any(|part| self.requires(part, is_hidden, depth - 1, search))
        })
    }

    fn collect_hidden(
        &self,
        schema: Node<'s>,
        direction: Direction,
        depth: usize,
        names: &mut HashSet<&'s str>,
        search: &mut AllOfSearch,
    ) {
        if depth == 0 {
            return;
        }
        let Ok(schema) = self.sources.follow(schema, self.sink) else {
            return;
        };
        let parts = schema.get("allOf");
        if parts.is_some() && !search.enters(schema, depth) {
            return;
        }
        if let Some(properties) = schema.get("properties") {
            names.extend(
                properties
                    .entries()
                    .filter(|(_, property)| self.leaves(*property, direction))
                    .map(|(name, _)| name),
            );
        }
        for part in parts.into_iter().flat_map(Node::items) {
            self.collect_hidden(part, direction, depth - 1, names, search);
        }
    }
}
