//! What is known of two schemas: whether each accepts all that the other accepts.

use crate::json::Value;
use crate::subsumption::{Answer, At, Prover, subsumes};

/// How the values that two schemas accept relate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the new schema accepts all that the old one accepts.
    pub old_in_new: Answer,
    /// Whether the old schema accepts all that the new one accepts.
    pub new_in_old: Answer,
}

/// Compares the values that two schemas accept. References are followed inside each (`#/$defs/…`); keywords are read as
/// 2020-12 has them, and `format` as an annotation. Work is bounded: what takes more is `Unknown`.
pub fn verdict(old: &Value, new: &Value) -> Verdict {
    let (old, new) = (At::root(old), At::root(new));
    let mut prover = Prover::default();
    Verdict {
        old_in_new: subsumes(&mut prover, old, new, false),
        new_in_old: subsumes(&mut prover, new, old, false),
    }
}
