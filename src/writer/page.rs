//! The pages of a long list (MCP 2026-07-28, "Pagination").

use std::num::NonZeroUsize;

use super::{Manifest, ManifestTool};

/// Digits of the name of a page, more only where so many pages are not enough.
const DIGITS: usize = 3;

/// Some tools of a manifest, as the server answers one request for them.
#[derive(Debug, Clone, Copy)]
pub struct ManifestPage<'m> {
    pub(super) manifest: &'m Manifest,
    pub(super) tools: &'m [ManifestTool],
    /// From 1.
    pub(super) number: usize,
    /// The number of the last page.
    pub(super) last: usize,
}

impl<'m> ManifestPage<'m> {
    /// All tools on one page.
    pub(super) fn whole(manifest: &'m Manifest) -> Self {
        Self { manifest, tools: &manifest.tools, number: 1, last: 1 }
    }

    /// Its name: its number, in as many digits as make names sort like pages, three at least. The first page is `001`. The
    /// `nextCursor` that leads to a page is its name.
    pub fn name(&self) -> String {
        self.label(self.number)
    }

    pub(super) fn label(&self, number: usize) -> String {
        let digits = DIGITS.max(self.last.to_string().len());
        format!("{number:0digits$}")
    }
}

impl Manifest {
    /// The tools on pages of so many at most, in their order. An empty list is one page. A bare array and JSON lines have no
    /// place for a cursor: their pages do not say what follows.
    pub fn pages(&self, size: NonZeroUsize) -> Vec<ManifestPage<'_>> {
        let last = self.tools.len().div_ceil(size.get());
        if last == 0 {
            return vec![ManifestPage::whole(self)];
        }
        let pages = self.tools.chunks(size.get()).enumerate();
        pages.map(|(index, tools)| ManifestPage { manifest: self, tools, number: index + 1, last }).collect()
    }
}
