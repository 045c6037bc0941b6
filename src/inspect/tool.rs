//! Analysis of one tool.

use crate::json::Value;
use crate::model::meta::{HTTP, TAGS};
use crate::model::{Annotations, Hint};

use super::argument::{self, InspectedArgument};
use super::size::{ToolSize, json_bytes, text_bytes};

/// One tool of a manifest.
#[derive(Debug, Clone)]
pub struct InspectedTool<'m> {
    /// Index in the manifest, from 0.
    pub position: usize,
    /// Name of the tool.
    pub name: &'m str,
    /// Title of the tool.
    pub title: Option<&'m str>,
    /// Description of the tool.
    pub description: &'m str,
    /// The four hints, as far as they are set.
    pub hints: Annotations,
    /// Arguments: the properties of the input schema.
    pub arguments: Vec<InspectedArgument<'m>>,
    /// Input schema of the tool.
    pub input_schema: Option<&'m Value>,
    /// Output schema of the tool.
    pub output_schema: Option<&'m Value>,
    /// `_meta`.
    pub meta: Option<&'m Value>,
    /// Tags of the tool, if they are known.
    pub tags: Vec<&'m str>,
    /// Size of each part.
    pub size: ToolSize,
}

impl<'m> InspectedTool<'m> {
    /// Analyses one element of `tools`.
    pub(super) fn of(position: usize, tool: &'m Value) -> Self {
        let text = |key| tool.get(key).and_then(Value::as_str);
        let name = text("name").unwrap_or_default();
        let description = text("description").unwrap_or_default();
        let [input_schema, output_schema, meta] =
            ["inputSchema", "outputSchema", "_meta"].map(|key| tool.get(key));
        let bytes = |value: Option<&Value>| value.map_or(0, json_bytes);
        Self {
            position,
            name,
            title: text("title"),
            description,
            hints: hints(tool),
            arguments: input_schema.map(argument::of).unwrap_or_default(),
            input_schema,
            output_schema,
            meta,
            tags: tags(meta),
            size: ToolSize {
                name: text_bytes(name),
                description: text_bytes(description),
                input_schema: bytes(input_schema),
                output_schema: bytes(output_schema),
                meta: bytes(meta),
                tokens: None,
            },
        }
    }

    /// Counts the required arguments.
    pub fn required(&self) -> usize {
        self.arguments.iter().filter(|argument| argument.required).count()
    }

    /// Returns the method and path of the HTTP request, if the manifest has them.
    pub fn call(&self) -> Option<(&'m str, &'m str)> {
        let call = self.meta?.get(HTTP)?;
        Some((call.get("method")?.as_str()?, call.get("path")?.as_str()?))
    }
}

fn tags(meta: Option<&Value>) -> Vec<&str> {
    let tags = meta.and_then(|meta| meta.get(TAGS)).and_then(Value::as_array);
    tags.into_iter().flatten().filter_map(Value::as_str).collect()
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
        let found = InspectedTool::of(3, &tool);
        assert_eq!((found.size.name, found.size.description), (7, 11));
        assert_eq!(found.size.input_schema, tool["inputSchema"].to_string().len() as u64);
        assert_eq!((found.size.output_schema, found.size.meta), (17, 49));
        assert_eq!((found.arguments.len(), found.required()), (2, 1));
        assert_eq!(found.call(), Some(("GET", "/a")));
        let hints: Vec<_> = found.hints.iter().collect();
        assert_eq!(hints, [(Hint::ReadOnly, true), (Hint::OpenWorld, false)]);
    }

    #[test]
    fn anything_can_be_looked_at() {
        for odd in [json!(null), json!([]), json!("x"), json!({"name": 1, "inputSchema": [], "_meta": 7})] {
            let found = InspectedTool::of(0, &odd);
            assert_eq!((found.name, found.description, found.arguments.len()), ("", "", 0));
            assert_eq!(found.call(), None);
        }
    }
}
