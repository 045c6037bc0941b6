//! The outcome of a conversion: its report, totals, exit status and files.

use std::io::{self, Write};

use apimint::diagnostic::{Diagnostic, Fatal, Locate, Nowhere, TextPlace};
use apimint::source::{Input, Sources};

use super::reporter::{ReportPiece, Reporter};
use super::run_totals::RunTotals;
use super::source_places::PlaceLocator;
use crate::cli::arguments::shown;
use crate::cli::exit::Exit;
use crate::cli::files::destination::{FilledFile, OpenDestination};
use crate::cli::files::source_files::SourceFiles;

/// The outcome of one job.
#[derive(Default)]
pub(crate) struct ConversionOutcome {
    pub(crate) report: ReportPiece,
    pub(crate) totals: RunTotals,
    pub(crate) exit: Exit,
    /// Diagnostics about rules that several manifests share.
    pub(crate) held: Vec<Diagnostic>,
    /// Temporary files that replace their targets, in this order, after all inputs are read.
    pub(crate) filled: Vec<FilledFile>,
    /// The files that were read.
    pub(crate) read: SourceFiles,
}

impl ConversionOutcome {
    /// Returns the outcome of a job that could not be started.
    pub(crate) fn unusable(diagnostics: &[Diagnostic], places: &dyn Locate, reporter: &Reporter) -> Self {
        let mut totals = RunTotals { inputs: 1, ..RunTotals::default() };
        totals.count(diagnostics);
        let report = reporter.render(diagnostics, PlaceLocator::Given(places)).unwrap_or_default();
        Self { report, totals, exit: Exit::Unusable, ..Self::default() }
    }

    /// Returns the outcome of shared rules that match nothing in any input.
    pub(crate) fn of_shared_rules(mut diagnostics: Vec<Diagnostic>, reporter: &Reporter) -> Option<Self> {
        reporter.level(&mut diagnostics, &[]);
        let mut totals = RunTotals::default();
        totals.count(&diagnostics);
        let report = reporter.render(&diagnostics, PlaceLocator::Given(&Nowhere)).unwrap_or_default();
        let exit = if totals.errors > 0 { Exit::Flawed } else { Exit::Done };
        (!diagnostics.is_empty()).then_some(Self { report, totals, exit, ..Self::default() })
    }

    /// Returns the outcome of a job, given the number of its tools or the error that ended it.
    pub(crate) fn new(
        tools: Result<usize, Fatal>,
        mut diagnostics: Vec<Diagnostic>,
        mut totals: RunTotals,
        sources: &Sources,
        reporter: &Reporter,
    ) -> Self {
        let is_unusable = match tools {
            Ok(tools) => {
                totals.converted = 1;
                totals.tools = tools;
                false
            }
            Err(fatal) => {
                diagnostics.push(*fatal);
                true
            }
        };
        totals.count(&diagnostics);
        Self {
            report: reporter.render(&diagnostics, PlaceLocator::Sources(sources)).unwrap_or_default(),
            exit: match (is_unusable, totals.errors) {
                (true, _) => Exit::Unusable,
                (false, 0) => Exit::Done,
                (false, _) => Exit::Flawed,
            },
            totals,
            ..Self::default()
        }
    }

    /// Publishes the written files, unless one would replace a file in `read`. Returns the outcome of a failure.
    pub(crate) fn publish(&mut self, read: &SourceFiles, reporter: &Reporter) -> Option<Self> {
        let filled = std::mem::take(&mut self.filled);
        let done = filled.into_iter().map(|one| one.sparing(read)).collect::<Result<Vec<_>, _>>();
        let fatal = done.and_then(|filled| filled.into_iter().try_for_each(FilledFile::publish)).err()?;
        let RunTotals { inputs, warnings, errors, .. } = self.totals;
        self.totals = RunTotals { warnings, errors, ..RunTotals::default() };
        let mut failed = Self::unusable(&[*fatal], &Nowhere, reporter);
        failed.totals.inputs = inputs;
        Some(failed)
    }
}

/// Adds the name of the input to diagnostics without a place.
pub(crate) fn name_input(diagnostics: &mut [Diagnostic], input: &Input) {
    let is_nowhere =
        |diagnostic: &&mut Diagnostic| diagnostic.place.is_none() && diagnostic.position.is_none();
    for diagnostic in diagnostics.iter_mut().filter(is_nowhere) {
        diagnostic.position = Some(TextPlace { file: shown(input), line: None, column: None });
    }
}

/// Prints and writes the reports of all jobs, and returns the exit status.
pub(crate) fn report(
    outcomes: &[ConversionOutcome],
    reporter: &Reporter,
    files: Vec<OpenDestination>,
) -> Exit {
    let mut totals = RunTotals::default();
    let mut exit = Exit::Done;
    for outcome in outcomes {
        totals.add(&outcome.totals);
        exit = exit.max(outcome.exit);
    }
    exit = exit.max(reporter.publish(files, outcomes.iter().map(|outcome| &outcome.report)));
    if let Some(summary) = reporter.summary(&totals) {
        let _ = writeln!(io::stderr().lock(), "{summary}");
    }
    exit
}
