//! Loads the configuration file of a subcommand, or reports its errors.

use std::path::{Path, PathBuf};

use apimint::diagnostic::{Locate, Nowhere};
use clap::error::ErrorKind;

use crate::cli::arguments::{ReportArguments, WrittenOptions, usage_error};
use crate::cli::config::{self, Config, ConfigError};
use crate::cli::exit::Exit;
use crate::cli::files::overwriting::TouchedFiles;
use crate::cli::reporting::conversion_outcome::{ConversionOutcome, report as say};
use crate::cli::reporting::reporter::Reporter;

/// Returns the configuration of the working directory, or of the nearest directory above that has one.
pub(crate) fn find(subcommand: &str) -> Result<PathBuf, clap::Error> {
    let here = std::env::current_dir().unwrap_or_default();
    let is_there = |directory: &Path| directory.join(config::FILE).is_file();
    match here.ancestors().position(is_there) {
        // A short path: others are shown relative to it.
        Some(up) => Ok(std::iter::repeat_n("..", up).chain([config::FILE]).collect()),
        None => {
            let message = format!("there is no {} in this directory or above it", config::FILE);
            Err(usage_error(subcommand, ErrorKind::Io, missing(&message)))
        }
    }
}

/// Loads a configuration. Errors in it are reported as diagnostics, and end the run.
pub(crate) fn load(
    file: &Path,
    typed: &WrittenOptions,
    subcommand: &str,
    report: &ReportArguments,
) -> Result<Result<Config, Exit>, clap::Error> {
    let conflict = |message: String| usage_error(subcommand, ErrorKind::ArgumentConflict, message);
    let (faults, places);
    let (diagnostics, places): (_, &dyn Locate) = match Config::read(file, typed) {
        Ok(config) => return Ok(Ok(config)),
        Err(ConfigError::Unreadable(error)) if error.kind() == std::io::ErrorKind::NotFound => {
            let message = format!("there is no configuration file {}", file.display());
            return Err(usage_error(subcommand, ErrorKind::Io, missing(&message)));
        }
        Err(ConfigError::Unreadable(error)) => {
            places = Nowhere;
            (vec![config::unreadable(file, &error)], &places)
        }
        Err(ConfigError::Faulty(found)) => {
            faults = found;
            (faults.diagnostics(), &*faults)
        }
    };
    let reporter = Reporter::new(report).map_err(conflict)?;
    let files =
        TouchedFiles::default().reading("configuration", Some(file)).writing("report", reporter.files());
    files.are_apart().map_err(conflict)?;
    let opened = reporter.open().map_err(|fatal| conflict(fatal.message))?;
    let outcome = ConversionOutcome::unusable(&diagnostics, places, &reporter);
    Ok(Err(say(&[outcome], &reporter, opened)))
}

/// Returns a message with what can be done without a configuration.
fn missing(message: &str) -> String {
    format!(
        "{message}\n\n  `apimint init INPUT` writes one for an API description\n  \
         `apimint convert INPUT` converts one without a configuration"
    )
}
