//! Errors of references that cannot be followed.

use crate::diagnostic::Code;

/// Why a reference could not be followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReferenceError {
    /// The kind of fault: one of the `R` family.
    pub code: Code,
    /// What is wrong, with the reference in it.
    pub message: String,
}

pub(super) fn dangling(reference: &str, why: &str) -> ReferenceError {
    ReferenceError { code: Code::DanglingReference, message: format!("`{reference}` points to nothing{why}") }
}

pub(super) fn cycle(reference: &str) -> ReferenceError {
    ReferenceError {
        code: Code::ReferenceCycle,
        message: format!("`{reference}` is part of a chain of references that never comes to a value"),
    }
}
