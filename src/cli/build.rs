//! `spec2mcp build`, and `spec2mcp` without a subcommand: every manifest that a configuration names.

use std::path::Path;

use clap::error::ErrorKind;
use spec2mcp::diagnostic::{Locate, Nowhere};
use spec2mcp::source::Input;

use super::arguments::{BuildArguments, ReportArguments};
use super::config::{self, Config, ConfigError, ManifestConfig, Settings, Typed};
use super::convert::{self, Outcome};
use super::output::Destination;
use super::plan::{self, Job, Plan};
use super::report::Reporter;
use super::shared::SharedRules;
use super::{Exit, usage_error};

/// Builds what the configuration names, and says how it went.
pub(super) fn run(arguments: &BuildArguments) -> Result<Exit, clap::Error> {
    let config =
        match read(&arguments.config, &Typed::default(), Settings::default(), "build", &arguments.report)? {
            Ok(config) => config,
            Err(exit) => return Ok(exit),
        };
    convert::run_plan(&plan(config, arguments)?, "build")
}

/// Reads a configuration. One that means nothing is reported as any other finding is, and ends the run.
pub(super) fn read(
    file: &Path,
    typed: &Typed,
    settings: Settings,
    subcommand: &str,
    report: &ReportArguments,
) -> Result<Result<Config, Exit>, clap::Error> {
    let conflict = |message: String| usage_error(subcommand, ErrorKind::ArgumentConflict, message);
    let (faults, places);
    let (diagnostics, places): (_, &dyn Locate) = match Config::read(file, typed, settings) {
        Ok(config) => return Ok(Ok(config)),
        Err(ConfigError::Unreadable(error)) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(usage_error(subcommand, ErrorKind::Io, missing(file)));
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
    let opened = reporter.open(false).map_err(|fatal| conflict(fatal.message))?;
    let outcome = Outcome::unusable(&diagnostics, places, &reporter);
    Ok(Err(convert::report(&[outcome], &reporter, opened)))
}

fn missing(file: &Path) -> String {
    let where_ = if file == Path::new(config::FILE) {
        format!("there is no {} in this directory", config::FILE)
    } else {
        format!("there is no configuration file {}", file.display())
    };
    format!(
        "{where_}\n\n  `spec2mcp init INPUT` writes one for an API description\n  \
         `spec2mcp convert INPUT` converts one without a configuration"
    )
}

/// One job a manifest.
fn plan(config: Config, arguments: &BuildArguments) -> Result<Plan, clap::Error> {
    let conflict = |message: String| usage_error("build", ErrorKind::ArgumentConflict, message);
    let reporter = Reporter::new(&arguments.report).map_err(conflict)?.or(config.levels);
    let file = |path: &Path| Destination::File { path: path.to_owned(), make_parent: true };
    // What is written, each once; nothing that is read is overwritten.
    let mut read: Vec<Input> = config.manifests.iter().map(|manifest| manifest.input.clone()).collect();
    read.push(Input::File(arguments.config.clone()));
    let mut written: Vec<(&str, &Path)> = Vec::new();
    for manifest in &config.manifests {
        written.push(("manifest", &manifest.output));
        written.extend(manifest.lock.as_deref().map(|lock| ("lock", lock)));
    }
    written.extend(reporter.file().map(|path| ("report", path)));
    let mut destinations: Vec<Destination> = Vec::new();
    for (what, path) in written {
        let destination = file(path);
        plan::refuse_overwriting(what, &read, &destination).map_err(conflict)?;
        if destinations.contains(&destination) {
            return Err(conflict(format!("{} is to be written twice", path.display())));
        }
        destinations.push(destination);
    }
    let job = |manifest: ManifestConfig| {
        let ManifestConfig { input, output, lock, settings } = manifest;
        let mut options = settings.options;
        options.lock = lock.as_deref().map(plan::read_lock).transpose()?;
        let destination = file(&output);
        Ok(Job { input, destination, options, lock, max_tokens: settings.max_tokens })
    };
    let jobs: Vec<Job> =
        config.manifests.into_iter().map(job).collect::<Result<_, String>>().map_err(conflict)?;
    let shared_rules = SharedRules::new(&config.settings.options.rules, jobs.len());
    Ok(Plan { jobs, check: arguments.check, reporter, shared_rules })
}
