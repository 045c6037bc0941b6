//! Subsumption of two schemas: a proof, a counterexample, or neither.

use super::counterexample::{ALL_WORK, counterexample};
use super::prover::InclusionProver;
use super::rooted_schema::RootedSchema;
use crate::json::Value;

/// The answer to the question whether one schema accepts every value that another accepts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subsumption {
    /// Every value that the one accepts is accepted by the other, too.
    Proved,
    /// This value is accepted by the one, and refused by the other.
    Refuted(Value),
    /// Neither a proof nor a counterexample was found within the bounds on the work.
    Unknown,
}

/// Members that a schema allows without naming them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UnnamedMembers {
    /// Part of the values, as JSON Schema has it: no `additionalProperties` allows everything.
    Allowed,
    /// Never sent, unless the schema describes them, for instance by `additionalProperties`.
    NeverSent,
}

/// Decides questions about the schemas of two documents. Proofs are remembered, and all questions share one bound on the
/// work. Schemas are remembered by their addresses: they have to live as long as the checker.
#[derive(Debug)]
pub(crate) struct SubsumptionChecker {
    prover: InclusionProver,
    /// Steps that are left for finding counterexamples.
    work: usize,
    /// The reading of the schema whose values are sent.
    closed: bool,
}

impl SubsumptionChecker {
    pub(crate) fn new(unnamed: UnnamedMembers) -> Self {
        Self {
            prover: InclusionProver::default(),
            work: ALL_WORK,
            closed: unnamed == UnnamedMembers::NeverSent,
        }
    }

    /// Decides whether `sup` accepts every value that `sub` accepts.
    pub(crate) fn decide(&mut self, sub: RootedSchema<'_>, sup: RootedSchema<'_>) -> Subsumption {
        if self.proves(sub, sup) {
            return Subsumption::Proved;
        }
        self.counterexample(sub, sup).map_or(Subsumption::Unknown, Subsumption::Refuted)
    }

    /// Returns `true` if it is proved that `sup` accepts every value that `sub` accepts.
    pub(crate) fn proves(&mut self, sub: RootedSchema<'_>, sup: RootedSchema<'_>) -> bool {
        self.prover.proves(sub, sup, self.closed)
    }

    /// Searches for a value that `sub` accepts and `sup` refuses.
    pub(crate) fn counterexample(&mut self, sub: RootedSchema<'_>, sup: RootedSchema<'_>) -> Option<Value> {
        counterexample(sub, sup, self.closed, &mut self.work)
    }
}
