//! Makes sure that a run overwrites neither its inputs nor its other outputs.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs;
use std::path::{Path, PathBuf};

use apimint::source::Input;

use super::destination::Destination;
use super::path_identity::identity;

/// The files that a run reads and writes, with their role for messages.
#[derive(Debug, Default)]
pub(crate) struct TouchedFiles {
    read: Vec<(&'static str, PathBuf)>,
    written: Vec<(&'static str, PathBuf)>,
}

impl TouchedFiles {
    /// Adds the inputs that are files.
    pub(crate) fn inputs<'i>(inputs: impl IntoIterator<Item = &'i Input>) -> Self {
        let files = inputs.into_iter().filter_map(|input| match input {
            Input::File(path) => Some(("input", path.clone())),
            Input::Stdin | Input::Url(_) | Input::Bytes { .. } => None,
        });
        Self { read: files.collect(), written: Vec::new() }
    }

    /// Adds a file that is read.
    pub(crate) fn reading(mut self, what: &'static str, path: Option<&Path>) -> Self {
        self.read.extend(path.map(|path| (what, path.to_owned())));
        self
    }

    /// Adds files that are written.
    pub(crate) fn writing<'p, P: AsRef<Path> + ?Sized + 'p>(
        mut self,
        what: &'static str,
        paths: impl IntoIterator<Item = &'p P>,
    ) -> Self {
        self.written.extend(paths.into_iter().map(|path| (what, path.as_ref().to_owned())));
        self
    }

    /// Adds a destination, unless it is standard output.
    pub(crate) fn writing_to(self, what: &'static str, destination: &Destination) -> Self {
        match destination {
            Destination::Stdout => self,
            Destination::File(path) => self.writing(what, Some(path)),
        }
    }

    /// Returns a message if a file would be overwritten.
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
                        format!("{} would be written twice", path.display())
                    } else {
                        format!("the {what} would overwrite the {other} {}", kept.display())
                    });
                }
            }
        }
        Ok(())
    }
}

/// Returns true if writing to a path replaces a file; pipes and devices are not replaced.
fn can_be_replaced(path: &Path) -> bool {
    fs::metadata(path).map_or(true, |metadata| metadata.is_file() || metadata.is_dir())
}
