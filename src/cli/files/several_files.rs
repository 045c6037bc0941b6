//! A manifest as several files: pages, lists of one tag, or both.

use std::num::NonZeroUsize;
use std::path::Path;

use super::destination::Destination;
use super::page_files::PageFiles;
use super::tag_files::TagFiles;
use crate::cli::arguments::SplitArgument;

/// The options that make a manifest several files.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct SeveralFiles {
    /// The number of tools per page, if lists are written as pages.
    pub(crate) page_size: Option<NonZeroUsize>,
    /// The property by which the manifest is split into several lists.
    pub(crate) split_by: Option<SplitArgument>,
}

impl SeveralFiles {
    /// Returns the option that was typed, if any.
    pub(crate) fn option(self) -> Option<&'static str> {
        self.split_by.map(|_| "--split-by").or(self.page_size.map(|_| "--page-size"))
    }

    /// Returns true if one of the files may have this path.
    pub(crate) fn may_write(self, file: &Path, destinations: &[Destination]) -> bool {
        destinations.iter().any(|destination| match (destination, self) {
            (Destination::File(path), Self { split_by: Some(_), page_size }) => {
                TagFiles { whole: path, page_size }.are_named_like(file)
            }
            (Destination::File(path), Self { page_size: Some(_), .. }) => {
                PageFiles { whole: path }.are_named_like(file)
            }
            _ => false,
        })
    }
}
