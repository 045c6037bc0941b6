//! Runs the jobs of a plan in parallel, and reports in the order of the inputs.

use std::path::PathBuf;

use apimint::diagnostic::{Code, Diagnostic, Fatal, Nowhere, Sink};
use apimint::source::{Access, Input, ServerHeader, Sources};
use apimint::{DescriptionPart, Manifest, Options, inspect};
use rayon::prelude::*;

use super::message_length::too_long;
use super::server_headers::HeaderServers;
use crate::cli::arguments::{InputSource, SplitArgument, usage_error};
use crate::cli::exit::Exit;
use crate::cli::files::destination::{Destination, FilledFile};
use crate::cli::files::lock_turn::LockTurn;
use crate::cli::files::map_file::{MapOf, map_path};
use crate::cli::files::page_files::{PageFiles, PageLengths};
use crate::cli::files::several_files::SeveralFiles;
use crate::cli::files::source_files::SourceFiles;
use crate::cli::files::tag_files::TagFiles;
use crate::cli::files::{compare_manifest, lock_file};
use crate::cli::reporting::conversion_outcome::{ConversionOutcome, name_input, report};
use crate::cli::reporting::progress_line::Progress;
use crate::cli::reporting::reporter::Reporter;
use crate::cli::reporting::run_totals::RunTotals;
use crate::cli::reporting::shared_rules::SharedRules;
use crate::cli::threads::threads;

/// One conversion: its sources, its destination and its options.
#[derive(Debug)]
pub(crate) struct ConversionJob {
    pub(crate) sources: Vec<InputSource>,
    /// The headers of requests for the sources.
    pub(crate) headers: Vec<ServerHeader>,
    pub(crate) destination: Destination,
    pub(crate) options: Options,
    /// The file with the names of published tools.
    pub(crate) lock: Option<PathBuf>,
    /// The files that the manifest becomes, if it is not one.
    pub(crate) several: SeveralFiles,
    /// The number of tokens above which the list is reported.
    pub(crate) max_tokens: Option<u64>,
}

/// The jobs and the settings of a run.
#[derive(Debug)]
pub(crate) struct RunPlan {
    pub(crate) jobs: Vec<ConversionJob>,
    /// Compares manifests with the files on disk, and writes none.
    pub(crate) check: bool,
    /// True if the program runs on after the run.
    pub(crate) is_repeated: bool,
    pub(crate) reporter: Reporter,
    pub(crate) shared_rules: SharedRules,
}

/// Sets the headers of each job from those of its sources.
pub(crate) fn add_headers(jobs: &mut [ConversionJob], subcommand: &str) -> Result<(), clap::Error> {
    let mut servers = HeaderServers::default();
    for job in jobs {
        let sources = job.sources.iter().map(|source| (&source.input, source.headers.as_slice()));
        job.headers = servers
            .headers(sources)
            .map_err(|message| usage_error(subcommand, clap::error::ErrorKind::InvalidValue, message))?;
    }
    Ok(())
}

/// Runs every job, writes the manifests, and reports. Returns also the files that the descriptions were read from.
pub(crate) fn run_plan(plan: &RunPlan, subcommand: &str) -> Result<(Exit, SourceFiles), clap::Error> {
    let pool = threads(subcommand)?;
    let file = plan
        .reporter
        .open()
        .map_err(|fatal| usage_error(subcommand, clap::error::ErrorKind::Io, fatal.message))?;
    // Nothing is written with --check, and a lock is replaced in one step.
    let locks = plan.jobs.iter().filter(|_| !plan.check);
    let locks = locks.filter_map(|job| Some((job.lock.as_deref()?, job.options.limits.lock_seconds)));
    let turns = match LockTurn::wait_for_all(locks) {
        Ok(turns) => turns,
        Err(fatal) => {
            let outcome = ConversionOutcome::unusable(&[*fatal], &Nowhere, &plan.reporter);
            return Ok((report(&[outcome], &plan.reporter, file), SourceFiles::default()));
        }
    };
    let progress = Progress::start(plan.jobs.len(), plan.reporter.is_chatty());
    let mut outcomes: Vec<ConversionOutcome> = pool.install(|| {
        plan.jobs
            .par_iter()
            .map(|job| {
                let outcome = convert(job, plan, &progress);
                progress.step();
                outcome
            })
            .collect()
    });
    progress.finish();
    // The files that inputs refer to are known only after all inputs are read.
    let read = SourceFiles::all(outcomes.iter_mut().map(|outcome| std::mem::take(&mut outcome.read)));
    let publish = |mut outcome: ConversionOutcome| {
        let failed = outcome.publish(&read, &plan.reporter);
        std::iter::once(outcome).chain(failed)
    };
    let mut outcomes: Vec<ConversionOutcome> = outcomes.into_iter().flat_map(publish).collect();
    drop(turns);
    let held: Vec<&[Diagnostic]> = outcomes.iter().map(|outcome| outcome.held.as_slice()).collect();
    let unmatched = plan.shared_rules.unmatched(&held);
    outcomes.extend(ConversionOutcome::of_shared_rules(unmatched, &plan.reporter));
    Ok((report(&outcomes, &plan.reporter, file), read))
}

/// Converts the sources of one job. The report is rendered here because the documents are dropped at the end.
fn convert(job: &ConversionJob, plan: &RunPlan, progress: &Progress) -> ConversionOutcome {
    let options = &job.options;
    let is_stdin = job.sources.iter().any(|source| source.input == Input::Stdin);
    let access = Access {
        outside: options.allow_outside,
        network: options.allow_net,
        base: if is_stdin { options.base.clone() } else { None },
        headers: job.headers.clone(),
    };
    let sources = Sources::new(access, options.limits.clone());
    let sink = Sink::bounded(options.limits.diagnostics);
    let mut totals = RunTotals { inputs: 1, ..RunTotals::default() };
    let parts: Vec<DescriptionPart<'_>> = job.sources.iter().map(InputSource::part).collect();
    let converted = lock_file::locked(options, job.lock.as_deref())
        .and_then(|options| Ok((apimint::convert_parts(&sources, &parts, &options, &sink)?, options)));
    let read = SourceFiles::by(&sources);
    let done = converted.and_then(|(mut manifest, options)| {
        if job.several.split_by == Some(SplitArgument::Tag) {
            manifest.group_by_tag();
        }
        if job.destination == Destination::Stdout {
            // Standard output and standard error may be the same terminal.
            progress.finish();
        }
        if manifest.is_withheld() {
            return Ok((0, PageLengths::default(), Vec::new()));
        }
        // The lock is opened first, so that no manifest is written without its lock.
        let names = options.lock.as_ref().map(|lock| manifest.lock(lock));
        let lock = match (&job.lock, &options.lock, &names) {
            (Some(path), Some(before), Some(now)) => lock_file::open(path, before, now, plan.check, &sink)?,
            _ => None,
        };
        let (lengths, mut filled) = write(job, plan, &manifest, &read, &sink)?;
        filled.extend(write_map(job, plan, &manifest, &read, &sink)?);
        if let (Some(lock), Some(names)) = (lock, &names) {
            filled.push(lock.fill(names, u64::MAX)?);
        }
        if job.max_tokens.is_some() || plan.reporter.is_chatty() {
            totals.seen = Some(manifest.seen_bytes());
        }
        if let (Some(most), Some(seen)) = (job.max_tokens, totals.seen) {
            report_tokens(seen, most, &sink);
        }
        let what = match (job.several.page_size, job.several.split_by) {
            (Some(_), _) => "the longest page",
            (None, Some(_)) => "the longest list",
            (None, None) => "the list",
        };
        if let Some(warning) = too_long(what, lengths.longest) {
            let help = format!("{} --page-size splits the list into pages.", manifest.remedies());
            sink.push(warning.help(help));
        }
        totals.cut_outputs = manifest.cuts().outputs.schemas;
        totals.strict = manifest.strict_count();
        let tools = manifest.tool_count();
        if plan.jobs.len() == 1 && !plan.is_repeated {
            // The program is about to end, and freeing the memory piece by piece takes time.
            std::mem::forget(manifest);
        }
        Ok((tools, lengths, filled))
    });
    let allowances = sink.allowances();
    let mut diagnostics = sink.into_diagnostics();
    let held = plan.shared_rules.hold(&mut diagnostics);
    // Counted before `allow` removes diagnostics: tools are left out whether or not that is shown.
    totals.left_out = diagnostics.iter().filter(|diagnostic| diagnostic.code.removes_a_tool()).count();
    plan.reporter.level(&mut diagnostics, &allowances);
    if let ([first, ..], true) = (job.sources.as_slice(), plan.jobs.len() > 1) {
        name_input(&mut diagnostics, &first.input);
    }
    let mut filled = Vec::new();
    let done = done.map(|(tools, lengths, files)| {
        totals.bytes = lengths.all;
        totals.files = job.destination != Destination::Stdout && !plan.check;
        filled = files;
        tools
    });
    ConversionOutcome {
        held,
        filled,
        read,
        ..ConversionOutcome::new(done, diagnostics, totals, &sources, &plan.reporter)
    }
}

/// Writes the manifest to a temporary file beside its destination, or compares it with the file on disk.
fn write(
    job: &ConversionJob,
    plan: &RunPlan,
    manifest: &Manifest,
    read: &SourceFiles,
    sink: &Sink,
) -> Result<(PageLengths, Vec<FilledFile>), Fatal> {
    let most = job.options.limits.output_bytes;
    match (&job.destination, job.several.page_size) {
        (Destination::File(path), page_size) if job.several.split_by == Some(SplitArgument::Tag) => {
            let files = TagFiles { whole: path, page_size };
            if plan.check {
                files.compare(manifest, sink).map(|lengths| (lengths, Vec::new()))
            } else {
                files.write(manifest, most, read, sink)
            }
        }
        (Destination::File(path), Some(size)) => {
            let (files, pages) = (PageFiles { whole: path }, manifest.pages(size));
            if plan.check {
                files.compare(&pages, sink).map(|lengths| (lengths, Vec::new()))
            } else {
                files.write(&pages, most, read, sink)
            }
        }
        (Destination::File(path), None) if plan.check => {
            let (bytes, stale) = compare_manifest::compare(manifest, path)?;
            if let Some(stale) = stale {
                sink.push(stale);
            }
            Ok((PageLengths::one(bytes), Vec::new()))
        }
        (destination, _) => {
            destination.refuse_overwriting(read, "manifest")?;
            let filled = destination.open("manifest")?.fill(manifest, most)?;
            Ok((PageLengths::one(filled.bytes), vec![filled]))
        }
    }
}

/// Writes the side table of a list for a model API, or compares it with the file on disk.
fn write_map(
    job: &ConversionJob,
    plan: &RunPlan,
    manifest: &Manifest,
    read: &SourceFiles,
    sink: &Sink,
) -> Result<Option<FilledFile>, Fatal> {
    let Some(path) = map_path(&job.destination, &job.options) else { return Ok(None) };
    let map = MapOf(manifest);
    if plan.check {
        if let (_, Some(stale)) = compare_manifest::compare(&map, &path)? {
            sink.push(stale);
        }
        return Ok(None);
    }
    let destination = Destination::File(path);
    destination.refuse_overwriting(read, "side table")?;
    destination.open("side table")?.fill(&map, job.options.limits.output_bytes).map(Some)
}

/// Reports a list that takes more tokens than `--max-tokens`.
fn report_tokens(seen: u64, most: u64, sink: &Sink) {
    let tokens = inspect::tokens(seen);
    if tokens > most {
        let message = format!("a model reads about {tokens} tokens of the tools; --max-tokens is {most}");
        sink.push(Diagnostic::new(Code::TooManyTokens, message));
    }
}
