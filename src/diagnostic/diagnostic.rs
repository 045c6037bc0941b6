//! The data of one diagnostic.

use std::fmt;

use crate::credential;

use super::code::Code;
use super::escape::escape;
use super::place::{Place, TextPlace};
use super::severity::Severity;
use super::text_digest::TextDigest;

/// One diagnostic: the finding, its place, and the advice for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Code of the diagnostic.
    pub code: Code,
    /// Severity: that of the code, unless the diagnostic or the caller overrides it.
    pub severity: Severity,
    /// One sentence that says what happened and what was done about it.
    pub message: String,
    /// Place in the source, if the source has one.
    pub place: Option<Place>,
    /// Keys that lead from `place` down to the value concerned. The source may have only the first of them.
    pub below: Vec<String>,
    /// Digest of the text concerned. Keys alone may not lead to that text.
    pub digest: Option<TextDigest>,
    /// Place of the text that `below` and `digest` were resolved to; more precise than `place`.
    pub exact: Option<Place>,
    /// Line and column at which reading stopped, for a file that could not be parsed into a tree.
    pub position: Option<TextPlace>,
    /// Help for this diagnostic, if it differs from the help of its code.
    pub help: Option<String>,
    /// True if the report for people names each place, and not only the first few.
    pub in_full: bool,
}

impl Diagnostic {
    /// Creates a diagnostic with the default severity of its code. Messages quote documents, so credentials in the
    /// message are masked.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        let mut message = message.into();
        credential::mask(&mut message);
        Self {
            code,
            severity: code.severity(),
            message,
            place: None,
            below: Vec::new(),
            digest: None,
            exact: None,
            position: None,
            help: None,
            in_full: false,
        }
    }

    /// Sets the place in a document.
    #[must_use]
    pub fn at(mut self, place: Place) -> Self {
        self.place = Some(place);
        self
    }

    /// Sets the keys that lead from the place down to the value concerned.
    #[must_use]
    pub fn below<K: Into<String>>(mut self, keys: impl IntoIterator<Item = K>) -> Self {
        self.below = keys.into_iter().map(Into::into).collect();
        self
    }

    /// Sets the digest of the text concerned.
    #[must_use]
    pub fn digest(mut self, digest: TextDigest) -> Self {
        self.digest = Some(digest);
        self
    }

    /// Sets the position in a text or file that has no tree.
    #[must_use]
    pub fn in_text(mut self, file: impl Into<String>, line: Option<usize>, column: Option<usize>) -> Self {
        self.position = Some(TextPlace { file: file.into(), line, column });
        self
    }

    /// Raises the severity to error, for a diagnostic that costs a tool.
    #[must_use]
    pub fn error(mut self) -> Self {
        self.severity = Severity::Error;
        self
    }

    /// Sets the severity to warning, for what costs no tool here.
    #[must_use]
    pub fn warning(mut self) -> Self {
        self.severity = Severity::Warning;
        self
    }

    /// Lowers the severity to note, for a loss that most callers do not notice.
    #[must_use]
    pub fn note(mut self) -> Self {
        self.severity = Severity::Note;
        self
    }

    /// Asks the report for people to name the place of every diagnostic of this kind.
    #[must_use]
    pub fn listed_in_full(mut self) -> Self {
        self.in_full = true;
        self
    }

    /// Sets help that replaces that of the code.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// Writes the severity, the code and the message in one line, with control characters escaped: `error[S004]: …`. The place and the
/// help are left to reports.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]: {}", self.severity.as_str(), self.code, escape(&self.message))
    }
}

impl std::error::Error for Diagnostic {}

/// Diagnostic that stops a conversion, because the input cannot be used at all.
pub type Fatal = Box<Diagnostic>;
