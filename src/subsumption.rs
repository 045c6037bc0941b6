//! Deciding whether one schema accepts all that another accepts: a proof, a counterexample, or neither.

mod annotation_keywords;
mod bounds;
mod checker;
mod conjunction;
mod counterexample;
mod disjoint;
mod enum_values;
mod finite_values;
mod prover;
mod rooted_schema;
mod same_keywords;
#[cfg(test)]
mod soundness;
#[cfg(test)]
mod tests;
mod value_acceptance;

pub(crate) use annotation_keywords::is_annotation;
pub use checker::Subsumption;
pub(crate) use checker::{SubsumptionChecker, UnnamedMembers};
pub(crate) use enum_values::EnumValues;
pub(crate) use rooted_schema::RootedSchema;
pub(crate) use same_keywords::are_same;
