//! The directory of a file that is written, which is created if it is missing.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use crate::cli::arguments::is_url;

/// Creates the directory of `target`, the file that the typed path leads to, and returns it.
pub(super) fn create_parent<'t>(typed: &Path, target: &'t Path) -> io::Result<&'t Path> {
    // A URL is a valid path. As directories, its host and password would stay on the disk.
    if typed.to_str().is_some_and(is_url) {
        return Err(io::Error::other("it is a URL, and not the path of a file"));
    }
    let directory = match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    match fs::create_dir_all(directory) {
        // A file has the name of the directory.
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(ErrorKind::NotADirectory.into()),
        done => done.map(|()| directory),
    }
}
