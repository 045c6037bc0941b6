//! Temporary files, and what becomes of them when the program is interrupted: nothing half-written is left.

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

/// Makes a temporary file that is removed when the program is interrupted.
pub(crate) fn begin(make: impl FnOnce() -> io::Result<NamedTempFile>) -> io::Result<NamedTempFile> {
    // An interruption waits until it is known that there is a file.
    let mut unfinished = unfinished();
    let file = make()?;
    unfinished.insert(file.path().to_owned());
    Ok(file)
}

/// Gives a temporary file its name, or lets it go: after this it is left alone.
pub(crate) fn end<T>(path: &Path, finish: impl FnOnce() -> T) -> T {
    let mut unfinished = unfinished();
    let done = finish();
    unfinished.remove(path);
    done
}

/// Removes the files when somebody presses Ctrl-C or ends the program, which then ends as it would have.
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
        // A file that may not become so large is an error of writing like any other.
        let _ = flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
        let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else { return };
        let wait = move || {
            for signal in signals.forever() {
                // Held to the end, so that no other file is begun.
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

/// Elsewhere the system has no such signals.
#[cfg(not(unix))]
pub(crate) fn watch() {}
