//! Manifest → bytes.

mod call;
mod call_result;
mod mcp;

use std::io;

pub use call_result::CallResult;

use serde_json::{Map, Value};

use crate::model::{ServerIdentity, SourceInfo, Tool};
use crate::options::Options;
use crate::schema::SharedSchemas;

/// Checked tools with the schemas they share: everything that is left to do is to write them.
#[derive(Debug)]
pub struct Manifest {
    pub(crate) source: SourceInfo,
    pub(crate) server: Option<ServerIdentity>,
    pub(crate) meta: Map<String, Value>,
    pub(crate) tools: Vec<Tool>,
    pub(crate) inputs: SharedSchemas,
    pub(crate) outputs: SharedSchemas,
    pub(crate) options: Options,
}

impl Manifest {
    /// The tools, in document order.
    pub fn tools(&self) -> &[Tool] {
        &self.tools
    }

    /// Number of tools.
    pub fn tool_count(&self) -> usize {
        self.tools.len()
    }

    /// Writes the manifest as the result of MCP's `tools/list`, one tool a line. The same manifest gives the
    /// same bytes. Fails only where `out` fails.
    pub fn write(&self, out: &mut dyn io::Write) -> io::Result<()> {
        mcp::write(self, out)
    }
}
