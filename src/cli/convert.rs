//! `apimint convert`: runs every job of a plan, side by side, and reports in the order of the inputs.

use std::path::Path;

use apimint::client_limits::MESSAGE_BYTES;
use apimint::diagnostic::{Code, Diagnostic, Fatal, Sink};
use apimint::source::{Access, Input, Sources};
use apimint::{DescriptionPart, Manifest, inspect};
use rayon::prelude::*;

use super::Exit;
use super::arguments::ConvertArguments;
use super::config::TypedOptions;
use super::input::InputSource;
use super::outcome::{ConversionOutcome, name_input, report};
use super::output::{Destination, FilledFile, SourceFiles};
use super::pages::{PageFiles, PageLengths};
use super::plan::{ConversionJob, RunPlan, settings};
use super::progress::Progress;
use super::totals::RunTotals;
use super::{configured, lock, stale, threads, usage_error};

/// Stack of each thread that converts. Documents may nest 128 levels, and a debug build may take tens of
/// kilobytes a level; the system gives memory only for what is used.
pub(super) const STACK_BYTES: usize = 64 << 20;

/// Converts every input, and says how it went.
pub(super) fn run(arguments: &ConvertArguments, typed: &TypedOptions) -> Result<Exit, clap::Error> {
    let config = match &arguments.config {
        None => None,
        Some(file) => match configured::read(file, typed, settings(arguments), "convert", &arguments.report)?
        {
            Ok(config) => Some(config),
            Err(exit) => return Ok(exit),
        },
    };
    run_plan(&RunPlan::new(arguments, config.as_ref())?, "convert")
}

/// Does what was planned, and says how it went.
pub(super) fn run_plan(plan: &RunPlan, subcommand: &str) -> Result<Exit, clap::Error> {
    let pool = threads(subcommand)?;
    let beside = |path: &Path| {
        let same = |job: &ConversionJob| {
            matches!(&job.destination, Destination::File { path: manifest, make_parent: true }
                if manifest.parent() == path.parent())
        };
        plan.jobs.iter().any(same)
    };
    let file = plan
        .reporter
        .open(plan.reporter.file().is_some_and(beside))
        .map_err(|fatal| usage_error(subcommand, clap::error::ErrorKind::Io, fatal.message))?;
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
    // Only now it is known which files all the inputs refer to.
    let read = SourceFiles::all(outcomes.iter_mut().map(|outcome| std::mem::take(&mut outcome.read)));
    let publish = |mut outcome: ConversionOutcome| {
        let failed = outcome.publish(&read, &plan.reporter);
        std::iter::once(outcome).chain(failed)
    };
    let mut outcomes: Vec<ConversionOutcome> = outcomes.into_iter().flat_map(publish).collect();
    let held: Vec<&[Diagnostic]> = outcomes.iter().map(|outcome| outcome.held.as_slice()).collect();
    let unmatched = plan.shared_rules.unmatched(&held);
    outcomes.extend(ConversionOutcome::of_shared_rules(unmatched, &plan.reporter));
    Ok(report(&outcomes, &plan.reporter, file))
}

/// Converts one input. Its documents live no longer than this, so its report is rendered here.
fn convert(job: &ConversionJob, plan: &RunPlan, progress: &Progress) -> ConversionOutcome {
    let options = &job.options;
    let is_stdin = job.sources.iter().any(|source| source.input == Input::Stdin);
    let access = Access {
        outside: options.allow_outside,
        network: options.allow_net,
        base: if is_stdin { options.base.clone() } else { None },
    };
    let sources = Sources::new(access, options.limits.clone());
    let sink = Sink::bounded(options.limits.diagnostics);
    let mut totals = RunTotals { inputs: 1, ..RunTotals::default() };
    let mut read = SourceFiles::default();
    let parts: Vec<DescriptionPart<'_>> = job.sources.iter().map(InputSource::part).collect();
    let done = lock::locked(options, job.lock.as_deref()).and_then(|options| {
        let manifest = apimint::convert_parts(&sources, &parts, &options, &sink)?;
        if job.destination != Destination::Stdout || job.lock.is_some() {
            read = SourceFiles::by(&sources);
        }
        if job.destination == Destination::Stdout {
            // Both may be one terminal.
            progress.finish();
        }
        // Before the manifest is there, so that it is not there without its lock.
        let names = options.lock.as_ref().map(|lock| manifest.lock(lock));
        let lock = match (&job.lock, &options.lock, &names) {
            (Some(path), Some(before), Some(now)) => lock::open(path, before, now, plan.check, &sink)?,
            _ => None,
        };
        let (lengths, mut filled) = write(job, plan, &manifest, &read, &sink)?;
        if let (Some(lock), Some(names)) = (lock, &names) {
            filled.push(lock.fill(names, u64::MAX)?);
        }
        if job.max_tokens.is_some() || plan.reporter.is_chatty() {
            totals.seen = Some(manifest.seen_bytes());
        }
        if let (Some(most), Some(seen)) = (job.max_tokens, totals.seen) {
            report_tokens(seen, most, &sink);
        }
        let tools = manifest.tool_count();
        if plan.jobs.len() == 1 {
            // The program is about to end: nobody needs the memory, and giving it back piece by piece takes time.
            std::mem::forget(manifest);
        }
        Ok((tools, lengths, filled))
    });
    if let Ok((_, lengths, _)) = &done {
        report_length(lengths.longest, plan.page_size.is_some(), &sink);
    }
    let allowances = sink.allowances();
    let mut diagnostics = sink.into_diagnostics();
    let held = plan.shared_rules.hold(&mut diagnostics);
    // Before any is allowed: what is left out is left out, whether it is shown or not.
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

/// Writes the manifest beside where it goes, or compares it with what is there.
fn write(
    job: &ConversionJob,
    plan: &RunPlan,
    manifest: &Manifest,
    read: &SourceFiles,
    sink: &Sink,
) -> Result<(PageLengths, Vec<FilledFile>), Fatal> {
    let most = job.options.limits.output_bytes;
    match (&job.destination, plan.page_size) {
        (Destination::File { path, .. }, Some(size)) => {
            let files = PageFiles { whole: path, size };
            if plan.check {
                files.compare(manifest, sink).map(|lengths| (lengths, Vec::new()))
            } else {
                files.write(manifest, most, read, sink)
            }
        }
        (Destination::File { path, .. }, None) if plan.check => {
            let (bytes, stale) = stale::compare(manifest, path)?;
            if let Some(stale) = stale {
                sink.push(stale);
            }
            Ok((PageLengths::one(bytes), Vec::new()))
        }
        (destination, _) => {
            read.refuse_overwriting(destination, "manifest")?;
            let filled = destination.open("manifest")?.fill(manifest, most)?;
            Ok((PageLengths::one(filled.bytes), vec![filled]))
        }
    }
}

/// Warns of a list, or the longest of its pages, that is too long for one message. Only when it is written its length is
/// known.
pub(super) fn report_length(bytes: u64, has_pages: bool, sink: &Sink) {
    let limits: Vec<&str> =
        MESSAGE_BYTES.iter().filter(|(limit, _)| bytes > *limit).map(|(_, client)| *client).collect();
    if !limits.is_empty() {
        let what = if has_pages { "the longest page" } else { "the list" };
        let message = format!("{what} has {bytes} bytes; as one message, {}", limits.join(", and "));
        sink.push(Diagnostic::new(Code::LongList, message));
    }
}

/// Warns of tools that take more of what a model can read than was asked for.
fn report_tokens(seen: u64, most: u64, sink: &Sink) {
    let tokens = inspect::tokens(seen);
    if tokens > most {
        let message = format!("a model reads about {tokens} tokens of the tools; --max-tokens is {most}");
        sink.push(Diagnostic::new(Code::TooManyTokens, message));
    }
}
