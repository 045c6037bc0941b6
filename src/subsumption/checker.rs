//! The checker that answers questions about subsumption, and its answers.

use super::counterexample::counterexample;
use super::prover::InclusionProver;
use super::rooted_schema::RootedSchema;
use super::same_keywords::are_same_schemas;
use super::step_budget::StepBudget;
use super::value_validator::ValueValidator;
use crate::json::Value;

/// The answer to the question whether one schema accepts every value that another accepts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subsumption {
    /// Proved: every such value is accepted.
    Proved,
    /// Refuted by this counterexample, which the one schema refuses and the other accepts.
    Refuted(Value),
    /// Neither a proof nor a counterexample was found within the limits on the work.
    Unknown,
}

/// The reading of object members that `sub` allows without describing them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UnnamedMembers {
    /// They may occur: an absent `additionalProperties` accepts everything (JSON Schema Core, section 10.3.2.3).
    Allowed,
    /// They never occur. Otherwise each new property would refuse values that had something else under its name, although
    /// nobody sends such values. Members that are required or that `additionalProperties` describes do occur.
    NeverSent,
}

/// Answers questions about the schemas of two documents.
///
/// It keeps what it proved, and all questions take their steps from one budget. Schemas that [`Self::proves`] and
/// [`Self::decide`] are asked about are recognised by their addresses: they have to live as long as the checker.
#[derive(Debug)]
pub(crate) struct SubsumptionChecker {
    prover: InclusionProver,
    /// `true` for [`UnnamedMembers::NeverSent`].
    closed: bool,
}

impl SubsumptionChecker {
    /// Creates a checker that has proved nothing yet, and takes its steps from a budget.
    pub(crate) fn new(unnamed: UnnamedMembers, budget: StepBudget) -> Self {
        Self { prover: InclusionProver::new(budget), closed: unnamed == UnnamedMembers::NeverSent }
    }

    /// Decides whether `sup` accepts every value that `sub` accepts.
    pub(crate) fn decide(&mut self, sub: RootedSchema<'_>, sup: RootedSchema<'_>) -> Subsumption {
        if self.proves(sub, sup) {
            return Subsumption::Proved;
        }
        self.counterexample(sub, sup).map_or(Subsumption::Unknown, Subsumption::Refuted)
    }

    /// Returns `true` if it can prove that `sup` accepts every value that `sub` accepts.
    pub(crate) fn proves(&mut self, sub: RootedSchema<'_>, sup: RootedSchema<'_>) -> bool {
        self.prover.proves(sub, sup, self.closed)
    }

    /// Searches for a value that `sub` accepts and `sup` refuses.
    pub(crate) fn counterexample(&mut self, sub: RootedSchema<'_>, sup: RootedSchema<'_>) -> Option<Value> {
        let known = &mut self.prover.validator;
        // These schemas need not live on, so that what is kept by addresses must not be used again.
        let mut validator = ValueValidator::new(known.budget);
        validator.patterns = std::mem::take(&mut known.patterns);
        let found = counterexample(sub, sup, self.closed, &mut validator);
        (known.budget, known.patterns) = (validator.budget, validator.patterns);
        found
    }

    /// Returns `true` if two schemas have equal keywords, annotations aside. References are followed first.
    pub(crate) fn are_same(&mut self, one: RootedSchema<'_>, other: RootedSchema<'_>) -> bool {
        are_same_schemas(one, other, &mut self.prover.validator.budget)
    }

    /// Returns the budget with the steps that are left.
    pub(crate) fn budget(&self) -> StepBudget {
        self.prover.validator.budget
    }
}
