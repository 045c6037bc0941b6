//! Writes the result of MCP's `tools/list`, in the form that is valid in every published version at once.

use std::io::{self, Write};

use rayon::prelude::*;
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::json::{Map, Value, json};
use crate::model::meta::{HTTP, ORIGIN, SERVER_INFO, SOURCE, TAGS};
use crate::model::{Constant, NameSource, OutputRoot, Target, Tool, ToolInput};
use crate::options::{Envelope, Protocol};

use crate::json::text::{JsonObjectWriter, write_json};
use crate::schema::ReachedDefinitions;
use crate::writer::schema::{Emitter, ListedArguments};

use super::call::write_call;
use super::model_list;
use super::{Manifest, ManifestPage, ManifestTool, WrittenInput, WrittenOutput};

/// Bytes of text that a writer renders at a time: little enough to stay in the processor's cache until it is
/// written, and to bound memory.
const SHARE_BYTES: usize = 1 << 16;

/// Writers per core; some tools take longer than others.
const WRITERS: usize = 2;

impl ManifestPage<'_> {
    /// Writes the page in the format of [`Manifest::write`]. Fails only if `out` fails.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        write(self, out)
    }
}

/// Writes the tools of a page, one tool per line, so that a changed tool is a changed line. A few tools at a
/// time are rendered on all cores.
pub(super) fn write(page: &ManifestPage<'_>, out: &mut dyn Write) -> io::Result<()> {
    let manifest = page.manifest;
    let envelope = manifest.options.envelope;
    if manifest.options.target != Target::Mcp {
        return model_list::write(page, out);
    }
    match envelope {
        Envelope::Result | Envelope::Mapped => out.write_all(b"{\"tools\":[")?,
        Envelope::JsonRpc => {
            // SDKs number requests from 0, and `initialize` is the first request of a session.
            let id = page.number;
            write!(out, "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"tools\":[")?;
        }
        Envelope::Array => out.write_all(b"[")?,
        Envelope::Ndjson => {}
    }
    if !page.tools.is_empty() && envelope != Envelope::Ndjson {
        out.write_all(b"\n")?;
    }
    let separator = if envelope == Envelope::Ndjson { b"\n".as_slice() } else { b",\n" };
    // One round is rendered while the round before it is written.
    let (mut ready, mut next) = (ToolRound::default(), ToolRound::default());
    let mut rest = page.tools;
    let mut share = 1;
    while !rest.is_empty() || !ready.tools.is_empty() {
        let tools;
        (tools, rest) = rest.split_at(rest.len().min(share * WRITERS * rayon::current_num_threads()));
        next.begin(tools, share);
        let is_last = tools.is_empty();
        let written = rayon::in_place_scope(|scope| {
            scope.spawn(|_| next.render(manifest, separator));
            ready.write(manifest, separator, is_last, out)
        })?;
        // Assumes that the next tools are as long as the last ones; the size at most doubles, in case they
        // are not.
        if let Some(fitting) = (SHARE_BYTES * ready.tools.len()).checked_div(written) {
            share = fitting.clamp(1, 2 * share);
        }
        std::mem::swap(&mut ready, &mut next);
    }
    match envelope {
        Envelope::Result | Envelope::Mapped => end_result(page, out)?,
        Envelope::JsonRpc => {
            end_result(page, out)?;
            out.write_all(b"}")?;
        }
        Envelope::Array => out.write_all(b"]")?,
        Envelope::Ndjson => return Ok(()),
    }
    out.write_all(b"\n")
}

fn end_result(page: &ManifestPage<'_>, out: &mut dyn Write) -> io::Result<()> {
    let manifest = page.manifest;
    out.write_all(b"],")?;
    if page.number < page.last {
        write!(out, "\"nextCursor\":\"{}\",", page.label(page.number + 1))?;
    }
    if matches!(manifest.options.protocol, Protocol::Any | Protocol::V2026_07_28) {
        // 2026-07-28 requires it, and every earlier version allows it, since results are open there.
        out.write_all(b"\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"private\",")?;
    }
    out.write_all(b"\"_meta\":")?;
    serde_json::to_writer(&mut *out, &result_meta(manifest))?;
    out.write_all(b"}")
}

/// Tools that are rendered on all cores, and written in order.
#[derive(Default)]
struct ToolRound<'m> {
    tools: &'m [ManifestTool],
    /// The number of tools that one writer renders.
    share: usize,
    writers: Vec<ToolLines>,
}

impl<'m> ToolRound<'m> {
    /// Replaces the tools.
    fn begin(&mut self, tools: &'m [ManifestTool], share: usize) {
        (self.tools, self.share) = (tools, share);
        self.writers.resize_with(WRITERS * rayon::current_num_threads(), ToolLines::default);
    }

    /// Renders the first tools of each share.
    fn render(&mut self, manifest: &Manifest, separator: &[u8]) {
        let shares = self.tools.par_chunks(self.share.max(1)).zip(&mut self.writers);
        shares.for_each(|(tools, lines)| lines.render(manifest, tools, separator));
    }

    /// Writes the tools, and renders those that are left; returns the number of bytes.
    fn write(
        &mut self,
        manifest: &Manifest,
        separator: &[u8],
        is_last: bool,
        out: &mut dyn Write,
    ) -> io::Result<usize> {
        let mut bytes = 0;
        let mut left = self.tools.len();
        for (mut tools, lines) in self.tools.chunks(self.share.max(1)).zip(&mut self.writers) {
            loop {
                left -= lines.tools;
                bytes += lines.text.len();
                out.write_all(&lines.text)?;
                out.write_all(if is_last && left == 0 { b"\n" } else { separator })?;
                tools = tools.get(lines.tools..).unwrap_or_default();
                if tools.is_empty() {
                    break;
                }
                lines.render(manifest, tools, separator);
            }
        }
        Ok(bytes)
    }
}

/// The text of a few tools. The buffers are used again for the next few.
#[derive(Default)]
struct ToolLines {
    text: Vec<u8>,
    /// The number of tools in the text.
    tools: usize,
    reached: ReachedDefinitions,
}

impl ToolLines {
    /// Renders tools until the text is long enough, at least one.
    fn render(&mut self, manifest: &Manifest, tools: &[ManifestTool], separator: &[u8]) {
        self.text.clear();
        self.tools = 0;
        for tool in tools {
            if self.text.len() >= SHARE_BYTES {
                break;
            }
            if self.tools > 0 {
                self.text.extend(separator);
            }
            write_tool(manifest, tool, &mut self.reached, &mut self.text);
            self.tools += 1;
        }
    }
}

pub(super) fn result_meta(manifest: &Manifest) -> Value {
    let mut meta = Map::new();
    if let Some(server) = &manifest.server {
        let mut info = Map::new();
        info.insert("name", json!(server.name));
        info.insert("version", json!(server.version));
        for (key, text) in [("title", &server.title), ("description", &server.description)] {
            if let Some(text) = text {
                info.insert(key.to_owned(), json!(text));
            }
        }
        meta.insert(SERVER_INFO.to_owned(), Value::Object(info));
    }
    if !manifest.meta.contains_key(SOURCE) {
        meta.insert(SOURCE.to_owned(), source(manifest));
    }
    meta.extend(manifest.meta.clone());
    Value::Object(meta)
}

fn source(manifest: &Manifest) -> Value {
    let mut source = Map::new();
    source.insert("format", json!(manifest.source.format.to_string()));
    for (key, text) in [("title", &manifest.source.title), ("version", &manifest.source.version)] {
        if let Some(text) = text {
            source.insert(key.to_owned(), json!(text));
        }
    }
    Value::Object(source)
}

/// Returns the names of the tool and its arguments in the source where they differ from the emitted ones, and
/// the constants that every call sends.
fn origin(tool: &Tool) -> Map {
    let mut origin = Map::new();
    let given = match &tool.name_source {
        NameSource::Copied(given) | NameSource::Words(given) => Some(given),
        _ => None,
    };
    if let Some(given) = tool.source_name.as_ref().or(given)
        && tool.name.as_ref().is_some_and(|name| name.as_str() != given)
    {
        origin.insert("name", json!(given));
    }
    let renamed: Map = tool
        .arguments
        .iter()
        .filter_map(|argument| {
            let name = argument.name.as_ref().filter(|_| tool.call.is_none())?.as_str();
            (*name != *argument.true_name).then(|| (name.to_owned(), json!(&*argument.true_name)))
        })
        .collect();
    if !renamed.is_empty() {
        origin.insert("arguments", Value::Object(renamed));
    }
    let constants = tool.constants.iter().filter(|_| tool.call.is_none());
    let constants = Constant::object(
        constants.map(|constant| (constant.path_from(&constant.argument.true_name), &constant.value)),
    );
    if !constants.is_empty() {
        origin.insert("constants", Value::Object(constants));
    }
    if tool.input.as_ref().is_some_and(|input| input.wrapped) {
        origin.insert("wrapped", json!(ToolInput::WRAPPED));
    }
    origin
}

pub(super) fn write_tool(
    manifest: &Manifest,
    listed: &ManifestTool,
    reached: &mut ReachedDefinitions,
    out: &mut Vec<u8>,
) {
    let tool = manifest.tool(listed);
    let mut entry = JsonObjectWriter::begin(out);
    entry.text("name", tool.name.as_ref().map_or("", |name| name.as_str()));
    entry.optional("title", tool.title.as_deref());
    entry.text("description", &tool.description);
    entry.member("inputSchema", |out| match &tool.verbatim.input {
        Some(schema) => write_json(&schema.0, out),
        None => write_input(manifest, listed, reached, out),
    });
    if let Some(schema) = &tool.verbatim.output {
        entry.value("outputSchema", &schema.0);
    } else if let Some(output) = &listed.output {
        entry.member("outputSchema", |out| write_output(manifest, listed, output, reached, out));
    }
    if !tool.annotations.is_empty() || !tool.further_annotations.is_empty() {
        entry.value("annotations", &WrittenHints(tool));
    }
    if !tool.icons.is_empty() {
        entry.value("icons", &tool.icons);
    }
    write_meta(manifest, tool, &mut entry);
    entry.end();
}

/// Counts the bytes that a model reads: names, descriptions and input schemas.
pub(super) fn seen_bytes(manifest: &Manifest, tools: &[ManifestTool]) -> u64 {
    let seen = |(reached, text): &mut (ReachedDefinitions, Vec<u8>), listed: &ManifestTool| {
        if let Some(lowered) = &listed.lowered {
            return lowered.text.len() as u64;
        }
        let tool = manifest.tool(listed);
        text.clear();
        match &tool.verbatim.input {
            Some(schema) => write_json(&schema.0, text),
            None => write_input(manifest, listed, reached, text),
        }
        let name = tool.name.as_ref().map_or(0, |name| name.as_str().len());
        (name + tool.description.len() + text.len()) as u64
    };
    tools.par_iter().map_init(Default::default, seen).reduce(|| 0, u64::saturating_add)
}

fn write_input(
    manifest: &Manifest,
    listed: &ManifestTool,
    reached: &mut ReachedDefinitions,
    out: &mut Vec<u8>,
) {
    let (schemas, further, max) = match &listed.input {
        WrittenInput::Cut(cut) => return out.extend_from_slice(&cut.text),
        WrittenInput::Whole { arguments, further, max } => (arguments, further, *max),
    };
    let tool = manifest.tool(listed);
    let properties = tool.arguments.iter().zip(schemas).filter_map(|(argument, schema)| {
        let name = argument.name.as_ref()?;
        Some((name.as_str(), &**schema))
    });
    let arguments = ListedArguments {
        properties: properties.collect(),
        required: tool.required_arguments(),
        further: further.as_deref(),
    };
    Emitter::input(&manifest.inputs, &manifest.options).write_arguments(&arguments, max, reached, out);
}

fn write_output(
    manifest: &Manifest,
    listed: &ManifestTool,
    output: &WrittenOutput,
    reached: &mut ReachedDefinitions,
    out: &mut Vec<u8>,
) {
    let schema = match output {
        WrittenOutput::Cut(text) => return out.extend_from_slice(text),
        WrittenOutput::Whole(schema) => schema,
    };
    let emitter = Emitter::output(&manifest.outputs, &manifest.options);
    let root = manifest.tool(listed).output.as_ref().map_or(OutputRoot::Any, |output| output.root);
    let planned = match root {
        OutputRoot::Object => emitter.object(schema, reached),
        OutputRoot::Wrapped => emitter.wrapped(schema, reached),
        OutputRoot::Any => emitter.any(schema, reached),
    };
    planned.write(out);
}

/// Writes `_meta` if it is not empty. Entries of the source override those of apimint.
fn write_meta(manifest: &Manifest, tool: &Tool, entry: &mut JsonObjectWriter<'_>) {
    let is_wanted = |key: &str| key != HTTP || manifest.options.http;
    let call = tool.call.as_ref().filter(|_| is_wanted(HTTP) && !tool.meta.contains_key(HTTP));
    let origin = if tool.meta.contains_key(ORIGIN) { Map::new() } else { origin(tool) };
    let tags = Some(&tool.tags).filter(|tags| !tags.is_empty() && !tool.meta.contains_key(TAGS));
    let mut kept = tool.meta.iter().filter(|(key, _)| is_wanted(key)).peekable();
    if call.is_none() && origin.is_empty() && tags.is_none() && kept.peek().is_none() {
        return;
    }
    entry.member("_meta", |out| {
        let mut meta = JsonObjectWriter::begin(out);
        if let Some(call) = call {
            meta.member(HTTP, |out| write_call(call, tool, out));
        }
        if !origin.is_empty() {
            meta.value(ORIGIN, &origin);
        }
        if let Some(tags) = tags {
            meta.value(TAGS, tags);
        }
        for (key, value) in kept {
            meta.named(key, |out| write_json(value, out));
        }
        meta.end();
    });
}

struct WrittenHints<'a>(&'a Tool);

impl Serialize for WrittenHints<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (hint, value) in self.0.annotations.iter() {
            map.serialize_entry(hint.key(), &value)?;
        }
        for (key, value) in &self.0.further_annotations {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}
