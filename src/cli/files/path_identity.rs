//! Paths that name the same file.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

/// Links followed from an output to the file it stands for; more are a loop.
const LINKS: usize = 40;

/// Whether two paths name one file that is there.
pub(crate) fn same_file(one: &Path, other: &Path) -> bool {
    let real = |path| fs::canonicalize(path).ok();
    real(one).is_some_and(|one| real(other) == Some(one))
}

/// A path that all names of a file have in common, also of one that is not there yet: what of it is there is without links.
pub(crate) fn identity(path: &Path) -> PathBuf {
    let target = follow_links(path).unwrap_or_else(|_| path.to_owned());
    let absolute = std::path::absolute(&target).unwrap_or(target);
    let real = absolute.ancestors().find_map(|above| {
        let rest = absolute.strip_prefix(above).ok()?;
        Some(fs::canonicalize(above).ok()?.join(rest))
    });
    path_key(&real.unwrap_or(absolute))
}

/// The path without `.`, and without `..` where that is plain. Links are not followed: two names of one
/// file are two inputs.
pub(crate) fn path_key(path: &Path) -> PathBuf {
    let mut key = PathBuf::new();
    for component in std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).components() {
        match component {
            Component::ParentDir => {
                key.pop();
            }
            other => key.push(other),
        }
    }
    key
}

/// The file that a chain of symbolic links ends at, whether it is there or not: the link is to stay.
pub(crate) fn follow_links(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..LINKS {
        match fs::read_link(&target) {
            // A relative link counts from where it stands; an absolute one replaces all of the path.
            Ok(next) => target = target.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(target),
        }
    }
    Err(io::Error::other("too many levels of symbolic links"))
}
