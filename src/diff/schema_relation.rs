//! How the values that two schemas accept relate.

use crate::json::Value;
use crate::subsumption::{RootedSchema, Subsumption, SubsumptionChecker, UnnamedMembers};

/// How the values that two schemas accept relate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchemaRelation {
    /// Whether the new schema accepts all that the old one accepts.
    pub new_accepts_old: Subsumption,
    /// Whether the old schema accepts all that the new one accepts.
    pub old_accepts_new: Subsumption,
}

/// Compares the values that two schemas accept. References are followed inside each (`#/$defs/…`); keywords are read as
/// 2020-12 has them, and `format` as an annotation. Work is bounded: what takes more is `Unknown`.
pub fn compare_schemas(old: &Value, new: &Value) -> SchemaRelation {
    let (old, new) = (RootedSchema::root(old), RootedSchema::root(new));
    let mut checker = SubsumptionChecker::new(UnnamedMembers::Allowed);
    SchemaRelation { new_accepts_old: checker.decide(old, new), old_accepts_new: checker.decide(new, old) }
}
