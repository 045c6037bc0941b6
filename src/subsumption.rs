//! Subsumption of JSON Schemas: one schema subsumes another if it accepts every value that the other accepts.
//!
//! [`SubsumptionChecker`] answers with a proof, with a counterexample, or with neither, since the question is too hard to be
//! decided for every pair of schemas. Schemas are read in the draft that their `$schema` names, else as JSON Schema 2020-12, with
//! `format` as an annotation. `sub` is the schema whose values are in question, `sup` the one that has to accept them.

mod annotation_keywords;
mod array_candidates;
mod bounds;
mod candidate_values;
mod checker;
mod conjunction;
mod constrained_type;
mod counterexample;
mod disjoint;
mod enum_values;
mod evaluated_places;
mod finite_values;
mod member_schemas;
mod pattern_lengths;
mod pattern_matcher;
mod pattern_samples;
mod place_proofs;
mod prover;
mod rooted_schema;
mod same_keywords;
mod schema_draft;
mod step_budget;
#[cfg(test)]
mod tests;
mod value_union;
mod value_validator;

pub(crate) use annotation_keywords::is_annotation;
pub use checker::Subsumption;
pub(crate) use checker::{SubsumptionChecker, UnnamedMembers};
pub(crate) use enum_values::EnumValues;
pub(crate) use pattern_matcher::PatternMatcher;
pub(crate) use rooted_schema::RootedSchema;
pub(crate) use step_budget::StepBudget;
