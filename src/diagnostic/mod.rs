//! What the program has to say about a document: diagnostics, their codes, where they are collected,
//! and the forms they are printed in.

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

/// The number of a document among those that were read in one run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DocumentId(pub u32);

/// The number of a value inside its document, in document order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

/// A place in a source document. It costs nothing to make; JSON Pointer, line and column are worked
/// out only when a diagnostic is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The document.
    pub document: DocumentId,
    /// The value in it.
    pub node: NodeId,
}

/// How serious a diagnostic is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing; nothing is lost.
    Note,
    /// Something was dropped, approximated or repaired.
    Warning,
    /// A tool is lost, a reference dangles, or safety is at stake.
    Error,
}

impl Severity {
    /// The word that stands for it in every output.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// One finding: what happened, where, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Its kind.
    pub code: Code,
    /// How serious it is; the code's own severity unless something changed it.
    pub severity: Severity,
    /// What happened and what was done, in one sentence.
    pub message: String,
    /// Where in the source, if the source has such a place.
    pub place: Option<Place>,
    /// Keys that lead from the place down to what is meant, as far as the source has them.
    pub below: Vec<String>,
    /// What the text that is meant holds, where it is a text: keys alone may not lead to it.
    pub digest: Option<TextDigest>,
    /// What keys and text lead to; more exact than the place.
    pub exact: Option<Place>,
    /// A place that no tree has: the line and column (from 1) at which reading stopped, by document name.
    pub position: Option<TextPlace>,
    /// What to do about it, where it is not the same for the whole code.
    pub help: Option<String>,
}

/// A place in a text that could not be read as a tree.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TextPlace {
    /// The file, URL or `<stdin>`.
    pub file: String,
    /// Line, from 1; `None` where the file as a whole is meant.
    pub line: Option<usize>,
    /// Column in characters, from 1.
    pub column: Option<usize>,
}

impl Diagnostic {
    /// A diagnostic with the severity its code has by default. What looks like a credential in the message is masked: a message
    /// quotes what somebody wrote.
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

    /// The same, at a place in a document.
    #[must_use]
    pub fn at(mut self, place: Place) -> Self {
        self.place = Some(place);
        self
    }

    /// The same, with the keys that lead down to what is meant.
    #[must_use]
    pub fn below<K: Into<String>>(mut self, keys: impl IntoIterator<Item = K>) -> Self {
        self.below = keys.into_iter().map(Into::into).collect();
        self
    }

    /// The same, with what the text that is meant holds.
    #[must_use]
    pub fn digest(mut self, digest: TextDigest) -> Self {
        self.digest = Some(digest);
        self
    }

    /// The same, at a place in a text or file that has no tree.
    #[must_use]
    pub fn in_text(mut self, file: impl Into<String>, line: Option<usize>, column: Option<usize>) -> Self {
        self.position = Some(TextPlace { file: file.into(), line, column });
        self
    }

    /// The same at error level: what it says cost a tool.
    #[must_use]
    pub fn error(mut self) -> Self {
        self.severity = Severity::Error;
        self
    }

    /// The same as a note: nothing is lost that most callers miss.
    #[must_use]
    pub fn note(mut self) -> Self {
        self.severity = Severity::Note;
        self
    }

    /// The same, with advice of its own.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// What stops a conversion: the input cannot be used at all.
pub type Fatal = Box<Diagnostic>;
