//! `apimint result`: converts the result of a tool into the result of an MCP call.

use std::io;
use std::panic::resume_unwind;
use std::path::Path;
use std::thread;

use apimint::Limits;
use apimint::diagnostic::{Fatal, Severity, Sink};
use apimint::source::{Access, Input, Sources};
use clap::error::ErrorKind;

use super::inputs::standard_input;
use crate::cli::arguments::{ResultArguments, usage_error};
use crate::cli::exit::Exit;
use crate::cli::files::destination::Destination;
use crate::cli::files::overwriting::TouchedFiles;
use crate::cli::reporting::reporter::{ReportPiece, Reporter};
use crate::cli::reporting::source_places::PlaceLocator;
use crate::cli::threads::STACK_BYTES;

/// Converts the result.
pub(crate) fn run(arguments: &ResultArguments) -> Result<Exit, clap::Error> {
    let input = input(&arguments.input)?;
    let manifest = arguments.manifest.as_deref().map(self::input).transpose()?;
    if manifest == Some(Input::Stdin) && input == Input::Stdin {
        return Err(conflict("standard input can be the result or the manifest, not both"));
    }
    let destination = Destination::named(arguments.output.as_deref());
    let reporter = Reporter::new(&arguments.report).map_err(conflict)?;
    let files = TouchedFiles::inputs([Some(&input), manifest.as_ref()].into_iter().flatten());
    let files = files.writing_to("result", &destination).writing("report", reporter.files());
    files.are_apart().map_err(conflict)?;
    let io_error = |fatal: Fatal| usage_error("result", ErrorKind::Io, fatal.message);
    let file = reporter.open().map_err(io_error)?;
    let work = || convert(&input, manifest.as_ref(), &destination, &reporter);
    let (report, exit) = thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work)?;
        Ok::<_, io::Error>(thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
    .map_err(|error| usage_error("result", ErrorKind::Io, error))?;
    Ok(exit.max(reporter.publish(file, [&report].into_iter())))
}

fn convert(
    input: &Input,
    manifest: Option<&Input>,
    destination: &Destination,
    reporter: &Reporter,
) -> (ReportPiece, Exit) {
    let (sources, sink) = (Sources::new(Access::default(), Limits::default()), Sink::new());
    let done = apimint::result(&sources, input, manifest, &sink)
        .and_then(|result| destination.write(&result, Limits::default().output_bytes).map(drop));
    let mut diagnostics = sink.into_diagnostics();
    reporter.level(&mut diagnostics, &[]);
    let exit = match done {
        Err(fatal) => {
            diagnostics.push(*fatal);
            Exit::Unusable
        }
        Ok(()) if diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) => Exit::Flawed,
        Ok(()) => Exit::Done,
    };
    (reporter.render(&diagnostics, PlaceLocator::Sources(&sources)).unwrap_or_default(), exit)
}

fn input(path: &Path) -> Result<Input, clap::Error> {
    if path.as_os_str() == "-" {
        return standard_input().map_err(conflict);
    }
    Ok(Input::File(path.to_owned()))
}

fn conflict(message: impl std::fmt::Display) -> clap::Error {
    usage_error("result", ErrorKind::ArgumentConflict, message)
}
