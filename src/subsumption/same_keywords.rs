//! Equality of schemas keyword by keyword, without their annotations.
//!
//! It serves for keywords that the prover does not understand: where both schemas have the same, they accept the same.

use std::ptr;

use crate::json::Value;

use super::annotation_keywords::is_annotation;
use super::conjunction::Conjunct;
use super::rooted_schema::RootedSchema;
use super::step_budget::StepBudget;
use super::value_validator::STEPS;

/// Values of a list that are compared in about the time of a step.
const VALUES_PER_STEP: usize = 8;
/// Limit on the nesting of schemas that are compared.
const DEPTH: usize = 64;

/// Returns `true` if two schemas have equal keywords, annotations aside. References are followed first.
pub(super) fn are_same_schemas(
    one: RootedSchema<'_>,
    other: RootedSchema<'_>,
    budget: &mut StepBudget,
) -> bool {
    let (one, other) = (one.followed(), other.followed());
    match (one.schema, other.schema) {
        (Value::Object(ours), Value::Object(theirs)) => {
            have_same_keywords(Conjunct::of(ours, one), Conjunct::of(theirs, other), budget)
        }
        (one, other) => one == other,
    }
}

/// Returns `true` if two conjuncts have equal keywords, annotations aside.
pub(super) fn have_same_keywords(one: Conjunct<'_>, other: Conjunct<'_>, budget: &mut StepBudget) -> bool {
    let around = budget.begin(STEPS);
    let are_same = KeywordEquality { assumed: Vec::new(), budget: &mut *budget }.maps(one, other, 0);
    budget.end(around);
    are_same
}

/// One comparison of two schemas.
struct KeywordEquality<'b> {
    /// Addresses of reference targets whose comparison has begun. They count as equal where they meet again, so that
    /// recursive schemas end; a difference makes the whole comparison fail.
    assumed: Vec<(usize, usize)>,
    budget: &'b mut StepBudget,
}

impl KeywordEquality<'_> {
    fn maps(&mut self, one: Conjunct<'_>, other: Conjunct<'_>, depth: usize) -> bool {
        let says = |part: Conjunct<'_>| part.map.keys().filter(|keyword| !is_annotation(keyword)).count();
        one.at.draft == other.at.draft
            && says(one) == says(other)
            && one.map.iter().filter(|(keyword, _)| !is_annotation(keyword)).all(|(keyword, value)| {
                other
                    .map
                    .get(keyword)
                    .is_some_and(|theirs| self.arguments(keyword, one.at(value), other.at(theirs), depth + 1))
            })
    }

    fn arguments(
        &mut self,
        keyword: &str,
        one: RootedSchema<'_>,
        other: RootedSchema<'_>,
        depth: usize,
    ) -> bool {
        match (keyword, one.schema, other.schema) {
            ("$ref", _, _) => match (one.referred(one.schema), other.referred(other.schema)) {
                (Some(one), Some(other)) => {
                    let pair = (ptr::from_ref(one.schema).addr(), ptr::from_ref(other.schema).addr());
                    if self.assumed.contains(&pair) {
                        return true;
                    }
                    self.assumed.push(pair);
                    self.schemas(one, other, depth)
                }
                _ => false,
            },
            ("enum" | "const" | "required" | "type" | "dependentRequired", one, other) => {
                let length = one.as_array().map_or(1, Vec::len);
                self.budget.take(length.div_ceil(VALUES_PER_STEP)) && one == other
            }
            (
                "properties" | "patternProperties" | "dependentSchemas" | "dependencies",
                Value::Object(ours),
                Value::Object(theirs),
            ) => {
                ours.len() == theirs.len()
                    && ours.iter().all(|(name, schema)| {
                        theirs
                            .get(name)
                            .is_some_and(|their| self.schemas(one.to(schema), other.to(their), depth))
                    })
            }
            (_, Value::Array(ours), Value::Array(theirs)) => {
                ours.len() == theirs.len()
                    && ours
                        .iter()
                        .zip(theirs)
                        .all(|(our, their)| self.schemas(one.to(our), other.to(their), depth))
            }
            _ => self.schemas(one, other, depth),
        }
    }

    fn schemas(&mut self, one: RootedSchema<'_>, other: RootedSchema<'_>, depth: usize) -> bool {
        if depth >= DEPTH || !self.budget.take(1) {
            return false;
        }
        match (one.schema, other.schema) {
            (Value::Object(ours), Value::Object(theirs)) => {
                self.maps(Conjunct::of(ours, one), Conjunct::of(theirs, other), depth)
            }
            (one, other) => one == other,
        }
    }
}
