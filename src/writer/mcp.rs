//! The result of MCP's `tools/list`, in the shape that is valid for every published version at once.

use std::io::{self, Write};

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value, json};

use crate::model::{Annotations, Tool};
use crate::schema::{Emitter, ObjectSchema};

use super::Manifest;
use super::call::call_meta;

/// Key of the server's identity in `_meta`: its own place in MCP 2026-07-28.
const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";
/// Key of what the manifest was made from.
const SOURCE: &str = "dev.spec2mcp/source";
/// Key of how a tool's call is made.
const HTTP: &str = "dev.spec2mcp/http";

/// Writes one tool a line, so that a change of one tool is a change of one line.
pub(super) fn write(manifest: &Manifest, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"{\"tools\":[")?;
    for (index, tool) in manifest.tools.iter().enumerate() {
        out.write_all(if index == 0 { b"\n" } else { b",\n" })?;
        serde_json::to_writer(&mut *out, &ToolEntry { manifest, tool })?;
    }
    if !manifest.tools.is_empty() {
        out.write_all(b"\n")?;
    }
    // Required by 2026-07-28, and legal in every earlier version, whose results are open.
    out.write_all(b"],\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"private\",\"_meta\":")?;
    serde_json::to_writer(&mut *out, &result_meta(manifest))?;
    out.write_all(b"}\n")
}

fn result_meta(manifest: &Manifest) -> Value {
    let mut meta = Map::new();
    if let Some(server) = &manifest.server {
        let mut info = Map::new();
        info.insert("name".to_owned(), json!(server.name));
        info.insert("version".to_owned(), json!(server.version));
        for (key, text) in [("title", &server.title), ("description", &server.description)] {
            if let Some(text) = text {
                info.insert(key.to_owned(), json!(text));
            }
        }
        meta.insert(SERVER_INFO.to_owned(), Value::Object(info));
    }
    let mut source = Map::new();
    source.insert("format".to_owned(), json!(manifest.source.format.to_string()));
    for (key, text) in [("title", &manifest.source.title), ("version", &manifest.source.version)] {
        if let Some(text) = text {
            source.insert(key.to_owned(), json!(text));
        }
    }
    meta.insert(SOURCE.to_owned(), Value::Object(source));
    Value::Object(meta)
}

struct ToolEntry<'m> {
    manifest: &'m Manifest,
    tool: &'m Tool,
}

impl ToolEntry<'_> {
    fn input(&self) -> ObjectSchema<'_> {
        let mut properties = Vec::with_capacity(self.tool.arguments.len());
        let mut required = Vec::new();
        for argument in &self.tool.arguments {
            let Some(name) = &argument.name else { continue };
            properties.push((name.as_str(), &argument.schema));
            if argument.required {
                required.push(name.as_str());
            }
        }
        Emitter::input(&self.manifest.inputs, &self.manifest.options).arguments(properties, required)
    }

    fn output(&self) -> Option<ObjectSchema<'_>> {
        let output = self.tool.output.as_ref()?;
        let emitter = Emitter::output(&self.manifest.outputs, &self.manifest.options);
        Some(if output.wrap { emitter.wrapped(&output.schema) } else { emitter.object(&output.schema) })
    }
}

impl Serialize for ToolEntry<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let tool = self.tool;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", tool.name.as_ref().map_or("", |name| name.as_str()))?;
        if let Some(title) = &tool.title {
            map.serialize_entry("title", title)?;
        }
        map.serialize_entry("description", &tool.description)?;
        map.serialize_entry("inputSchema", &self.input())?;
        if let Some(output) = self.output() {
            map.serialize_entry("outputSchema", &output)?;
        }
        if !tool.annotations.is_empty() {
            map.serialize_entry("annotations", &Hints(&tool.annotations))?;
        }
        if self.manifest.options.http {
            map.serialize_entry("_meta", &json!({HTTP: call_meta(tool)}))?;
        }
        map.end()
    }
}

struct Hints<'a>(&'a Annotations);

impl Serialize for Hints<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(hint, value)| (hint.key(), value)))
    }
}
