//! Severities of diagnostics.

/// Severity of a diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Information: nothing is lost.
    Note,
    /// Something was dropped, approximated or repaired.
    Warning,
    /// A tool is lost, a reference is dangling, or safety is affected.
    Error,
}

impl Severity {
    /// Returns the name of the severity as every report format writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}
