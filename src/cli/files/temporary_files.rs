//! Temporary files, which are removed if the program is interrupted.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::NamedTempFile;

/// The temporary files that exist.
static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn unfinished() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Creates a temporary file that is removed if the program is interrupted.
pub(crate) fn begin(make: impl FnOnce() -> io::Result<NamedTempFile>) -> io::Result<NamedTempFile> {
    // The lock makes an interruption wait until the file is in the set.
    let mut unfinished = unfinished();
    let file = make()?;
    unfinished.insert(file.path().to_owned());
    Ok(file)
}

/// Renames or removes a temporary file, and forgets it.
pub(crate) fn end<T>(path: &Path, finish: impl FnOnce() -> T) -> T {
    let mut unfinished = unfinished();
    let done = finish();
    unfinished.remove(path);
    done
}

/// Removes the files on Ctrl-C or SIGTERM, and then ends the program with that signal.
#[cfg(unix)]
pub(crate) fn watch() {
    use std::sync::atomic::AtomicBool;
    use std::sync::{Arc, Once};
    use std::{fs, thread};

    use signal_hook::consts::{SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::flag;
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    static WATCHING: Once = Once::new();
    WATCHING.call_once(|| {
        // Exceeding the largest file size becomes an error of writing instead of a signal.
        let _ = flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
        let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else { return };
        let wait = move || {
            for signal in signals.forever() {
                // The lock is held to the end, so that no other file is created.
                let unfinished = unfinished();
                for path in unfinished.iter() {
                    let _ = fs::remove_file(path);
                }
                let _ = emulate_default_handler(signal);
            }
        };
        let _ = thread::Builder::new().name("signals".to_owned()).spawn(wait);
    });
}

/// Does nothing: other systems have no such signals.
#[cfg(not(unix))]
pub(crate) fn watch() {}
