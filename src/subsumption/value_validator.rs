//! Validation of one value, with a third answer: `None` where a keyword is not understood or the work is too much.

use std::collections::HashMap;
use std::ptr;

use crate::json::{Map, Value};

use super::annotation_keywords::is_annotation;
use super::conjunction::Conjunct;
use super::constrained_type::constrained_type;
use super::enum_values::EnumValues;
use super::pattern_matcher::PatternMatcher;
use super::rooted_schema::RootedSchema;
use super::schema_draft::SchemaDraft;
use super::step_budget::StepBudget;
use super::value_union::ValueUnion;
use crate::json::number::{all, any, count, equal, exact, is_multiple, not};
use crate::json::types::TypeSet;

/// Limit on the steps for validating one value, and for comparing the keywords of two schemas.
pub(super) const STEPS: usize = 4_000;

/// Limit on nested schemas.
const DEPTH: usize = 48;

/// Length from which a list of values or branches is indexed.
const INDEXED: usize = 12;

/// Validates values, and keeps what it compiled. Schemas are recognised by their addresses: they have to live as long as the
/// validator.
#[derive(Debug, Default)]
pub(super) struct ValueValidator {
    pub(super) budget: StepBudget,
    pub(super) patterns: PatternMatcher,
    /// Steps for the indexes that were made since the last question.
    indexing: usize,
    lists: HashMap<usize, EnumValues>,
    unions: HashMap<usize, ValueUnion>,
}

impl ValueValidator {
    /// Creates a validator that takes its steps from a budget.
    pub(super) fn new(budget: StepBudget) -> Self {
        Self { budget, ..Self::default() }
    }

    /// Validates one value in [`STEPS`] steps at most.
    pub(super) fn accepts_in_steps(&mut self, at: RootedSchema<'_>, value: &Value) -> Option<bool> {
        self.in_steps(STEPS, |validator| validator.accepts(at, value))
    }

    /// Validates one value against one conjunct in [`STEPS`] steps at most.
    pub(super) fn conjunct_accepts(&mut self, part: Conjunct<'_>, value: &Value) -> Option<bool> {
        self.in_steps(STEPS, |validator| validator.map_accepts(part.at, part.map, value, 0))
    }

    /// Answers a question in some steps at most. Indexing a list does not count for the question, but for the budget.
    pub(super) fn in_steps<T>(&mut self, most: usize, answer: impl FnOnce(&mut Self) -> T) -> T {
        let around = self.budget.begin(most);
        let answer = answer(self);
        self.budget.end(around);
        self.budget.take(std::mem::take(&mut self.indexing));
        answer
    }

    /// Returns whether a string has a match of a pattern.
    pub(super) fn matches(&mut self, pattern: &str, text: &str) -> Option<bool> {
        let steps = self.patterns.steps(pattern, text)?;
        self.budget.take(steps).then(|| self.patterns.matches(pattern, text))?
    }

    /// Returns `true` if a pattern is known to match every string. Without assertions, a pattern that matches the empty string
    /// does so at the beginning of any other, too.
    pub(super) fn matches_all(&mut self, pattern: &str) -> bool {
        let from_start = pattern.strip_prefix('^').unwrap_or(pattern);
        let asserts = ["^", "$", "(?", "\\b", "\\B"];
        !asserts.iter().any(|assertion| from_start.contains(assertion))
            && self.matches(from_start, "") == Some(true)
    }

    /// Validates one value.
    pub(super) fn accepts(&mut self, at: RootedSchema<'_>, value: &Value) -> Option<bool> {
        self.nested(at, value, 0)
    }

    pub(super) fn nested(&mut self, at: RootedSchema<'_>, value: &Value, depth: usize) -> Option<bool> {
        if !self.budget.take(1) {
            return None;
        }
        match at.schema {
            Value::Bool(answer) => Some(*answer),
            Value::Object(_) if depth > DEPTH => None,
            Value::Object(map) => self.map_accepts(at, map, value, depth),
            _ => None,
        }
    }

    fn map_accepts(&mut self, at: RootedSchema<'_>, map: &Map, value: &Value, depth: usize) -> Option<bool> {
        if let Some(reference) = map.get("$ref").filter(|_| at.draft.ignores_beside_ref()) {
            return self.nested(at.referred(reference)?, value, depth + 1);
        }
        all(map.iter().map(|(keyword, argument)| {
            let answer = self.keyword(at, map, keyword, argument, value, depth + 1);
            let is_known = at.draft.has(keyword, argument);
            answer.filter(|accepts| *accepts || is_known)
        }))
    }

    /// Validates a value against one keyword of a schema object.
    fn keyword(
        &mut self,
        at: RootedSchema<'_>,
        map: &Map,
        keyword: &str,
        argument: &Value,
        value: &Value,
        depth: usize,
    ) -> Option<bool> {
        if let Some(constrained) = constrained_type(keyword) {
            return match value {
                Value::Number(_) if constrained == TypeSet::NUMBER => numeric(map, keyword, argument, value),
                Value::String(text) if constrained == TypeSet::STRING => {
                    self.string_keyword(keyword, argument, text)
                }
                Value::Array(items) if constrained == TypeSet::ARRAY => {
                    self.array_keyword(at, map, keyword, argument, (value, items), depth)
                }
                Value::Object(members) if constrained == TypeSet::OBJECT => {
                    self.object_keyword(at, map, keyword, argument, (value, members), depth)
                }
                _ => Some(true),
            };
        }
        match keyword {
            "$ref" => self.nested(at.referred(argument)?, value, depth),
            "type" => {
                let of = TypeSet::of_value(value)?;
                let is_float = value.is_number() && value.as_i64().is_none() && value.as_u64().is_none();
                // In Draft 04, 1.0 is no integer.
                let is_clear = at.draft > SchemaDraft::Draft04 || !is_float || of != TypeSet::INTEGER;
                is_clear.then_some(of.is_in(TypeSet::of_keyword(argument)?))
            }
            "const" => equal(argument, value),
            "enum" => self.is_listed(argument.as_array()?, value),
            // They are validated with the keyword that they belong to.
            "then" | "else" | "minContains" | "maxContains" => Some(true),
            "allOf" => {
                all(argument.as_array()?.iter().map(|schema| self.nested(at.to(schema), value, depth)))
            }
            "anyOf" => Some(self.fitting(at, argument.as_array()?, value, depth)?.0 > 0),
            // Exactly one branch has to accept the value (JSON Schema Core, section 10.2.1.3).
            "oneOf" => match self.fitting(at, argument.as_array()?, value, depth)? {
                (2.., _) => Some(false),
                (fitting, true) => Some(fitting == 1),
                (_, false) => None,
            },
            "not" => not(self.nested(at.to(argument), value, depth)),
            "if" => self.conditional(at, map, argument, value, depth),
            // Nothing is resolved against the identifier of the whole document: references to other documents are unknown.
            "$id" | "id" if ptr::eq(at.schema, at.root) => Some(true),
            other if is_annotation(other) => Some(true),
            _ => None,
        }
    }

    /// Validates a value against `then` or `else` (JSON Schema Core, section 10.2.2).
    fn conditional(
        &mut self,
        at: RootedSchema<'_>,
        map: &Map,
        condition: &Value,
        value: &Value,
        depth: usize,
    ) -> Option<bool> {
        let mut branch = |keyword: &str| {
            map.get(keyword).map_or(Some(true), |schema| self.nested(at.to(schema), value, depth))
        };
        let (then, otherwise) = (branch("then"), branch("else"));
        match self.nested(at.to(condition), value, depth) {
            Some(true) => then,
            Some(false) => otherwise,
            None => then.filter(|_| then == otherwise),
        }
    }

    /// Looks a value up in a list.
    fn is_listed(&mut self, list: &[Value], value: &Value) -> Option<bool> {
        if list.len() < INDEXED {
            return any(list.iter().map(|one| equal(one, value)));
        }
        let address = ptr::from_ref(list).addr();
        let index = self.lists.entry(address).or_insert_with(|| {
            self.indexing += list.len();
            EnumValues::of(list)
        });
        index.holds(value)
    }

    /// Counts the branches that accept a value, up to two, and says whether the others are known to refuse it. `None` if no
    /// branch accepts it and one is not decided.
    fn fitting(
        &mut self,
        at: RootedSchema<'_>,
        branches: &[Value],
        value: &Value,
        depth: usize,
    ) -> Option<(usize, bool)> {
        let (mut fitting, mut is_sure) = (0, true);
        let mut rest: Vec<usize> = Vec::new();
        if branches.len() >= INDEXED {
            let address = ptr::from_ref(branches).addr();
            let union = self.unions.entry(address).or_insert_with(|| {
                self.indexing += branches.len();
                ValueUnion::of(branches)
            });
            match union.holds(value) {
                Some(true) => fitting += 1,
                Some(false) => {}
                None => is_sure = false,
            }
            rest.clone_from(&union.others);
        } else {
            rest.extend(0..branches.len());
        }
        for branch in rest.iter().filter_map(|index| branches.get(*index)) {
            match self.nested(at.to(branch), value, depth) {
                Some(true) => fitting += 1,
                Some(false) => {}
                None => is_sure = false,
            }
            if fitting > 1 {
                break;
            }
        }
        (fitting > 0 || is_sure).then_some((fitting, is_sure))
    }

    fn string_keyword(&mut self, keyword: &str, argument: &Value, text: &str) -> Option<bool> {
        match keyword {
            "pattern" => self.matches(argument.as_str()?, text),
            _ => sized(keyword == "minLength", argument, text.chars().count()),
        }
    }

    fn array_keyword(
        &mut self,
        at: RootedSchema<'_>,
        map: &Map,
        keyword: &str,
        argument: &Value,
        (value, items): (&Value, &[Value]),
        depth: usize,
    ) -> Option<bool> {
        if keyword == "unevaluatedItems" {
            return self.unevaluated_items(at, map, argument, (value, items), depth);
        }
        let mut each = |schemas: &mut dyn Iterator<Item = (&Value, &Value)>| {
            all(schemas.map(|(schema, item)| self.nested(at.to(schema), item, depth)))
        };
        match keyword {
            "minItems" | "maxItems" => sized(keyword == "minItems", argument, items.len()),
            "uniqueItems" => match argument {
                Value::Bool(false) => Some(true),
                _ => EnumValues::are_distinct(items),
            },
            "contains" => {
                let answers: Vec<Option<bool>> =
                    items.iter().map(|item| self.nested(at.to(argument), item, depth)).collect();
                let (sure, possible) = (
                    answers.iter().filter(|answer| **answer == Some(true)).count() as u64,
                    answers.iter().filter(|answer| **answer != Some(false)).count() as u64,
                );
                let has_counts = at.draft >= SchemaDraft::Draft201909;
                let bound = |keyword: &str| map.get(keyword).filter(|_| has_counts).map(count);
                let (least, most) = (
                    bound("minContains").unwrap_or(Some(1))?,
                    bound("maxContains").unwrap_or(Some(u64::MAX))?,
                );
                if possible < least || sure > most {
                    return Some(false);
                }
                (sure >= least && possible <= most).then_some(true)
            }
            "prefixItems" => each(&mut argument.as_array()?.iter().zip(items)),
            "items" if argument.is_array() => each(&mut argument.as_array()?.iter().zip(items)),
            "additionalItems" => {
                let Some(Value::Array(first)) = map.get("items") else { return Some(true) };
                each(&mut items.iter().skip(first.len()).map(|item| (argument, item)))
            }
            _ => {
                let first = map.get("prefixItems").and_then(Value::as_array).map_or(0, Vec::len);
                // Older drafts do not know `prefixItems`, so that validators may apply `items` from the first item on.
                let accepts = each(&mut items.iter().skip(first).map(|item| (argument, item)));
                let is_clear = first == 0 || at.draft >= SchemaDraft::Draft202012 || accepts == Some(false);
                accepts.filter(|_| is_clear)
            }
        }
    }

    fn object_keyword(
        &mut self,
        at: RootedSchema<'_>,
        map: &Map,
        keyword: &str,
        argument: &Value,
        (value, members): (&Value, &Map),
        depth: usize,
    ) -> Option<bool> {
        let has_all = |names: &[Value]| {
            all(names.iter().map(|name| name.as_str().map(|name| members.contains_key(name))))
        };
        match keyword {
            "minProperties" | "maxProperties" => sized(keyword == "minProperties", argument, members.len()),
            "unevaluatedProperties" => {
                self.unevaluated_properties(at, map, argument, (value, members), depth)
            }
            "required" => match argument {
                Value::Array(names) => has_all(names),
                _ => None,
            },
            "properties" => all(argument
                .as_object()?
                .iter()
                .filter_map(|(name, schema)| Some(self.nested(at.to(schema), members.get(name)?, depth)))),
            "patternProperties" => all(argument
                .as_object()?
                .iter()
                .flat_map(|(pattern, schema)| members.iter().map(move |member| (pattern, schema, member)))
                .map(|(pattern, schema, (name, member))| match self.matches(pattern, name) {
                    Some(false) => Some(true),
                    Some(true) => self.nested(at.to(schema), member, depth),
                    None => self.nested(at.to(schema), member, depth).filter(|accepts| *accepts),
                })),
            "additionalProperties" => {
                all(members.iter().map(|(name, member)| match self.is_described(map, name) {
                    Some(true) => Some(true),
                    Some(false) => self.nested(at.to(argument), member, depth),
                    None => self.nested(at.to(argument), member, depth).filter(|accepts| *accepts),
                }))
            }
            "propertyNames" => all(members
                .keys()
                .map(|name| self.nested(at.to(argument), &Value::from(name.as_str()), depth))),
            _ => all(argument.as_object()?.iter().filter(|(name, _)| members.contains_key(*name)).map(
                |(_, dependency)| match dependency {
                    Value::Array(names) => has_all(names),
                    Value::String(name) => Some(members.contains_key(name)),
                    schema => self.nested(at.to(schema), value, depth),
                },
            )),
        }
    }

    /// Returns whether `properties` or `patternProperties` describes a member.
    pub(super) fn is_described(&mut self, map: &Map, name: &str) -> Option<bool> {
        if map.get("properties").and_then(Value::as_object).is_some_and(|named| named.contains_key(name)) {
            return Some(true);
        }
        let patterns = map.get("patternProperties").and_then(Value::as_object);
        any(patterns.into_iter().flatten().map(|(pattern, _)| self.matches(pattern, name)))
    }
}

/// Compares a size with a bound.
fn sized(is_least: bool, bound: &Value, size: usize) -> Option<bool> {
    let (bound, size) = (count(bound)?, size as u64);
    Some(if is_least { size >= bound } else { size <= bound })
}

/// Compares a number with a numeric keyword (JSON Schema Validation, section 6.2).
fn numeric(map: &Map, keyword: &str, bound: &Value, value: &Value) -> Option<bool> {
    if keyword == "multipleOf" {
        return is_multiple(value, bound);
    }
    // In Draft 04, `exclusiveMinimum` is a boolean that changes `minimum` (its section 5.1.2).
    let is_excluded = |flag: &str| map.get(flag) == Some(&Value::Bool(true));
    if bound.is_boolean() && keyword.starts_with("exclusive") {
        return Some(true);
    }
    let (bound, value) = (exact(bound)?, exact(value)?);
    Some(match keyword {
        "minimum" if is_excluded("exclusiveMinimum") => value > bound,
        "maximum" if is_excluded("exclusiveMaximum") => value < bound,
        "minimum" => value >= bound,
        "maximum" => value <= bound,
        "exclusiveMinimum" => value > bound,
        _ => value < bound,
    })
}
