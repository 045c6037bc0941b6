//! Tools in the form of a target, with what is needed to judge them.

use std::collections::BTreeSet;
use std::path::Path;

use apimint::diagnostic::Sink;
use apimint::model::Target;
use apimint::options::{Envelope, Options};
use apimint::source::{Access, Input, Sources};
use apimint::target::SideTable;
use apimint::{Limits, convert};
use jsonschema::{ValidationError, Validator};
use serde_json::{Map, Value, json};

/// A tool in the form of a target, and as MCP clients see it.
pub(crate) struct LoweredTool {
    pub(crate) target: Target,
    pub(crate) name: String,
    /// The input schema for MCP clients.
    pub(crate) source: Value,
    /// The schema for the target, as JSON Schema.
    pub(crate) schema: Value,
    /// `args` of the side table.
    pub(crate) table: Value,
    /// True if some value is sent as JSON text.
    pub(crate) has_json_text: bool,
    /// The keywords that W002 reports for the list.
    weakened: BTreeSet<String>,
    /// The codes of the family W.
    codes: BTreeSet<String>,
    whole_table: SideTable,
}

/// Returns the tools of a document for MCP clients.
pub(crate) fn portable_tools(document: &Value) -> Map<String, Value> {
    let (written, _) = written(document, Target::Mcp);
    let tools = written["tools"].as_array().cloned().unwrap_or_default();
    tools.into_iter().map(|tool| (text(&tool["name"]), tool["inputSchema"].clone())).collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Converts a document; returns what is written, and the diagnostics as code and message.
fn written(document: &Value, target: Target) -> (Value, Vec<(String, String)>) {
    let bytes = document.to_string().into_bytes();
    let input = Input::Bytes { name: "lowering.json".to_owned(), bytes };
    let (sources, sink) = (Sources::new(Access::default(), Limits::default()), Sink::new());
    let envelope = if target == Target::Mcp { Envelope::Result } else { Envelope::Mapped };
    let options = Options { target, envelope, ..Options::default() };
    let Ok(manifest) = convert(&sources, &input, &options, &sink) else { return (Value::Null, Vec::new()) };
    let mut bytes = Vec::new();
    manifest.write(&mut bytes).unwrap();
    let said = sink.into_diagnostics().into_iter();
    let said = said.map(|diagnostic| (diagnostic.code.to_string(), diagnostic.message));
    (serde_json::from_slice(&bytes).expect("the list is JSON"), said.collect())
}

/// Reads a document of a file, if it is one file of JSON or YAML.
pub(crate) fn file(path: &Path) -> Option<Value> {
    let sources = Sources::new(Access::default(), Limits::default());
    let document = sources.load(&Input::File(path.to_owned()), &Sink::new()).ok()?;
    serde_json::from_str(&document.root().to_value().to_string()).ok()
}

impl LoweredTool {
    /// Returns the tools of a document whose schemas were lowered: those that are strict, for strict targets.
    pub(crate) fn all(document: &Value, portable: &Map<String, Value>, target: Target) -> Vec<Self> {
        let (written, said) = written(document, target);
        let mut tools = &written["tools"];
        if let Some(functions) = tools[0].get("functionDeclarations") {
            tools = functions;
        }
        let Ok(whole_table) = SideTable::new(&written["map"].clone().into()) else { return Vec::new() };
        let codes: BTreeSet<String> =
            said.iter().map(|(code, _)| code.clone()).filter(|code| code.starts_with('W')).collect();
        let keyword = |(code, message): &(String, String)| {
            (code == "W002").then(|| message.split('`').nth(1).unwrap_or_default().to_owned())
        };
        let weakened: BTreeSet<String> = said.iter().filter_map(keyword).collect();
        let of_tool = |tool: &Value| {
            let function = tool.get("function").unwrap_or(tool);
            let name = text(&function["name"]);
            let entry = &written["map"]["tools"][&name];
            let keys = ["parameters", "parametersJsonSchema", "input_schema", "inputSchema"];
            let key = keys.into_iter().find(|key| function.get(key).is_some());
            let mut schema =
                key.map_or_else(|| json!({"type": "object", "properties": {}}), |key| function[key].clone());
            if key == Some("parameters") && target == Target::GeminiParameters {
                respell(&mut schema);
            }
            let table = entry.get("args").cloned().unwrap_or_else(|| json!({}));
            Some(Self {
                target,
                source: portable.get(&text(&entry["tool"]))?.clone(),
                schema,
                has_json_text: table.to_string().contains("\"decode\":\"json\""),
                table,
                weakened: weakened.clone(),
                codes: codes.clone(),
                whole_table: whole_table.clone(),
                name,
            })
            .filter(|_| entry.get("strict").is_none_or(|strict| *strict == json!(true)))
        };
        tools.as_array().into_iter().flatten().filter_map(of_tool).collect()
    }

    pub(crate) fn source_validator(&self) -> Result<Validator, ValidationError<'static>> {
        jsonschema::draft202012::new(&self.source)
    }

    pub(crate) fn lowered_validator(&self) -> Result<Validator, ValidationError<'static>> {
        jsonschema::draft202012::meta::validate(&self.schema).map_err(ValidationError::to_owned)?;
        jsonschema::draft202012::new(&self.schema)
    }

    pub(crate) fn decode(&self, said: &Value) -> Value {
        let decoded = self.whole_table.decode(&self.name, said.clone().into()).expect("the table is read");
        serde_json::from_str(&decoded.to_string()).expect("a value is JSON")
    }

    /// Returns true if the target says openly that it cannot say such a value: one with null for an optional property, or with
    /// further properties; or with null at all, where the target has none.
    pub(crate) fn can_lose(&self, value: &Value) -> bool {
        let has = |code: &str| self.codes.contains(code);
        let has_null = value.to_string().contains("null");
        let is_closed = matches!(self.target, Target::OpenAiStrict | Target::AnthropicStrict);
        // One object with the properties of all branches, as far as they are named.
        let is_united = self.target == Target::AgentCore && self.weakened.contains("anyOf");
        is_united
            || (is_closed && has_unnamed(value, &self.source.to_string()))
            || has("W005")
            || (has("W006") && has_null)
            || (self.target == Target::AgentCore && has_null)
            || !self.weakened.is_empty()
                && (self.weakened.contains("allOf") || self.weakened.contains("type"))
    }

    /// Returns true if any keyword is reported.
    pub(crate) fn is_weakened(&self) -> bool {
        !self.weakened.is_empty()
    }

    /// Returns true if the tool takes a value once the keywords that were reported are left out of its schema.
    pub(crate) fn is_excused(&self, value: &Value) -> bool {
        let mut wider = self.source.clone();
        // Which of several branches fits is not said; `const` is reported as the `enum` that it becomes.
        let mut reported = self.weakened.clone();
        if reported.contains("enum") {
            reported.insert("const".to_owned());
        }
        // Objects are open there, which is no news (`closed-object`).
        if matches!(self.target, Target::GeminiParameters | Target::AgentCore) {
            reported.insert("additionalProperties".to_owned());
        }
        if reported.contains("if") {
            reported.extend(["then".to_owned(), "else".to_owned()]);
        }
        widen(&mut wider, &reported);
        jsonschema::draft202012::new(&wider).is_ok_and(|validator| validator.is_valid(value))
    }

    /// Lowers the lowered schema again. The spelling of Gemini's `parameters` is not JSON Schema, and whether a reference is written in
    /// place is decided before lowering.
    pub(crate) fn lowered_again(&self) -> Option<Value> {
        let is_shared = self.schema.get("$defs").is_some();
        if self.target == Target::GeminiParameters || self.codes.contains("W008") || is_shared {
            return None;
        }
        let tools = json!({"tools": [{"name": self.name, "description": "D.", "inputSchema": self.schema}]});
        let (written, _) = written(&tools, self.target);
        let mut tools = &written["tools"];
        if let Some(functions) = tools[0].get("functionDeclarations") {
            tools = functions;
        }
        let function = tools[0].get("function").unwrap_or(&tools[0]);
        let keys = ["parameters", "parametersJsonSchema", "input_schema", "inputSchema"];
        keys.into_iter().find_map(|key| function.get(key)).cloned()
    }
}

/// Returns true if a value has a member that no schema names.
fn has_unnamed(value: &Value, schema: &str) -> bool {
    match value {
        Value::Object(map) => map.iter().any(|(name, value)| {
            !schema.contains(&format!("{}:", json!(name))) || has_unnamed(value, schema)
        }),
        Value::Array(items) => items.iter().any(|item| has_unnamed(item, schema)),
        _ => false,
    }
}

/// Writes the spelling of Gemini's `parameters` as JSON Schema.
fn respell(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            // A property can be called `type`.
            if let Some(kind) = map.get("type").and_then(Value::as_str).map(str::to_lowercase) {
                map.insert("type".to_owned(), json!(kind));
                for key in ["minLength", "maxLength"] {
                    if let Some(length) = map.get(key).and_then(Value::as_str) {
                        map.insert(key.to_owned(), serde_json::from_str(length).unwrap());
                    }
                }
                if map.get("format") == Some(&json!("enum")) && kind != "string" {
                    for value in map["enum"].as_array_mut().unwrap() {
                        *value = serde_json::from_str(value.as_str().unwrap()).unwrap();
                    }
                }
            }
            for (key, value) in map.iter_mut() {
                match key.as_str() {
                    "properties" => value.as_object_mut().unwrap().values_mut().for_each(respell),
                    "items" => respell(value),
                    "anyOf" => value.as_array_mut().unwrap().iter_mut().for_each(respell),
                    _ => {}
                }
            }
            if map.remove("nullable") == Some(json!(true)) {
                let inner = std::mem::take(map);
                map.insert("anyOf".to_owned(), json!([inner, {"type": "null"}]));
            }
        }
        Value::Array(list) => list.iter_mut().for_each(respell),
        _ => {}
    }
}

/// Removes keywords from a schema, and lets one of several branches be any of them.
fn widen(schema: &mut Value, keywords: &BTreeSet<String>) {
    let Value::Object(map) = schema else { return };
    map.retain(|key, _| !keywords.contains(key));
    if let Some(branches) = map.remove("oneOf") {
        let union = json!({ "anyOf": branches });
        map.entry("allOf").or_insert_with(|| json!([])).as_array_mut().unwrap().push(union);
    }
    for (key, value) in map.iter_mut() {
        match (key.as_str(), value) {
            ("properties" | "$defs" | "patternProperties" | "dependentSchemas", Value::Object(all)) => {
                all.values_mut().for_each(|one| widen(one, keywords));
            }
            ("allOf" | "anyOf" | "prefixItems", Value::Array(all)) => {
                for one in all {
                    widen(one, keywords);
                }
            }
            ("enum" | "const" | "default" | "examples", _) => {}
            (_, one) => widen(one, keywords),
        }
    }
}
