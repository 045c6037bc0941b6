//! Errors of texts that cannot be parsed.

use crate::diagnostic::Code;

use super::builder::BuildError;

/// A position in a text that could not be parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TextPoint {
    /// Line, from 1.
    pub(super) line: usize,
    /// Column in characters, from 1.
    pub(super) column: usize,
}

/// Reason that a text could not be parsed.
#[derive(Debug)]
pub(super) struct ParseError {
    pub(super) code: Code,
    pub(super) message: String,
    pub(super) at: TextPoint,
}

impl ParseError {
    pub(super) fn from_build(fault: BuildError, at: TextPoint) -> Self {
        Self { code: fault.code(), message: fault.to_string(), at }
    }
}
