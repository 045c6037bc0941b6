//! `--watch`: converts again whenever a file that was read has changed.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant, SystemTime};

use apimint::source::Input;
use clap::error::ErrorKind;
use notify::event::ModifyKind;
use notify::{Event, EventKind, RecursiveMode, Watcher};

use super::conversion::RunPlan;
use crate::cli::arguments::usage_error;
use crate::cli::exit::Exit;
use crate::cli::files::path_identity::{identity, path_key};
use crate::cli::files::source_files::SourceFiles;

/// The time without a change of any file before the next run: editors and version control write several files, in several
/// steps.
const QUIET: Duration = Duration::from_millis(100);

/// The largest delay of a file's modification time against the clock: file systems note the time of the last tick.
const TICK: Duration = Duration::from_millis(20);

/// The files that a run depends on.
#[derive(Debug, Default)]
pub(super) struct WatchedFiles(BTreeSet<PathBuf>);

impl WatchedFiles {
    /// Adds a file, which need not exist, and the file that a link leads to.
    pub(super) fn add(&mut self, path: &Path) {
        self.0.extend([path_key(path), identity(path)]);
    }

    /// Adds the files that a plan names: sources and overlays.
    pub(super) fn add_sources(&mut self, plan: &RunPlan) {
        for job in &plan.jobs {
            let own = job.sources.iter().filter_map(|source| source.options.as_ref());
            let overlays = own.chain([&job.options]).flat_map(|options| &options.overlays);
            for input in job.sources.iter().map(|source| &source.input).chain(overlays) {
                if let Input::File(path) = input {
                    self.add(path);
                }
            }
        }
    }

    /// Adds the files that descriptions were read from.
    pub(super) fn add_read(&mut self, read: SourceFiles) {
        self.0.extend(read.paths());
    }

    /// Returns the nearest directory of each file that exists, and the one above, in which it can be replaced. Directories are
    /// watched, since editors replace files.
    fn directories(&self) -> BTreeSet<&Path> {
        let mut directories = BTreeSet::new();
        for file in &self.0 {
            let above = file.ancestors().skip(1);
            directories.extend(above.skip_while(|directory| !directory.is_dir()).take(2));
        }
        directories
    }

    /// Returns the first path of an event that concerns a file. A directory that is new, or has another name, may hold files.
    fn concerned<'e>(&self, event: &'e Event) -> Option<&'e Path> {
        let replaces = match event.kind {
            // Reading a file is an event too.
            EventKind::Access(_) => return None,
            EventKind::Create(_) | EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_)) => true,
            _ => false,
        };
        let is_above = |path: &Path| replaces && self.0.iter().any(|file| file.starts_with(path));
        event.paths.iter().map(PathBuf::as_path).find(|path| self.0.contains(*path) || is_above(path))
    }

    /// Returns a file that was changed after a point in time. A time in the future is no change.
    fn changed_since(&self, time: SystemTime) -> Option<&Path> {
        let since = time.checked_sub(TICK).unwrap_or(time)..SystemTime::now();
        let is_newer = |path: &&PathBuf| {
            path.metadata()
                .and_then(|metadata| metadata.modified())
                .is_ok_and(|modified| since.contains(&modified))
        };
        self.0.iter().find(is_newer).map(PathBuf::as_path)
    }
}

/// Runs a conversion, and again for each change, until the process is ended. `run` adds the files that it depends on, also if
/// it fails. Ends only with an error in the arguments of the first run, or if nothing can be watched.
pub(super) fn repeat(
    subcommand: &str,
    is_chatty: bool,
    mut run: impl FnMut(&mut WatchedFiles) -> Result<Exit, clap::Error>,
) -> Result<Infallible, clap::Error> {
    let unwatched = |error: &dyn std::fmt::Display| {
        usage_error(subcommand, ErrorKind::Io, format_args!("files cannot be watched: {error}"))
    };
    let (sender, events) = mpsc::channel();
    let mut watcher = notify::recommended_watcher(sender).map_err(|error| unwatched(&error))?;
    let mut directories: BTreeSet<PathBuf> = BTreeSet::new();
    let mut is_first = true;
    loop {
        let (started, mut files) = (SystemTime::now(), WatchedFiles::default());
        match run(&mut files) {
            Err(error) if is_first => return Err(error),
            // The configuration may have become wrong.
            Err(error) => _ = crate::cli::say(&error),
            Ok(_) => {}
        }
        is_first = false;
        // A directory may have become another one of its name.
        for directory in std::mem::take(&mut directories) {
            let _ = watcher.unwatch(&directory);
        }
        let mut failed = None;
        for directory in files.directories() {
            // Not everybody may read a directory above.
            match watcher.watch(directory, RecursiveMode::NonRecursive) {
                Ok(()) => _ = directories.insert(directory.to_owned()),
                Err(error) => failed = Some(error),
            }
        }
        if let Some(error) = failed.filter(|_| directories.is_empty()) {
            return Err(unwatched(&error));
        }
        if is_chatty {
            let _ = writeln!(io::stderr().lock(), "waiting for changes; Ctrl-C ends");
        }
        // What changed before its directory was watched has no event.
        let changed = match files.changed_since(started) {
            Some(path) => path.to_owned(),
            None => next_change(&files, &events).ok_or_else(|| unwatched(&"the watcher has ended"))?,
        };
        wait_for_quiet(&files, &events);
        if is_chatty {
            let shown = std::env::current_dir()
                .ok()
                .and_then(|here| changed.strip_prefix(here).ok())
                .unwrap_or(&changed);
            let _ = writeln!(io::stderr().lock(), "\n{} has changed", shown.display());
        }
    }
}

/// Waits for a change of a file. Returns none if there will be no more.
fn next_change(files: &WatchedFiles, events: &Receiver<notify::Result<Event>>) -> Option<PathBuf> {
    loop {
        // An error is the loss of events, or of a directory; what follows is seen.
        if let Ok(event) = events.recv().ok()?
            && let Some(path) = files.concerned(&event)
        {
            return Some(path.to_owned());
        }
    }
}

/// Waits until the files have not changed for a while. Other files of their directories may always change.
fn wait_for_quiet(files: &WatchedFiles, events: &Receiver<notify::Result<Event>>) {
    let mut end = Instant::now() + QUIET;
    while let Ok(event) = events.recv_timeout(end.saturating_duration_since(Instant::now())) {
        if event.is_ok_and(|event| files.concerned(&event).is_some()) {
            end = Instant::now() + QUIET;
        }
    }
}
