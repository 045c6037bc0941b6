//! Manifest → bytes.

mod call;
mod call_result;
mod mcp;
mod page;
mod schema;

use std::io;
use std::sync::Arc;

pub use call_result::CallResult;
pub use page::ManifestPage;
pub use schema::{FinishedSchema, SharedSchemas};

use crate::json::Map;
use crate::lock::Lock;
use crate::model::{ServerIdentity, SourceInfo, Tool};
use crate::options::Options;

/// Checked tools with the schemas they share: everything that is left to do is to write them.
#[derive(Debug)]
pub struct Manifest {
    pub(crate) source: SourceInfo,
    pub(crate) server: Option<ServerIdentity>,
    pub(crate) meta: Map,
    /// All tools that were read.
    pub(crate) read: Vec<Tool>,
    /// Those that are written, in order.
    pub(crate) tools: Vec<ManifestTool>,
    pub(crate) inputs: SharedSchemas,
    pub(crate) outputs: SharedSchemas,
    pub(crate) options: Options,
}

/// A checked tool, with its schemas as they are written. The tool itself has them no more.
#[derive(Debug)]
pub(crate) struct ManifestTool {
    /// Which of the tools that were read.
    pub(crate) number: usize,
    /// One an argument, in their order.
    pub(crate) arguments: Vec<Arc<FinishedSchema>>,
    /// What the input says beyond its arguments.
    pub(crate) further: Option<Box<FinishedSchema>>,
    pub(crate) output: Option<Box<FinishedSchema>>,
}

impl Manifest {
    /// What was read of a tool that is written.
    pub(crate) fn tool(&self, listed: &ManifestTool) -> &Tool {
        &self.read[listed.number]
    }

    /// A lock with the names under which the tools are published now, besides those that were there before.
    pub fn lock(&self, before: &Lock) -> Lock {
        let mut lock = before.clone();
        lock.keep(self.tools.iter().map(|listed| self.tool(listed)));
        lock
    }

    /// Number of tools.
    pub fn tool_count(&self) -> usize {
        self.tools.len()
    }

    /// The tags of each tool in its source, in the order of the tools. They are not written.
    pub fn tags(&self) -> Vec<Vec<&str>> {
        let tags =
            self.tools.iter().map(|listed| self.tool(listed).tags.iter().map(String::as_str).collect());
        tags.collect()
    }

    /// Bytes of what a model sees of the tools: names, descriptions and input schemas, as [`crate::inspect`] counts them.
    pub fn seen_bytes(&self) -> u64 {
        mcp::seen_bytes(self)
    }

    /// Writes the manifest as the result of MCP's `tools/list`, one tool a line. The same manifest gives the
    /// same bytes. Fails only where `out` fails.
    pub fn write(&self, out: &mut dyn io::Write) -> io::Result<()> {
        mcp::write(&ManifestPage::whole(self), out)
    }
}
