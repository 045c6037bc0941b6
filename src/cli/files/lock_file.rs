//! `--lock`: the file that keeps the names under which tools were published.

use std::borrow::Cow;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use apimint::diagnostic::{Code, Diagnostic, Fatal, Sink};
use apimint::{Lock, Options};

use super::destination::{Destination, OpenDestination};

/// The options of a conversion, with the names that its lock keeps; none if there is no such file yet.
pub(crate) fn locked<'o>(options: &'o Options, lock: Option<&Path>) -> Result<Cow<'o, Options>, Fatal> {
    let Some(path) = lock else { return Ok(Cow::Borrowed(options)) };
    Ok(Cow::Owned(Options { lock: Some(read(path)?), ..options.clone() }))
}

fn read(path: &Path) -> Result<Lock, Fatal> {
    let name = path.display().to_string();
    let (problem, help) = match fs::read_to_string(path) {
        Ok(text) => match Lock::parse(&text) {
            Ok(lock) => return Ok(lock),
            Err(error) => {
                (format!("`{name}` is no lock: {error}"), "Correct it, or take an earlier version of it.")
            }
        },
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Lock::default()),
        Err(error) if error.kind() == ErrorKind::InvalidData => {
            (format!("`{name}` is no lock: it is not in UTF-8"), "Check that this is the file that is meant.")
        }
        Err(error) => (format!("`{name}` could not be read: {error}"), "Check the path and its permissions."),
    };
    Err(Box::new(Diagnostic::new(Code::Unreadable, problem).in_text(name, None, None).help(help)))
}

/// Makes sure that the names that are published now can be written, unless they are there already. Where they are only
/// compared, a difference is reported.
pub(crate) fn open(
    path: &Path,
    before: &Lock,
    now: &Lock,
    check: bool,
    sink: &Sink,
) -> Result<Option<OpenDestination>, Fatal> {
    let is_there = path.exists();
    if is_there && before == now {
        return Ok(None);
    }
    if check {
        let file = path.display().to_string();
        let what = if is_there { "names are missing in it" } else { "it does not exist" };
        let message = format!("`{file}` is not what the input becomes: {what}");
        sink.push(Diagnostic::new(Code::Stale, message).in_text(file, None, None));
        return Ok(None);
    }
    Destination::File { path: path.to_owned(), make_parent: false }.open("lock").map(Some)
}
