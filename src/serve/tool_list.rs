//! `tools/list`: the tools that clients see, in pages.

use std::num::NonZeroUsize;

use rmcp::model::{ListToolsResult, Tool};

use super::page::{page_of, page_starts};

/// A list of tools in pages.
#[derive(Debug)]
pub(super) struct ToolList {
    tools: Vec<Tool>,
    starts: Vec<usize>,
}

impl ToolList {
    pub(super) fn new(tools: Vec<Tool>, page_size: Option<NonZeroUsize>) -> Self {
        let starts = page_starts(&tools, page_size);
        Self { tools, starts }
    }

    /// Returns the tool with a name.
    pub(super) fn get(&self, name: &str) -> Option<&Tool> {
        self.tools.iter().find(|tool| tool.name == name)
    }

    /// Returns the page that a cursor leads to, if there is one.
    pub(super) fn page(&self, cursor: Option<&str>) -> Option<ListToolsResult> {
        let page = page_of(cursor, self.starts.len())?;
        let end = self.starts.get(page + 1).copied();
        let tools = &self.tools[self.starts[page]..end.unwrap_or(self.tools.len())];
        let mut result = ListToolsResult::with_all_items(tools.to_vec());
        result.next_cursor = end.map(|_| (page + 1).to_string());
        Some(result)
    }
}
