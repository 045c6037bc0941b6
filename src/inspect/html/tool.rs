//! One tool on the page: its texts and sizes as HTML, and its schemas as data that the script shows when the tool is opened.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};

use crate::diagnostic::escape_json;
use crate::json::Value;
use crate::model::{Annotations, Hint};

use super::super::size::permille;
use super::super::tool::InspectedTool;
use super::controls::TagIndex;
use super::findings::ToolFindings;
use super::text::{HtmlNumber, HtmlText, counted};
use crate::model::tokens;

/// Writes a tool; `json` is its element of `tools`, and `all` the size of what a model sees of all tools.
pub(super) fn write(
    out: &mut dyn Write,
    tool: &InspectedTool,
    json: Value,
    (tags, found, shared): (&TagIndex<'_>, Option<&ToolFindings<'_, '_>>, &mut SharedDefinitions),
    all: u64,
) -> io::Result<()> {
    let (number, name, bytes) = (tool.position, HtmlText(&tool.name), tool.size.seen());
    out.write_all(b"<div class=\"item\">")?;
    write!(out, "<details class=\"tool\" id=\"tool-{number}\" data-name=\"{name}\" data-bytes=\"{bytes}\" ")?;
    write!(
        out,
        "data-arguments=\"{}\" data-hints=\"{}\" data-tags=\"{}\" data-rule=\"{}\" data-found=\"{}\">\n<summary>",
        tool.arguments,
        words(tool.hints),
        tags.numbers(tool),
        HtmlText(tool.rule.as_deref().unwrap_or_default()),
        found.map(ToolFindings::words).unwrap_or_default(),
    )?;
    write!(out, "<span class=\"head\"><span class=\"name\">{name}</span>")?;
    badges(out, tool.hints)?;
    found.map_or(Ok(()), |found| found.write_badges(out))?;
    writeln!(out, "<span class=\"cost\">{}</span></span>", counted(tokens(bytes), "token"))?;
    let brief = tool.description.lines().next().unwrap_or_default();
    writeln!(out, "<span class=\"brief\">{}</span></summary>\n<div class=\"body\">", HtmlText(brief))?;
    if let Some(title) = &tool.title {
        writeln!(out, "<p class=\"title\">{}</p>", HtmlText(title))?;
    }
    if !tool.tags.is_empty() {
        // Tags have the class `title`, so that the search finds them.
        writeln!(out, "<p class=\"title\">Tags: {}</p>", HtmlText(&tool.tags.join(", ")))?;
    }
    if let Some((method, path)) = &tool.call {
        writeln!(out, "<p class=\"call\"><code>{} {}</code></p>", HtmlText(method), HtmlText(path))?;
    }
    writeln!(out, "<p class=\"description\">{}</p>", HtmlText(&tool.description))?;
    sizes(out, tool, all)?;
    found.map_or(Ok(()), |found| found.write(out))?;
    data(out, json, shared)?;
    out.write_all(b"</div>\n</details></div>\n")
}

/// Returns the hints that are true, as words for the filter.
fn words(hints: Annotations) -> String {
    let set = hints.iter().filter(|(_, value)| *value);
    set.map(|(hint, _)| hint.key()).collect::<Vec<_>>().join(" ")
}

fn badges(out: &mut dyn Write, hints: Annotations) -> io::Result<()> {
    let changes = match (hints.get(Hint::ReadOnly), hints.get(Hint::Destructive)) {
        (Some(true), _) => ("reads", "read-only"),
        (_, Some(true)) => ("destroys", "destructive"),
        (Some(false), Some(false)) => ("writes", "writes"),
        _ => ("unknown", "effect unknown"),
    };
    write!(out, "<span class=\"badge {}\">{}</span>", changes.0, changes.1)?;
    for (hint, word) in [(Hint::Idempotent, "idempotent"), (Hint::OpenWorld, "open world")] {
        if hints.get(hint) == Some(true) {
            write!(out, "<span class=\"badge\">{word}</span>")?;
        }
    }
    Ok(())
}

fn sizes(out: &mut dyn Write, tool: &InspectedTool, all: u64) -> io::Result<()> {
    let size = &tool.size;
    let share = permille(size.seen(), all);
    write!(out, "<p class=\"quiet\">Seen by a model: {} bytes, ", HtmlNumber(size.seen()))?;
    write!(out, "{}.{}% of all tools (name {}, ", share / 10, share % 10, HtmlNumber(size.name))?;
    write!(
        out,
        "description {}, input schema {}). ",
        HtmlNumber(size.description),
        HtmlNumber(size.input_schema)
    )?;
    let (output, meta) = (HtmlNumber(size.output_schema), HtmlNumber(size.meta));
    writeln!(out, "Not seen: output schema {output}, _meta {meta}.</p>")
}

/// The definitions that are on the page already. Equal definitions of several tools are there once.
#[derive(Debug, Default)]
pub(super) struct SharedDefinitions(HashMap<u64, u32>);

impl SharedDefinitions {
    /// Returns the number of a definition, and whether it is new.
    fn number(&mut self, text: &str) -> (usize, bool) {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        // A page has fewer than 2^32 definitions.
        let next = u32::try_from(self.0.len()).unwrap_or(u32::MAX);
        let number = *self.0.entry(hasher.finish()).or_insert(next);
        (number as usize, number == next)
    }
}

/// Writes the schemas and `_meta` of a tool as JSON, with the numbers of definitions in place of definitions; those that no
/// tool before had are there too, numbered from `data-first`.
fn data(out: &mut dyn Write, mut tool: Value, shared: &mut SharedDefinitions) -> io::Result<()> {
    let first = shared.0.len();
    let mut fresh = Vec::new();
    for key in ["inputSchema", "outputSchema"] {
        for holder in ["$defs", "definitions"] {
            let definitions = tool.get_mut(key).and_then(|schema| schema.get_mut(holder));
            for (_, definition) in definitions.and_then(Value::as_object_mut).into_iter().flatten() {
                let text = definition.to_string();
                let (number, is_new) = shared.number(&text);
                if is_new {
                    fresh.push(text);
                }
                *definition = Value::from(number as u64);
            }
        }
    }
    write!(out, "<script type=\"application/json\" class=\"data\" data-first=\"{first}\">")?;
    write!(out, "{{\"definitions\":[{}]", ScriptJson(&fresh.join(",")))?;
    for key in ["inputSchema", "outputSchema", "_meta"] {
        if let Some(value) = tool.get(key) {
            write!(out, ",\"{key}\":{}", ScriptJson(&value.to_string()))?;
        }
    }
    out.write_all(b"}</script>\n")
}

/// JSON inside a script element: nothing in it ends the element (HTML, "Restrictions for contents of script elements").
struct ScriptJson<'j>(&'j str);

impl std::fmt::Display for ScriptJson<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // `<` occurs in strings only.
        f.write_str(&escape_json(self.0).replace('<', "\\u003c"))
    }
}

#[cfg(test)]
mod tests {
    use crate::json::json;

    use super::*;

    #[test]
    fn equal_definitions_are_there_once() {
        let tool = |name: &str| {
            json!({"inputSchema": {"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"type": "string"}}},
                "outputSchema": {"definitions": {(name): {"const": "</script>"}, "B": {"type": "string"}}}, "_meta": {}})
        };
        let (mut out, mut shared) = (Vec::new(), SharedDefinitions::default());
        data(&mut out, tool("A"), &mut shared).unwrap();
        data(&mut out, tool("C"), &mut shared).unwrap();
        let text = String::from_utf8(out).unwrap();
        let expected = [
            r##"<script type="application/json" class="data" data-first="0">{"definitions":[{"type":"string"},{"const":"\u003c/script>"}],"inputSchema":{"properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":0}},"outputSchema":{"definitions":{"A":1,"B":0}},"_meta":{}}</script>"##,
            r##"<script type="application/json" class="data" data-first="2">{"definitions":[],"inputSchema":{"properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":0}},"outputSchema":{"definitions":{"C":1,"B":0}},"_meta":{}}</script>"##,
        ];
        assert_eq!(text.lines().collect::<Vec<_>>(), expected);
    }
}
