//! Comparison of two schemas by themselves, without a tool.

use crate::json::Value;
use crate::limits::Limits;
use crate::subsumption::{RootedSchema, StepBudget, Subsumption, SubsumptionChecker, UnnamedMembers};

/// The relation between the sets of values that two schemas accept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchemaRelation {
    /// The answer for: the new schema accepts every value that the old one accepts.
    pub new_accepts_old: Subsumption,
    /// The answer for: the old schema accepts every value that the new one accepts.
    pub old_accepts_new: Subsumption,
}

/// Compares the sets of values that two schemas accept.
///
/// Schemas are read in the draft that `$schema` names, else as 2020-12, with `format` as an annotation. References are followed within each schema
/// (`#/$defs/…`). Work is limited: a question that takes more is answered with [`Subsumption::Unknown`].
pub fn compare_schemas(old: &Value, new: &Value) -> SchemaRelation {
    let (old, new) = (RootedSchema::root(old), RootedSchema::root(new));
    let budget = StepBudget::new(Limits::default().proof_steps);
    let mut checker = SubsumptionChecker::new(UnnamedMembers::Allowed, budget);
    SchemaRelation { new_accepts_old: checker.decide(old, new), old_accepts_new: checker.decide(new, old) }
}
