//! Advice on a list of tools that is too long, with the figures of the list.

use std::collections::HashMap;

use super::annotations::Hint;
use super::tool::Tool;

/// Returns the options that make a list shorter, each with its effect on these tools. `limit` is a number of tools that
/// clients accept.
pub fn list_remedies<'t>(tools: impl Iterator<Item = &'t Tool>, limit: usize) -> String {
    let (mut count, mut read_only) = (0, 0);
    let mut by_tag: HashMap<Option<&str>, usize> = HashMap::new();
    for tool in tools {
        count += 1;
        read_only += usize::from(tool.annotations.get(Hint::ReadOnly) == Some(true));
        *by_tag.entry(tool.tags.first().map(String::as_str)).or_default() += 1;
    }
    let mut remedies = vec!["--include and --exclude select tools".to_owned()];
    if by_tag.len() > 1 {
        let largest = by_tag.values().max().copied().unwrap_or(0);
        let lists = by_tag.len();
        remedies.push(format!("--split-by tag writes {lists} lists, the largest with {}", of_tools(largest)));
    }
    if read_only > 0 && read_only < count {
        remedies.push(format!("--read-only keeps {}", of_tools(read_only)));
    }
    if count > limit {
        remedies.push(format!("--max-tools {limit} keeps the first {limit}"));
    }
    format!("{}.", remedies.join("; "))
}

fn of_tools(count: usize) -> String {
    if count == 1 { "one tool".to_owned() } else { format!("{count} tools") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{DocumentId, NodeId, Place};
    use crate::model::NameSource;

    fn tool(tag: &str, is_read_only: bool) -> Tool {
        let place = Place { document: DocumentId(0), node: NodeId(0) };
        let mut tool = Tool::new(place, NameSource::Copied("a".to_owned()));
        tool.tags = tag.split_whitespace().map(str::to_owned).collect();
        tool.annotations.set(Hint::ReadOnly, is_read_only);
        tool
    }

    #[test]
    fn each_option_is_named_if_it_helps() {
        let tools = [tool("a b", true), tool("a", true), tool("b", false), tool("", false)];
        assert_eq!(
            list_remedies(tools.iter(), 3),
            "--include and --exclude select tools; --split-by tag writes 3 lists, the largest with 2 tools; --read-only keeps \
             2 tools; --max-tools 3 keeps the first 3."
        );
        let alike = [tool("a", true), tool("a", true)];
        assert_eq!(list_remedies(alike.iter(), 2), "--include and --exclude select tools.");
        assert_eq!(
            list_remedies([tool("a", true), tool("b", false)].iter(), 2),
            "--include and --exclude select tools; --split-by tag writes 2 lists, the largest with one tool; --read-only keeps \
             one tool."
        );
    }
}
