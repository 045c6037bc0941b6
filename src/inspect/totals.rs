//! Totals over all tools of a manifest.

use crate::model::Hint;

use super::size::ToolSize;
use super::tool::InspectedTool;

/// Totals over all tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct InspectionTotals {
    /// Number of tools.
    pub tools: usize,
    /// Number of arguments.
    pub arguments: usize,
    /// Number of required arguments.
    pub required: usize,
    /// Size of each part.
    pub size: ToolSize,
    /// Number of tools for which each hint is true, in the order of [`Hint::ALL`].
    hinted: [usize; 4],
}

impl InspectionTotals {
    /// Computes the totals.
    pub(super) fn of(tools: &[InspectedTool]) -> Self {
        let mut totals = Self { tools: tools.len(), ..Self::default() };
        for tool in tools {
            totals.arguments += tool.arguments;
            totals.required += tool.required;
            totals.size += tool.size;
            for (count, hint) in totals.hinted.iter_mut().zip(Hint::ALL) {
                *count += usize::from(tool.hints.get(hint) == Some(true));
            }
        }
        totals
    }

    /// Returns the number of tools for which a hint is true.
    pub fn hinted(&self, hint: Hint) -> usize {
        self.hints().find(|(known, _)| *known == hint).map_or(0, |(_, count)| count)
    }

    /// Returns each hint with the number of tools for which it is true.
    pub fn hints(&self) -> impl Iterator<Item = (Hint, usize)> {
        Hint::ALL.into_iter().zip(self.hinted)
    }

    /// Returns the number of tokens that a model sees: as counted by a tokenizer, or estimated. The estimate is
    /// computed from the sum of all bytes, so it is slightly less than the sum over the tools, each of which is rounded
    /// up.
    pub fn tokens(&self) -> u64 {
        self.size.seen_tokens()
    }
}
