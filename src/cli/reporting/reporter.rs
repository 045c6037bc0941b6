//! Diagnostics and the summary line, on standard error and in the report file.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use apimint::diagnostic::{
    Code, Diagnostic, DocumentId, Fatal, Level, Levels, Locate, Nowhere, Severity, SourceAllowance,
    code_climate, github, human, json, junit, sarif, within,
};

use super::baseline::Baseline;
use super::colours::{has_colours, is_drawn_on};
use super::run_totals::RunTotals;
use super::source_places::{AllPlaces, PlaceLocator, PlacesWithConfig, SourcePlaces};
use crate::cli::arguments::{DiagnosticsArgument, ReportArguments};
use crate::cli::config::ConfigText;
use crate::cli::exit::Exit;
use crate::cli::files::destination::{Destination, OpenDestination};
use crate::cli::files::source_files::SourceFiles;
use crate::cli::files::writable::WholeText;
use crate::cli::typed_logins;

/// The name of the report file in messages.
const REPORT: &str = "report";

/// The form, the levels and the file of the diagnostics of a run.
#[derive(Debug)]
pub(crate) struct Reporter {
    form: ReportForm,
    /// The report file, and its form.
    file: Option<(PathBuf, ReportForm)>,
    levels: Levels,
    baseline: Option<Baseline>,
    quiet: bool,
    text: Option<ConfigText>,
    /// Set if the report file is one that was read.
    overwrites: OnceLock<()>,
}

#[derive(Debug, Clone, Copy)]
enum ReportForm {
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
    fn of_file(path: &Path, usual: Severity) -> Option<Self> {
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

    fn write(
        self,
        diagnostics: &[Diagnostic],
        places: PlaceLocator<'_>,
        config: Option<&ConfigText>,
    ) -> io::Result<Vec<u8>> {
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
                let input = sources.document(DocumentId(0)).map(|document| document.origin().to_string());
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

    /// Joins the pieces of all inputs, without the user names and passwords that were typed: nor may a fingerprint tell one.
    fn join<'r>(self, pieces: impl Iterator<Item = &'r [u8]>) -> io::Result<Vec<u8>> {
        let mut out = Vec::new();
        let pieces: Vec<Cow<'_, [u8]>> = pieces.map(without_typed_logins).collect();
        let pieces = pieces.iter().map(AsRef::as_ref);
        match self {
            Self::Sarif { .. } => sarif::write_log(&mut out, pieces)?,
            Self::Junit { .. } => junit::write_report(&mut out, pieces)?,
            Self::CodeClimate { .. } => code_climate::write_list(&mut out, pieces)?,
            _ => pieces.for_each(|piece| out.extend_from_slice(piece)),
        }
        Ok(out)
    }
}

/// The rendered diagnostics of one input, for standard error and for the report file.
#[derive(Debug, Default)]
pub(crate) struct ReportPiece {
    shown: Vec<u8>,
    filed: Vec<u8>,
}

impl Reporter {
    /// Reads the arguments.
    pub(crate) fn new(arguments: &ReportArguments) -> Result<Self, String> {
        let (verbose, quiet) = (arguments.verbose, arguments.quiet);
        let usual = if verbose { Severity::Note } else { Severity::Warning };
        let least = |usual| if quiet { Severity::Error } else { usual };
        let file = match &arguments.report {
            None => None,
            Some(path) => {
                let form = ReportForm::of_file(path, usual).ok_or_else(|| {
                    format!(
                        "the name of the report {} has to end in .sarif, .xml, .json, .jsonl or .txt",
                        path.display()
                    )
                })?;
                Some((path.clone(), form))
            }
        };
        Ok(Self {
            form: match arguments.diagnostics {
                DiagnosticsArgument::Json => ReportForm::Json { least: least(Severity::Note) },
                DiagnosticsArgument::Github => ReportForm::Github { least: least(usual) },
                DiagnosticsArgument::Sarif => ReportForm::Sarif { least: least(Severity::Note) },
                DiagnosticsArgument::Junit => ReportForm::Junit { least: least(usual) },
                DiagnosticsArgument::CodeClimate => ReportForm::CodeClimate { least: least(usual) },
                DiagnosticsArgument::Human => ReportForm::Human(human::ReportStyle {
                    colours: has_colours(arguments.color, &io::stderr()),
                    boxes: is_drawn_on(),
                    verbose,
                    least: least(usual),
                }),
            },
            file,
            levels: arguments.levels(),
            baseline: match &arguments.baseline {
                Some(path) => Some(Baseline::read(path, arguments.write_baseline)?),
                None => None,
            },
            quiet,
            text: None,
            overwrites: OnceLock::new(),
        })
    }

    /// Applies the levels: sets severities, and removes diagnostics that are allowed, or known from the baseline.
    pub(crate) fn level(&self, diagnostics: &mut Vec<Diagnostic>, allowances: &[SourceAllowance]) {
        self.levels.apply(diagnostics, allowances);
        if let Some(baseline) = &self.baseline {
            baseline.hold(diagnostics);
        }
    }

    /// Returns true if a diagnostic is denied. Levels must not have been applied yet.
    pub(crate) fn denies(&self, diagnostics: &[Diagnostic]) -> bool {
        let is_known = |diagnostic| self.baseline.as_ref().is_some_and(|baseline| baseline.has(diagnostic));
        let is_denied = |diagnostic| self.levels.of(diagnostic) == Some(Level::Deny);
        diagnostics.iter().any(|diagnostic| is_denied(diagnostic) && !is_known(diagnostic))
    }

    /// Returns the path of the report file.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.file.as_ref().map(|(path, _)| path.as_path())
    }

    /// Renders the diagnostics of one input while its documents are in memory. If the report file is one of these documents,
    /// it is not written.
    pub(crate) fn render(
        &self,
        diagnostics: &[Diagnostic],
        places: PlaceLocator<'_>,
    ) -> io::Result<ReportPiece> {
        if let (PlaceLocator::Sources(sources), Some(path)) = (places, self.file())
            && SourceFiles::by(sources).has(path)
        {
            let _ = self.overwrites.set(());
        }
        let diagnostics = match (places, &self.text) {
            (PlaceLocator::Sources(sources), Some(text)) => &*text.placed(diagnostics, sources),
            _ => diagnostics,
        };
        Ok(ReportPiece {
            shown: self.form.write(diagnostics, places, self.text.as_ref())?,
            filed: self
                .file
                .as_ref()
                .map_or(Ok(Vec::new()), |(_, form)| form.write(diagnostics, places, self.text.as_ref()))?,
        })
    }

    /// Adds the levels of a configuration, which those on the command line override, and its text for source lines.
    pub(crate) fn with(self, levels: Levels, text: ConfigText) -> Self {
        Self { levels: self.levels.or(levels), text: Some(text), ..self }
    }

    /// Opens the report file, so that errors show before anything is written.
    pub(crate) fn open(&self) -> Result<Option<OpenDestination>, Fatal> {
        let destination = self.file().map(|path| Destination::File(path.to_owned()));
        destination.map(|destination| destination.open(REPORT)).transpose()
    }

    /// Writes the report file and prints all diagnostics, including an error in writing the file. A closed standard error is
    /// ignored.
    pub(crate) fn publish<'p>(
        &self,
        file: Option<OpenDestination>,
        pieces: impl Iterator<Item = &'p ReportPiece> + Clone,
    ) -> Exit {
        let failed = self.write_file(file, pieces.clone()).and_then(|()| {
            // The findings of a run whose report was lost are not known to anybody.
            self.baseline.as_ref().map_or(Ok(()), Baseline::write)
        });
        let failed = failed.err();
        let failed = failed
            .map(|fatal| self.form.write(&[*fatal], PlaceLocator::Given(&Nowhere), None).unwrap_or_default());
        let shown = pieces.map(|piece| piece.shown.as_slice()).chain(failed.as_deref());
        let _ = self.form.join(shown).and_then(|shown| io::stderr().lock().write_all(&shown));
        if failed.is_some() { Exit::Flawed } else { Exit::Done }
    }

    fn write_file<'p>(
        &self,
        file: Option<OpenDestination>,
        pieces: impl Iterator<Item = &'p ReportPiece>,
    ) -> Result<(), Fatal> {
        let (Some((path, form)), Some(file)) = (&self.file, file) else { return Ok(()) };
        if self.overwrites.get().is_some() {
            let message = format!(
                "the report would overwrite {}, which the description refers to; it is not written",
                path.display()
            );
            return Err(Box::new(Diagnostic::new(Code::Unwritable, message)));
        }
        let bytes = form.join(pieces.map(|piece| piece.filed.as_slice())).unwrap_or_default();
        file.write(&WholeText { name: REPORT, bytes }, u64::MAX).map(drop)
    }

    /// Returns true if a person reads the output and wants more than errors.
    pub(crate) fn is_chatty(&self) -> bool {
        matches!(self.form, ReportForm::Human(_)) && !self.quiet
    }

    /// Returns true if standard error has lines for people, and not a document for programs.
    pub(crate) fn speaks_to_people(&self) -> bool {
        matches!(self.form, ReportForm::Human(_) | ReportForm::Github { .. })
    }

    /// Returns the summary line, if the totals are worth one.
    pub(crate) fn summary(&self, totals: &RunTotals) -> Option<String> {
        (self.is_chatty() && totals.are_worth_a_line()).then(|| totals.to_string())
    }
}

/// Removes user names and passwords that were typed, such as those in the name of a missing file.
fn without_typed_logins(report: &[u8]) -> Cow<'_, [u8]> {
    match str::from_utf8(report).map(typed_logins::removed) {
        Ok(Cow::Owned(text)) => Cow::Owned(text.into_bytes()),
        _ => Cow::Borrowed(report),
    }
}

/// Returns true for a name such as `gl-code-quality-report.json` or `codeclimate.json`.
fn is_code_quality(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase().replace('-', "");
    ["codequality", "codeclimate"].iter().any(|word| name.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reporter(diagnostics: DiagnosticsArgument, quiet: bool) -> Reporter {
        let [deny, warn, allow] = [(); 3].map(|()| Vec::new());
        let arguments = ReportArguments {
            diagnostics,
            report: None,
            deny,
            warn,
            allow,
            baseline: None,
            write_baseline: false,
            verbose: false,
            quiet,
            color: clap::ColorChoice::Never,
        };
        Reporter::new(&arguments).unwrap()
    }

    fn summary(totals: RunTotals) -> Option<String> {
        reporter(DiagnosticsArgument::Human, false).summary(&totals)
    }

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

    #[test]
    fn the_closing_line_counts() {
        let totals = RunTotals {
            inputs: 1,
            converted: 1,
            tools: 13,
            bytes: 2_100,
            seen: Some(1_200),
            warnings: 2,
            errors: 1,
            ..RunTotals::default()
        };
        assert_eq!(
            summary(totals).unwrap(),
            "13 tools (2.0 KiB; a model reads about 300 tokens), 2 warnings, 1 error"
        );
        let several = RunTotals {
            inputs: 3,
            converted: 2,
            left_out: 4,
            cut_outputs: 5,
            bytes: 800,
            seen: Some(400),
            ..totals
        };
        assert_eq!(
            summary(several).unwrap(),
            "2 of 3 inputs converted, 13 tools (800 bytes; a model reads about 100 tokens), 4 left out, 5 output schemas cut to --max-output-schema, 2 warnings, 1 error"
        );
    }

    #[test]
    fn there_is_no_closing_line_without_a_reason() {
        let clean = RunTotals { inputs: 1, converted: 1, tools: 1, ..RunTotals::default() };
        assert_eq!(summary(clean), None);
        assert_eq!(summary(RunTotals { files: true, ..clean }).unwrap(), "1 tool (0 bytes)");
        let stopped = RunTotals { inputs: 1, errors: 1, ..RunTotals::default() };
        assert_eq!(summary(stopped), None);
        let warned = RunTotals { warnings: 1, ..stopped };
        assert_eq!(summary(warned).unwrap(), "nothing written, 1 warning, 1 error");
    }

    #[test]
    fn quiet_and_programs_get_no_closing_line() {
        let totals = RunTotals { inputs: 1, converted: 1, files: true, warnings: 1, ..RunTotals::default() };
        let quiet = reporter(DiagnosticsArgument::Human, true);
        assert_eq!(quiet.summary(&totals), None);
        let json = reporter(DiagnosticsArgument::Json, false);
        assert_eq!(json.summary(&totals), None);
    }
}
