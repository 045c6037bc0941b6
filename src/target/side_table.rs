//! The side table: what leads from a model's call back to the call of the tool (docs/targets.md, "The side table").

use super::PortableTool;
use super::decode_plan::ArgumentPlan;
use crate::json::text::JsonObjectWriter;
use crate::json::{Key, Map, Value};
use crate::model::SIDE_TABLE_VERSION;
use crate::model::meta::HTTP;

/// Writes the entry of one tool.
pub(super) fn entry(tool: &PortableTool, strict: Option<bool>, plan: &ArgumentPlan) -> Vec<u8> {
    let mut out = Vec::new();
    let mut entry = JsonObjectWriter::begin(&mut out);
    entry.text("tool", tool.name());
    if let Some(strict) = strict {
        entry.value("strict", &strict);
    }
    let arguments = plan.to_json();
    if !arguments.is_empty() {
        entry.value("args", &arguments);
    }
    if let Some(annotations) = tool.value["annotations"].as_object() {
        entry.value("annotations", annotations);
    }
    if let Some(call) = tool.value["_meta"].get(HTTP) {
        entry.value("http", call);
    }
    entry.end();
    out
}

/// A side table that was read.
#[derive(Debug, Clone)]
pub struct SideTable {
    tools: Map,
}

/// Why a side table cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SideTableError {
    /// It is not one.
    #[error("it is not a side table: {0}")]
    Malformed(String),
    /// It has no such tool.
    #[error("it has no tool `{0}`")]
    UnknownTool(String),
}

impl SideTable {
    /// Reads a side table, alone or in the envelope `mapped`.
    pub fn new(table: &Value) -> Result<Self, SideTableError> {
        let table = table.get("map").filter(|_| table.get("apimint").is_none()).unwrap_or(table);
        match table.get("apimint").and_then(Value::as_str) {
            Some(SIDE_TABLE_VERSION) => {}
            Some(other) => {
                return Err(SideTableError::Malformed(format!(
                    "its version is `{other}`, not `{SIDE_TABLE_VERSION}`"
                )));
            }
            None => {
                return Err(SideTableError::Malformed(format!("`apimint` is not `{SIDE_TABLE_VERSION}`")));
            }
        }
        let tools = table.get("tools").and_then(Value::as_object);
        let tools = tools.ok_or_else(|| SideTableError::Malformed("`tools` is not an object".to_owned()))?;
        Ok(Self { tools: tools.clone() })
    }

    /// Returns the name of the tool that a model calls by another name.
    pub fn tool(&self, name: &str) -> Result<&str, SideTableError> {
        let tool = self.entry(name)?.get("tool").and_then(Value::as_str);
        tool.ok_or_else(|| SideTableError::Malformed(format!("the entry of `{name}` has no `tool`")))
    }

    /// Returns the call of a tool, `_meta["dev.apimint/http"]`, if the table has it.
    pub fn call(&self, name: &str) -> Result<Option<&Value>, SideTableError> {
        Ok(self.entry(name)?.get("http"))
    }

    /// Returns the names that models call.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.tools.keys().map(Key::as_str)
    }

    /// Turns the arguments that a model gave into those of the tool.
    pub fn decode(&self, name: &str, arguments: Value) -> Result<Value, SideTableError> {
        let plan = match self.entry(name)?.get("args") {
            None => return Ok(arguments),
            Some(Value::Object(table)) => ArgumentPlan::from_json(table),
            Some(_) => Err("`args` is not an object".to_owned()),
        };
        let malformed = |why| SideTableError::Malformed(format!("the entry of `{name}`: {why}"));
        Ok(plan.map_err(malformed)?.decode(arguments))
    }

    fn entry(&self, name: &str) -> Result<&Value, SideTableError> {
        self.tools.get(name).ok_or_else(|| SideTableError::UnknownTool(name.to_owned()))
    }
}
