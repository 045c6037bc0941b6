//! The sink that collects all diagnostics.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::code::Code;
use super::diagnostic::Diagnostic;
use super::levels::SourceAllowance;
use super::place::Place;
use super::severity::Severity;
use super::shorten::shorten;

/// Collects diagnostics in the order in which they are raised. It keeps identical diagnostics at one place once,
/// because a shared parameter or schema is read for many operations.
#[derive(Debug)]
pub struct Sink {
    most: usize,
    /// False in a run that only judges its input.
    repairs: bool,
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
    /// Hashes of the diagnostics raised so far, so that no message is kept twice.
    seen: HashSet<u64>,
    allowances: Vec<SourceAllowance>,
    /// Number of calls that raised a diagnostic, duplicates included.
    raised: usize,
    /// Number of diagnostics that were not kept, and their highest severity.
    beyond: Option<(usize, Severity)>,
}

impl Sink {
    /// Creates an empty sink without a limit.
    pub fn new() -> Self {
        Self::bounded(usize::MAX)
    }

    /// Creates an empty sink that keeps at most `most` diagnostics, and counts the rest.
    pub fn bounded(most: usize) -> Self {
        Self { most, repairs: true, inner: Mutex::default() }
    }

    /// Returns the sink of a run that only judges its input: messages say what was found, and nothing of repairs.
    pub(crate) fn judging(self) -> Self {
        Self { repairs: false, ..self }
    }

    /// Returns true if messages say how a finding was repaired.
    pub(crate) fn says_repairs(&self) -> bool {
        self.repairs
    }

    /// Locks the state. A thread that panicked may have left it incomplete, but not invalid.
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
        let point = diagnostic.position.as_ref().map(|position| (position.line, position.column));
        let place = (diagnostic.place, point, &diagnostic.below, &diagnostic.digest);
        (diagnostic.code, place, &diagnostic.message).hash(&mut hasher);
        if inner.seen.insert(hasher.finish()) {
            inner.diagnostics.push(diagnostic);
        }
    }

    /// Creates an empty sink with the limit and the messages of this one.
    pub(crate) fn beside(&self) -> Self {
        Self { most: self.most, repairs: self.repairs, inner: Mutex::default() }
    }

    /// Adds everything that another sink has collected.
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

    /// Removes the diagnostics for which `is_meant` is true, and returns them.
    pub(crate) fn take(&self, is_meant: impl Fn(&Diagnostic) -> bool) -> Vec<Diagnostic> {
        self.inner().diagnostics.extract_if(.., |diagnostic| is_meant(diagnostic)).collect()
    }

    /// Adds everything that another sink has collected about something that is used at `place` and at further places:
    /// once per place.
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

    /// Prepends keys to those that lead from the place of each diagnostic to the value concerned.
    pub(crate) fn prefix_keys(&self, keys: &[&str]) {
        for diagnostic in &mut self.inner().diagnostics {
            diagnostic.below.splice(..0, keys.iter().map(|&key| key.to_owned()));
        }
    }

    /// Adds a diagnostic at a place, with the default severity of its code.
    pub fn report(&self, code: Code, place: Place, message: impl Into<String>) {
        self.push(Diagnostic::new(code, message).at(place));
    }

    /// Adds the allowance of a document.
    pub fn allow(&self, allowance: SourceAllowance) {
        self.inner().allowances.push(allowance);
    }

    /// Returns how often a diagnostic was raised, whether it was kept or not.
    pub(crate) fn raised(&self) -> usize {
        self.inner().raised
    }

    /// Returns the allowances of all documents.
    pub fn allowances(&self) -> Vec<SourceAllowance> {
        self.inner().allowances.clone()
    }

    /// Resolves the exact places of diagnostics that have keys or a digest. Several of them may resolve to one text,
    /// for example one that many tools share; only the first of these is kept.
    pub fn resolve_places(&self, mut exact: impl FnMut(&Diagnostic) -> Option<Place>) {
        let mut seen = HashSet::new();
        self.inner().diagnostics.retain_mut(|diagnostic| {
            if diagnostic.below.is_empty() && diagnostic.digest.is_none() {
                return true;
            }
            diagnostic.exact = exact(diagnostic);
            let place = diagnostic.exact.or(diagnostic.place);
            diagnostic.digest.is_none() || seen.insert((diagnostic.code, place, diagnostic.message.clone()))
        });
    }

    /// Returns true if a diagnostic of at least this severity was raised.
    pub fn has(&self, severity: Severity) -> bool {
        let inner = self.inner();
        inner.beyond.is_some_and(|(_, worst)| worst >= severity)
            || inner.diagnostics.iter().any(|diagnostic| diagnostic.severity >= severity)
    }

    /// Returns all diagnostics, in the order in which they were raised. If the limit was exceeded, the last one says
    /// how many were not kept, and has their highest severity.
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
