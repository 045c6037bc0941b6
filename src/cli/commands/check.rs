//! `apimint check`: reports what clients refuse in lists of tools.

use apimint::diagnostic::{DocumentId, Sink};
use apimint::source::{Access, Input, Sources};
use apimint::{Limits, Options};
use rayon::prelude::*;

use super::inputs::inputs;
use super::load_config::load;
use super::message_length::too_long;
use super::server_headers::HeaderServers;
use crate::cli::arguments::{CheckArguments, ConversionSettings, WrittenOptions, usage_error};
use crate::cli::config::Config;
use crate::cli::exit::Exit;
use crate::cli::files::overwriting::TouchedFiles;
use crate::cli::reporting::conversion_outcome::{ConversionOutcome, name_input, report};
use crate::cli::reporting::reporter::Reporter;
use crate::cli::reporting::run_totals::RunTotals;
use crate::cli::threads::threads;

/// Checks every list. `typed` has the options that take precedence over a configuration.
pub(crate) fn run(arguments: &CheckArguments, typed: &WrittenOptions) -> Result<Exit, clap::Error> {
    let error = |kind, message: String| usage_error("check", kind, message);
    let inputs = inputs(&arguments.inputs, "check")?;
    let config = match &arguments.config {
        None => None,
        Some(file) => match load(file, typed, "check", &arguments.report)? {
            Ok(config) => Some(config),
            Err(exit) => return Ok(exit),
        },
    };
    let settings: Vec<ConversionSettings> =
        inputs.iter().map(|input| settings(arguments, config.as_ref(), input)).collect();
    let headers = settings.iter().map(|settings| settings.headers.as_slice());
    let headers = HeaderServers::default()
        .headers(inputs.iter().zip(headers))
        .map_err(|message| error(clap::error::ErrorKind::InvalidValue, message))?;
    let access = Access { headers, ..Access::default() };
    let mut reporter = Reporter::new(&arguments.report)
        .map_err(|message| error(clap::error::ErrorKind::ArgumentConflict, message))?;
    if let Some(config) = config {
        reporter = reporter.with(config.levels, config.text);
    }
    let files = TouchedFiles::inputs(&inputs).reading("configuration", arguments.config.as_deref());
    let files = files.writing("report", reporter.files());
    files.are_apart().map_err(|message| error(clap::error::ErrorKind::ArgumentConflict, message))?;
    let pool = threads("check")?;
    let file = reporter.open().map_err(|fatal| error(clap::error::ErrorKind::Io, fatal.message))?;
    let outcomes: Vec<ConversionOutcome> = pool.install(|| {
        let pairs = inputs.par_iter().zip(&settings);
        pairs
            .map(|(input, settings)| check(input, &access, &settings.options, &reporter, inputs.len() > 1))
            .collect()
    });
    Ok(report(&outcomes, &reporter, file))
}

/// Returns the settings that concern a check: what else a configuration sets shapes tools, and these are there already.
fn settings(arguments: &CheckArguments, config: Option<&Config>, input: &Input) -> ConversionSettings {
    let (protocol, lint, limits, headers) = match config {
        None => {
            (arguments.protocol.into(), arguments.lint, Limits::default(), arguments.headers.header.clone())
        }
        Some(config) => {
            let ConversionSettings { options, headers, .. } = config.settings_for_list(input);
            (options.protocol, options.lint, options.limits, headers)
        }
    };
    let options = Options { protocol, lint, limits, ..Options::default() };
    ConversionSettings { options, headers, ..ConversionSettings::default() }
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
