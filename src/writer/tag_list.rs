//! Lists of one tag each, into which a long list is split.

use std::collections::HashMap;
use std::num::NonZeroUsize;

use super::{Manifest, ManifestPage, ManifestTool, mcp, page};

/// The tools of a manifest that have the same first tag.
#[derive(Debug, Clone, Copy)]
pub struct TagList<'m> {
    manifest: &'m Manifest,
    tools: &'m [ManifestTool],
    tag: Option<&'m str>,
}

impl<'m> TagList<'m> {
    /// Returns the tag; `None` for the tools without one.
    pub fn tag(&self) -> Option<&'m str> {
        self.tag
    }

    /// Returns the number of tools.
    pub fn tool_count(&self) -> usize {
        self.tools.len()
    }

    /// Returns the number of bytes that a model reads: see [`Manifest::seen_bytes`].
    pub fn seen_bytes(&self) -> u64 {
        mcp::seen_bytes(self.manifest, self.tools)
    }

    /// Returns the list as a single page, or as pages of at most this number of tools.
    pub fn pages(&self, size: Option<NonZeroUsize>) -> Vec<ManifestPage<'m>> {
        page::pages(self.manifest, self.tools, size)
    }
}

impl Manifest {
    /// Brings tools that have the same first tag together, in the order of the first tool of each tag.
    pub fn group_by_tag(&mut self) {
        let mut ranks: HashMap<Option<&str>, usize> = HashMap::new();
        let ranked = |listed: &ManifestTool| {
            let next = ranks.len();
            let tag = self.read[listed.number].tags.first();
            *ranks.entry(tag.map(String::as_str)).or_insert(next)
        };
        let order: Vec<usize> = self.tools.iter().map(ranked).collect();
        let mut tools: Vec<_> = order.into_iter().zip(std::mem::take(&mut self.tools)).collect();
        tools.sort_by_key(|(rank, _)| *rank);
        self.tools = tools.into_iter().map(|(_, tool)| tool).collect();
    }

    /// Returns one list per run of tools with the same first tag, after [`Self::group_by_tag`].
    pub fn tag_lists(&self) -> Vec<TagList<'_>> {
        let tag = |listed: &ManifestTool| self.read[listed.number].tags.first().map(String::as_str);
        let runs = self.tools.chunk_by(|one, other| tag(one) == tag(other));
        runs.map(|tools| TagList { manifest: self, tools, tag: tools.first().and_then(tag) }).collect()
    }
}
