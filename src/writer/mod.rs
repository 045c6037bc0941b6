//! Writes manifests and call results.

mod call;
mod call_result;
mod mcp;
mod model_list;
mod page;
mod schema;
mod tag_list;

use std::io;
use std::sync::Arc;

pub use call_result::CallResult;
pub use page::ManifestPage;
pub(crate) use schema::{Emitter, ListedArguments};
pub use schema::{FinishedSchema, SharedSchemas};
pub use tag_list::TagList;

use crate::client_limits::TOOL_COUNTS;
use crate::json::text::parse_written;
use crate::json::{Map, Value};
use crate::lock::Lock;
use crate::model::{CutTotals, LoweredTool, ServerIdentity, SourceInfo, Target, Tool, list_remedies};
use crate::options::Options;
use crate::schema::ReachedDefinitions;
use crate::selection::Selection;

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
    pub(crate) cuts: CutTotals,
    pub(crate) inputs: SharedSchemas,
    pub(crate) outputs: SharedSchemas,
    pub(crate) options: Options,
    /// True if there is no tool, and the caller did not allow that.
    pub(crate) is_withheld: bool,
}

/// A checked tool with its finished schemas, which were moved out of the [`Tool`].
#[derive(Debug)]
pub(crate) struct ManifestTool {
    /// The index of the tool in [`Manifest::read`].
    pub(crate) number: usize,
    pub(crate) input: WrittenInput,
    pub(crate) output: Option<WrittenOutput>,
    /// The tool in the form of the target, if that is a model API.
    pub(crate) lowered: Option<LoweredTool>,
}

/// The input schema of a checked tool.
#[derive(Debug)]
pub(crate) enum WrittenInput {
    /// The whole schema.
    Whole {
        /// The schema of each argument, in order.
        arguments: Vec<Arc<FinishedSchema>>,
        /// Further keywords at its root.
        further: Option<Box<FinishedSchema>>,
        /// The largest number of bytes; if references in place take it beyond that, all are shared.
        max: usize,
    },
    /// The schema that is left of it under its bound.
    Cut(Arc<CutSchema>),
}

/// The output schema of a checked tool.
#[derive(Debug, Clone)]
pub(crate) enum WrittenOutput {
    /// The whole schema.
    Whole(Arc<FinishedSchema>),
    /// The JSON text that is left of it under its bound, with the definitions that it reaches.
    Cut(Arc<[u8]>),
}

/// An input schema that was cut to a bound, as it is written.
#[derive(Debug)]
pub(crate) struct CutSchema {
    /// The JSON text of the schema, with the definitions that it reaches.
    pub(crate) text: Box<[u8]>,
    /// The number of values in it.
    pub(crate) values: usize,
    /// The nesting depth of its instances.
    pub(crate) levels: usize,
}

impl Manifest {
    /// Returns the tool as it was read.
    pub(crate) fn tool(&self, listed: &ManifestTool) -> &Tool {
        &self.read[listed.number]
    }

    /// Returns the tool at a position as it was read.
    pub(crate) fn read_tool(&self, position: usize) -> Option<&Tool> {
        self.tools.get(position).map(|listed| self.tool(listed))
    }

    /// Returns true if no option left out tools that the source has.
    pub(crate) fn is_whole(&self) -> bool {
        let options = &self.options;
        options.selection == Selection::default() && !options.skip_deprecated && !options.only_mcp
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

    /// Returns the tools as values, in order, in the form of MCP (MCP, `Tool`).
    pub fn tools(&self) -> impl ExactSizeIterator<Item = Value> {
        (0..self.tool_count()).map(|position| self.tool_value(position))
    }

    /// Returns true if there is no tool and [`Options::allow_empty`] is not set: a published list is not to be replaced by this.
    pub fn is_withheld(&self) -> bool {
        self.is_withheld
    }

    /// Returns the options that make the list shorter, each with its effect: see [`list_remedies`].
    pub fn remedies(&self) -> String {
        let most = TOOL_COUNTS.last().copied().unwrap_or(usize::MAX);
        list_remedies(self.tools.iter().map(|listed| self.tool(listed)), most)
    }

    /// Returns the number of bytes that a model reads: names, descriptions and input schemas, as
    /// [`crate::inspect`] counts them.
    pub fn seen_bytes(&self) -> u64 {
        mcp::seen_bytes(self, &self.tools)
    }

    /// Returns the number of tools to whose schema the API makes a model keep; `None` if the target has no strict mode.
    pub fn strict_count(&self) -> Option<usize> {
        let has_strict = match self.options.target {
            Target::OpenAiStrict | Target::AnthropicStrict => true,
            Target::Bedrock => !self.options.target_options.strict_tools.is_empty(),
            _ => false,
        };
        let is_strict =
            |listed: &&ManifestTool| listed.lowered.as_ref().is_some_and(|lowered| lowered.is_strict);
        has_strict.then(|| self.tools.iter().filter(is_strict).count())
    }

    /// Returns totals of the schemas that bounds cut.
    pub fn cuts(&self) -> CutTotals {
        self.cuts
    }

    /// Returns a tool by its position, as it is written.
    pub fn tool_value(&self, position: usize) -> Value {
        let mut text = Vec::new();
        if let Some(listed) = self.tools.get(position) {
            mcp::write_tool(self, listed, &mut ReachedDefinitions::default(), &mut text);
        }
        parse_written(&text)
    }

    /// Returns the `_meta` of the result, as it is written.
    pub fn result_meta(&self) -> Value {
        mcp::result_meta(self)
    }

    /// Writes the side table of a list for a model API: what leads from a model's calls back to those of the tools. Fails only if
    /// `out` fails.
    pub fn write_map(&self, out: &mut dyn io::Write) -> io::Result<()> {
        model_list::write_map(&ManifestPage::whole(self), out)?;
        out.write_all(b"\n")
    }

    /// Writes the manifest as the result of MCP's `tools/list`, one tool per line. Equal manifests give equal
    /// bytes. Fails only if `out` fails.
    pub fn write(&self, out: &mut dyn io::Write) -> io::Result<()> {
        mcp::write(&ManifestPage::whole(self), out)
    }
}
