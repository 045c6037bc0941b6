//! The form of a list for a model API (docs/targets.md), and its side table (docs/apimint-map.schema.json).

use std::fs;
use std::sync::LazyLock;

use apimint::Options;
use apimint::model::Target;
use apimint::options::Envelope;
use jsonschema::Validator;
use serde_json::Value;

static SIDE_TABLE: LazyLock<Validator> = LazyLock::new(|| schema("apimint-map.schema.json"));
static CALL: LazyLock<Validator> = LazyLock::new(|| schema("apimint-call.schema.json"));

fn schema(name: &str) -> Validator {
    let text = fs::read_to_string(format!("{}/docs/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    jsonschema::draft202012::new(&serde_json::from_str(&text).unwrap()).unwrap()
}

/// Returns what is wrong with a list for the target of these options: the value that was written, or the lines.
pub(super) fn faults(written: &[Value], options: &Options) -> Vec<String> {
    let mut found = Vec::new();
    let (tools, map) = match (options.envelope, written) {
        (Envelope::Ndjson, lines) => (lines.to_vec(), None),
        (Envelope::Mapped, [both]) => (listed(&both["tools"], options.target), Some(&both["map"])),
        (_, [list]) => (listed(list, options.target), None),
        _ => return vec!["not in its envelope".to_owned()],
    };
    let mut names = Vec::new();
    for tool in &tools {
        match function(tool, options.target) {
            Some(name) => names.push(name),
            None => found.push(format!("not a tool of {}: {tool}", options.target.as_str())),
        }
    }
    let Some(map) = map else { return found };
    let errors = SIDE_TABLE.iter_errors(map);
    found.extend(errors.map(|error| format!("side table: {}: {error}", error.instance_path())));
    for (name, entry) in map["tools"].as_object().into_iter().flatten() {
        if !names.contains(name) {
            found.push(format!("the side table names {name:?}, which the list does not have"));
        }
        let errors = entry.get("http").map(|call| CALL.iter_errors(call));
        found.extend(
            errors.into_iter().flatten().map(|error| format!("call: {}: {error}", error.instance_path())),
        );
    }
    found
}

/// Returns the functions of a list; what has another form is a function of its own.
fn listed(list: &Value, target: Target) -> Vec<Value> {
    let inner = match target {
        Target::Gemini | Target::GeminiParameters => &list[0]["functionDeclarations"],
        Target::Bedrock => &list["tools"],
        _ => list,
    };
    inner.as_array().cloned().unwrap_or_else(|| vec![list.clone()])
}

/// Returns the name of a function that has the form of its API.
fn function(tool: &Value, target: Target) -> Option<String> {
    let (function, key, may_lack) = match target {
        Target::OpenAi | Target::OpenAiStrict | Target::Moonshot => {
            (tool.get("function").filter(|_| tool["type"] == "function")?, "parameters", false)
        }
        Target::OpenAiResponses => (
            Some(tool).filter(|tool| tool["type"] == "function" && tool["strict"] == false)?,
            "parameters",
            false,
        ),
        Target::Anthropic | Target::AnthropicStrict => (tool, "input_schema", false),
        // A function without arguments has no schema.
        Target::Gemini => (tool, "parametersJsonSchema", true),
        Target::GeminiParameters => (tool, "parameters", true),
        Target::Bedrock => (tool.get("toolSpec")?, "inputSchema", false),
        Target::AgentCore => (tool, "inputSchema", false),
        Target::Mcp => return None,
    };
    let schema = function.get(key);
    let schema =
        if target == Target::Bedrock { schema.and_then(|schema| schema.get("json")) } else { schema };
    let kind = schema.map(|schema| &schema["type"]);
    let is_sound = match kind {
        Some(kind) => kind == "object" || kind == "OBJECT",
        None => may_lack,
    };
    let has_text = function["description"].as_str().is_some_and(|text| !text.is_empty());
    let strict = function.get("strict").is_none_or(Value::is_boolean);
    let name = function["name"].as_str().filter(|name| !name.is_empty() && name.len() <= 64)?;
    (is_sound && has_text && strict).then(|| name.to_owned())
}
