//! The size of a report, in proportion to the documents that it is about.

use std::borrow::Cow;

use super::code::Code;
use super::diagnostic::Diagnostic;
use super::location;
use super::location::Locate;

/// Bytes that each diagnostic takes in a report beside its own texts: names of fields, an excerpt.
const FRAME: usize = 400;

/// Returns the diagnostics that a report of so many bytes can list. If some are left out, the last one says how many,
/// and has their highest severity.
///
/// A diagnostic says where it is, and a short document can have many deep places: without a bound, a report could be a
/// few hundred times as long as its document.
pub fn within<'d>(diagnostics: &'d [Diagnostic], places: &dyn Locate, bytes: u64) -> Cow<'d, [Diagnostic]> {
    let mut left = usize::try_from(bytes).unwrap_or(usize::MAX);
    let fitting = diagnostics.iter().take_while(|diagnostic| {
        let rest = left.checked_sub(size(diagnostic, places));
        left = rest.unwrap_or_default();
        rest.is_some()
    });
    let count = fitting.count();
    let Some(worst) = diagnostics[count..].iter().map(|diagnostic| diagnostic.severity).max() else {
        return Cow::Borrowed(diagnostics);
    };
    let message = format!(
        "{} more findings are not listed: a report has {bytes} bytes at most for these documents",
        diagnostics.len() - count
    );
    let mut rest = Diagnostic::new(Code::TooManyDiagnostics, message)
        .help("Correct what is listed, or raise the limit with --limit report_growth=N.");
    rest.severity = worst;
    Cow::Owned(diagnostics[..count].iter().cloned().chain([rest]).collect())
}

/// Estimates the size of a diagnostic in a report, in bytes.
fn size(diagnostic: &Diagnostic, places: &dyn Locate) -> usize {
    let texts = diagnostic.message.len() + diagnostic.help.as_ref().map_or(0, String::len);
    let place = location::of(diagnostic, places)
        .map_or(0, |location| location.file.len() + location.pointer.as_ref().map_or(0, String::len));
    FRAME + texts + place
}

#[cfg(test)]
mod tests {
    use super::super::location::Nowhere;
    use super::super::severity::Severity;
    use super::*;

    #[test]
    fn what_does_not_fit_is_counted() {
        let all = ["one", "two", "three"].map(|text| Diagnostic::new(Code::Weakened, text));
        let each = FRAME as u64 + 5;
        assert!(matches!(within(&all, &Nowhere, 3 * each), Cow::Borrowed(_)));
        let found = within(&all, &Nowhere, 2 * each);
        assert_eq!(found[..2], all[..2]);
        assert_eq!((found[2].code, found[2].severity), (Code::TooManyDiagnostics, Severity::Warning));
        assert!(found[2].message.starts_with("1 more"), "{}", found[2].message);
        assert_eq!(within(&all, &Nowhere, 0).len(), 1);
    }
}
