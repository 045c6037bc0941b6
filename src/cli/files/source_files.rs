//! The files that descriptions are read from.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use apimint::diagnostic::DocumentId;
use apimint::source::{Origin, Sources};

/// The files that a run read or tried to read, by their canonical paths.
#[derive(Debug, Default)]
pub(crate) struct SourceFiles(HashSet<PathBuf>);

impl SourceFiles {
    pub(crate) fn by(sources: &Sources) -> Self {
        let documents = (0..).map_while(|number| sources.document(DocumentId(number)));
        let files = documents.filter_map(|document| match document.origin() {
            Origin::File(path) => fs::canonicalize(path).ok(),
            _ => None,
        });
        Self(files.chain(sources.referred_files()).collect())
    }

    /// Returns the union of several sets.
    pub(crate) fn all(several: impl IntoIterator<Item = Self>) -> Self {
        Self(several.into_iter().flat_map(|read| read.0).collect())
    }

    pub(crate) fn paths(self) -> impl Iterator<Item = PathBuf> {
        self.0.into_iter()
    }

    pub(crate) fn has(&self, path: &Path) -> bool {
        fs::canonicalize(path).is_ok_and(|path| self.0.contains(&path))
    }
}
