//! What a model reads of a manifest, and what that costs.
//!
//! Works on the manifest as it is written, a `tools/list` result, so that it counts what clients get. It can be shown as
//! a table ([`write_table`]), as JSON ([`write_json`]) or as a page for browsers ([`html`]).
//!
//! ```
//! let manifest = apimint::json::Value::from(serde_json::json!({"tools": [{"name": "now", "description": "The time",
//!     "inputSchema": {"type": "object", "properties": {}}}]}));
//! let inspection = apimint::inspect::Inspection::of(&manifest);
//! assert_eq!(inspection.totals.size.seen(), 3 + 8 + 33);
//! assert_eq!(inspection.totals.tokens(), 11);
//! ```

mod argument;
pub mod html;
mod json;
mod order;
mod size;
mod table;
mod tag;
mod tokenizer;
mod tool;
mod totals;

use rayon::prelude::*;

use crate::json::Value;

pub use argument::InspectedArgument;
pub use json::write_json;
pub use order::ToolOrder;
pub use size::{BYTES_A_TOKEN, ToolSize, permille, tokens};
pub use table::write_table;
pub use tag::InspectedTag;
pub use tokenizer::Tokenizer;
pub use tool::InspectedTool;
pub use totals::InspectionTotals;

use crate::model::meta::SOURCE;

/// A manifest, looked at.
#[derive(Debug, Clone)]
pub struct Inspection<'m> {
    /// The title of what it was made from.
    pub title: Option<&'m str>,
    /// The version of what it was made from.
    pub version: Option<&'m str>,
    /// The format of what it was made from.
    pub format: Option<&'m str>,
    /// Every tool, in the order of the manifest.
    pub tools: Vec<InspectedTool<'m>>,
    /// What they come to.
    pub totals: InspectionTotals,
    /// What the tools of each tag come to, the largest first; nothing where no tags are known.
    pub tags: Vec<InspectedTag<'m>>,
    /// The tokenizer that counted the tokens; without one their number is estimated.
    pub tokenizer: Option<Tokenizer>,
}

impl<'m> Inspection<'m> {
    /// Looks at a `tools/list` result. What is missing or of another type counts as absent.
    pub fn of(manifest: &'m Value) -> Self {
        let source = manifest.get("_meta").and_then(|meta| meta.get(SOURCE));
        let text = |key| source.and_then(|source| source.get(key)).and_then(Value::as_str);
        let listed = manifest.get("tools").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let tools: Vec<InspectedTool<'m>> =
            listed.iter().enumerate().map(|(position, tool)| InspectedTool::of(position, tool)).collect();
        Self {
            title: text("title"),
            version: text("version"),
            format: text("format"),
            totals: InspectionTotals::of(&tools),
            tools,
            tags: Vec::new(),
            tokenizer: None,
        }
    }

    /// The same with the tokens of each tool as a tokenizer counts them: those of the name, of the description, and of the
    /// input schema as JSON without spaces, each by itself. `None` in a build without the feature `token-count`, unless there is
    /// nothing to count.
    pub fn counted(mut self, tokenizer: Tokenizer) -> Option<Self> {
        let count = |tool: &mut InspectedTool<'m>| {
            let schema = tool.input_schema.map(Value::to_string).unwrap_or_default();
            let counts = [tool.name, tool.description, &schema].map(|part| tokenizer.count(part));
            tool.size.tokens = counts.into_iter().sum();
            tool.size.tokens
        };
        self.tools.par_iter_mut().map(count).collect::<Option<Vec<u64>>>()?;
        self.tokenizer = Some(tokenizer);
        self.totals = InspectionTotals::of(&self.tools);
        if !self.tags.is_empty() {
            self.tags = InspectedTag::of(&self.tools);
        }
        Some(self)
    }

    /// The same with the tags of each tool, in the order of the manifest. A manifest does not have them: they are known of
    /// the description ([`crate::writer::Manifest::tags`]).
    #[must_use]
    pub fn tagged(mut self, tags: &[Vec<&'m str>]) -> Self {
        for (tool, tags) in self.tools.iter_mut().zip(tags) {
            tool.tags.clone_from(tags);
        }
        self.tags = InspectedTag::of(&self.tools);
        self
    }

    /// The tools in an order, and no more of them than `most`.
    pub fn ordered(&self, order: ToolOrder, most: Option<usize>) -> Vec<&InspectedTool<'m>> {
        let mut tools: Vec<&InspectedTool<'m>> = self.tools.iter().collect();
        order.sort(&mut tools);
        tools.truncate(most.unwrap_or(usize::MAX));
        tools
    }

    /// The tool that takes the most of what a model sees; the first of several.
    pub fn largest(&self) -> Option<&InspectedTool<'m>> {
        self.tools.iter().rev().max_by_key(|tool| tool.size.seen())
    }
}
