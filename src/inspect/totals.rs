//! What all tools of a manifest come to.

use crate::model::Hint;

use super::InspectedTool;
use super::size::ToolSize;

/// Sums over all tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct InspectionTotals {
    /// Number of tools.
    pub tools: usize,
    /// Number of arguments.
    pub arguments: usize,
    /// Number of required arguments.
    pub required: usize,
    /// The bytes of each part.
    pub size: ToolSize,
    /// For each hint, in the order of [`Hint::ALL`], the tools that say yes.
    hinted: [usize; 4],
}

impl InspectionTotals {
    /// Adds up.
    pub(super) fn of(tools: &[InspectedTool<'_>]) -> Self {
        let mut totals = Self { tools: tools.len(), ..Self::default() };
        for tool in tools {
            totals.arguments += tool.arguments.len();
            totals.required += tool.required();
            totals.size += tool.size;
            for (count, hint) in totals.hinted.iter_mut().zip(Hint::ALL) {
                *count += usize::from(tool.hints.get(hint) == Some(true));
            }
        }
        totals
    }

    /// Tools for which a hint is true.
    pub fn hinted(&self, hint: Hint) -> usize {
        self.hints().find(|(known, _)| *known == hint).map_or(0, |(_, count)| count)
    }

    /// Each hint, and the tools for which it is true.
    pub fn hints(&self) -> impl Iterator<Item = (Hint, usize)> {
        Hint::ALL.into_iter().zip(self.hinted)
    }

    /// How many tokens a model sees, if a tokenizer counted them; else about how many. An estimate is worked out from all
    /// bytes together, so that it is a little less than the sum over the tools, each of which is rounded up.
    pub fn tokens(&self) -> u64 {
        self.size.seen_tokens()
    }
}
