//! Runs with one lock take turns: another one that read the lock before it was replaced would lose names.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use apimint::diagnostic::{Code, Diagnostic, Fatal};

use super::parent_directory::create_parent;
use super::path_identity::identity;
use super::temporary_files;

/// The time between two attempts.
const PAUSE: Duration = Duration::from_millis(20);

/// The turn of this run, which ends when the value is dropped. A file beside the lock is locked, since the lock itself is replaced
/// by another file.
#[derive(Debug)]
pub(crate) struct LockTurn {
    path: PathBuf,
    /// Unlocked when it is closed.
    _file: File,
}

impl LockTurn {
    /// Waits for the turns with these locks. The order is the same in every run, so that no two runs wait for each other.
    pub(crate) fn wait_for_all<'l>(locks: impl Iterator<Item = (&'l Path, u64)>) -> Result<Vec<Self>, Fatal> {
        let mut locks: Vec<(PathBuf, &Path, u64)> =
            locks.map(|(lock, seconds)| (identity(lock), lock, seconds)).collect();
        locks.sort();
        locks.dedup_by(|one, other| one.0 == other.0);
        let turns = locks.iter().map(|(real, lock, seconds)| Self::wait(real, lock, *seconds));
        Ok(turns.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
    }

    /// Waits for the turn with a lock. There is none if no file can be made or locked beside it: then the lock cannot be replaced
    /// either, or the file system has no locks.
    fn wait(real: &Path, lock: &Path, seconds: u64) -> Result<Option<Self>, Fatal> {
        temporary_files::watch();
        // The lock will be written there. If that is not possible, the attempt below fails too.
        let _ = create_parent(lock, real);
        let mut name = OsString::from(".apimint-");
        name.push(real.file_name().unwrap_or_default());
        let path = real.with_file_name(name);
        let begin = Instant::now();
        loop {
            match temporary_files::begin_at(&path, || try_once(&path)) {
                Ok(Some(file)) => return Ok(Some(Self { path, _file: file })),
                Ok(None) if begin.elapsed() >= Duration::from_secs(seconds) => {
                    return Err(in_use(lock, seconds));
                }
                Ok(None) => thread::sleep(PAUSE),
                Err(_) => return Ok(None),
            }
        }
    }
}

impl Drop for LockTurn {
    fn drop(&mut self) {
        temporary_files::end(&self.path, || remove(&self.path));
    }
}

/// Creates and locks the file, unless another run has it.
fn try_once(path: &Path) -> io::Result<Option<File>> {
    let opened = File::options().write(true).create(true).truncate(false).open(path);
    let file = match opened {
        // That of another user can be locked too.
        Err(error) if error.kind() == ErrorKind::PermissionDenied => File::open(path)?,
        opened => opened?,
    };
    match file.try_lock() {
        Ok(()) => Ok(is_at(&file, path).then_some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => {
            remove(path);
            Err(error)
        }
    }
}

/// Returns false if the run before removed the file after it was opened.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;

    let same = |one: fs::Metadata, other: fs::Metadata| (one.dev(), one.ino()) == (other.dev(), other.ino());
    file.metadata().is_ok_and(|one| fs::metadata(path).is_ok_and(|other| same(one, other)))
}

#[cfg(unix)]
fn remove(path: &Path) {
    let _ = fs::remove_file(path);
}

/// On other systems, the file stays.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

#[cfg(not(unix))]
fn remove(_: &Path) {}

fn in_use(lock: &Path, seconds: u64) -> Fatal {
    let name = lock.display().to_string();
    let message =
        format!("another run uses `{name}`, and has not finished within {seconds} s; nothing is written");
    let diagnostic = Diagnostic::new(Code::Unwritable, message).in_text(name, None, None);
    Box::new(diagnostic.help("Run the command again, or wait longer with --limit lock_seconds=N."))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// A run that waits may open the file right before the other run removes it.
    #[test]
    fn a_removed_file_is_nobodys_turn() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a");
        let opened = File::create(&path).unwrap();
        assert!(is_at(&opened, &path));
        fs::remove_file(&path).unwrap();
        assert!(!is_at(&opened, &path));
        let other = try_once(&path).unwrap().unwrap();
        assert!(!is_at(&opened, &path) && is_at(&other, &path));
        assert!(try_once(&path).unwrap().is_none());
    }
}
