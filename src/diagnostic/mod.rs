//! Diagnostics: their data, the catalogue of codes, the sink that collects them, and the report formats.

mod code;
mod escape;
mod excerpt;
mod family;
mod finding;
pub mod github;

pub mod human;
pub mod json;
mod levels;
mod location;
mod nearest;
mod page;
pub mod sarif;
mod shorten;
mod sink;
mod text_digest;
mod unescaped;

use crate::credential;

pub use code::Code;
pub use escape::escape;
pub(crate) use escape::escape_json;
pub use family::Family;
pub use finding::{Finding, SourceLine, findings};
pub use levels::{CodeSelector, Level, Levels, SourceAllowance};
pub use location::{Locate, Nowhere, SourceLocation};
pub use nearest::nearest;
pub(crate) use shorten::brief;
pub use sink::Sink;
pub use text_digest::TextDigest;

/// Number of a document among all documents read in one run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DocumentId(pub u32);

/// Number of a value inside its document, in document order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

/// Place of a value in a source document. It is cheap to create: JSON Pointer, line and column are computed only when a
/// diagnostic is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The document.
    pub document: DocumentId,
    /// The value in it.
    pub node: NodeId,
}

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
}

/// Place in a text that could not be parsed into a tree.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TextPlace {
    /// File name, URL or `<stdin>`.
    pub file: String,
    /// Line, from 1; `None` for the file as a whole.
    pub line: Option<usize>,
    /// Column in characters, from 1.
    pub column: Option<usize>,
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

    /// Lowers the severity to note, for a loss that most callers do not notice.
    #[must_use]
    pub fn note(mut self) -> Self {
        self.severity = Severity::Note;
        self
    }

    /// Sets help that replaces that of the code.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// Diagnostic that stops a conversion, because the input cannot be used at all.
pub type Fatal = Box<Diagnostic>;
