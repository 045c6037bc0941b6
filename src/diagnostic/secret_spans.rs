//! The credentials that diagnostics report, which no source line may show.

use std::collections::HashMap;
use std::ops::Range;

use super::diagnostic::Diagnostic;
use super::location::{Locate, SourceLocation};

/// Byte ranges of credentials, by file.
pub(super) type SecretSpans = HashMap<String, Vec<Range<usize>>>;

/// Collects the byte ranges of credentials that diagnostics report.
pub(super) fn secrets(diagnostics: &[Diagnostic], places: &dyn Locate) -> SecretSpans {
    let mut secrets = SecretSpans::new();
    for diagnostic in diagnostics {
        if !diagnostic.code.hides_its_place() {
            continue;
        }
        let Some(place) = diagnostic.exact.or(diagnostic.place) else { continue };
        let Some(location) = places.locate(place) else { continue };
        let is_within = |range: &Range<usize>| {
            location.span.as_ref().is_some_and(|span| range.start <= span.start && span.end <= range.end)
        };
        // On a long line with thousands of credentials, the range of the first covers the others.
        if secrets.get(&location.file).and_then(|ranges| ranges.last()).is_some_and(is_within) {
            continue;
        }
        // A place with the pointer of the whole document is not the place of the credential.
        if location.pointer.as_deref() == Some("") {
            continue;
        }
        if let Some(range) = secret_range(&location) {
            secrets.entry(location.file).or_default().push(range);
        }
    }
    secrets
}

/// Returns the bytes to hide at the place of a secret. If the span covers only a key, the key stays, and everything
/// after it up to the end of the line is hidden.
fn secret_range(location: &SourceLocation<'_>) -> Option<Range<usize>> {
    let span = location.span.clone()?;
    let rest = location.text?.get(span.end..)?;
    let Some(value) = rest.trim_start_matches(['"', '\'', ' ']).strip_prefix(':') else {
        return Some(span);
    };
    let line = value.split('\n').next()?.trim_end();
    let start = span.end + rest.len() - value.trim_start_matches(' ').len();
    let end = span.end + rest.len() - value.len() + line.len();
    (start < end).then_some(start..end)
}
