//! The files of a run: what it writes replaces nothing that it reads, and nothing else that it writes.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs;
use std::path::{Component, Path, PathBuf};

use apimint::source::Input;

use super::output::{Destination, follow_links};

/// Files, and what each is in the run, for messages.
#[derive(Debug, Default)]
pub(super) struct TouchedFiles {
    read: Vec<(&'static str, PathBuf)>,
    written: Vec<(&'static str, PathBuf)>,
}

impl TouchedFiles {
    /// Of inputs, those that are files are read.
    pub(super) fn inputs<'i>(inputs: impl IntoIterator<Item = &'i Input>) -> Self {
        let files = inputs.into_iter().filter_map(|input| match input {
            Input::File(path) => Some(("input", path.clone())),
            Input::Stdin | Input::Url(_) | Input::Bytes { .. } => None,
        });
        Self { read: files.collect(), written: Vec::new() }
    }

    /// One more file that is read.
    pub(super) fn reading(mut self, what: &'static str, path: Option<&Path>) -> Self {
        self.read.extend(path.map(|path| (what, path.to_owned())));
        self
    }

    /// One more file that is written.
    pub(super) fn writing(mut self, what: &'static str, path: Option<&Path>) -> Self {
        self.written.extend(path.map(|path| (what, path.to_owned())));
        self
    }

    /// The same for what may go to standard output.
    pub(super) fn writing_to(self, what: &'static str, destination: &Destination) -> Self {
        match destination {
            Destination::Stdout => self,
            Destination::File { path, .. } => self.writing(what, Some(path)),
        }
    }

    /// Makes sure that nothing gets lost, or says what would.
    pub(super) fn are_apart(&self) -> Result<(), String> {
        let mut known: HashMap<PathBuf, (&str, &Path)> =
            self.read.iter().map(|(what, path)| (identity(path), (*what, path.as_path()))).collect();
        for (what, path) in self.written.iter().filter(|(_, path)| can_be_replaced(path)) {
            match known.entry(identity(path)) {
                Entry::Vacant(vacant) => {
                    vacant.insert((what, path));
                }
                Entry::Occupied(other) => {
                    let (other, kept) = *other.get();
                    return Err(if other == *what {
                        format!("{} is to be written twice", path.display())
                    } else {
                        format!("the {what} would overwrite the {other} {}", kept.display())
                    });
                }
            }
        }
        Ok(())
    }
}

/// Whether two paths name one file that is there.
pub(super) fn same_file(one: &Path, other: &Path) -> bool {
    let real = |path| fs::canonicalize(path).ok();
    real(one).is_some_and(|one| real(other) == Some(one))
}

/// A path that all names of a file have in common, also of one that is not there yet: what of it is there is without links.
pub(super) fn identity(path: &Path) -> PathBuf {
    let target = follow_links(path).unwrap_or_else(|_| path.to_owned());
    let absolute = std::path::absolute(&target).unwrap_or(target);
    let real = absolute.ancestors().find_map(|above| {
        let rest = absolute.strip_prefix(above).ok()?;
        Some(fs::canonicalize(above).ok()?.join(rest))
    });
    path_key(&real.unwrap_or(absolute))
}

/// Whether writing to a path puts another file there, which it does not with a pipe or a device.
fn can_be_replaced(path: &Path) -> bool {
    fs::metadata(path).map_or(true, |metadata| metadata.is_file() || metadata.is_dir())
}

/// The path without `.`, and without `..` where that is plain. Links are not followed: two names of one
/// file are two inputs.
pub(super) fn path_key(path: &Path) -> PathBuf {
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
