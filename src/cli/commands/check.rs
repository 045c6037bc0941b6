//! `apimint check`: reports what clients refuse in lists of tools.

use apimint::Options;
use apimint::diagnostic::{DocumentId, Sink};
use apimint::source::{Access, Input, Sources};
use rayon::prelude::*;

use super::inputs::inputs;
use super::message_length::too_long;
use super::server_headers::server_headers;
use crate::cli::arguments::{CheckArguments, usage_error};
use crate::cli::exit::Exit;
use crate::cli::files::overwriting::TouchedFiles;
use crate::cli::reporting::conversion_outcome::{ConversionOutcome, name_input, report};
use crate::cli::reporting::reporter::Reporter;
use crate::cli::reporting::run_totals::RunTotals;
use crate::cli::threads::threads;

/// Checks every list.
pub(crate) fn run(arguments: &CheckArguments) -> Result<Exit, clap::Error> {
    let error = |kind, message: String| usage_error("check", kind, message);
    let inputs = inputs(&arguments.inputs, "check")?;
    let headers = server_headers(inputs.iter().map(|input| (input, arguments.headers.header.as_slice())))
        .map_err(|message| error(clap::error::ErrorKind::InvalidValue, message))?;
    let access = Access { headers, ..Access::default() };
    let reporter = Reporter::new(&arguments.report)
        .map_err(|message| error(clap::error::ErrorKind::ArgumentConflict, message))?;
    let files = TouchedFiles::inputs(&inputs).writing("report", reporter.file());
    files.are_apart().map_err(|message| error(clap::error::ErrorKind::ArgumentConflict, message))?;
    let pool = threads("check")?;
    let file = reporter.open().map_err(|fatal| error(clap::error::ErrorKind::Io, fatal.message))?;
    let options = Options { protocol: arguments.protocol.into(), lint: arguments.lint, ..Options::default() };
    let outcomes: Vec<ConversionOutcome> = pool.install(|| {
        inputs.par_iter().map(|input| check(input, &access, &options, &reporter, inputs.len() > 1)).collect()
    });
    Ok(report(&outcomes, &reporter, file))
}

/// Checks one list.
fn check(
    input: &Input,
    access: &Access,
    options: &Options,
    reporter: &Reporter,
    is_one_of_several: bool,
) -> ConversionOutcome {
    let sources = Sources::new(access.clone(), options.limits.clone());
    let sink = Sink::bounded(options.limits.diagnostics);
    let done = apimint::verify(&sources, input, options, &sink);
    let bytes = sources.document(DocumentId(0)).map_or(0, |document| document.text().len() as u64);
    if let Ok(verified) = &done {
        let what = if verified.pages > 1 { "the longest page" } else { "the list" };
        if let Some(warning) = too_long(what, verified.longest as u64) {
            sink.push(warning);
        }
    }
    let mut diagnostics = sink.into_diagnostics();
    reporter.level(&mut diagnostics, &[]);
    if is_one_of_several {
        name_input(&mut diagnostics, input);
    }
    let totals = RunTotals { inputs: 1, checks: true, bytes, ..RunTotals::default() };
    ConversionOutcome::new(done.map(|verified| verified.tools), diagnostics, totals, &sources, reporter)
}
