//! The one place where diagnostics are collected.

use std::cell::RefCell;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::credential;

use super::{Allowance, Code, Diagnostic, Place, Severity};

/// Collects diagnostics in the order in which they are raised. The same finding at the same place is
/// kept once: a shared parameter or schema is read for many operations.
#[derive(Debug, Default)]
pub struct Sink {
    inner: RefCell<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    diagnostics: Vec<Diagnostic>,
    /// Hashes of what was raised, so that no message is kept twice.
    seen: HashSet<u64>,
    allowances: Vec<Allowance>,
}

impl Sink {
    /// An empty sink.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a diagnostic. What looks like a credential in its message is masked: a message quotes the document.
    pub fn push(&self, mut diagnostic: Diagnostic) {
        credential::mask(&mut diagnostic.message);
        let mut inner = self.inner.borrow_mut();
        let mut hasher = DefaultHasher::new();
        (diagnostic.code, diagnostic.place, &diagnostic.message).hash(&mut hasher);
        if inner.seen.insert(hasher.finish()) {
            inner.diagnostics.push(diagnostic);
        }
    }

    /// Adds whatever another sink has collected.
    pub(crate) fn absorb(&self, other: Self) {
        let other = other.inner.into_inner();
        for diagnostic in other.diagnostics {
            self.push(diagnostic);
        }
        self.inner.borrow_mut().allowances.extend(other.allowances);
    }

    /// Adds a diagnostic with its code's own severity, at a place.
    pub fn report(&self, code: Code, place: Place, message: impl Into<String>) {
        self.push(Diagnostic::new(code, message).at(place));
    }

    /// Notes what a document asks not to hear at one of its places.
    pub fn allow(&self, allowance: Allowance) {
        self.inner.borrow_mut().allowances.push(allowance);
    }

    /// What documents ask not to hear.
    pub fn allowances(&self) -> Vec<Allowance> {
        self.inner.borrow().allowances.clone()
    }

    /// Whether a diagnostic of this severity or worse was raised.
    pub fn has(&self, severity: Severity) -> bool {
        self.inner.borrow().diagnostics.iter().any(|diagnostic| diagnostic.severity >= severity)
    }

    /// All diagnostics, in the order in which they were raised.
    pub fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.inner.into_inner().diagnostics
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_quote_no_credential() {
        let sink = Sink::new();
        sink.push(Diagnostic::new(Code::Syntax, "`https://user:hunter2@example.com` is not followed"));
        let found = sink.into_diagnostics();
        assert_eq!(found[0].message, "`https://[removed]@example.com` is not followed");
    }
}
