//! The files of a run: what it writes replaces nothing that it reads, and nothing else that it writes.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs;
use std::path::{Path, PathBuf};

use apimint::source::Input;

use super::destination::Destination;
use super::path_identity::identity;

/// Files, and what each is in the run, for messages.
#[derive(Debug, Default)]
pub(crate) struct TouchedFiles {
    read: Vec<(&'static str, PathBuf)>,
    written: Vec<(&'static str, PathBuf)>,
}

impl TouchedFiles {
    /// Of inputs, those that are files are read.
    pub(crate) fn inputs<'i>(inputs: impl IntoIterator<Item = &'i Input>) -> Self {
        let files = inputs.into_iter().filter_map(|input| match input {
            Input::File(path) => Some(("input", path.clone())),
            Input::Stdin | Input::Url(_) | Input::Bytes { .. } => None,
        });
        Self { read: files.collect(), written: Vec::new() }
    }

    /// One more file that is read.
    pub(crate) fn reading(mut self, what: &'static str, path: Option<&Path>) -> Self {
        self.read.extend(path.map(|path| (what, path.to_owned())));
        self
    }

    /// One more file that is written.
    pub(crate) fn writing(mut self, what: &'static str, path: Option<&Path>) -> Self {
        self.written.extend(path.map(|path| (what, path.to_owned())));
        self
    }

    /// The same for what may go to standard output.
    pub(crate) fn writing_to(self, what: &'static str, destination: &Destination) -> Self {
        match destination {
            Destination::Stdout => self,
            Destination::File { path, .. } => self.writing(what, Some(path)),
        }
    }

    /// Makes sure that nothing gets lost, or says what would.
    pub(crate) fn are_apart(&self) -> Result<(), String> {
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

/// Whether writing to a path puts another file there, which it does not with a pipe or a device.
fn can_be_replaced(path: &Path) -> bool {
    fs::metadata(path).map_or(true, |metadata| metadata.is_file() || metadata.is_dir())
}
