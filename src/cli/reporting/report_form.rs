//! The forms of reports.

use std::borrow::Cow;
use std::io;
use std::path::Path;

use apimint::diagnostic::{
    Diagnostic, DocumentId, Locate, Severity, code_climate, github, human, json, junit, sarif, within,
};

use super::source_places::{AllPlaces, PlaceLocator, PlacesWithConfig, SourcePlaces};
use crate::cli::config::ConfigText;
use crate::cli::typed_logins;

/// A form of a report, and the least severity in it.
#[derive(Debug, Clone, Copy)]
pub(super) enum ReportForm {
    Human(human::ReportStyle),
    Json { least: Severity },
    Github { least: Severity },
    Sarif { least: Severity },
    Junit { least: Severity },
    CodeClimate { least: Severity },
}

impl ReportForm {
    /// Returns the form that the name of a file stands for: its extension, and of a `.json` file also whether GitLab's name
    /// for a Code Climate list is in it. `usual` is the least severity of a report that only has what somebody should act on.
    pub(super) fn of_file(path: &Path, usual: Severity) -> Option<Self> {
        let least = Severity::Note;
        Some(match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "sarif" => Self::Sarif { least },
            "xml" => Self::Junit { least },
            "json" if is_code_quality(path) => Self::CodeClimate { least: usual },
            "json" | "jsonl" | "ndjson" => Self::Json { least },
            "txt" | "log" => {
                Self::Human(human::ReportStyle { colours: false, boxes: false, verbose: true, least })
            }
            _ => return None,
        })
    }

    /// Renders the diagnostics of one input.
    pub(super) fn write(
        self,
        diagnostics: &[Diagnostic],
        places: PlaceLocator<'_>,
        config: Option<&ConfigText>,
    ) -> io::Result<Vec<u8>> {
        let diagnostics = &*without_typed_logins(diagnostics);
        match places {
            PlaceLocator::Given(places) => {
                self.write_at(diagnostics, &PlacesWithConfig { places, config }, None)
            }
            // Folded findings show only a few places, which are resolved one by one; other forms have all of them.
            PlaceLocator::Sources(sources) if self.is_folded() => {
                self.write_at(diagnostics, &PlacesWithConfig { places: &SourcePlaces(sources), config }, None)
            }
            PlaceLocator::Sources(sources) => {
                let places = &AllPlaces::of(diagnostics, sources);
                let listed = within(diagnostics, places, sources.report_bytes());
                let input = sources
                    .document(DocumentId(0))
                    .map(|document| typed_logins::removed(&document.origin().to_string()).into_owned());
                self.write_at(&listed, &PlacesWithConfig { places, config }, input)
            }
        }
    }

    /// Returns true if findings of one code are shown together.
    fn is_folded(self) -> bool {
        matches!(self, Self::Human(style) if !style.verbose)
    }

    fn write_at(
        self,
        diagnostics: &[Diagnostic],
        places: &dyn Locate,
        input: Option<String>,
    ) -> io::Result<Vec<u8>> {
        let mut out = Vec::new();
        match self {
            Self::Human(style) => human::write(&mut out, diagnostics, places, style)?,
            Self::Json { least } => json::write(&mut out, diagnostics, places, least)?,
            Self::Github { least } => github::write(&mut out, diagnostics, places, least)?,
            Self::Sarif { least } => sarif::write_run(&mut out, diagnostics, places, least)?,
            Self::Junit { least } => {
                let named = diagnostics.iter().find_map(|diagnostic| diagnostic.position.as_ref());
                let input = input.or_else(|| named.map(|position| position.file.clone()));
                let input = input.as_deref().unwrap_or(env!("CARGO_PKG_NAME"));
                junit::write_suite(&mut out, input, diagnostics, places, least)?;
            }
            Self::CodeClimate { least } => code_climate::write_issues(&mut out, diagnostics, places, least)?,
        }
        Ok(out)
    }

    /// Joins the pieces of all inputs.
    pub(super) fn join<'r>(self, pieces: impl Iterator<Item = &'r [u8]>) -> io::Result<Vec<u8>> {
        let mut out = Vec::new();
        match self {
            Self::Sarif { .. } => sarif::write_log(&mut out, pieces)?,
            Self::Junit { .. } => junit::write_report(&mut out, pieces)?,
            Self::CodeClimate { .. } => code_climate::write_list(&mut out, pieces)?,
            _ => pieces.for_each(|piece| out.extend_from_slice(piece)),
        }
        Ok(out)
    }
}

/// Returns diagnostics without the user names and passwords that were typed, such as those in the name of a missing file. They
/// are removed before a form escapes its texts.
fn without_typed_logins(diagnostics: &[Diagnostic]) -> Cow<'_, [Diagnostic]> {
    if !typed_logins::are_there() {
        return Cow::Borrowed(diagnostics);
    }
    let mut cleaned = diagnostics.to_vec();
    for diagnostic in &mut cleaned {
        let file = diagnostic.position.as_mut().map(|position| &mut position.file);
        for text in [Some(&mut diagnostic.message), diagnostic.help.as_mut(), file].into_iter().flatten() {
            *text = typed_logins::removed(text).into_owned();
        }
    }
    Cow::Owned(cleaned)
}

/// Returns true for a name such as `gl-code-quality-report.json` or `codeclimate.json`.
fn is_code_quality(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase().replace('-', "");
    ["codequality", "codeclimate"].iter().any(|word| name.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_report_says_its_form() {
        let of_file = |name| ReportForm::of_file(Path::new(name), Severity::Warning);
        assert!(matches!(of_file("a.SARIF"), Some(ReportForm::Sarif { .. })));
        assert!(matches!(of_file("a.jsonl"), Some(ReportForm::Json { .. })));
        assert!(matches!(of_file("a.txt"), Some(ReportForm::Human(_))));
        assert!(matches!(of_file("codeclimate/a.xml"), Some(ReportForm::Junit { .. })));
        for (name, is_list) in [
            ("gl-code-quality-report.json", true),
            ("out/codequality.JSON", true),
            ("Code-Climate.json", true),
            ("codeclimate/a.json", false),
            ("code-quality.jsonl", false),
        ] {
            let form = of_file(name);
            assert_eq!(matches!(form, Some(ReportForm::CodeClimate { .. })), is_list, "{name}: {form:?}");
        }
        assert!(of_file("a.html").is_none() && of_file("a").is_none());
    }
}
