//! `spec2mcp diff`: two inputs, and what a caller would notice between them.

use std::io::{self, IsTerminal, Write};

use clap::error::ErrorKind;
use spec2mcp::diagnostic::{Fatal, Severity, Sink};
use spec2mcp::diff::{Class, Diff, report};
use spec2mcp::json::Value;
use spec2mcp::source::{Access, Input, Sources};
use spec2mcp::{Limits, Options};

use super::arguments::{DiffArguments, FormArgument};
use super::input::input;
use super::output::{Destination, Written, as_json, same_file};
use super::report::{Piece, Places, Reporter};
use super::{Exit, threads, usage_error};

/// A comparison in the form that was asked for.
struct Comparison(String);

impl Written for Comparison {
    const NAME: &'static str = "comparison";

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.0.as_bytes())
    }
}

/// Compares the inputs, and says how they differ.
pub(super) fn run(arguments: &DiffArguments) -> Result<Exit, clap::Error> {
    let read = |typed| input(typed).map_err(|message| usage_error("diff", ErrorKind::InvalidValue, message));
    let (old, new) = (read(&arguments.old)?, read(&arguments.new)?);
    if old == Input::Stdin && new == Input::Stdin {
        return Err(conflict("standard input can be one of the two, not both"));
    }
    let destination = destination(arguments, [&old, &new])?;
    let reporter = Reporter::new(&arguments.report).map_err(conflict)?;
    let io_error = |fatal: Fatal| usage_error("diff", ErrorKind::Io, fatal.message);
    let file = reporter.open(false).map_err(io_error)?;
    let is_verbose = arguments.report.verbose;
    let (mut pieces, done) = threads("diff")?.install(|| {
        let (old, new) = (load(&old, &reporter, is_verbose), load(&new, &reporter, is_verbose));
        let done = match (old.manifest, new.manifest) {
            (Some(old), Some(new)) => Some(spec2mcp::diff::diff(&old, &new)),
            _ => None,
        };
        (vec![old.report, new.report], done)
    });
    let mut exit = done.as_ref().map_or(Exit::Unusable, |diff| judged(diff, arguments));
    if let Some(diff) = done
        && let Err(fatal) = destination.write(&shown(&diff, arguments), Limits::default().output_bytes)
    {
        let sources = Sources::new(Access::default(), Limits::default());
        pieces.push(reporter.render(&[*fatal], Places::Sources(&sources)).unwrap_or_default());
        exit = Exit::Unusable;
    }
    if let Err(fatal) = reporter.publish(file, pieces.iter()) {
        let _ = writeln!(io::stderr().lock(), "{}", fatal.message);
        exit = exit.max(Exit::Flawed);
    }
    Ok(exit)
}

fn judged(diff: &Diff, arguments: &DiffArguments) -> Exit {
    let least: Option<Class> = arguments.fail_on.map(super::arguments::FailOnArgument::least);
    match (diff.worst(), least) {
        (Some(worst), Some(least)) if worst >= least => Exit::Flawed,
        _ => Exit::Done,
    }
}

fn shown(diff: &Diff, arguments: &DiffArguments) -> Comparison {
    Comparison(match arguments.format {
        FormArgument::Human => {
            let is_terminal = arguments.output.is_none() && io::stdout().is_terminal();
            report::human::text(diff, is_terminal && super::report::allows_colours())
        }
        FormArgument::Json => report::json::text(diff),
        FormArgument::Markdown => report::markdown::text(diff),
    })
}

/// One input as a manifest, and what is to be said about it.
struct Loaded {
    manifest: Option<Value>,
    report: Piece,
}

/// Converts one input. What was lost on the way is reported as by `convert`, but does not decide how the run ends: both
/// sides lose the same.
fn load(input: &Input, reporter: &Reporter, is_verbose: bool) -> Loaded {
    let options = Options::default();
    let sources = Sources::new(Access::default(), options.limits.clone());
    let sink = Sink::bounded(options.limits.diagnostics);
    let done = spec2mcp::convert(&sources, input, &options, &sink)
        .and_then(|manifest| as_json(&manifest, &options.limits));
    let allowances = sink.allowances();
    let mut diagnostics = sink.into_diagnostics();
    reporter.level(&mut diagnostics, &allowances);
    let manifest = match done {
        Ok(manifest) => {
            // What is compared is what can be used; only what may hide a tool is worth a line.
            if !is_verbose {
                diagnostics.retain(|diagnostic| diagnostic.severity == Severity::Error);
            }
            Some(manifest)
        }
        Err(fatal) => {
            diagnostics.push(*fatal);
            None
        }
    };
    Loaded { manifest, report: reporter.render(&diagnostics, Places::Sources(&sources)).unwrap_or_default() }
}

fn destination(arguments: &DiffArguments, inputs: [&Input; 2]) -> Result<Destination, clap::Error> {
    let Some(output) = &arguments.output else {
        return Ok(Destination::Stdout);
    };
    for input in inputs {
        if let Input::File(input) = input
            && same_file(input, output)
        {
            let message = format_args!("the comparison would overwrite the input {}", input.display());
            return Err(conflict(message));
        }
    }
    Ok(Destination::File { path: output.clone(), make_parent: false })
}

fn conflict(message: impl std::fmt::Display) -> clap::Error {
    usage_error("diff", ErrorKind::ArgumentConflict, message)
}
