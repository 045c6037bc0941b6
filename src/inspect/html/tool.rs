//! One tool on the page: the parts that a model sees, and those that it does not.

use std::io::{self, Write};

use crate::json::Value;
use crate::model::{Annotations, Hint};

use super::super::argument::{self, InspectedArgument};
use super::super::size::permille;
use super::super::tool::InspectedTool;
use super::controls::TagIndex;
use super::text::{HtmlJson, HtmlNumber, HtmlText, counted};
use crate::model::tokens;

/// Maximum number of rows in a table of arguments. The schema shows the rest.
const ROWS: usize = 200;
/// Number of levels below an argument that get rows.
const DEPTH: usize = 2;
/// Maximum number of characters of a name in front of the names of its members.
const NAME: usize = 64;

/// Writes a tool; `all` is the size of what a model sees of all tools.
pub(super) fn write(
    out: &mut dyn Write,
    tool: &InspectedTool<'_>,
    tags: &TagIndex<'_>,
    all: u64,
) -> io::Result<()> {
    let (number, name, bytes) = (tool.position, HtmlText(tool.name), tool.size.seen());
    write!(out, "<details class=\"tool\" id=\"tool-{number}\" data-name=\"{name}\" data-bytes=\"{bytes}\" ")?;
    write!(
        out,
        "data-arguments=\"{}\" data-hints=\"{}\" data-tags=\"{}\">\n<summary>",
        tool.arguments.len(),
        words(tool.hints),
        tags.numbers(tool)
    )?;
    write!(out, "<span class=\"head\"><span class=\"name\">{name}</span>")?;
    badges(out, tool.hints)?;
    writeln!(out, "<span class=\"cost\">{}</span></span>", counted(tokens(bytes), "token"))?;
    let brief = tool.description.lines().next().unwrap_or_default();
    writeln!(out, "<span class=\"brief\">{}</span></summary>\n<div class=\"body\">", HtmlText(brief))?;
    if let Some(title) = tool.title {
        writeln!(out, "<p class=\"title\">{}</p>", HtmlText(title))?;
    }
    if !tool.tags.is_empty() {
        // Tags have the class `title`, so that the search finds them.
        writeln!(out, "<p class=\"title\">Tags: {}</p>", HtmlText(&tool.tags.join(", ")))?;
    }
    if let Some((method, path)) = tool.call() {
        writeln!(out, "<p class=\"call\"><code>{} {}</code></p>", HtmlText(method), HtmlText(path))?;
    }
    writeln!(out, "<p class=\"description\">{}</p>", HtmlText(tool.description))?;
    arguments(out, tool)?;
    sizes(out, tool, all)?;
    json(out, "Input schema", tool.input_schema, tool.size.input_schema)?;
    json(out, "Output schema", tool.output_schema, tool.size.output_schema)?;
    json(out, "_meta", tool.meta, tool.size.meta)?;
    out.write_all(b"</div>\n</details>\n")
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

fn arguments(out: &mut dyn Write, tool: &InspectedTool<'_>) -> io::Result<()> {
    if tool.arguments.is_empty() {
        return out.write_all(b"<p class=\"quiet\">No arguments.</p>\n");
    }
    out.write_all(b"<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Arguments\">")?;
    out.write_all(b"<table>\n<thead><tr><th>argument</th><th>type</th><th>required</th>")?;
    out.write_all(b"<th>description</th></tr></thead>\n<tbody>\n")?;
    let mut table = ArgumentRows { out, root: tool.input_schema, left: ROWS };
    let is_whole = table.write(&tool.arguments, "", DEPTH)?;
    if !is_whole {
        out.write_all(
            b"<tr><td colspan=\"4\" class=\"quiet\">The input schema has more properties.</td></tr>\n",
        )?;
    }
    out.write_all(b"</tbody>\n</table></div>\n")
}

/// Writer of the rows of a table of arguments.
struct ArgumentRows<'o, 'm> {
    out: &'o mut dyn Write,
    /// Schema that references are resolved against.
    root: Option<&'m Value>,
    /// Number of rows that may still be written.
    left: usize,
}

impl<'m> ArgumentRows<'_, 'm> {
    /// Writes arguments, and below each its members, which a caller has to fill in. Returns false if some were left
    /// out.
    fn write(&mut self, arguments: &[InspectedArgument<'m>], within: &str, depth: usize) -> io::Result<bool> {
        for argument in arguments {
            let Some(left) = self.left.checked_sub(1) else { return Ok(false) };
            self.left = left;
            self.row(argument, within)?;
            if depth == 0 {
                continue;
            }
            let mut schema = self.referred(argument.schema);
            let mut mark = "";
            if let Some(items) = schema.get("items") {
                schema = self.referred(items);
                mark = "[]";
            }
            let members = argument::of(schema);
            // The prefix is repeated for each member, so it is truncated.
            let name: String = argument.name.chars().take(NAME).collect();
            let within = format!("{within}{name}{mark}.");
            if !self.write(&members, &within, depth - 1)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the target of a schema's reference, or the schema itself.
    fn referred(&self, schema: &'m Value) -> &'m Value {
        let reference = schema.get("$ref").and_then(Value::as_str);
        let pointer = reference.and_then(|reference| reference.strip_prefix('#'));
        pointer.zip(self.root).and_then(|(pointer, root)| root.pointer(pointer)).unwrap_or(schema)
    }

    fn row(&mut self, argument: &InspectedArgument<'_>, within: &str) -> io::Result<()> {
        let out = &mut *self.out;
        out.write_all(b"<tr><td><code>")?;
        if !within.is_empty() {
            write!(out, "<span class=\"quiet\">{}</span>", HtmlText(within))?;
        }
        write!(out, "{}</code></td><td>{}", HtmlText(argument.name), HtmlText(&argument.kind))?;
        values(out, argument.schema)?;
        write!(out, "</td><td>{}</td>", if argument.required { "<strong>yes</strong>" } else { "no" })?;
        writeln!(
            out,
            "<td class=\"description\">{}</td></tr>",
            HtmlText(argument.description.unwrap_or_default())
        )
    }
}

/// Maximum number of enum values shown beside a type.
const VALUES: usize = 12;

fn values(out: &mut dyn Write, schema: &Value) -> io::Result<()> {
    let Some(values) = schema.get("enum").and_then(Value::as_array) else { return Ok(()) };
    out.write_all(b"<span class=\"values\">: ")?;
    for (number, value) in values.iter().take(VALUES).enumerate() {
        let comma = if number > 0 { ", " } else { "" };
        match value {
            Value::String(text) => write!(out, "{comma}<code>{}</code>", HtmlText(text))?,
            other => write!(out, "{comma}<code>{}</code>", HtmlText(&other.to_string()))?,
        }
    }
    if values.len() > VALUES {
        write!(out, " and {} more", values.len() - VALUES)?;
    }
    out.write_all(b"</span>")
}

fn sizes(out: &mut dyn Write, tool: &InspectedTool<'_>, all: u64) -> io::Result<()> {
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

fn json(out: &mut dyn Write, head: &str, value: Option<&Value>, bytes: u64) -> io::Result<()> {
    let Some(value) = value else { return Ok(()) };
    let bytes = counted(bytes, "byte");
    write!(out, "<details class=\"json\"><summary>{head} <span class=\"quiet\">{bytes}</span></summary>")?;
    writeln!(out, "<pre tabindex=\"0\">{}</pre></details>", HtmlJson(value))
}

#[cfg(test)]
mod tests {
    use crate::json::json;

    use super::*;

    fn rows(schema: &Value) -> String {
        let tool = json!({"name": "a", "inputSchema": schema});
        let mut out = Vec::new();
        arguments(&mut out, &InspectedTool::of(0, &tool)).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn members_stand_below_what_holds_them() {
        let text = rows(&json!({
            "properties": {"body": {"type": "array", "items": {"$ref": "#/$defs/Pet"}}, "last": {}},
            "$defs": {"Pet": {"properties": {"owner": {"properties": {"name": {"properties": {"deep": {}}}}}}}},
        }));
        let names: Vec<&str> =
            text.split("<tr><td><code>").skip(1).filter_map(|row| row.split("</code>").next()).collect();
        let quiet = |within: &str, name: &str| format!("<span class=\"quiet\">{within}</span>{name}");
        let expected = ["body", &quiet("body[].", "owner"), &quiet("body[].owner.", "name"), "last"];
        assert_eq!(names, expected);
    }

    #[test]
    fn tables_of_endless_schemas_end() {
        let properties: crate::json::Map =
            (0..40).map(|number| (number.to_string(), json!({"$ref": "#"}))).collect();
        let text = rows(&json!({"properties": properties}));
        assert_eq!(text.matches("<tr><td><code>").count(), ROWS);
        assert!(text.contains("The input schema has more properties."));
        let text =
            rows(&json!({"properties": {"a": {"$ref": "#/nowhere"}, "b": {"$ref": 7}, "c": {"items": []}}}));
        assert!(!text.contains("has more properties"), "{text}");
    }
}
