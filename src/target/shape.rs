//! The JSON text of one tool in the form of its target (docs/targets.md, "What is written").

use super::profile::{TargetProfile, ToolShape};
use super::{LoweredSchemaOfTool, PortableTool};
use crate::json::text::{JsonObjectWriter, write_json};
use crate::json::{Map, Value};
use crate::options::TargetOptions;

/// Writes a tool.
pub(super) fn write(
    lowered: &LoweredSchemaOfTool,
    tool: &PortableTool,
    profile: &TargetProfile,
    options: &TargetOptions,
) -> Vec<u8> {
    let mut out = Vec::new();
    let has_strict = profile.forms.iter().any(|form| form.is_strict);
    let mut object = JsonObjectWriter::begin(&mut out);
    match profile.shape {
        ToolShape::Function => {
            object.text("type", "function");
            object.member("function", |out| {
                let mut function = JsonObjectWriter::begin(out);
                identity(lowered, tool, &mut function);
                function.member(lowered.form.key, |out| write_json(&lowered.schema, out));
                if has_strict {
                    function.value("strict", &lowered.form.is_strict);
                }
                function.end();
            });
        }
        ToolShape::FlatFunction => {
            object.text("type", "function");
            identity(lowered, tool, &mut object);
            object.member("parameters", |out| write_json(&lowered.schema, out));
            object.value("strict", &lowered.form.is_strict);
            if let Some(output) = tool.value["outputSchema"].as_object() {
                object.value("output_schema", output);
            }
            if options.namespaces || options.defer {
                object.value("defer_loading", &true);
            }
        }
        ToolShape::Plain => {
            identity(lowered, tool, &mut object);
            // Gemini takes no empty object: a function without parameters has none.
            let is_empty = matches!(lowered.form.key, "parameters" | "parametersJsonSchema")
                && lowered.schema.get("properties").and_then(Value::as_object).is_none_or(Map::is_empty);
            if !is_empty {
                object.member(lowered.form.key, |out| write_json(&lowered.schema, out));
            }
            if lowered.form.is_strict {
                object.value("strict", &true);
            }
            if options.defer && lowered.form.key == "input_schema" {
                object.value("defer_loading", &true);
            }
        }
        ToolShape::ToolSpec => object.member("toolSpec", |out| {
            let mut specification = JsonObjectWriter::begin(out);
            identity(lowered, tool, &mut specification);
            specification.member("inputSchema", |out| {
                let mut schema = JsonObjectWriter::begin(out);
                schema.member("json", |out| write_json(&lowered.schema, out));
                schema.end();
            });
            if lowered.form.is_strict {
                specification.value("strict", &true);
            }
            specification.end();
        }),
    }
    object.end();
    out
}

/// Writes name and description. Some targets refuse an empty description, so that the title or the name stands for it.
fn identity(lowered: &LoweredSchemaOfTool, tool: &PortableTool, object: &mut JsonObjectWriter<'_>) {
    object.text("name", &lowered.name);
    let texts = [&tool.value["description"], &tool.value["title"]].into_iter().filter_map(Value::as_str);
    object
        .text("description", texts.chain([tool.name()]).find(|text| !text.trim().is_empty()).unwrap_or("-"));
}
