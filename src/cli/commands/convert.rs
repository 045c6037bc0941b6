//! `apimint convert`: converts each input into a manifest.

use std::path::PathBuf;

use apimint::source::Input;
use clap::error::ErrorKind;

use super::conversion::{ConversionJob, RunPlan, add_headers, run_plan};
use super::inputs::{inputs, overlays};
use super::load_config::load;
use super::manifest_destinations::destinations;
use super::watch::{self, WatchedFiles};
use crate::cli::arguments::{
    ConversionSettings, ConvertArguments, InputSource, WrittenOptions, is_url, usage_error,
};
use crate::cli::config::Config;
use crate::cli::exit::Exit;
use crate::cli::files::destination::Destination;
use crate::cli::files::map_file::map_path;
use crate::cli::files::overwriting::TouchedFiles;
use crate::cli::files::several_files::SeveralFiles;
use crate::cli::reporting::reporter::Reporter;
use crate::cli::reporting::shared_rules::SharedRules;

/// Converts every input. `typed` has the options that take precedence over a configuration.
pub(crate) fn run(arguments: &ConvertArguments, typed: &WrittenOptions) -> Result<Exit, clap::Error> {
    if arguments.watch {
        let named = || arguments.inputs.iter().chain(&arguments.overlays.overlay);
        if named().any(|input| input == "-") {
            return Err(conflict("--watch reads its input again, and standard input can be read only once"));
        }
        if arguments.config.is_none() && named().all(|input| input.to_str().is_some_and(is_url)) {
            return Err(conflict("--watch waits for changes of files, and no input is a file"));
        }
        let is_chatty = Reporter::new(&arguments.report).map_err(conflict)?.is_chatty();
        let never = watch::repeat("convert", is_chatty, |files| run_once(arguments, typed, files))?;
        match never {}
    }
    run_once(arguments, typed, &mut WatchedFiles::default())
}

fn run_once(
    arguments: &ConvertArguments,
    typed: &WrittenOptions,
    files: &mut WatchedFiles,
) -> Result<Exit, clap::Error> {
    if let Some(config) = &arguments.config {
        files.add(config);
    }
    let config = match &arguments.config {
        None => None,
        Some(file) => match load(file, typed, "convert", &arguments.report)? {
            Ok(config) => Some(config),
            Err(exit) => return Ok(exit),
        },
    };
    let plan = plan(arguments, config.as_ref())?;
    files.add_sources(&plan);
    let (exit, read) = run_plan(&plan, "convert")?;
    files.add_read(read);
    Ok(exit)
}

/// Plans a run, or returns an error if the arguments contradict each other. No file is written for that.
fn plan(arguments: &ConvertArguments, config: Option<&Config>) -> Result<RunPlan, clap::Error> {
    let inputs = inputs(&arguments.inputs, "convert")?;
    if arguments.base.is_some() && !inputs.contains(&Input::Stdin) {
        return Err(conflict("--base is for standard input (`-`); files and URLs are their own base"));
    }
    let overlays = overlays(&arguments.overlays, &inputs, "convert")?;
    if !overlays.is_empty() && inputs.len() > 1 {
        return Err(conflict("--overlay accepts one input only"));
    }
    let several = SeveralFiles { page_size: arguments.page_size, split_by: arguments.split_by };
    let destinations = destinations(&inputs, arguments.output.as_deref(), several.option())?;
    if arguments.check && destinations.contains(&Destination::Stdout) {
        return Err(conflict("--check compares with a file, not with standard output"));
    }
    let mut reporter = Reporter::new(&arguments.report).map_err(conflict)?;
    let mut files = TouchedFiles::inputs(inputs.iter().chain(&overlays));
    files = files.reading("configuration", arguments.config.as_deref());
    // The number of files is known only when they are written.
    for destination in destinations.iter().filter(|_| several.option().is_none()) {
        files = files.writing_to("manifest", destination);
    }
    let lock = arguments.lock.as_deref().map(|path| ("lock", path));
    for (what, path) in lock.into_iter().chain(reporter.files().map(|path| ("report", path))) {
        if several.may_write(path, &destinations) {
            return Err(conflict(format_args!("the {what} would overwrite the manifest")));
        }
        files = files.writing(what, Some(path));
    }
    let read = inputs.iter().chain(&overlays).filter_map(|input| match input {
        Input::File(path) => Some(path.as_path()),
        _ => None,
    });
    let mut read = read.chain(arguments.config.as_deref());
    if let Some(path) = read.find(|path| several.may_write(path, &destinations)) {
        let what = if several.split_by.is_some() { "list" } else { "page" };
        return Err(conflict(format_args!("a {what} would overwrite the input {}", path.display())));
    }
    if let Some(config) = config {
        reporter = reporter.with(config.levels.clone(), config.text.clone());
    }
    if arguments.lock.is_some() && inputs.len() > 1 {
        return Err(conflict("--lock accepts one input only"));
    }
    let job = |(input, destination): (Input, Destination)| {
        let settings = match config {
            Some(config) => config.settings_for(&input),
            None => ConversionSettings::new(
                arguments.source_options.clone(),
                arguments.list_options.clone(),
                Some(arguments.target.clone()),
            ),
        };
        let mut options = settings.options;
        if !overlays.is_empty() {
            options.overlays.clone_from(&overlays);
        }
        options.base.clone_from(&arguments.base);
        let sources = vec![InputSource::new(input, settings.headers)];
        ConversionJob {
            sources,
            headers: Vec::new(),
            destination,
            options,
            lock: arguments.lock.clone(),
            several,
            max_tokens: settings.max_tokens,
        }
    };
    let mut jobs: Vec<ConversionJob> = inputs.into_iter().zip(destinations).map(job).collect();
    add_headers(&mut jobs, "convert")?;
    if let Some(problem) = jobs
        .iter()
        .find_map(|job| job.options.target_problem(several.page_size.is_some(), several.split_by.is_some()))
    {
        return Err(conflict(problem));
    }
    let maps = jobs.iter().filter_map(|job| map_path(&job.destination, &job.options));
    let maps: Vec<PathBuf> = maps.collect();
    let files = files.writing("side table", &maps);
    files.are_apart().map_err(conflict)?;
    if several.page_size.is_some() && jobs.iter().any(|job| job.options.envelope.has_no_cursor()) {
        return Err(conflict(
            "--page-size needs the envelope `result` or `jsonrpc`: a bare list has no place for `nextCursor`, which leads to \
             the next page",
        ));
    }
    let shared_rules = config.map_or(&[][..], |config| &config.settings.options.rules);
    let shared_rules = SharedRules::new(shared_rules, jobs.len(), jobs.len());
    Ok(RunPlan { jobs, check: arguments.check, is_repeated: arguments.watch, reporter, shared_rules })
}

fn conflict(message: impl std::fmt::Display) -> clap::Error {
    usage_error("convert", ErrorKind::ArgumentConflict, message)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use apimint::Limits;
    use clap::Parser;
    use url::Url;

    use super::super::manifest_destinations::in_directory;
    use super::*;
    use crate::cli::arguments::{Cli, Command};

    fn planned(arguments: &[&str]) -> Result<RunPlan, String> {
        let typed = ["apimint", "convert"].iter().chain(arguments);
        let Some(Command::Convert(arguments)) = Cli::try_parse_from(typed).unwrap().command else {
            panic!("not a conversion")
        };
        plan(&arguments, None).map_err(|error| error.to_string())
    }

    fn inputs_of(arguments: &[&str]) -> Vec<Input> {
        let jobs = planned(arguments).unwrap().jobs;
        jobs.into_iter().flat_map(|job| job.sources).map(|source| source.input).collect()
    }

    #[test]
    fn inputs_are_files_urls_and_standard_input() {
        assert_eq!(inputs_of(&["-"]), [Input::Stdin]);
        assert_eq!(inputs_of(&["a.yaml"]), [Input::File("a.yaml".into())]);
        let url: Url = "https://example.com/a.json".parse().unwrap();
        assert_eq!(inputs_of(&["HTTPS://example.com/a.json"]), [Input::Url(url)]);
        assert!(planned(&["https://"]).unwrap_err().contains("is not a URL"));
        assert!(planned(&[""]).unwrap_err().contains("empty"));
    }

    #[test]
    fn an_input_given_twice_is_converted_once() {
        let inputs = inputs_of(&["a.yaml", "./a.yaml", "b/../a.yaml", "-", "-", "-o", "out"]);
        assert_eq!(inputs, [Input::File("a.yaml".into()), Input::Stdin]);
    }

    #[test]
    fn flags_become_options() {
        let flags = [
            "-",
            "--from",
            "openapi-3.1",
            "--name-max",
            "32",
            "--server-name",
            "n",
            "--server-version",
            "v",
            "--body",
            "flatten",
            "--cookies",
            "--no-http",
            "--skip-deprecated",
            "--output-schema",
            "none",
            "--output-formats",
            "--allow-outside",
            "--allow-net",
            "--base",
            "specs",
            "--max-bytes",
            "1M",
            "--limit",
            "documents=7",
        ];
        let options = planned(&flags).unwrap().jobs.remove(0).options;
        assert_eq!(options.from, Some(apimint::model::Format::OpenApi31));
        assert_eq!(options.name_max, 32);
        assert_eq!(options.server_name.as_deref(), Some("n"));
        assert_eq!(options.server_version.as_deref(), Some("v"));
        assert_eq!(options.body, apimint::options::BodyMode::Flattened);
        assert!(options.cookies && !options.http && options.skip_deprecated);
        assert!(!options.output_schema && options.output_formats);
        assert!(options.allow_outside && options.allow_net);
        assert_eq!(options.base.as_deref(), Some("specs"));
        assert_eq!(options.limits, Limits { bytes: 1 << 20, documents: 7, ..Limits::default() });
    }

    #[test]
    fn combinations_without_meaning_are_refused() {
        assert!(planned(&["a.yaml", "b.yaml"]).unwrap_err().contains("several inputs need --output DIR"));
        assert!(planned(&["a.yaml", "--base", "."]).unwrap_err().contains("--base"));
        let message = planned(&["a.yaml", "b.yaml", "-o", "Cargo.toml"]).unwrap_err();
        assert!(message.contains("is not one") && message.contains("Usage: apimint convert"), "{message}");
        assert!(planned(&["Cargo.toml", "-o", "./Cargo.toml"]).unwrap_err().contains("overwrite"));
    }

    #[test]
    fn a_trailing_slash_asks_for_a_directory() {
        let jobs = planned(&["a.yaml", "-o", "not-there/"]).unwrap().jobs;
        assert_eq!(jobs[0].destination, in_directory(Path::new("not-there"), "a"));
        let jobs = planned(&["a.yaml", "-o", "src"]).unwrap().jobs;
        assert_eq!(jobs[0].destination, in_directory(Path::new("src"), "a"));
        let jobs = planned(&["a.yaml", "-o", "not-there"]).unwrap().jobs;
        assert_eq!(jobs[0].destination, Destination::File("not-there".into()));
    }
}
