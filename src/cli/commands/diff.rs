//! `apimint diff`: reports the changes between two inputs that a caller notices.

use std::io::{self, IsTerminal};

use apimint::diagnostic::{Fatal, Severity, Sink};
use apimint::diff::{ChangeClass, ManifestDiff, report};
use apimint::source::{Access, Input, Sources};
use apimint::{Limits, Manifest, Options, convert_document, reader};
use clap::error::ErrorKind;

use super::inputs::{overlays, typed_input};
use crate::cli::arguments::{DiffArguments, DiffFormatArgument, FailOnArgument, usage_error};
use crate::cli::exit::Exit;
use crate::cli::files::destination::Destination;
use crate::cli::files::overwriting::TouchedFiles;
use crate::cli::files::source_files::SourceFiles;
use crate::cli::files::writable::WholeText;
use crate::cli::reporting::reporter::{ReportPiece, Reporter, allows_colours};
use crate::cli::reporting::source_places::PlaceLocator;
use crate::cli::threads::threads;

/// The name of the output in messages.
const COMPARISON: &str = "comparison";

/// Compares the inputs, and writes the comparison.
pub(crate) fn run(arguments: &DiffArguments) -> Result<Exit, clap::Error> {
    let read =
        |typed| typed_input(typed).map_err(|message| usage_error("diff", ErrorKind::InvalidValue, message));
    let inputs = [read(&arguments.old)?, read(&arguments.new)?];
    let overlays = overlays(&arguments.overlays, &inputs, "diff")?;
    let reporter = Reporter::new(&arguments.report).map_err(conflict)?;
    let destination = Destination::named(arguments.output.as_deref());
    let files = TouchedFiles::inputs(inputs.iter().chain(&overlays)).writing_to(COMPARISON, &destination);
    files.writing("report", reporter.file()).are_apart().map_err(conflict)?;
    let io_error = |fatal: Fatal| usage_error("diff", ErrorKind::Io, fatal.message);
    let file = reporter.open(false).map_err(io_error)?;
    let sides = DiffSides {
        overlays,
        destination: &destination,
        reporter: &reporter,
        is_verbose: arguments.report.verbose,
    };
    let (old, new, done) = threads("diff")?.install(|| {
        let [old, new] = inputs.each_ref().map(|input| sides.load(input));
        let done = match (&old.manifest, &new.manifest) {
            (Some(old), Some(new)) => Some(apimint::compare(old, new)),
            _ => None,
        };
        (old, new, done)
    });
    if !sides.overlays.is_empty() && old.is_list && new.is_list {
        return Err(conflict("--overlay changes descriptions, and both inputs are lists of tools"));
    }
    let is_denied = old.is_denied || new.is_denied;
    let mut pieces = vec![old.report, new.report];
    let mut exit = done.as_ref().map_or(Exit::Unusable, |diff| judged(diff, arguments));
    if is_denied {
        exit = exit.max(Exit::Flawed);
    }
    if let Some(diff) = done
        && let Err(fatal) = destination.write(&shown(&diff, arguments), Limits::default().output_bytes)
    {
        let sources = Sources::new(Access::default(), Limits::default());
        pieces.push(reporter.render(&[*fatal], PlaceLocator::Sources(&sources)).unwrap_or_default());
        exit = Exit::Unusable;
    }
    Ok(exit.max(reporter.publish(file, pieces.iter())))
}

fn judged(diff: &ManifestDiff, arguments: &DiffArguments) -> Exit {
    let least: Option<ChangeClass> = arguments.fail_on.map(FailOnArgument::least);
    match (diff.worst(), least) {
        (Some(worst), Some(least)) if worst >= least => Exit::Flawed,
        _ => Exit::Done,
    }
}

/// Renders the comparison in the form that was typed.
fn shown(diff: &ManifestDiff, arguments: &DiffArguments) -> WholeText {
    let text = match arguments.format {
        DiffFormatArgument::Human => {
            let is_terminal = arguments.output.is_none() && io::stdout().is_terminal();
            report::human::text(diff, is_terminal && allows_colours())
        }
        DiffFormatArgument::Json => report::json::text(diff),
        DiffFormatArgument::Markdown => report::markdown::text(diff),
    };
    WholeText { name: COMPARISON, bytes: text.into_bytes() }
}

/// One input as a manifest, and its diagnostics.
struct LoadedSide {
    manifest: Option<Manifest>,
    /// True if the input is a list of tools, and not a description.
    is_list: bool,
    /// True if a diagnostic is denied.
    is_denied: bool,
    report: ReportPiece,
}

/// The settings for reading both inputs.
struct DiffSides<'r> {
    /// Overlays for descriptions; lists of tools are not changed.
    overlays: Vec<Input>,
    /// The destination of the comparison.
    destination: &'r Destination,
    reporter: &'r Reporter,
    is_verbose: bool,
}

impl DiffSides<'_> {
    /// Converts one input. Diagnostics are reported as by `convert`, but only denied ones fail the run: losses are the same
    /// on both sides.
    fn load(&self, input: &Input) -> LoadedSide {
        let mut options = Options::default();
        let sources = Sources::new(Access::default(), options.limits.clone());
        let sink = Sink::bounded(options.limits.diagnostics);
        let mut is_list = false;
        let done = sources.load(input, &sink).and_then(|document| {
            is_list = reader::lists_tools(document);
            if !is_list {
                options.overlays.clone_from(&self.overlays);
            }
            let manifest = convert_document(&sources, document, &options, &sink)?;
            self.destination.refuse_overwriting(&SourceFiles::by(&sources), COMPARISON)?;
            Ok(manifest)
        });
        let allowances = sink.allowances();
        let mut diagnostics = sink.into_diagnostics();
        let is_denied = self.reporter.denies(&diagnostics);
        self.reporter.level(&mut diagnostics, &allowances);
        let manifest = match done {
            Ok(manifest) => {
                // Only an error may hide a tool from the comparison.
                if !self.is_verbose {
                    diagnostics.retain(|diagnostic| diagnostic.severity == Severity::Error);
                }
                Some(manifest)
            }
            Err(fatal) => {
                diagnostics.push(*fatal);
                None
            }
        };
        let report = self.reporter.render(&diagnostics, PlaceLocator::Sources(&sources)).unwrap_or_default();
        LoadedSide { manifest, is_list, is_denied, report }
    }
}

fn conflict(message: impl std::fmt::Display) -> clap::Error {
    usage_error("diff", ErrorKind::ArgumentConflict, message)
}
