//! Writes lists of tools in the forms of model APIs, and their side tables (docs/targets.md).

use std::io::{self, Write};

use crate::json::text::write_text;
use crate::model::{LoweredTool, SIDE_TABLE_VERSION, Target};
use crate::options::Envelope;

use super::{ManifestPage, ManifestTool};

/// The name of the namespace of tools without a tag.
const WITHOUT_TAG: &str = "other";

/// Writes the tools of a page in the form of their target, one tool per line.
pub(super) fn write(page: &ManifestPage<'_>, out: &mut dyn Write) -> io::Result<()> {
    let options = &page.manifest.options;
    if options.envelope == Envelope::Ndjson {
        for tool in lowered(page.tools) {
            out.write_all(&tool.text)?;
            out.write_all(b"\n")?;
        }
        return Ok(());
    }
    let is_mapped = options.envelope == Envelope::Mapped;
    if is_mapped {
        out.write_all(b"{\"tools\":")?;
    }
    match options.target {
        Target::Gemini | Target::GeminiParameters => {
            out.write_all(b"[{\"functionDeclarations\":[\n")?;
            write_tools(lowered(page.tools), out)?;
            out.write_all(b"]}]")?;
        }
        Target::Bedrock => {
            out.write_all(b"{\"tools\":[\n")?;
            write_tools(lowered(page.tools), out)?;
            out.write_all(b"]}")?;
        }
        Target::OpenAiResponses if options.target_options.namespaces => write_namespaces(page, out)?,
        target => {
            out.write_all(b"[\n")?;
            if let Some(search) = tool_search(target).filter(|_| options.target_options.defer) {
                out.write_all(search.as_bytes())?;
                out.write_all(if page.tools.is_empty() { b"\n" } else { b",\n" })?;
            }
            write_tools(lowered(page.tools), out)?;
            out.write_all(b"]")?;
        }
    }
    if is_mapped {
        out.write_all(b",\"map\":")?;
        write_map(page, out)?;
        out.write_all(b"}")?;
    }
    out.write_all(b"\n")
}

/// Writes the side table of the tools of a page, one tool per line.
pub(super) fn write_map(page: &ManifestPage<'_>, out: &mut dyn Write) -> io::Result<()> {
    let target = page.manifest.options.target.as_str();
    writeln!(out, "{{\"apimint\":\"{SIDE_TABLE_VERSION}\",\"target\":\"{target}\",\"tools\":{{")?;
    let mut name = Vec::new();
    let mut tools = lowered(page.tools).peekable();
    while let Some(tool) = tools.next() {
        name.clear();
        write_text(&tool.name, &mut name);
        out.write_all(&name)?;
        out.write_all(b":")?;
        out.write_all(&tool.map_entry)?;
        out.write_all(if tools.peek().is_some() { b",\n" } else { b"\n" })?;
    }
    out.write_all(b"}}")
}

fn lowered(tools: &[ManifestTool]) -> impl Iterator<Item = &LoweredTool> {
    tools.iter().filter_map(|listed| listed.lowered.as_ref())
}

fn write_tools<'t>(tools: impl Iterator<Item = &'t LoweredTool>, out: &mut dyn Write) -> io::Result<()> {
    let mut tools = tools.peekable();
    while let Some(tool) = tools.next() {
        out.write_all(&tool.text)?;
        out.write_all(if tools.peek().is_some() { b",\n" } else { b"\n" })?;
    }
    Ok(())
}

/// Returns the tool by which a model finds deferred tools, where the API has one.
fn tool_search(target: Target) -> Option<&'static str> {
    match target {
        Target::OpenAiResponses | Target::OpenAiStrict => Some(r#"{"type":"tool_search"}"#),
        Target::Anthropic | Target::AnthropicStrict => {
            Some(r#"{"type":"tool_search_tool_bm25_20251119","name":"tool_search_tool_bm25"}"#)
        }
        _ => None,
    }
}

/// Writes one namespace per first tag, in the order of the first tool of each, and the tool that searches them.
fn write_namespaces(page: &ManifestPage<'_>, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"[\n{\"type\":\"tool_search\"}")?;
    let mut groups: Vec<(Option<&str>, Vec<&LoweredTool>)> = Vec::new();
    for listed in page.tools {
        let Some(tool) = &listed.lowered else { continue };
        let tag = page.manifest.tool(listed).tags.first().map(String::as_str);
        match groups.iter_mut().find(|(one, _)| *one == tag) {
            Some((_, tools)) => tools.push(tool),
            None => groups.push((tag, vec![tool])),
        }
    }
    let server = page.manifest.server.as_ref();
    let whole = server.and_then(|server| server.title.as_deref().or(Some(&server.name)));
    let mut names: Vec<String> = Vec::new();
    for (tag, tools) in groups {
        let name = namespace_name(tag.unwrap_or(WITHOUT_TAG), &names);
        let mut head = b",\n{\"type\":\"namespace\",\"name\":".to_vec();
        write_text(&name, &mut head);
        head.extend(b",\"description\":");
        let about = match (tag, whole) {
            (Some(tag), Some(whole)) => format!("{tag}: tools of {whole}"),
            (Some(tag), None) => tag.to_owned(),
            (None, Some(whole)) => format!("Other tools of {whole}"),
            (None, None) => "Other tools".to_owned(),
        };
        write_text(&about, &mut head);
        head.extend(b",\"tools\":[\n");
        out.write_all(&head)?;
        write_tools(tools.into_iter(), out)?;
        out.write_all(b"]}")?;
        names.push(name);
    }
    out.write_all(b"\n]")
}

/// Returns a tag in the alphabet of namespaces, unlike the others.
fn namespace_name(tag: &str, taken: &[String]) -> String {
    let is_word = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-');
    let spelled: String = tag.chars().map(|one| if is_word(one) { one } else { '_' }).take(60).collect();
    let base = if spelled.trim_matches('_').is_empty() { WITHOUT_TAG.to_owned() } else { spelled };
    let numbered = (2..).map(|number| format!("{base}_{number}"));
    std::iter::once(base.clone()).chain(numbered).find(|name| !taken.contains(name)).unwrap_or(base)
}
