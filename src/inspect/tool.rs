//! Analysis of one tool.

use crate::json::Value;
use crate::model::meta::{HTTP, TAGS};
use crate::model::{Annotations, Hint};

use super::argument;
use super::size::{ToolSize, json_bytes, text_bytes};
use super::tokenizer::Tokenizer;

/// One tool of a manifest.
#[derive(Debug, Clone)]
pub struct InspectedTool {
    /// Index in the manifest, from 0.
    pub position: usize,
    /// Name of the tool.
    pub name: String,
    /// Title of the tool.
    pub title: Option<String>,
    /// Description of the tool.
    pub description: String,
    /// The four hints, as far as they are set.
    pub hints: Annotations,
    /// Number of arguments: the properties of the input schema.
    pub arguments: usize,
    /// Number of required arguments.
    pub required: usize,
    /// Method and path of the HTTP request, if the manifest has them.
    pub call: Option<(String, String)>,
    /// Tags of the tool.
    pub tags: Vec<String>,
    /// The rule of `--include` that selects the tool alone, as far as rules can tell the tools of the list apart.
    pub rule: Option<String>,
    /// Size of each part.
    pub size: ToolSize,
}

impl InspectedTool {
    /// Analyses one element of `tools`. A tokenizer counts the tokens of the name, of the description, and of the input
    /// schema as JSON without spaces, each separately.
    pub fn of(position: usize, tool: &Value, tokenizer: Option<Tokenizer>) -> Self {
        let text = |key| tool.get(key).and_then(Value::as_str);
        let name = text("name").unwrap_or_default();
        let description = text("description").unwrap_or_default();
        let [input_schema, output_schema, meta] =
            ["inputSchema", "outputSchema", "_meta"].map(|key| tool.get(key));
        let bytes = |value: Option<&Value>| value.map_or(0, json_bytes);
        let arguments = input_schema.map(argument::of).unwrap_or_default();
        let count = |tokenizer: Tokenizer| {
            let schema = input_schema.map(Value::to_string).unwrap_or_default();
            [name, description, &schema].map(|part| tokenizer.count(part)).into_iter().sum()
        };
        Self {
            position,
            name: name.to_owned(),
            title: text("title").map(str::to_owned),
            description: description.to_owned(),
            hints: hints(tool),
            arguments: arguments.len(),
            required: arguments.iter().filter(|argument| argument.required).count(),
            call: meta.and_then(|meta| meta.get(HTTP)).and_then(call),
            tags: tags(meta),
            rule: None,
            size: ToolSize {
                name: text_bytes(name),
                description: text_bytes(description),
                input_schema: bytes(input_schema),
                output_schema: bytes(output_schema),
                meta: bytes(meta),
                tokens: tokenizer.and_then(count),
            },
        }
    }
}

fn call(call: &Value) -> Option<(String, String)> {
    let text = |key| call.get(key).and_then(Value::as_str).map(str::to_owned);
    Some((text("method")?, text("path")?))
}

fn tags(meta: Option<&Value>) -> Vec<String> {
    let tags = meta.and_then(|meta| meta.get(TAGS)).and_then(Value::as_array);
    tags.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

fn hints(tool: &Value) -> Annotations {
    let mut hints = Annotations::default();
    for hint in Hint::ALL {
        let given = tool.get("annotations").and_then(|annotations| annotations.get(hint.key()));
        if let Some(value) = given.and_then(Value::as_bool) {
            hints.set(hint, value);
        }
    }
    hints
}

#[cfg(test)]
mod tests {
    use crate::json::json;

    use super::*;

    #[test]
    fn parts_are_counted_one_by_one() {
        let tool = json!({
            "name": "añadir",
            "description": "Says \"é\".\n",
            "inputSchema": {"type": "object", "properties": {"a": {}, "b": {"type": "string"}}, "required": ["b"]},
            "outputSchema": {"type": "object"},
            "annotations": {"readOnlyHint": true, "destructiveHint": "no", "openWorldHint": false},
            "_meta": {"dev.apimint/http": {"method": "GET", "path": "/a"}},
        });
        let found = InspectedTool::of(3, &tool, None);
        assert_eq!((found.size.name, found.size.description), (7, 11));
        assert_eq!(found.size.input_schema, tool["inputSchema"].to_string().len() as u64);
        assert_eq!((found.size.output_schema, found.size.meta), (17, 49));
        assert_eq!((found.arguments, found.required), (2, 1));
        assert_eq!(found.call, Some(("GET".to_owned(), "/a".to_owned())));
        let hints: Vec<_> = found.hints.iter().collect();
        assert_eq!(hints, [(Hint::ReadOnly, true), (Hint::OpenWorld, false)]);
    }

    #[test]
    fn anything_can_be_looked_at() {
        for odd in [json!(null), json!([]), json!("x"), json!({"name": 1, "inputSchema": [], "_meta": 7})] {
            let found = InspectedTool::of(0, &odd, None);
            assert_eq!((found.name.as_str(), found.description.as_str(), found.arguments), ("", "", 0));
            assert_eq!(found.call, None);
        }
    }
}
