//! The one place where diagnostics are collected.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::shorten::shorten;
use super::{Code, Diagnostic, Place, Severity, SourceAllowance};

/// Collects diagnostics in the order in which they are raised. The same finding at the same place is
/// kept once: a shared parameter or schema is read for many operations.
#[derive(Debug)]
pub struct Sink {
    most: usize,
    inner: Mutex<SinkState>,
}

impl Default for Sink {
    fn default() -> Self {
        Self::new()
    }
}

#[derive(Debug, Default)]
struct SinkState {
    diagnostics: Vec<Diagnostic>,
    /// Hashes of what was raised, so that no message is kept twice.
    seen: HashSet<u64>,
    allowances: Vec<SourceAllowance>,
    /// How often something was raised, the same again included.
    raised: usize,
    /// Diagnostics that were not kept, and the worst of them.
    beyond: Option<(usize, Severity)>,
}

impl Sink {
    /// An empty sink, which keeps whatever is raised.
    pub fn new() -> Self {
        Self::bounded(usize::MAX)
    }

    /// An empty sink that keeps at most so many diagnostics, and counts the others.
    pub fn bounded(most: usize) -> Self {
        Self { most, inner: Mutex::default() }
    }

    /// What was collected, as far as a thread that panicked came with it.
    fn inner(&self) -> MutexGuard<'_, SinkState> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a diagnostic.
    pub fn push(&self, mut diagnostic: Diagnostic) {
        shorten(&mut diagnostic.message);
        let mut inner = self.inner();
        inner.raised += 1;
        if inner.diagnostics.len() >= self.most {
            let (count, worst) = inner.beyond.unwrap_or((0, Severity::Note));
            inner.beyond = Some((count + 1, worst.max(diagnostic.severity)));
            return;
        }
        let mut hasher = DefaultHasher::new();
        (diagnostic.code, diagnostic.place, &diagnostic.message, &diagnostic.digest).hash(&mut hasher);
        if inner.seen.insert(hasher.finish()) {
            inner.diagnostics.push(diagnostic);
        }
    }

    /// An empty sink that keeps as many as this one.
    pub(crate) fn beside(&self) -> Self {
        Self::bounded(self.most)
    }

    /// Adds whatever another sink has collected.
    pub(crate) fn absorb(&self, other: Self) {
        let other = other.inner.into_inner().unwrap_or_else(PoisonError::into_inner);
        for diagnostic in other.diagnostics {
            self.push(diagnostic);
        }
        let mut inner = self.inner();
        inner.allowances.extend(other.allowances);
        if let Some((more, worst)) = other.beyond {
            let (count, before) = inner.beyond.unwrap_or((0, worst));
            inner.beyond = Some((count + more, worst.max(before)));
        }
    }

    /// Takes out those that are meant.
    pub(crate) fn take(&self, is_meant: impl Fn(&Diagnostic) -> bool) -> Vec<Diagnostic> {
        self.inner().diagnostics.extract_if(.., |diagnostic| is_meant(diagnostic)).collect()
    }

    /// Adds what another sink has collected on something that stands at `place` and at further places: of each.
    pub(crate) fn absorb_at(&self, other: Self, place: Place, further: &[Place]) {
        if further.is_empty() {
            self.absorb(other);
            return;
        }
        for diagnostic in other.into_diagnostics() {
            self.push(diagnostic.clone());
            for &further in further.iter().filter(|_| diagnostic.place == Some(place)) {
                self.push(Diagnostic { place: Some(further), ..diagnostic.clone() });
            }
        }
    }

    /// Puts keys before those that lead down from the place of each: what is meant stands below that.
    pub(crate) fn lead(&self, keys: &[&str]) {
        for diagnostic in &mut self.inner().diagnostics {
            diagnostic.below.splice(..0, keys.iter().map(|&key| key.to_owned()));
        }
    }

    /// Adds a diagnostic with its code's own severity, at a place.
    pub fn report(&self, code: Code, place: Place, message: impl Into<String>) {
        self.push(Diagnostic::new(code, message).at(place));
    }

    /// Notes what a document asks not to hear at one of its places.
    pub fn allow(&self, allowance: SourceAllowance) {
        self.inner().allowances.push(allowance);
    }

    /// How often something was raised, whether it was kept or not.
    pub(crate) fn raised(&self) -> usize {
        self.inner().raised
    }

    /// What documents ask not to hear.
    pub fn allowances(&self) -> Vec<SourceAllowance> {
        self.inner().allowances.clone()
    }

    /// Works out the exact places of those that are known by keys or by what a text holds. Several may come to the same
    /// text: that many tools have, or that holds the same twice. It is told of once.
    pub fn point(&self, mut exact: impl FnMut(&Diagnostic) -> Option<Place>) {
        let mut told = HashSet::new();
        self.inner().diagnostics.retain_mut(|diagnostic| {
            if diagnostic.below.is_empty() && diagnostic.digest.is_none() {
                return true;
            }
            diagnostic.exact = exact(diagnostic);
            let place = diagnostic.exact.or(diagnostic.place);
            diagnostic.digest.is_none() || told.insert((diagnostic.code, place, diagnostic.message.clone()))
        });
    }

    /// Whether a diagnostic of this severity or worse was raised.
    pub fn has(&self, severity: Severity) -> bool {
        let inner = self.inner();
        inner.beyond.is_some_and(|(_, worst)| worst >= severity)
            || inner.diagnostics.iter().any(|diagnostic| diagnostic.severity >= severity)
    }

    /// All diagnostics, in the order in which they were raised. Where there were too many, the last says how many more,
    /// and is as serious as the worst of those.
    pub fn into_diagnostics(self) -> Vec<Diagnostic> {
        let mut inner = self.inner.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some((count, worst)) = inner.beyond {
            let message = format!("{count} more findings are not listed: {} are the limit", self.most);
            let mut diagnostic = Diagnostic::new(Code::TooManyDiagnostics, message);
            diagnostic.severity = worst;
            inner.diagnostics.push(diagnostic);
        }
        inner.diagnostics
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

    #[test]
    fn messages_are_of_bounded_length() {
        let sink = Sink::new();
        sink.push(Diagnostic::new(Code::Syntax, "é".repeat(100_000)));
        let message = &sink.into_diagnostics()[0].message;
        assert!(message.len() < 2_010 && message.ends_with("é…"), "{}", message.len());
    }

    #[test]
    fn what_is_beyond_the_limit_is_counted() {
        let sink = Sink::bounded(2);
        for message in ["a", "a", "b", "c", "d"] {
            sink.push(Diagnostic::new(Code::NoDescription, message));
        }
        sink.push(Diagnostic::new(Code::DanglingReference, "e"));
        assert!(sink.has(Severity::Error));
        let found = sink.into_diagnostics();
        assert_eq!(found.len(), 3);
        assert_eq!((found[2].code, found[2].severity), (Code::TooManyDiagnostics, Severity::Error));
        assert!(found[2].message.starts_with("3 more findings"), "{}", found[2].message);
    }
}
