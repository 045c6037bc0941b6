//! Diagnostics and the summary line, on standard error and in the report file.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use apimint::diagnostic::{
    Code, Diagnostic, Fatal, Level, Levels, Nowhere, Severity, SourceAllowance, human,
};

use super::baseline::Baseline;
use super::colours::{has_colours, is_drawn_on};
use super::report_form::ReportForm;
use super::run_totals::RunTotals;
use super::source_places::PlaceLocator;
use crate::cli::arguments::{DiagnosticsArgument, ReportArguments};
use crate::cli::config::ConfigText;
use crate::cli::exit::Exit;
use crate::cli::files::destination::{Destination, OpenDestination};
use crate::cli::files::source_files::SourceFiles;
use crate::cli::files::writable::WholeText;

/// The name of the report file in messages.
const REPORT: &str = "report";

/// The form, the levels and the file of the diagnostics of a run.
#[derive(Debug)]
pub(crate) struct Reporter {
    form: ReportForm,
    /// The report files, and their forms.
    files: Vec<(PathBuf, ReportForm)>,
    levels: Levels,
    baseline: Option<Baseline>,
    quiet: bool,
    text: Option<ConfigText>,
    /// A report file that is one that was read.
    overwrites: OnceLock<PathBuf>,
}

/// The rendered diagnostics of one input, for standard error and for each report file.
#[derive(Debug, Default)]
pub(crate) struct ReportPiece {
    shown: Vec<u8>,
    filed: Vec<Vec<u8>>,
}

impl Reporter {
    /// Reads the arguments.
    pub(crate) fn new(arguments: &ReportArguments) -> Result<Self, String> {
        let (verbose, quiet) = (arguments.verbose, arguments.quiet);
        let usual = if verbose { Severity::Note } else { Severity::Warning };
        let least = |usual| if quiet { Severity::Error } else { usual };
        let file = |path: &PathBuf| {
            let form = ReportForm::of_file(path, usual).ok_or_else(|| {
                format!(
                    "the name of the report {} has to end in .sarif, .xml, .json, .jsonl or .txt",
                    path.display()
                )
            })?;
            Ok::<_, String>((path.clone(), form))
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
            files: arguments.report.iter().map(file).collect::<Result<_, _>>()?,
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

    /// Returns the paths of the report files.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(|(path, _)| path.as_path())
    }

    /// Renders the diagnostics of one input while its documents are in memory. If a report file is one of these documents, no
    /// report is written.
    pub(crate) fn render(
        &self,
        diagnostics: &[Diagnostic],
        places: PlaceLocator<'_>,
    ) -> io::Result<ReportPiece> {
        if let PlaceLocator::Sources(sources) = places
            && !self.files.is_empty()
        {
            let read = SourceFiles::by(sources);
            if let Some(path) = self.files().find(|path| read.has(path)) {
                let _ = self.overwrites.set(path.to_owned());
            }
        }
        let diagnostics = match (places, &self.text) {
            (PlaceLocator::Sources(sources), Some(text)) => &*text.placed(diagnostics, sources),
            _ => diagnostics,
        };
        Ok(ReportPiece {
            shown: self.form.write(diagnostics, places, self.text.as_ref())?,
            filed: self
                .files
                .iter()
                .map(|(_, form)| form.write(diagnostics, places, self.text.as_ref()))
                .collect::<io::Result<_>>()?,
        })
    }

    /// Adds the levels of a configuration, which those on the command line override, and its text for source lines.
    pub(crate) fn with(self, levels: Levels, text: ConfigText) -> Self {
        Self { levels: self.levels.or(levels), text: Some(text), ..self }
    }

    /// Opens the report files, so that errors show before anything is written.
    pub(crate) fn open(&self) -> Result<Vec<OpenDestination>, Fatal> {
        self.files().map(|path| Destination::File(path.to_owned()).open(REPORT)).collect()
    }

    /// Writes the report files and prints all diagnostics, including an error in writing a file. A closed standard error is
    /// ignored.
    pub(crate) fn publish<'p>(
        &self,
        files: Vec<OpenDestination>,
        pieces: impl Iterator<Item = &'p ReportPiece> + Clone,
    ) -> Exit {
        let failed = self.write_files(files, &pieces).and_then(|()| {
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

    fn write_files<'p>(
        &self,
        files: Vec<OpenDestination>,
        pieces: &(impl Iterator<Item = &'p ReportPiece> + Clone),
    ) -> Result<(), Fatal> {
        if let Some(path) = self.overwrites.get() {
            let message = format!(
                "the report would overwrite {}, which the description refers to; it is not written",
                path.display()
            );
            return Err(Box::new(Diagnostic::new(Code::Unwritable, message)));
        }
        for (index, (file, (_, form))) in files.into_iter().zip(&self.files).enumerate() {
            let rendered = pieces.clone().filter_map(|piece| piece.filed.get(index)).map(Vec::as_slice);
            let bytes = form.join(rendered).map_err(|error| {
                let message = format!("the report cannot be written: {error}");
                Box::new(Diagnostic::new(Code::Unwritable, message))
            })?;
            file.write(&WholeText { name: REPORT, bytes }, u64::MAX)?;
        }
        Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;

    fn reporter(diagnostics: DiagnosticsArgument, quiet: bool) -> Reporter {
        let [deny, warn, allow] = [(); 3].map(|()| Vec::new());
        let arguments = ReportArguments {
            diagnostics,
            report: Vec::new(),
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
