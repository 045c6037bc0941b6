//! Writes manifests and call results.

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

/// A manifest: checked tools with the definitions they share, ready to be written.
#[derive(Debug)]
pub struct Manifest {
    pub(crate) source: SourceInfo,
    pub(crate) server: Option<ServerIdentity>,
    pub(crate) meta: Map,
    /// All tools of the source.
    pub(crate) read: Vec<Tool>,
    /// The tools that are written, in order.
    pub(crate) tools: Vec<ManifestTool>,
    pub(crate) inputs: SharedSchemas,
    pub(crate) outputs: SharedSchemas,
    pub(crate) options: Options,
}

/// A checked tool with its finished schemas, which were moved out of the [`Tool`].
#[derive(Debug)]
pub(crate) struct ManifestTool {
    /// The index of the tool in [`Manifest::read`].
    pub(crate) number: usize,
    /// The schema of each argument, in order.
    pub(crate) arguments: Vec<Arc<FinishedSchema>>,
    /// Further keywords at the root of the input schema.
    pub(crate) further: Option<Box<FinishedSchema>>,
    pub(crate) output: Option<Box<FinishedSchema>>,
}

impl Manifest {
    /// Returns the tool as it was read.
    pub(crate) fn tool(&self, listed: &ManifestTool) -> &Tool {
        &self.read[listed.number]
    }

    /// Returns a lock with the names of the emitted tools, added to those that it had before.
    pub fn lock(&self, before: &Lock) -> Lock {
        let mut lock = before.clone();
        lock.keep(self.tools.iter().map(|listed| self.tool(listed)));
        lock
    }

    /// Returns the number of tools.
    pub fn tool_count(&self) -> usize {
        self.tools.len()
    }

    /// Returns the tags of each tool in the source, in the order of the tools. Tags are not written.
    pub fn tags(&self) -> Vec<Vec<&str>> {
        let tags =
            self.tools.iter().map(|listed| self.tool(listed).tags.iter().map(String::as_str).collect());
        tags.collect()
    }

    /// Returns the number of bytes that a model reads: names, descriptions and input schemas, as
    /// [`crate::inspect`] counts them.
    pub fn seen_bytes(&self) -> u64 {
        mcp::seen_bytes(self)
    }

    /// Writes the manifest as the result of MCP's `tools/list`, one tool per line. Equal manifests give equal
    /// bytes. Fails only if `out` fails.
    pub fn write(&self, out: &mut dyn io::Write) -> io::Result<()> {
        mcp::write(&ManifestPage::whole(self), out)
    }
}
