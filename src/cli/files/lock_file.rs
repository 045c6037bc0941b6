//! `--lock`: the file with the names of published tools.

use std::borrow::Cow;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use apimint::diagnostic::{Code, Diagnostic, Fatal, Sink};
use apimint::{Lock, Options};

use super::destination::{Destination, OpenDestination};
use super::line_ends::other_line_ends;

/// Adds the names in the lock to the options. A missing file has no names.
pub(crate) fn locked<'o>(options: &'o Options, lock: Option<&Path>) -> Result<Cow<'o, Options>, Fatal> {
    let Some(path) = lock else { return Ok(Cow::Borrowed(options)) };
    Ok(Cow::Owned(Options { lock: Some(read(path)?), ..options.clone() }))
}

fn read(path: &Path) -> Result<Lock, Fatal> {
    let name = path.display().to_string();
    let (problem, help) = match fs::read_to_string(path) {
        Ok(text) => match Lock::parse(&text) {
            Ok(lock) => return Ok(lock),
            Err(error) => (
                format!("`{name}` is not a lock file: {error}"),
                "Correct it, or restore an earlier version.",
            ),
        },
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Lock::default()),
        Err(error) if error.kind() == ErrorKind::InvalidData => {
            (format!("`{name}` is not a lock file: it is not UTF-8"), "Check the name of the file.")
        }
        Err(error) => (format!("`{name}` could not be read: {error}"), "Check the path and its permissions."),
    };
    Err(Box::new(Diagnostic::new(Code::Unreadable, problem).in_text(name, None, None).help(help)))
}

/// Opens the lock if names have to be added to it. With `check`, missing names are reported instead.
pub(crate) fn open(
    path: &Path,
    before: &Lock,
    now: &Lock,
    check: bool,
    sink: &Sink,
) -> Result<Option<OpenDestination>, Fatal> {
    let is_there = path.exists();
    if is_there && before == now {
        // Names count, and not bytes.
        if check && fs::read(path).is_ok_and(|text| text.windows(2).any(|end| end == b"\r\n")) {
            sink.push(other_line_ends(path));
        }
        return Ok(None);
    }
    if check {
        let file = path.display().to_string();
        let what = if is_there { "it lacks names of tools" } else { "it does not exist" };
        let message = format!("`{file}` is out of date: {what}");
        sink.push(Diagnostic::new(Code::Stale, message).in_text(file, None, None));
        return Ok(None);
    }
    Destination::File(path.to_owned()).open("lock").map(Some)
}
