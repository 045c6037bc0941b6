//! Errors of references that cannot be resolved.

use crate::diagnostic::Code;

/// Error of a reference that cannot be resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReferenceError {
    /// Code of the error: one of the `R` family.
    pub code: Code,
    /// Message, which contains the reference.
    pub message: String,
}

pub(super) fn dangling(reference: &str, why: &str) -> ReferenceError {
    ReferenceError { code: Code::DanglingReference, message: format!("`{reference}` points to nothing{why}") }
}

pub(super) fn cycle(reference: &str) -> ReferenceError {
    ReferenceError {
        code: Code::ReferenceCycle,
        message: format!("`{reference}` is part of a cycle of references"),
    }
}
