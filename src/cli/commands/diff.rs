//! `apimint diff`: reports the changes between two inputs that a caller notices.

use std::io;
use std::path::PathBuf;

use apimint::diagnostic::{Code, DocumentId, Fatal, Severity, Sink};
use apimint::diff::{ChangeClass, ManifestDiff, report};
use apimint::options::Protocol;
use apimint::source::{Access, Input, Sources};
use apimint::{Options, PublishedList};
use clap::error::ErrorKind;

use super::description_settings::DescriptionSettings;
use super::inputs::typed_input;
use crate::cli::arguments::{
    DiffArguments, DiffFormatArgument, FailOnArgument, ReportArguments, WrittenOptions, usage_error,
};
use crate::cli::exit::Exit;
use crate::cli::files::destination::Destination;
use crate::cli::files::lock_file::locked;
use crate::cli::files::overwriting::TouchedFiles;
use crate::cli::files::source_files::SourceFiles;
use crate::cli::files::writable::WholeText;
use crate::cli::reporting::colours::has_colours;
use crate::cli::reporting::reporter::{ReportPiece, Reporter};
use crate::cli::reporting::source_places::PlaceLocator;
use crate::cli::threads::threads;

/// The name of the output in messages.
const COMPARISON: &str = "comparison";

/// Compares the inputs, and writes the comparison. `typed` has the options that take precedence over a configuration.
pub(crate) fn run(arguments: &DiffArguments, typed: &WrittenOptions) -> Result<Exit, clap::Error> {
    let read =
        |typed| typed_input(typed).map_err(|message| usage_error("diff", ErrorKind::InvalidValue, message));
    let inputs = [read(&arguments.old)?, read(&arguments.new)?];
    // Both sides get the same options. Of two descriptions, the new one is more likely to be where the manifest has it.
    let read = inputs.iter().rev();
    let settings = DescriptionSettings::read(&arguments.description, typed, read, "diff", &arguments.report)?;
    let mut settings = match settings {
        Ok(settings) => settings,
        Err(exit) => return Ok(exit),
    };
    // In a file whose name ends with `.md`, the report is the comparison itself.
    let is_whole = |file: &PathBuf| file.extension().is_some_and(|extension| extension == "md");
    let (whole, report): (Vec<PathBuf>, _) = arguments.report.report.iter().cloned().partition(is_whole);
    let about_inputs = ReportArguments { report, ..arguments.report.clone() };
    let reporter = settings.reported_by(Reporter::new(&about_inputs).map_err(conflict)?);
    let destination = Destination::named(arguments.output.as_deref());
    let files = TouchedFiles::inputs(inputs.iter().chain(&settings.overlays))
        .reading("configuration", arguments.description.config.as_deref())
        .reading("lock", arguments.lock.as_deref())
        .writing_to(COMPARISON, &destination);
    let files = files.writing("report", reporter.files()).writing("whole comparison", &whole);
    files.are_apart().map_err(conflict)?;
    settings.options.protocol = Protocol::default();
    let io_error = |fatal: Fatal| usage_error("diff", ErrorKind::Io, fatal.message);
    if let Some(path) = arguments.lock.as_deref().filter(|path| !path.exists()) {
        return Err(usage_error("diff", ErrorKind::Io, format_args!("there is no lock {}", path.display())));
    }
    let options = locked(&settings.options, arguments.lock.as_deref()).map_err(io_error)?.into_owned();
    let file = reporter.open().map_err(io_error)?;
    let sides = DiffSides {
        options: &options,
        access: settings.access(),
        destination: &destination,
        reporter: &reporter,
        is_verbose: about_inputs.verbose,
    };
    let (sides_read, done) = threads("diff")?.install(|| {
        let [old, new] = inputs.each_ref().map(|input| sides.load(input));
        let lists = [&old, &new].map(|side| side.list(&options));
        let [before, after] = [(&old, &lists[0]), (&new, &lists[1])]
            .map(|(side, list)| side.converted.as_ref().or(list.as_ref()));
        let done = before.zip(after).map(|(before, after)| apimint::compare(before, after, &options.limits));
        drop(lists);
        ([old, new], done)
    });
    let are_lists = sides_read.iter().all(|side| side.listed.is_some());
    if !settings.overlays.is_empty() && are_lists {
        return Err(conflict("--overlay changes descriptions, and both inputs are lists of tools"));
    }
    let is_denied = sides_read.iter().any(|side| side.is_denied);
    let mut pieces: Vec<ReportPiece> = sides_read.into_iter().map(|side| side.report).collect();
    let mut exit = done.as_ref().map_or(Exit::Unusable, |diff| judged(diff, arguments));
    if is_denied {
        exit = exit.max(Exit::Flawed);
    }
    let most = options.limits.output_bytes;
    let written = done.map_or(Ok(()), |diff| {
        destination.write(&shown(&diff, arguments), most)?;
        whole.into_iter().try_for_each(|path| {
            let text = report::markdown::text(&diff, None);
            Destination::File(path).write(&comparison(text), most).map(drop)
        })
    });
    if let Err(fatal) = written {
        let sources = Sources::new(Access::default(), options.limits.clone());
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
            let is_shown = arguments.output.is_none();
            report::human::text(diff, is_shown && has_colours(arguments.report.color, &io::stdout()))
        }
        DiffFormatArgument::Json => report::json::text(diff),
        DiffFormatArgument::Markdown => {
            report::markdown::text(diff, Some(report::markdown::COMMENT_CHARACTERS))
        }
    };
    comparison(text)
}

fn comparison(text: String) -> WholeText {
    WholeText { name: COMPARISON, bytes: text.into_bytes() }
}

/// One input of the comparison: its list of tools, and its diagnostics.
struct LoadedSide {
    /// The list that a description was converted to. Its documents are not held: they may take more memory than the list.
    converted: Option<PublishedList<'static>>,
    /// The document of a list of tools.
    listed: Option<(Sources, DocumentId)>,
    /// True if a diagnostic is denied.
    is_denied: bool,
    report: ReportPiece,
}

impl LoadedSide {
    /// Returns the list of tools that was read as it stands.
    fn list(&self, options: &Options) -> Option<PublishedList<'_>> {
        let (sources, id) = self.listed.as_ref()?;
        // What there is to say was said when it was read.
        apimint::publish(sources, sources.document(*id)?, options, &Sink::new()).ok()
    }
}

/// The settings for reading both inputs.
struct DiffSides<'r> {
    /// The options for descriptions; lists of tools stay as they are.
    options: &'r Options,
    access: Access,
    /// The destination of the comparison.
    destination: &'r Destination,
    reporter: &'r Reporter,
    is_verbose: bool,
}

impl DiffSides<'_> {
    /// Reads one input. Diagnostics are reported as by `convert`, but only denied ones fail the run: losses are the same
    /// on both sides.
    fn load(&self, input: &Input) -> LoadedSide {
        let sources = Sources::new(self.access.clone(), self.options.limits.clone());
        let sink = Sink::bounded(self.options.limits.diagnostics);
        let done = sources.load(input, &sink).and_then(|document| {
            let list = apimint::publish(&sources, document, self.options, &sink)?;
            self.destination.refuse_overwriting(&SourceFiles::by(&sources), COMPARISON)?;
            Ok(match list {
                PublishedList::Converted(manifest) => Ok(PublishedList::Converted(manifest)),
                PublishedList::AsItStands(_) => Err(document.id()),
            })
        });
        let allowances = sink.allowances();
        let mut diagnostics = sink.into_diagnostics();
        let is_denied = self.reporter.denies(&diagnostics);
        self.reporter.level(&mut diagnostics, &allowances);
        let read = match done {
            Ok(read) => {
                // Only these may hide a tool from the comparison.
                if !self.is_verbose {
                    diagnostics
                        .retain(|found| found.severity == Severity::Error || found.code == Code::OnePage);
                }
                Some(read)
            }
            Err(fatal) => {
                diagnostics.push(*fatal);
                None
            }
        };
        let report = self.reporter.render(&diagnostics, PlaceLocator::Sources(&sources)).unwrap_or_default();
        let (converted, listed) = match read {
            Some(Ok(converted)) => (Some(converted), None),
            Some(Err(id)) => (None, Some((sources, id))),
            None => (None, None),
        };
        LoadedSide { converted, listed, is_denied, report }
    }
}

fn conflict(message: impl std::fmt::Display) -> clap::Error {
    usage_error("diff", ErrorKind::ArgumentConflict, message)
}
