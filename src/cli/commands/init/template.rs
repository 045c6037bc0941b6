//! The text of a new configuration: one manifest that can be built, and examples in comments.

use std::fmt::Write;

use apimint::diagnostic::escape;
use apimint::inspect::{Inspection, ToolOrder};
use apimint::json::{Key, Value};

/// The JSON Schema that editors use to check the file.
const SCHEMA: &str = concat!(
    "https://raw.githubusercontent.com/apimint/apimint/v",
    env!("CARGO_PKG_VERSION"),
    "/docs/apimint.schema.json"
);

/// The largest number of tags that are listed.
const MOST_TAGS: usize = 40;

/// The largest number of tools that are listed.
const MOST_TOOLS: usize = 20;

/// The facts about a description that the text is made from.
pub(super) struct DescriptionFacts<'i> {
    inspection: &'i Inspection,
    /// The tool in the examples, and the rule that matches it.
    example: Option<(&'i str, Value)>,
}

impl<'i> DescriptionFacts<'i> {
    /// Chooses as example the largest tool that has an argument to hide and is not among those that may be left out, or else the
    /// largest of these. `tool` returns a tool by its position.
    pub(super) fn new(inspection: &'i Inspection, tool: impl Fn(usize) -> Value) -> Self {
        let ordered = inspection.ordered(ToolOrder::Tokens, None);
        let mut ruled = ordered
            .iter()
            .skip(left_out(inspection))
            .filter_map(|one| Some((one.rule.as_deref()?, tool(one.position))));
        let is_fitting = |(_, tool): &(&str, Value)| optional_argument(tool).is_some();
        let example = match ruled.next() {
            Some(first) if !is_fitting(&first) => ruled.find(is_fitting).or(Some(first)),
            first => first,
        };
        Self { inspection, example }
    }
}

/// Returns the text of the file, with headers of requests for the source. Lines that can be uncommented begin with `# `,
/// explanations with `## `.
pub(super) fn template(
    source: &str,
    headers: &[String],
    output: &str,
    described: &DescriptionFacts<'_>,
) -> String {
    let headers: Vec<String> = headers.iter().map(|header| quoted(header)).collect();
    let header =
        if headers.is_empty() { String::new() } else { format!("header = [{}]\n", headers.join(", ")) };
    let mut text = format!(
        "#:schema {SCHEMA}\n\
         ## The manifests that `apimint` builds. All keys: {}/blob/main/docs/configuration.md\n\n\
         [[manifest]]\nsource = {}\n{header}output = {}\n\
         ## `*.tools.json text eol=lf` in .gitattributes keeps git from converting its line ends.\n",
        env!("CARGO_PKG_REPOSITORY"),
        quoted(source),
        quoted(output)
    );
    // Writing to a string cannot fail.
    let _ = write_selection(&mut text, described.inspection);
    text.push_str(OPTIONS);
    if let Some((rule, tool)) = &described.example {
        let _ = write_rule(&mut text, rule, tool);
    }
    text.push_str(LEVELS);
    text
}

const OPTIONS: &str = "
## Options, spelled like those of `apimint convert`.
# name-max = 48
# body = \"flatten\"
# read-only = true
# lock = \"names.lock.json\"
";

const LEVELS: &str = "
## The diagnostics that fail the build (`apimint explain CODE`).
# [levels]
# deny = [\"warnings\"]
# allow = [\"no-description\"]
";

fn write_selection(text: &mut String, inspection: &Inspection) -> std::fmt::Result {
    writeln!(
        text,
        "\n## Without a selection, all operations become tools: {}.",
        cost(inspection.totals.tools, inspection.totals.tokens())
    )?;
    let tags: Vec<(&str, String)> = inspection
        .tags
        .iter()
        .filter_map(|tag| Some((tag.rule.as_deref()?, cost(tag.tools, tag.tokens()))))
        .collect();
    if tags.is_empty() {
        let is_operation = inspection.tools.iter().any(|tool| tool.call.is_some());
        writeln!(text, "# include = [\"{}\"]", if is_operation { "path:/**" } else { "id:*" })?;
    } else {
        writeln!(text, "## The tags, those of which a model reads most first:")?;
        let (listed, rest) = tags.split_at(tags.len().min(MOST_TAGS));
        let more = (!rest.is_empty()).then(|| format!("… and {} more tags", rest.len()));
        write_list(text, "include", listed, more)?;
    }
    let tools = inspection.ordered(ToolOrder::Tokens, Some(left_out(inspection)));
    let tools: Vec<(&str, String)> = tools
        .iter()
        .filter_map(|tool| Some((tool.rule.as_deref()?, format!("about {} tokens", tool.size.seen_tokens()))))
        .collect();
    if tools.is_empty() {
        return Ok(());
    }
    writeln!(
        text,
        "## The largest tools; `apimint inspect INPUT --html FILE` shows all, and a selection made there can be copied to here."
    )?;
    write_list(text, "exclude", &tools, None)
}

/// Returns the number of the largest tools that `exclude` lists: at most half, so that tools are left if it is uncommented.
fn left_out(inspection: &Inspection) -> usize {
    (inspection.tools.len() / 2).min(MOST_TOOLS)
}

/// Returns what tools cost in words.
fn cost(tools: usize, tokens: u64) -> String {
    format!("{tools} tool{}, about {tokens} tokens", if tools == 1 { "" } else { "s" })
}

/// Writes a key with a list of rules, each with a remark, and an explanation at the end.
fn write_list(
    text: &mut String,
    key: &str,
    rules: &[(&str, String)],
    explanation: Option<String>,
) -> std::fmt::Result {
    writeln!(text, "# {key} = [")?;
    for (rule, remark) in rules {
        writeln!(text, "#   {}, # {remark}", quoted(rule))?;
    }
    if let Some(explanation) = explanation {
        writeln!(text, "## {explanation}")?;
    }
    writeln!(text, "# ]")
}

fn write_rule(text: &mut String, rule: &str, tool: &Value) -> std::fmt::Result {
    let of = |key: &str| tool[key].as_str().unwrap_or_default();
    writeln!(
        text,
        "\n## Settings of tools. Rules take precedence over the description, and later rules over earlier ones."
    )?;
    writeln!(text, "# [[rule]]\n# match = {}", quoted(rule))?;
    writeln!(text, "# name = {}", quoted(of("name")))?;
    writeln!(text, "# title = {}", quoted(of("title")))?;
    writeln!(text, "# description = {}", quoted(of("description")))?;
    let hints = &tool["annotations"];
    for (hint, key) in [
        ("read-only", "readOnlyHint"),
        ("destructive", "destructiveHint"),
        ("idempotent", "idempotentHint"),
        ("open-world", "openWorldHint"),
    ] {
        if let Some(value) = hints[key].as_bool() {
            writeln!(text, "# hints.{hint} = {value}")?;
        }
    }
    let Some((name, schema)) = optional_argument(tool) else { return Ok(()) };
    writeln!(text, "## An argument that is hidden from models, or that always has the same value:")?;
    let name = key(name);
    writeln!(text, "# arguments.{name}.hidden = true")?;
    match example(schema) {
        Some(value) => writeln!(text, "# arguments.{name}.value = {value}"),
        None => Ok(()),
    }
}

/// Returns the first argument that a call can omit.
fn optional_argument(tool: &Value) -> Option<(&Key, &Value)> {
    let schema = &tool["inputSchema"];
    let required = schema["required"].as_array();
    let is_required = |name: &str| required.is_some_and(|names| names.iter().any(|one| one == name));
    schema["properties"].as_object()?.iter().find(|(name, _)| !is_required(name))
}

/// Returns a value of a schema in TOML, if the schema shows one.
fn example(schema: &Value) -> Option<String> {
    let shown = [&schema["default"], &schema["enum"][0], &schema["examples"][0]];
    let value = shown.into_iter().find(|value| !value.is_null());
    match value.or((schema["type"] == "boolean").then_some(&Value::Bool(true)))? {
        Value::String(text) => Some(quoted(text)),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Number(number) if number.is_i64() => Some(number.to_string()),
        _ => None,
    }
}

/// Writes a name as a TOML key.
fn key(name: &str) -> String {
    let is_bare = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    if is_bare && !name.is_empty() { name.to_owned() } else { quoted(name) }
}

/// Writes a TOML string. Invisible characters are escaped.
fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for character in text.chars() {
        let mut one = [0; 4];
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            _ if character.is_control() || escape(character.encode_utf8(&mut one)).len() > 4 => {
                // Writing to a string cannot fail.
                let _ = write!(quoted, "\\U{:08X}", u32::from(character));
            }
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}
