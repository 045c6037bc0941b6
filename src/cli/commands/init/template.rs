//! The text of a new configuration: one manifest that can be built, and examples in comments.

use std::fmt::Write;

use apimint::diagnostic::escape;
use apimint::json::{Key, Value};
use apimint::model::meta;
use glob::Pattern;

/// The JSON Schema that editors use to check the file.
const SCHEMA: &str = concat!(
    "https://raw.githubusercontent.com/apimint/apimint/v",
    env!("CARGO_PKG_VERSION"),
    "/docs/apimint.schema.json"
);

/// The largest number of tags that are listed.
const MOST_TAGS: usize = 40;

/// The facts about a description that examples are made from.
pub(super) struct DescriptionFacts {
    tags: Vec<(String, usize)>,
    /// The tool in the examples.
    example: Option<Value>,
}

impl DescriptionFacts {
    /// Chooses as example the first tool that has an argument to hide, or else the first tool.
    pub(super) fn new(tags: Vec<(String, usize)>, mut tools: impl Iterator<Item = Value>) -> Self {
        let first = tools.next();
        let is_fitting = |tool: &Value| optional_argument(tool).is_some();
        let example = match first {
            Some(first) if !is_fitting(&first) => tools.find(is_fitting).or(Some(first)),
            first => first,
        };
        Self { tags, example }
    }
}

/// Returns the text of the file, with headers of requests for the source. Lines that can be uncommented begin with `# `, explanations with `## `.
pub(super) fn template(
    source: &str,
    headers: &[String],
    output: &str,
    described: &DescriptionFacts,
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
    let _ = write_selection(&mut text, described);
    text.push_str(OPTIONS);
    if let Some(tool) = &described.example {
        let _ = write_rule(&mut text, tool);
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

fn write_selection(text: &mut String, described: &DescriptionFacts) -> std::fmt::Result {
    let Some((last, _)) = described.tags.last() else {
        let is_operation = described.example.as_ref().is_some_and(|tool| call(tool)["path"].is_string());
        let all = if is_operation { "path:/**" } else { "id:*" };
        return write!(
            text,
            "\n## Without a selection, all operations become tools.\n# include = [\"{all}\"]\n"
        );
    };
    let tags = &described.tags;
    writeln!(text, "\n## Without a selection, all operations become tools. The tags of the description:")?;
    writeln!(text, "# include = [")?;
    for (tag, count) in tags.iter().take(MOST_TAGS) {
        let plural = if *count == 1 { "" } else { "s" };
        writeln!(
            text,
            "#   {}, # {count} operation{plural}",
            quoted(&format!("tag:{}", Pattern::escape(tag)))
        )?;
    }
    if tags.len() > MOST_TAGS {
        writeln!(text, "## … and {} more tags", tags.len() - MOST_TAGS)?;
    }
    writeln!(text, "# ]\n# exclude = [{}]", quoted(&format!("tag:{}", Pattern::escape(last))))
}

fn write_rule(text: &mut String, tool: &Value) -> std::fmt::Result {
    let of = |key: &str| tool[key].as_str().unwrap_or_default();
    writeln!(
        text,
        "\n## Settings of tools. Rules take precedence over the description, and later rules over earlier ones."
    )?;
    writeln!(text, "# [[rule]]\n# match = {}", quoted(&matching(tool)))?;
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

/// Returns the HTTP call of a tool.
fn call(tool: &Value) -> &Value {
    &tool["_meta"][meta::HTTP]
}

/// Returns a condition that matches only this tool.
fn matching(tool: &Value) -> String {
    let of = |key: &str| call(tool)[key].as_str();
    match (of("operationId"), of("path"), of("method")) {
        (Some(id), ..) => format!("id:{}", Pattern::escape(id)),
        (None, Some(path), Some(method)) => {
            format!("path:{}+method:{}", Pattern::escape(path), method.to_lowercase())
        }
        _ => {
            let given = tool["_meta"][meta::ORIGIN]["name"].as_str();
            format!("id:{}", Pattern::escape(given.or(tool["name"].as_str()).unwrap_or_default()))
        }
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
