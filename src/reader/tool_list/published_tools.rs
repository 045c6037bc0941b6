//! The tools of a list as they were published: as they stand in the document, without any repair.

use crate::diagnostic::Place;
use crate::json::{Map, Value};
use crate::source::Node;

use super::list_document::{listed_pages, listed_result, written_tools};
use super::wrapped_tool::{INPUT_FIELDS, ListedSchema, ToolForm, WrappedTool};

/// The tools of a list, each of which is made a value when it is asked for.
pub struct PublishedTools<'s> {
    root: Node<'s>,
    tools: Vec<WrappedTool<'s>>,
}

impl<'s> PublishedTools<'s> {
    /// Returns the tools of a document. `None` if it lists none, or if one has a schema of the Gemini API, which is no JSON
    /// Schema and has to be converted first.
    pub fn of(root: Node<'s>) -> Option<Self> {
        let mut tools = written_tools(root)?;
        // A JSON-RPC message in the list is no tool.
        tools.retain(|tool| tool.outer.get("jsonrpc").is_none());
        let is_gemini = |tool: &WrappedTool<'_>| {
            [tool.input(), tool.output()].into_iter().flatten().any(|schema| schema.is_gemini)
        };
        (!tools.iter().any(is_gemini)).then_some(Self { root, tools })
    }

    /// Returns true if all tools have the form of MCP: none has that of a model API.
    pub fn is_mcp(&self) -> bool {
        self.tools.iter().all(WrappedTool::is_mcp)
    }

    /// Returns the `_meta` of the list (MCP, `ListToolsResult`), that of the first of several pages; an empty object if there
    /// is none.
    pub fn result_meta(&self) -> Value {
        let pages = listed_pages(self.root);
        let meta = pages.first().and_then(|page| listed_result(*page).get("_meta"));
        meta.filter(|meta| meta.is_object()).map_or_else(|| Value::Object(Map::new()), Node::to_value)
    }

    /// Returns the number of tools.
    pub fn tool_count(&self) -> usize {
        self.tools.len()
    }

    /// Returns the place of a tool by its position.
    pub fn place(&self, position: usize) -> Option<Place> {
        self.tools.get(position).map(|tool| tool.outer.place())
    }

    /// Returns the name of a tool by its position, as it is written.
    pub fn name(&self, position: usize) -> Option<&'s str> {
        self.tools.get(position).and_then(|tool| tool.inner.get("name")).and_then(Node::scalar_text)
    }

    /// Returns a tool by its position, with the members that MCP gives it (MCP, `Tool`): that of a model API has its schema
    /// under `inputSchema` too. Everything else stands as it is written.
    pub fn tool_value(&self, position: usize) -> Value {
        let Some(tool) = self.tools.get(position) else { return Value::Null };
        let WrappedTool { outer, inner, form, wrapper } = tool;
        if !inner.is_object() {
            return outer.to_value();
        }
        let schemas = [("inputSchema", tool.input()), ("outputSchema", tool.output())];
        let mut members = Map::new();
        for (name, schema) in schemas {
            if let Some(schema) = schema {
                members.insert(name, schema.node.to_value());
            }
        }
        let is_schema = |member: Node<'_>| {
            let holds = |schema: ListedSchema<'_>| {
                // That of Bedrock is one level deeper.
                schema.node.place() == member.place()
                    || *form == ToolForm::Spec && INPUT_FIELDS.contains(&member.key())
            };
            schemas.iter().filter_map(|(_, schema)| *schema).any(holds)
        };
        let own = inner.entries().filter(|(_, member)| !is_schema(*member));
        let around = outer.entries().filter(|(key, _)| wrapper.is_some_and(|wrapper| wrapper != *key));
        for (key, member) in own.chain(around) {
            if !members.contains_key(key) {
                members.insert(key, member.to_value());
            }
        }
        Value::Object(members)
    }
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::Sink;
    use crate::json::json;
    use crate::source::{Access, Input, Sources};

    use super::*;

    fn published(list: &str) -> Vec<Value> {
        let (sources, sink) = (Sources::new(Access::default(), crate::Limits::default()), Sink::new());
        let input = Input::Bytes { name: "list.json".to_owned(), bytes: list.into() };
        let document = sources.load(&input, &sink).unwrap();
        let tools = PublishedTools::of(document.root()).unwrap();
        (0..tools.tool_count()).map(|position| tools.tool_value(position)).collect()
    }

    #[test]
    fn every_form_has_the_members_of_mcp() {
        let tool = json!({"inputSchema": {"type": "object"}, "name": "t"});
        for list in [
            r#"{"tools": [{"name": "t", "inputSchema": {"type": "object"}}]}"#,
            r#"[{"name": "t", "input_schema": {"type": "object"}}]"#,
            r#"[{"toolSpec": {"name": "t", "inputSchema": {"json": {"type": "object"}}}}]"#,
            r#"[{"functionDeclarations": [{"name": "t", "parametersJsonSchema": {"type": "object"}}]}]"#,
        ] {
            assert_eq!(published(list), std::slice::from_ref(&tool), "{list}");
        }
        let wrapped =
            r#"[{"type": "function", "function": {"name": "t", "parameters": {"type": "object"}}, "x": 1}]"#;
        assert_eq!(
            published(wrapped),
            [json!({"inputSchema": {"type": "object"}, "name": "t", "type": "function", "x": 1})]
        );
    }

    #[test]
    fn nothing_is_repaired() {
        let tool = json!({"inputSchema": {"type": "array", "parameters": 1}, "name": 7, "parameters": null});
        assert_eq!(published(&json!({"tools": [tool, 5]}).to_string()), [tool, json!(5)]);
    }
}
