//! Validation of `unevaluatedProperties` and `unevaluatedItems` (JSON Schema Core, section 11).

use crate::json::number::{all, any, not};
use crate::json::{Map, Value};

use super::rooted_schema::RootedSchema;
use super::schema_draft::SchemaDraft;
use super::value_validator::ValueValidator;

/// Limit on nested schemas.
const DEPTH: usize = 24;

/// A member or an item of the value that is validated.
#[derive(Debug, Clone, Copy)]
enum ValuePlace<'n> {
    Member(&'n str),
    Item(usize, &'n Value),
}

impl ValueValidator {
    pub(super) fn unevaluated_properties(
        &mut self,
        at: RootedSchema<'_>,
        map: &Map,
        argument: &Value,
        (value, members): (&Value, &Map),
        depth: usize,
    ) -> Option<bool> {
        all(members.iter().map(|(name, member)| {
            match self.evaluates(at, map, value, ValuePlace::Member(name), true, depth) {
                Some(true) => Some(true),
                Some(false) => self.nested(at.to(argument), member, depth),
                None => self.nested(at.to(argument), member, depth).filter(|accepts| *accepts),
            }
        }))
    }

    pub(super) fn unevaluated_items(
        &mut self,
        at: RootedSchema<'_>,
        map: &Map,
        argument: &Value,
        (value, items): (&Value, &[Value]),
        depth: usize,
    ) -> Option<bool> {
        all(items.iter().enumerate().map(|(index, item)| {
            match self.evaluates(at, map, value, ValuePlace::Item(index, item), true, depth) {
                Some(true) => Some(true),
                Some(false) => self.nested(at.to(argument), item, depth),
                None => self.nested(at.to(argument), item, depth).filter(|accepts| *accepts),
            }
        }))
    }

    /// Returns whether a schema object that accepts a value evaluates one of its places. `is_asking` leaves out the keyword
    /// that asks.
    fn evaluates(
        &mut self,
        at: RootedSchema<'_>,
        map: &Map,
        value: &Value,
        place: ValuePlace<'_>,
        is_asking: bool,
        depth: usize,
    ) -> Option<bool> {
        if depth >= DEPTH || !self.budget.take(1) {
            return None;
        }
        let has = |keyword: &str| map.contains_key(keyword);
        let direct = match place {
            ValuePlace::Member(name) => {
                if has("additionalProperties") || (has("unevaluatedProperties") && !is_asking) {
                    return Some(true);
                }
                self.is_described(map, name)
            }
            ValuePlace::Item(index, item) => {
                let length = |keyword: &str| map.get(keyword).and_then(Value::as_array).map(Vec::len);
                let is_open = map.get("items").is_some_and(|items| !items.is_array());
                let is_in_tuple = ["prefixItems", "items"]
                    .iter()
                    .any(|keyword| length(keyword).is_some_and(|length| index < length));
                let is_beside = length("items").is_some() && has("additionalItems");
                if is_open || is_in_tuple || is_beside || (has("unevaluatedItems") && !is_asking) {
                    return Some(true);
                }
                match map.get("contains").filter(|_| at.draft >= SchemaDraft::Draft202012) {
                    Some(contains) => self.nested(at.to(contains), item, depth),
                    None => Some(false),
                }
            }
        };
        if direct == Some(true) {
            return direct;
        }
        any([direct, self.in_place(at, map, value, place, depth + 1)])
    }

    /// Returns whether a schema that applies to the same value evaluates the place.
    fn in_place(
        &mut self,
        at: RootedSchema<'_>,
        map: &Map,
        value: &Value,
        place: ValuePlace<'_>,
        depth: usize,
    ) -> Option<bool> {
        let mut answers = Vec::new();
        if let Some(reference) = map.get("$ref") {
            let target = at.referred(reference)?;
            answers.push(self.evaluates_if_fits(target, value, place, depth));
        }
        for keyword in ["allOf", "anyOf", "oneOf"] {
            for branch in map.get(keyword).and_then(Value::as_array).into_iter().flatten() {
                answers.push(self.evaluates_if_fits(at.to(branch), value, place, depth));
            }
        }
        if let Some(condition) = map.get("if") {
            let fits = self.nested(at.to(condition), value, depth);
            answers.push(self.evaluates_if_fits(at.to(condition), value, place, depth));
            for (keyword, applies) in [("then", fits), ("else", not(fits))] {
                if let Some(schema) = map.get(keyword) {
                    let evaluates = self.evaluates_if_fits(at.to(schema), value, place, depth);
                    answers.push(all([applies, evaluates]));
                }
            }
        }
        for (name, schema) in map.get("dependentSchemas").and_then(Value::as_object).into_iter().flatten() {
            if value.get(name).is_some() {
                answers.push(self.evaluates_if_fits(at.to(schema), value, place, depth));
            }
        }
        any(answers)
    }

    fn evaluates_if_fits(
        &mut self,
        at: RootedSchema<'_>,
        value: &Value,
        place: ValuePlace<'_>,
        depth: usize,
    ) -> Option<bool> {
        let Value::Object(map) = at.schema else { return Some(false) };
        let evaluates = self.evaluates(at, map, value, place, false, depth);
        if evaluates == Some(false) {
            return evaluates;
        }
        all([evaluates, self.nested(at, value, depth)])
    }
}
