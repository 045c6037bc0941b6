//! `apimint inspect`: shows the parts of a manifest that a model sees, and their cost.

use std::io::{self, IsTerminal, Write};

use apimint::diagnostic::{Diagnostic, Fatal, Severity, Sink, findings, within};
use apimint::inspect::{InspectedTool, Inspection, Tokenizer, html, write_json, write_table};
use apimint::source::{Input, Sources};
use apimint::{Options, PublishedList, assign_findings, convert_document, publish, verify_document};
use clap::error::ErrorKind;

use super::description_settings::DescriptionSettings;
use super::inputs::typed_input;
use crate::cli::arguments::{InspectArguments, WrittenOptions, usage_error};
use crate::cli::exit::Exit;
use crate::cli::files::destination::{Destination, OpenDestination};
use crate::cli::files::overwriting::TouchedFiles;
use crate::cli::files::source_files::SourceFiles;
use crate::cli::files::writable::Writable;
use crate::cli::reporting::reporter::Reporter;
use crate::cli::reporting::source_places::{AllPlaces, PlaceLocator};
use crate::cli::threads::threads;

/// The name of the HTML output in messages.
const PAGE: &str = "page";

/// The width of the table in characters, if standard output is not a terminal.
const WIDTH: usize = 100;

/// Inspects the input. `typed` has the options that take precedence over a configuration.
pub(crate) fn run(arguments: &InspectArguments, typed: &WrittenOptions) -> Result<Exit, clap::Error> {
    let input = typed_input(&arguments.input).map_err(|message| error(ErrorKind::InvalidValue, message))?;
    if arguments.tokenizer.is_some() && !Tokenizer::AVAILABLE {
        let message = "this build has no tokenizers; `cargo install apimint --features token-count` installs one that has them, and without --tokenizer tokens are estimated";
        return Err(error(ErrorKind::InvalidValue, message));
    }
    let settings = DescriptionSettings::read(
        &arguments.description,
        typed,
        std::iter::once(&input),
        "inspect",
        &arguments.report,
    )?;
    let mut settings = match settings {
        Ok(settings) => settings,
        Err(exit) => return Ok(exit),
    };
    let reporter = settings.reported_by(Reporter::new(&arguments.report).map_err(conflict)?);
    let page = arguments.html.as_deref();
    let files = TouchedFiles::inputs(settings.overlays.iter().chain([&input]))
        .reading("configuration", arguments.description.config.as_deref())
        .writing(PAGE, page);
    files.writing("report", reporter.files()).are_apart().map_err(conflict)?;
    let page = page.map(|path| Destination::File(path.to_owned()));
    let failed = |fatal: Fatal| error(ErrorKind::Io, fatal.message);
    let page_file = page.as_ref().map(|page| page.open(PAGE)).transpose().map_err(failed)?;
    let report_file = reporter.open().map_err(failed)?;
    let pool = threads("inspect")?;
    let run = InspectRun { arguments, settings: &settings, reporter: &reporter };
    Ok(pool.install(|| run.inspect(&input, page.as_ref().zip(page_file), report_file)))
}

/// Returns the list that the input publishes: a list of tools is shown as it stands, with what `check` says of it, and a
/// description is converted.
fn published<'s>(
    sources: &'s Sources,
    input: &Input,
    options: &Options,
    sink: &Sink,
) -> Result<PublishedList<'s>, Fatal> {
    let document = sources.load(input, sink)?;
    if !options.overlays.is_empty() {
        let manifest = convert_document(sources, document, options, sink)?;
        return Ok(PublishedList::Converted(Box::new(manifest)));
    }
    let list = publish(sources, document, options, sink)?;
    if let PublishedList::AsItStands(tools) = &list
        && tools.is_mcp()
    {
        verify_document(sources, document, options, sink)?;
    }
    Ok(list)
}

struct InspectRun<'r> {
    arguments: &'r InspectArguments,
    settings: &'r DescriptionSettings,
    reporter: &'r Reporter,
}

impl InspectRun<'_> {
    /// Reads the input, writes the page, and prints diagnostics. The table comes last, at the end of the terminal.
    fn inspect(
        &self,
        input: &Input,
        page: Option<(&Destination, OpenDestination)>,
        report: Vec<OpenDestination>,
    ) -> Exit {
        let options = &self.settings.options;
        let sources = Sources::new(self.settings.access(), options.limits.clone());
        let sink = Sink::bounded(options.limits.diagnostics);
        let list = published(&sources, input, options, &sink).and_then(|list| {
            if let Some((destination, _)) = &page {
                destination.refuse_overwriting(&SourceFiles::by(&sources), PAGE)?;
            }
            Ok(list)
        });
        let allowances = sink.allowances();
        let mut diagnostics = sink.into_diagnostics();
        self.reporter.level(&mut diagnostics, &allowances);
        let inspected = list.and_then(|list| {
            let inspection = apimint::inspection(&list, self.arguments.tokenizer.map(Into::into));
            if let Some((_, file)) = page {
                let places = AllPlaces::of(&diagnostics, &sources);
                let listed = within(&diagnostics, &places, sources.report_bytes());
                let mut findings = findings(&listed, &places);
                assign_findings(&mut findings, &list, &sources);
                let page = HtmlReport { inspection: &inspection, findings, list: &list };
                file.write(&page, options.limits.output_bytes)?;
            }
            Ok((inspection, list))
        });
        let (shown, exit) = match inspected {
            Ok(shown) if diagnostics.iter().all(|found| found.severity < Severity::Error) => {
                (Some(shown), Exit::Done)
            }
            Ok(shown) => (Some(shown), Exit::Flawed),
            Err(fatal) => {
                diagnostics.push(*fatal);
                (None, Exit::Unusable)
            }
        };
        let exit = exit.max(self.say(&diagnostics, &sources, report));
        let Some((inspection, list)) = shown else { return exit };
        let report = ToolReport {
            arguments: self.arguments,
            max_tokens: self.settings.max_tokens,
            inspection: &inspection,
            list: &list,
        };
        if let Err(fatal) = Destination::Stdout.write(&report, u64::MAX) {
            return exit.max(self.say(&[*fatal], &sources, Vec::new())).max(Exit::Unusable);
        }
        exit.max(self.judge(inspection.totals.tokens()))
    }

    /// Prints diagnostics, and writes them to the report file.
    fn say(&self, diagnostics: &[Diagnostic], sources: &Sources, report: Vec<OpenDestination>) -> Exit {
        let piece = self.reporter.render(diagnostics, PlaceLocator::Sources(sources)).unwrap_or_default();
        self.reporter.publish(report, [&piece].into_iter())
    }

    /// Compares the total with `--max-tokens`.
    fn judge(&self, tokens: u64) -> Exit {
        let Some(most) = self.settings.max_tokens.filter(|&most| tokens > most) else {
            return Exit::Done;
        };
        // Programs find it in the JSON and in the exit status.
        if self.reporter.speaks_to_people() {
            let about = if self.arguments.tokenizer.is_none() { "about " } else { "" };
            let _ = writeln!(
                io::stderr().lock(),
                "error: the tools take {about}{tokens} tokens, and --max-tokens allows {most}"
            );
        }
        Exit::Flawed
    }
}

/// The table or the JSON object.
struct ToolReport<'p> {
    arguments: &'p InspectArguments,
    max_tokens: Option<u64>,
    inspection: &'p Inspection,
    list: &'p PublishedList<'p>,
}

impl Writable for ToolReport<'_> {
    fn what(&self) -> &'static str {
        "list of tools"
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { arguments, max_tokens, inspection, list } = *self;
        let tools: Vec<&InspectedTool> = inspection.ordered(arguments.order(), arguments.top);
        if arguments.json {
            let tool = |position| list.shown_tool(position);
            write_json(out, inspection, &tools, &tool, max_tokens)
        } else {
            write_table(out, inspection, &tools, width())
        }
    }
}

/// Returns the width of the table.
fn width() -> usize {
    if !io::stdout().is_terminal() {
        return WIDTH;
    }
    terminal_size::terminal_size().map_or(WIDTH, |(width, _)| usize::from(width.0))
}

/// The page for browsers.
struct HtmlReport<'p> {
    inspection: &'p Inspection,
    findings: Vec<apimint::diagnostic::Finding<'p>>,
    list: &'p PublishedList<'p>,
}

impl Writable for HtmlReport<'_> {
    fn what(&self) -> &'static str {
        PAGE
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        html::write(out, self.inspection, &self.findings, &|position| self.list.shown_tool(position))
    }
}

fn error(kind: ErrorKind, message: impl std::fmt::Display) -> clap::Error {
    usage_error("inspect", kind, message)
}

fn conflict(message: impl std::fmt::Display) -> clap::Error {
    error(ErrorKind::ArgumentConflict, message)
}
