//! Pages of a long list of tools (MCP 2026-07-28, "Pagination").

use std::num::NonZeroUsize;

use super::{Manifest, ManifestTool};

/// Minimum number of digits in the name of a page.
const DIGITS: usize = 3;

/// One page of a manifest: the tools in one response to `tools/list`.
#[derive(Debug, Clone, Copy)]
pub struct ManifestPage<'m> {
    pub(super) manifest: &'m Manifest,
    pub(super) tools: &'m [ManifestTool],
    /// The number of the page, from 1.
    pub(super) number: usize,
    /// The number of the last page.
    pub(super) last: usize,
}

impl<'m> ManifestPage<'m> {
    /// Returns a single page with all tools.
    pub(super) fn whole(manifest: &'m Manifest) -> Self {
        Self { manifest, tools: &manifest.tools, number: 1, last: 1 }
    }

    /// Returns the name of the page: its number, with as many digits as the last page has and at least three,
    /// so that names sort in page order. The first page is `001`. The name is also the `nextCursor` that
    /// leads to the page.
    pub fn name(&self) -> String {
        self.label(self.number)
    }

    pub(super) fn label(&self, number: usize) -> String {
        let digits = DIGITS.max(self.last.to_string().len());
        format!("{number:0digits$}")
    }
}

impl Manifest {
    /// Splits the tools into pages of at most this size, in order. An empty list is one page. A bare array
    /// and JSON lines have no place for a cursor, so their pages do not name the next one.
    pub fn pages(&self, size: NonZeroUsize) -> Vec<ManifestPage<'_>> {
        pages(self, &self.tools, Some(size))
    }
}

/// Splits tools of a manifest into pages of at most this size, or returns a single page.
pub(super) fn pages<'m>(
    manifest: &'m Manifest,
    tools: &'m [ManifestTool],
    size: Option<NonZeroUsize>,
) -> Vec<ManifestPage<'m>> {
    match size {
        Some(size) if !tools.is_empty() => {
            let last = tools.len().div_ceil(size.get());
            let pages = tools.chunks(size.get()).enumerate();
            pages.map(|(index, tools)| ManifestPage { manifest, tools, number: index + 1, last }).collect()
        }
        _ => vec![ManifestPage { manifest, tools, number: 1, last: 1 }],
    }
}
