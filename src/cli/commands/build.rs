//! `apimint build`, and `apimint` without a subcommand: builds every manifest of a configuration.

use std::io::{self, Write};
use std::path::Path;

use clap::error::ErrorKind;

use super::chosen_manifests::chosen;
use super::conversion::{ConversionJob, RunPlan, add_headers, run_plan};
use super::load_config::{find, load};
use super::watch::{self, WatchedFiles};
use crate::cli::arguments::{BuildArguments, ConversionSettings, WrittenOptions, usage_error};
use crate::cli::config::{self, Config, ManifestConfig};
use crate::cli::exit::Exit;
use crate::cli::files::destination::Destination;
use crate::cli::files::map_file::map_path;
use crate::cli::files::overwriting::TouchedFiles;
use crate::cli::reporting::reporter::Reporter;
use crate::cli::reporting::shared_rules::SharedRules;

/// Builds every manifest of the configuration.
pub(crate) fn run(arguments: &BuildArguments) -> Result<Exit, clap::Error> {
    if arguments.watch {
        let conflict = |message| usage_error("build", ErrorKind::ArgumentConflict, message);
        let is_chatty = Reporter::new(&arguments.report).map_err(conflict)?.is_chatty();
        let never = watch::repeat("build", is_chatty, |files| run_once(arguments, files))?;
        match never {}
    }
    run_once(arguments, &mut WatchedFiles::default())
}

fn run_once(arguments: &BuildArguments, files: &mut WatchedFiles) -> Result<Exit, clap::Error> {
    let file = match &arguments.config {
        Some(file) => file.clone(),
        None => find("build")?,
    };
    files.add(&file);
    let config = match load(&file, &WrittenOptions::default(), "build", &arguments.report)? {
        Ok(config) => config,
        Err(exit) => return Ok(exit),
    };
    let plan = plan(config, &file, arguments)?;
    if arguments.config.is_none() && file != Path::new(config::FILE) && plan.reporter.is_chatty() {
        let _ = writeln!(io::stderr().lock(), "the configuration is {}", file.display());
    }
    files.add_sources(&plan);
    let (exit, read) = run_plan(&plan, "build")?;
    files.add_read(read);
    Ok(exit)
}

/// Plans one job per manifest that was chosen.
fn plan(config: Config, file: &Path, arguments: &BuildArguments) -> Result<RunPlan, clap::Error> {
    let conflict = |message: String| usage_error("build", ErrorKind::ArgumentConflict, message);
    let reporter = Reporter::new(&arguments.report).map_err(conflict)?.with(config.levels, config.text);
    let read = config.manifests.iter().flat_map(|manifest| {
        let sources = manifest.sources.iter().map(|source| &source.input);
        let own = manifest.sources.iter().filter_map(|source| source.options.as_ref());
        let overlays = own.chain([&manifest.settings.options]).flat_map(|options| &options.overlays);
        sources.chain(overlays)
    });
    let mut files = TouchedFiles::inputs(read).reading("configuration", Some(file));
    for manifest in &config.manifests {
        let destination = Destination::File(manifest.output.clone());
        let map = map_path(&destination, &manifest.settings.options);
        files = files.writing("manifest", Some(&manifest.output)).writing("lock", manifest.lock.as_deref());
        files = files.writing("side table", map.as_deref());
    }
    files.writing("report", reporter.files()).are_apart().map_err(conflict)?;
    let all = config.manifests.len();
    let directory = file.parent().unwrap_or(Path::new(""));
    let chosen = chosen(&config.manifests, &arguments.names, directory)
        .map_err(|message| usage_error("build", ErrorKind::InvalidValue, message))?;
    let manifests =
        config.manifests.into_iter().zip(chosen).filter_map(|(one, is_chosen)| is_chosen.then_some(one));
    let job = |manifest: ManifestConfig| {
        let ManifestConfig { sources, output, lock, several, settings } = manifest;
        let ConversionSettings { options, max_tokens, headers: _ } = settings;
        let destination = Destination::File(output);
        ConversionJob { sources, headers: Vec::new(), destination, options, lock, several, max_tokens }
    };
    let mut jobs: Vec<ConversionJob> = manifests.map(job).collect();
    add_headers(&mut jobs, "build")?;
    let shared_rules = SharedRules::new(&config.settings.options.rules, all, jobs.len());
    Ok(RunPlan { jobs, check: arguments.check, is_repeated: arguments.watch, reporter, shared_rules })
}
