//! Read-only properties are dropped from inputs, and write-only properties from outputs.

use std::sync::Arc;

use foldhash::HashSet;

use crate::model::Direction;
use crate::source::Node;

use super::search::AllOfSearch;
use super::{PropertyNames, TranslationContext, Translator};

/// Maximum depth of the search for `readOnly` and `writeOnly` through `allOf` and references.
const MAX_SEARCH: usize = 8;

impl<'s> Translator<'s> {
    /// Returns whether a property is dropped in this direction: it is marked `readOnly` or `writeOnly`
    /// (OpenAPI 3.0, "Schema Object"), by itself, by its reference, or by a part of its `allOf`.
    ///
    /// In a format where each tool has schemas of its own, each schema has one direction and keeps all its
    /// properties. Zod, for example, writes `readOnly` for a value that must not be modified after parsing.
    pub(super) fn is_dropped_in(&self, property: Node<'s>, direction: Direction) -> bool {
        if self.scope.is_some() {
            return false;
        }
        let keyword = match direction {
            Direction::Input => "readOnly",
            Direction::Output => "writeOnly",
        };
        self.has_flag(property, keyword, MAX_SEARCH, &mut AllOfSearch::default())
    }

    fn has_flag(&self, schema: Node<'s>, keyword: &str, depth: usize, search: &mut AllOfSearch) -> bool {
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
                .is_ok_and(|target| self.has_flag(target, keyword, depth - 1, search));
        }
        all_of.is_some_and(|parts| {
            search.enter(schema, depth)
                && parts.items().any(|part| self.has_flag(part, keyword, depth - 1, search))
        })
    }

    /// Returns the names of the properties of a schema, and of the schemas it is composed of by `allOf`, that
    /// are dropped in this direction.
    pub(super) fn dropped_names(&self, schema: Node<'s>, direction: Direction) -> PropertyNames<'s> {
        let search = || {
            let mut names = HashSet::default();
            self.collect_dropped_names(
                schema,
                direction,
                MAX_SEARCH,
                &mut names,
                &mut AllOfSearch::default(),
            );
            Arc::new(names)
        };
        if self.scope.is_some() || schema.get("allOf").is_none() {
            return search();
        }
        // Cached, since each part of the outermost `allOf` needs it.
        let key = (schema.place(), direction == Direction::Output);
        if let Some(known) = self.dropped_names.borrow().get(&key) {
            return Arc::clone(known);
        }
        let names = search();
        self.dropped_names.borrow_mut().insert(key, Arc::clone(&names));
        names
    }

    /// Returns whether a part of an `allOf` requires a property that another part describes and that is
    /// dropped in this direction.
    pub(super) fn requires_dropped(&self, part: Node<'s>, context: TranslationContext<'s>) -> bool {
        let Some(whole) = context.outermost_all_of.filter(|_| !context.is_inlined) else { return false };
        let hidden = self.dropped_names(whole, context.direction);
        if hidden.is_empty() {
            return false;
        }
        let by_itself = self.dropped_names(part, context.direction);
        let is_hidden = |name: &str| hidden.contains(name) && !by_itself.contains(name);
        self.requires(part, &is_hidden, MAX_SEARCH, &mut AllOfSearch::default())
    }

    /// Returns whether a schema, or a part of its `allOf`, requires a property for which the predicate holds.
    pub(super) fn requires(
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
                && search.enter(schema, depth)
                && parts.items().any(|part| self.requires(part, is_hidden, depth - 1, search))
        })
    }

    fn collect_dropped_names(
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
        if parts.is_some() && !search.enter(schema, depth) {
            return;
        }
        if let Some(properties) = schema.get("properties") {
            names.extend(
                properties
                    .entries()
                    .filter(|(_, property)| self.is_dropped_in(*property, direction))
                    .map(|(name, _)| name),
            );
        }
        for part in parts.into_iter().flat_map(Node::items) {
            self.collect_dropped_names(part, direction, depth - 1, names, search);
        }
    }
}
