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

/// Makes a temporary file at a path, which is removed if the program is interrupted.
pub(crate) fn begin_at<T>(
    path: &Path,
    make: impl FnOnce() -> io::Result<Option<T>>,
) -> io::Result<Option<T>> {
    let mut unfinished = unfinished();
    let file = make()?;
    if file.is_some() {
        unfinished.insert(path.to_owned());
    }
    Ok(file)
}

/// Renames or removes a temporary file, and forgets it.
pub(crate) fn end<T>(path: &Path, finish: impl FnOnce() -> T) -> T {
    let mut unfinished = unfinished();
    let done = finish();
    unfinished.remove(path);
    done
}

/// Removes the files when a signal ends the program: Ctrl-C, Ctrl-\, a closed terminal, SIGTERM. The program then ends with that
/// signal. SIGPIPE never arrives, since the standard library ignores it; writing fails instead.
#[cfg(unix)]
pub(crate) fn watch() {
    use std::sync::atomic::AtomicBool;
    use std::sync::{Arc, Once};
    use std::{fs, thread};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ};
    use signal_hook::flag;
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    static WATCHING: Once = Once::new();
    WATCHING.call_once(|| {
        // Exceeding the largest file size becomes an error of writing instead of a signal.
        let _ = flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
        let Ok(mut signals) = Signals::new(heeded([SIGHUP, SIGINT, SIGQUIT, SIGTERM])) else { return };
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

/// Returns the signals that the caller of the program does not ignore: `nohup` ignores SIGHUP, and a shell SIGINT and SIGQUIT of
/// jobs in the background. Only Linux says it.
#[cfg(unix)]
fn heeded<const N: usize>(signals: [i32; N]) -> impl Iterator<Item = i32> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored =
        status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    let ignored = ignored.unwrap_or_default();
    signals.into_iter().filter(move |signal| ignored >> (signal - 1) & 1 == 0)
}

/// Does nothing: other systems have no such signals.
#[cfg(not(unix))]
pub(crate) fn watch() {}
