//! Three tools in place of a list that no client can hold: one finds tools, one describes them, one calls them.

use rmcp::model::Tool;

use crate::call::ToolAnswer;
use crate::diagnostic::nearest;
use crate::json::{Map, Value, json};

use super::caller::tool_error;
use super::search_index::SearchIndex;
use super::served_tools::{ServedTool, ServedTools};

pub(super) const SEARCH: &str = "search_tools";
pub(super) const DESCRIBE: &str = "describe_tools";
pub(super) const CALL: &str = "call_tool";

/// What a client tells its model about the three tools.
pub(super) const INSTRUCTIONS: &str = "Find a tool with `search_tools`, read its input schema with `describe_tools`, and call it with \
                                       `call_tool`.";

/// The number of tools that a search returns if none is asked for, and the most.
const FOUND: (usize, usize) = (10, 50);

/// The most tools that are described at once.
const DESCRIBED: usize = 20;

/// Finds and describes the tools that a model may call.
#[derive(Debug)]
pub(super) struct ToolFinder {
    /// The positions of the tools among all, in order.
    positions: Vec<usize>,
    index: SearchIndex,
}

impl ToolFinder {
    /// Indexes the tools, or only those that are known to change nothing.
    pub(super) fn new(tools: &ServedTools, read_only: bool) -> Self {
        let mut finder = Self { positions: Vec::new(), index: SearchIndex::default() };
        for (position, tool) in tools.all().iter().enumerate() {
            if read_only && !tool.is_read_only() {
                continue;
            }
            finder.positions.push(position);
            let listed = &tool.listed;
            let texts = [
                (listed.name.as_ref(), 3.0),
                (listed.title.as_deref().unwrap_or_default(), 2.0),
                (listed.description.as_deref().unwrap_or_default(), 1.0),
            ];
            finder.index.add(texts.into_iter().chain(tool.tags.iter().map(|tag| (tag.as_str(), 1.0))));
        }
        finder
    }

    /// Returns the definitions of the three tools. The hints of `call_tool` are those of the most dangerous tool.
    pub(super) fn definitions(&self, tools: &ServedTools) -> Vec<Tool> {
        let all: Vec<&ServedTool> =
            self.positions.iter().filter_map(|&position| tools.at(position)).collect();
        let looks = json!({"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false});
        let read_only = all.iter().all(|tool| tool.is_read_only());
        let destructive = !read_only
            && all
                .iter()
                .any(|tool| !tool.is_read_only() && tool.hint(|hints| hints.destructive_hint) != Some(false));
        let idempotent = all
            .iter()
            .all(|tool| tool.is_read_only() || tool.hint(|hints| hints.idempotent_hint) == Some(true));
        let open_world = all.iter().any(|tool| tool.hint(|hints| hints.open_world_hint) != Some(false));
        let looks = serde_json::Value::from(&looks);
        let definitions = json!([
            {
                "name": SEARCH,
                "title": "Search tools",
                "description": (format!("Finds tools by words, best match first: names, titles and one line of description. \
                    There are {} tools.", all.len())),
                "inputSchema": {"type": "object", "properties": {
                    "query": {"type": "string", "description": "Words that say what the tool does or works on"},
                    "limit": {"type": "integer", "minimum": 1, "maximum": (FOUND.1),
                        "description": (format!("The most tools to return; {} by default", FOUND.0))}
                }, "required": ["query"]},
                "annotations": looks
            },
            {
                "name": DESCRIBE,
                "title": "Describe tools",
                "description": "Returns tools as a whole: description, input schema and hints.",
                "inputSchema": {"type": "object", "properties": {
                    "names": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": DESCRIBED,
                        "description": "Names that search_tools returned"}
                }, "required": ["names"]},
                "annotations": looks
            },
            {
                "name": CALL,
                "title": "Call a tool",
                "description": "Calls a tool. Its input schema, which describe_tools returns, says which arguments it takes.",
                "inputSchema": {"type": "object", "properties": {
                    "name": {"type": "string", "description": "The name of the tool"},
                    "arguments": {"type": "object", "description": "The arguments of the tool"}
                }, "required": ["name"]},
                "annotations": {
                    "readOnlyHint": read_only, "destructiveHint": destructive,
                    "idempotentHint": idempotent, "openWorldHint": open_world
                }
            }
        ]);
        serde_json::from_value(serde_json::Value::from(&definitions)).unwrap_or_default()
    }

    /// `search_tools`.
    pub(super) fn search(&self, tools: &ServedTools, arguments: &Map) -> ToolAnswer {
        let Some(query) = arguments.get("query").and_then(Value::as_str) else {
            return tool_error("`query` must be a text.");
        };
        let limit = match arguments.get("limit") {
            None => FOUND.0,
            Some(limit) => match limit.as_u64().and_then(|limit| usize::try_from(limit).ok()) {
                Some(limit) if (1..=FOUND.1).contains(&limit) => limit,
                _ => return tool_error(&format!("`limit` must be a number from 1 to {}.", FOUND.1)),
            },
        };
        let found = self.index.search(query, limit);
        let found: Vec<&ServedTool> =
            found.into_iter().filter_map(|number| tools.at(*self.positions.get(number)?)).collect();
        let lines: Vec<String> = found.iter().map(|tool| line(tool)).collect();
        let text = if lines.is_empty() {
            "No tool matches. Try other words, or fewer.".to_owned()
        } else {
            lines.join("\n")
        };
        let names: Value = found.iter().map(|tool| Value::from(tool.name())).collect();
        ToolAnswer {
            content: vec![json!({"type": "text", "text": text})],
            structured_content: Some(Value::Object([("names", names)].into_iter().collect())),
            is_error: false,
        }
    }

    /// `describe_tools`.
    pub(super) fn describe(&self, tools: &ServedTools, arguments: &Map) -> ToolAnswer {
        let names = arguments.get("names").and_then(Value::as_array);
        let names: Option<Vec<&str>> = names.and_then(|names| names.iter().map(Value::as_str).collect());
        let Some(names) = names.filter(|names| (1..=DESCRIBED).contains(&names.len())) else {
            return tool_error(&format!("`names` must be a list of 1 to {DESCRIBED} names."));
        };
        let mut described = Vec::with_capacity(names.len());
        for name in names {
            match self.position(tools, name).and_then(|position| tools.at(position)) {
                Some(tool) => described
                    .push(Value::from(serde_json::to_value(&tool.listed).unwrap_or(serde_json::Value::Null))),
                None => return tool_error(&self.unknown(tools, name)),
            }
        }
        let result = Value::Object([("tools", Value::Array(described))].into_iter().collect());
        ToolAnswer {
            content: vec![json!({"type": "text", "text": (result.to_string())})],
            structured_content: Some(result),
            is_error: false,
        }
    }

    /// Returns the position of a tool that may be called.
    pub(super) fn position(&self, tools: &ServedTools, name: &str) -> Option<usize> {
        tools.position(name).filter(|position| self.positions.binary_search(position).is_ok())
    }

    /// Says that there is no tool with a name.
    pub(super) fn unknown(&self, tools: &ServedTools, name: &str) -> String {
        let names = self.positions.iter().filter_map(|&position| Some(tools.at(position)?.name()));
        match nearest(name, names) {
            Some(near) => format!("There is no tool `{name}`; the nearest name is `{near}`."),
            None => format!("There is no tool `{name}`; `{SEARCH}` finds tools."),
        }
    }
}

/// Returns the name, the title and the first line of the description.
fn line(tool: &ServedTool) -> String {
    let listed = &tool.listed;
    let title = listed.title.as_deref().unwrap_or_default();
    let description = listed.description.as_deref().unwrap_or_default();
    let first = description.lines().next().unwrap_or_default().trim();
    let texts: Vec<&str> = [title, first].into_iter().filter(|text| !text.is_empty()).collect();
    let same = texts.len() == 2 && texts[0].trim_end_matches('.') == texts[1].trim_end_matches('.');
    let texts = if same { &texts[..1] } else { &texts[..] };
    format!("{}: {}", listed.name, texts.join(". "))
}
