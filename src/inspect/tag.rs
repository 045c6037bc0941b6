//! Totals per tag.

use std::cmp::Reverse;

use super::size::ToolSize;
use super::tool::InspectedTool;

/// Totals over the tools of one tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InspectedTag {
    /// Name of the tag; `None` for the tools without a tag.
    pub name: Option<String>,
    /// The rule of `--include` that selects the tools of the tag and no others.
    pub rule: Option<String>,
    /// Number of tools.
    pub tools: usize,
    /// Size of each part.
    pub size: ToolSize,
}

impl InspectedTag {
    /// Returns the name that is shown.
    pub fn label(&self) -> &str {
        self.name.as_deref().unwrap_or("(no tag)")
    }

    /// Computes the totals, the largest first, equal ones by name; empty if no tool has a tag. A tool counts for each
    /// of its tags.
    pub(super) fn of(tools: &[InspectedTool]) -> Vec<Self> {
        if tools.iter().all(|tool| tool.tags.is_empty()) {
            return Vec::new();
        }
        let tagged = |tool: &InspectedTool| -> Vec<Option<String>> {
            if tool.tags.is_empty() { vec![None] } else { tool.tags.iter().cloned().map(Some).collect() }
        };
        let mut pairs: Vec<(Option<String>, ToolSize)> =
            tools.iter().flat_map(|tool| tagged(tool).into_iter().map(|tag| (tag, tool.size))).collect();
        pairs.sort_by(|(one, _), (other, _)| one.cmp(other));
        let mut tags: Vec<Self> = Vec::new();
        for (name, size) in pairs {
            match tags.last_mut().filter(|last| last.name == name) {
                Some(last) => {
                    last.tools += 1;
                    last.size += size;
                }
                None => tags.push(Self { name, rule: None, tools: 1, size }),
            }
        }
        tags.sort_by_key(|tag| Reverse(tag.size.seen()));
        tags
    }

    /// Returns the number of tokens that a model sees: as counted by a tokenizer, or estimated from the sum of all
    /// bytes.
    pub fn tokens(&self) -> u64 {
        self.size.seen_tokens()
    }
}

#[cfg(test)]
mod tests {
    use crate::json::{Value, json};

    use super::super::inspection::Inspection;

    #[test]
    fn a_tool_counts_for_each_of_its_tags() {
        let meta = |tags: &[&str]| json!({"dev.apimint/tags": (tags.iter().map(|&tag| tag.into()).collect::<Vec<Value>>())});
        let manifest = json!({"tools": [
            {"name": "aaaa", "_meta": (meta(&["x", "y"]))},
            {"name": "bb", "_meta": (meta(&["x"]))},
            {"name": "c"},
            {"name": "dd", "_meta": (meta(&["z"]))},
        ]});
        let inspection = Inspection::of(&manifest);
        let found: Vec<_> =
            inspection.tags.iter().map(|tag| (tag.name.as_deref(), tag.tools, tag.size.seen())).collect();
        assert_eq!(found, [(Some("x"), 2, 6), (Some("y"), 1, 4), (Some("z"), 1, 2), (None, 1, 1)]);
        assert_eq!(inspection.tools[0].tags, ["x", "y"]);
    }

    #[test]
    fn without_tags_there_is_nothing_to_add_up() {
        assert_eq!(Inspection::of(&json!({"tools": [{"name": "a"}]})).tags, []);
    }
}
