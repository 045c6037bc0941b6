//! Deciding whether one schema accepts all that another accepts: a proof, a counterexample, or neither.

mod bounds;
mod conjunction;
mod counterexample;
mod disjoint;
mod enum_values;
mod finite_values;
mod prover;
mod same_keywords;
#[cfg(test)]
mod soundness;
#[cfg(test)]
mod tests;
mod value_acceptance;

pub(crate) use conjunction::{At, Part, is_annotation};
pub(crate) use counterexample::{ALL_WORK, witness};
pub(crate) use enum_values::Listed;
pub(crate) use prover::Prover;
pub(crate) use same_keywords::is_same;

/// The answer to a question that cannot always be decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// Proved.
    Yes,
    /// Refuted by a value.
    No,
    /// Neither.
    Unknown,
}

/// Whether `sup` accepts all that `sub` accepts.
pub(crate) fn subsumes(prover: &mut Prover, sub: At<'_>, sup: At<'_>, closed: bool) -> Answer {
    if prover.proves(sub, sup, closed) {
        Answer::Yes
    } else if witness(sub, sup, closed, &mut { ALL_WORK }).is_some() {
        Answer::No
    } else {
        Answer::Unknown
    }
}
