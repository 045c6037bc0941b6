//! Orders of the tools in a report.

use std::cmp::Reverse;

use super::tool::InspectedTool;

/// Order of tools. Tools that compare equal keep the order of the manifest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ToolOrder {
    /// Order of the manifest.
    #[default]
    Source,
    /// By name, ignoring case.
    Name,
    /// By tokens that a model sees, most first.
    Tokens,
    /// By number of arguments, then of required arguments, most first.
    Arguments,
}

impl ToolOrder {
    pub(super) fn sort(self, tools: &mut [&InspectedTool]) {
        match self {
            Self::Source => tools.sort_by_key(|tool| tool.position),
            Self::Name => tools.sort_by_cached_key(|tool| (tool.name.to_lowercase(), tool.position)),
            Self::Tokens => tools
                .sort_by_key(|tool| (Reverse(tool.size.tokens), Reverse(tool.size.seen()), tool.position)),
            Self::Arguments => tools
                .sort_by_cached_key(|tool| (Reverse(tool.arguments), Reverse(tool.required), tool.position)),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::json::{Value, json};

    use super::super::inspection::Inspection;
    use super::*;

    fn manifest() -> Value {
        let input = |names: &[&str], required: &[&str]| {
            let properties: crate::json::Map =
                names.iter().map(|&name| (name.to_owned(), json!({}))).collect();
            json!({"properties": properties, "required": required})
        };
        json!({"tools": [
            {"name": "beta", "description": "xxxx", "inputSchema": input(&["a", "b"], &[])},
            {"name": "Alpha", "description": "x".repeat(200), "inputSchema": input(&["a"], &["a"])},
            {"name": "gamma", "description": "xxx", "inputSchema": input(&["a", "b"], &["b"])},
            {"name": "beta", "description": "xxxx", "inputSchema": input(&["c", "d"], &[])},
        ]})
    }

    fn positions(order: ToolOrder, most: Option<usize>) -> Vec<usize> {
        let manifest = manifest();
        let inspection = Inspection::of(&manifest);
        inspection.ordered(order, most).iter().map(|tool| tool.position).collect()
    }

    #[test]
    fn each_order_is_stable() {
        assert_eq!(positions(ToolOrder::Source, None), [0, 1, 2, 3]);
        assert_eq!(positions(ToolOrder::Name, None), [1, 0, 3, 2]);
        assert_eq!(positions(ToolOrder::Tokens, None), [1, 2, 0, 3]);
        assert_eq!(positions(ToolOrder::Arguments, None), [2, 0, 3, 1]);
    }

    #[test]
    fn the_first_of_an_order_can_be_had() {
        assert_eq!(positions(ToolOrder::Tokens, Some(2)), [1, 2]);
        assert_eq!(positions(ToolOrder::Source, Some(9)).len(), 4);
    }
}
