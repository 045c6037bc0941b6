//! Analysis of a whole manifest.

use rayon::prelude::*;

use crate::json::Value;
use crate::model::meta::SOURCE;

use super::order::ToolOrder;
use super::tag::InspectedTag;
use super::tokenizer::Tokenizer;
use super::tool::InspectedTool;
use super::totals::InspectionTotals;

/// Analysis of a manifest: its tools, their sizes and totals.
#[derive(Debug, Clone)]
pub struct Inspection<'m> {
    /// Title of the description that the manifest was made from.
    pub title: Option<&'m str>,
    /// Version of that description.
    pub version: Option<&'m str>,
    /// Format of that description.
    pub format: Option<&'m str>,
    /// Tools, in the order of the manifest.
    pub tools: Vec<InspectedTool<'m>>,
    /// Totals over all tools.
    pub totals: InspectionTotals,
    /// Totals per tag, the largest first; empty if no tags are known.
    pub tags: Vec<InspectedTag<'m>>,
    /// Tokenizer that counted the tokens; without one, they are estimated.
    pub tokenizer: Option<Tokenizer>,
}

impl<'m> Inspection<'m> {
    /// Analyses a `tools/list` result. A member that is missing or has the wrong type counts as absent.
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
            tags: InspectedTag::of(&tools),
            tools,
            tokenizer: None,
        }
    }

    /// Counts tokens with a tokenizer: of the name, of the description, and of the input schema as JSON without spaces,
    /// each separately. Returns `None` in a build without the feature `token-count`, unless there is nothing to count.
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

    /// Returns the tools in an order, at most `most` of them.
    pub fn ordered(&self, order: ToolOrder, most: Option<usize>) -> Vec<&InspectedTool<'m>> {
        let mut tools: Vec<&InspectedTool<'m>> = self.tools.iter().collect();
        order.sort(&mut tools);
        tools.truncate(most.unwrap_or(usize::MAX));
        tools
    }

    /// Returns the tool of which a model sees the most; the first of several.
    pub fn largest(&self) -> Option<&InspectedTool<'m>> {
        self.tools.iter().rev().max_by_key(|tool| tool.size.seen())
    }
}
