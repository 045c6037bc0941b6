//! One tool of the page: what an agent sees of it, and what it does not.

use std::io::{self, Write};

use serde_json::Value;

use crate::model::{Annotations, Hint};

use super::super::InspectedTool;
use super::super::argument::{self, InspectedArgument};
use super::super::size::{permille, tokens};
use super::text::{Json, Number, Text, counted};

/// Rows of a table of arguments. What has more is found in the schema.
const ROWS: usize = 200;

/// Writes a tool; `all` is what a model sees of all of them.
pub(super) fn write(out: &mut dyn Write, tool: &InspectedTool<'_>, all: u64) -> io::Result<()> {
    let (number, name, bytes) = (tool.position, Text(tool.name), tool.size.seen());
    write!(out, "<details class=\"tool\" id=\"tool-{number}\" data-name=\"{name}\" data-bytes=\"{bytes}\" ")?;
    write!(
        out,
        "data-arguments=\"{}\" data-hints=\"{}\">\n<summary>",
        tool.arguments.len(),
        words(tool.hints)
    )?;
    write!(out, "<span class=\"head\"><span class=\"name\">{name}</span>")?;
    badges(out, tool.hints)?;
    writeln!(out, "<span class=\"cost\">{}</span></span>", counted(tokens(bytes), "token"))?;
    let brief = tool.description.lines().next().unwrap_or_default();
    writeln!(out, "<span class=\"brief\">{}</span></summary>\n<div class=\"body\">", Text(brief))?;
    if let Some(title) = tool.title {
        writeln!(out, "<p class=\"title\">{}</p>", Text(title))?;
    }
    if let Some((method, path)) = tool.call() {
        writeln!(out, "<p class=\"call\"><code>{} {}</code></p>", Text(method), Text(path))?;
    }
    writeln!(out, "<p class=\"description\">{}</p>", Text(tool.description))?;
    arguments(out, tool)?;
    sizes(out, tool, all)?;
    json(out, "Input schema", tool.input_schema, tool.size.input_schema)?;
    json(out, "Output schema", tool.output_schema, tool.size.output_schema)?;
    json(out, "_meta", tool.meta, tool.size.meta)?;
    out.write_all(b"</div>\n</details>\n")
}

/// The hints that are true, as words for the filter.
fn words(hints: Annotations) -> String {
    let set = hints.iter().filter(|(_, value)| *value);
    set.map(|(hint, _)| hint.key()).collect::<Vec<_>>().join(" ")
}

fn badges(out: &mut dyn Write, hints: Annotations) -> io::Result<()> {
    let changes = match (hints.get(Hint::ReadOnly), hints.get(Hint::Destructive)) {
        (Some(true), _) => ("reads", "read-only"),
        (_, Some(true)) => ("destroys", "destructive"),
        (Some(false), Some(false)) => ("writes", "writes"),
        _ => ("unknown", "effect not said"),
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
    let mut left = ROWS;
    for argument in &tool.arguments {
        if !row(out, argument, None, &mut left)? {
            break;
        }
        // What an object holds is what has to be filled in.
        for member in argument::of(referred(argument.schema, tool.input_schema)) {
            if !row(out, &member, Some(argument.name), &mut left)? {
                break;
            }
        }
    }
    if left == 0 {
        out.write_all(b"<tr><td colspan=\"4\" class=\"quiet\">More stand in the input schema.</td></tr>\n")?;
    }
    out.write_all(b"</tbody>\n</table></div>\n")
}

/// What a schema refers to within the input schema, else the schema itself.
fn referred<'m>(schema: &'m Value, root: Option<&'m Value>) -> &'m Value {
    let reference = schema.get("$ref").and_then(Value::as_str);
    let pointer = reference.and_then(|reference| reference.strip_prefix('#'));
    pointer.zip(root).and_then(|(pointer, root)| root.pointer(pointer)).unwrap_or(schema)
}

/// Writes a row, unless there are enough.
fn row(
    out: &mut dyn Write,
    argument: &InspectedArgument<'_>,
    within: Option<&str>,
    left: &mut usize,
) -> io::Result<bool> {
    let Some(rest) = left.checked_sub(1) else { return Ok(false) };
    *left = rest;
    out.write_all(b"<tr><td><code>")?;
    if let Some(outer) = within {
        write!(out, "<span class=\"quiet\">{}.</span>", Text(outer))?;
    }
    write!(out, "{}</code></td><td>{}", Text(argument.name), Text(&argument.kind))?;
    values(out, argument.schema)?;
    write!(out, "</td><td>{}</td>", if argument.required { "<strong>yes</strong>" } else { "no" })?;
    writeln!(out, "<td class=\"description\">{}</td></tr>", Text(argument.description.unwrap_or_default()))?;
    Ok(true)
}

/// Values that are told beside a type.
const VALUES: usize = 12;

fn values(out: &mut dyn Write, schema: &Value) -> io::Result<()> {
    let Some(values) = schema.get("enum").and_then(Value::as_array) else { return Ok(()) };
    out.write_all(b"<span class=\"values\">: ")?;
    for (number, value) in values.iter().take(VALUES).enumerate() {
        let comma = if number > 0 { ", " } else { "" };
        match value {
            Value::String(text) => write!(out, "{comma}<code>{}</code>", Text(text))?,
            other => write!(out, "{comma}<code>{}</code>", Text(&other.to_string()))?,
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
    write!(out, "<p class=\"quiet\">Seen by a model: {} bytes, ", Number(size.seen()))?;
    write!(out, "{}.{}% of all tools (name {}, ", share / 10, share % 10, Number(size.name))?;
    write!(out, "description {}, input schema {}). ", Number(size.description), Number(size.input_schema))?;
    let (output, meta) = (Number(size.output_schema), Number(size.meta));
    writeln!(out, "Not seen: output schema {output}, _meta {meta}.</p>")
}

fn json(out: &mut dyn Write, head: &str, value: Option<&Value>, bytes: u64) -> io::Result<()> {
    let Some(value) = value else { return Ok(()) };
    let bytes = counted(bytes, "byte");
    write!(out, "<details class=\"json\"><summary>{head} <span class=\"quiet\">{bytes}</span></summary>")?;
    writeln!(out, "<pre tabindex=\"0\">{}</pre></details>", Json(value))
}
