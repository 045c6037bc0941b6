//! Paths that name the same file.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

/// The largest number of symbolic links that are followed; more are a loop.
const LINKS: usize = 40;

/// Returns true if two paths name the same existing file.
pub(crate) fn same_file(one: &Path, other: &Path) -> bool {
    let real = |path| fs::canonicalize(path).ok();
    real(one).is_some_and(|one| real(other) == Some(one))
}

/// Returns the canonical path of a file that may not exist yet: links in the existing part are resolved.
pub(crate) fn identity(path: &Path) -> PathBuf {
    let target = follow_links(path).unwrap_or_else(|_| path.to_owned());
    let absolute = std::path::absolute(&target).unwrap_or(target);
    let real = absolute.ancestors().find_map(|above| {
        let rest = absolute.strip_prefix(above).ok()?;
        Some(fs::canonicalize(above).ok()?.join(rest))
    });
    path_key(&real.unwrap_or(absolute))
}

/// Returns an absolute path without `.` and `..`. Links are not followed: two names of one file are two inputs.
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

/// Follows symbolic links to a file, which may not exist. Writing there keeps the link.
pub(crate) fn follow_links(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..LINKS {
        match fs::read_link(&target) {
            // A relative link starts at its own directory; joining an absolute one replaces the whole path.
            Ok(next) => target = target.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(target),
        }
    }
    Err(io::Error::other("too many levels of symbolic links"))
}
