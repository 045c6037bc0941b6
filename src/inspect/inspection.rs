//! Analysis of a whole manifest.

use crate::json::Value;
use crate::model::CutTotals;
use crate::model::meta::SOURCE;
use crate::selection::SelectionCandidate;

use super::order::ToolOrder;
use super::tag::InspectedTag;
use super::tokenizer::Tokenizer;
use super::tool::InspectedTool;
use super::totals::InspectionTotals;

/// Analysis of a manifest: its tools, their sizes and totals.
#[derive(Debug, Clone)]
pub struct Inspection {
    /// Title of the description that the manifest was made from.
    pub title: Option<String>,
    /// Version of that description.
    pub version: Option<String>,
    /// Format of that description.
    pub format: Option<String>,
    /// Tools, in the order of the manifest.
    pub tools: Vec<InspectedTool>,
    /// Totals over all tools.
    pub totals: InspectionTotals,
    /// Totals per tag, the largest first; empty if no tags are known.
    pub tags: Vec<InspectedTag>,
    /// Totals of the schemas that bounds cut; zero for a list that is inspected as it is.
    pub cuts: CutTotals,
    /// Tokenizer that counted the tokens; without one, they are estimated.
    pub tokenizer: Option<Tokenizer>,
}

impl Inspection {
    /// Adds up analysed tools. `meta` is the `_meta` of their list. A tokenizer counts in a build with the feature
    /// `token-count` only.
    pub fn new(meta: Option<&Value>, tools: Vec<InspectedTool>, tokenizer: Option<Tokenizer>) -> Self {
        let source = meta.and_then(|meta| meta.get(SOURCE));
        let text = |key| source.and_then(|source| source.get(key)).and_then(Value::as_str).map(str::to_owned);
        let is_counted = tools.iter().all(|tool| tool.size.tokens.is_some());
        Self {
            title: text("title"),
            version: text("version"),
            format: text("format"),
            totals: InspectionTotals::of(&tools),
            tags: InspectedTag::of(&tools),
            tools,
            cuts: CutTotals::default(),
            tokenizer: tokenizer.filter(|_| is_counted),
        }
    }

    /// Analyses a `tools/list` result. A member that is missing or has the wrong type counts as absent.
    pub fn of(manifest: &Value) -> Self {
        let listed = manifest.get("tools").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let tools = listed.iter().enumerate().map(|(position, tool)| InspectedTool::of(position, tool, None));
        let inspection = Self::new(manifest.get("_meta"), tools.collect(), None);
        let names: Vec<String> = inspection.tools.iter().map(|tool| tool.name.clone()).collect();
        let candidate = |name| SelectionCandidate { id: Some(name), ..SelectionCandidate::default() };
        let candidates: Vec<_> = names.iter().map(|name| candidate(name.as_str())).collect();
        inspection.with_rules(&candidates, true)
    }

    /// Returns the tools in an order, at most `most` of them.
    pub fn ordered(&self, order: ToolOrder, most: Option<usize>) -> Vec<&InspectedTool> {
        let mut tools: Vec<&InspectedTool> = self.tools.iter().collect();
        order.sort(&mut tools);
        tools.truncate(most.unwrap_or(usize::MAX));
        tools
    }

    /// Returns the tool of which a model sees the most; the first of several.
    pub fn largest(&self) -> Option<&InspectedTool> {
        self.tools.iter().rev().max_by_key(|tool| tool.size.seen())
    }
}
