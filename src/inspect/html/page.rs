//! The page as a whole: the head with the Content-Security-Policy, the sections, style and script.

use std::io::{self, Write};

use crate::diagnostic::{Finding, Severity};
use crate::json::Value;
use crate::model::Hint;

use super::super::inspection::Inspection;
use super::controls::{self, TagIndex};
use super::findings::FindingIndex;
use super::text::{HtmlNumber, HtmlText, counted};
use super::tool::SharedDefinitions;
use super::{chart, tool};

const STYLE: &str = include_str!("page.css");
/// The parts of the script, one subject each; the later ones use the earlier ones.
const SCRIPT: &str = concat!(
    include_str!("script/data.js"),
    include_str!("script/tool.js"),
    include_str!("script/selection.js"),
    include_str!("script/filters.js"),
    include_str!("script/address.js"),
    include_str!("script/keys.js"),
);

/// SHA-256 of [`STYLE`] and [`SCRIPT`], in the form of a Content-Security-Policy. A test compares them with the files.
const STYLE_HASH: &str = "sha256-jjKgoUzcYY5XJuVzBQ30/9kmODNf1GcEx3B0TrQk+r0=";
const SCRIPT_HASH: &str = "sha256-0hKKHcX5Lqr92DwEPL12kXrzkc0oPZQyzFxxFSDSJYE=";

/// Writes the page of an inspection with the findings of the conversion. The same inspection gives the same bytes.
/// Fails only if `out` fails.
/// `tool` returns an element of `tools` by its position; it is asked for each once, in order.
pub fn write(
    out: &mut dyn Write,
    inspection: &Inspection,
    findings: &[Finding<'_>],
    tool: &dyn Fn(usize) -> Value,
) -> io::Result<()> {
    let title = inspection.title.as_deref().filter(|title| !title.is_empty()).unwrap_or("Tools");
    out.write_all(b"<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")?;
    write!(out, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ")?;
    writeln!(
        out,
        "style-src '{STYLE_HASH}'; script-src '{SCRIPT_HASH}'; base-uri 'none'; form-action 'none'\">"
    )?;
    out.write_all(b"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")?;
    out.write_all(b"<meta name=\"color-scheme\" content=\"light dark\">\n")?;
    out.write_all(b"<meta name=\"referrer\" content=\"no-referrer\">\n")?;
    writeln!(out, "<title>{}: what an agent sees</title>\n<style>{STYLE}</style>\n</head>", HtmlText(title))?;
    out.write_all(b"<body>\n<a class=\"skip\" href=\"#tools\">To the tools</a>\n<main>\n")?;
    head(out, inspection, title, findings)?;
    let tags = TagIndex::of(inspection);
    chart::write(out, inspection, &tags)?;
    let found = FindingIndex::of(findings);
    tools(out, inspection, (&tags, &found), tool)?;
    found.write(out)?;
    out.write_all(b"</main>\n<footer class=\"quiet\">\n<p>Tokens are estimated: 4 bytes each. A model sees the name, the ")?;
    out.write_all(
        b"description and the input schema of a tool; output schemas and <code>_meta</code> stay with the ",
    )?;
    out.write_all(b"client. Written by <code>apimint inspect</code>.</p>\n</footer>\n")?;
    writeln!(out, "<script>{SCRIPT}</script>\n</body>\n</html>")
}

fn head(
    out: &mut dyn Write,
    inspection: &Inspection,
    title: &str,
    findings: &[Finding<'_>],
) -> io::Result<()> {
    writeln!(out, "<header>\n<h1>{}</h1>", HtmlText(title))?;
    let facts: Vec<&str> =
        [&inspection.format, &inspection.version].into_iter().flatten().map(String::as_str).collect();
    if !facts.is_empty() {
        writeln!(out, "<p class=\"quiet\">{}</p>", HtmlText(&facts.join(" \u{b7} ")))?;
    }
    let totals = &inspection.totals;
    let hinted = |hint| totals.hinted(hint) as u64;
    let said =
        |severity| findings.iter().filter(|found| found.diagnostic.severity == severity).count() as u64;
    out.write_all(b"<dl class=\"tiles\">\n")?;
    for (name, number) in [
        ("tools", totals.tools as u64),
        ("tokens", totals.tokens()),
        ("read-only", hinted(Hint::ReadOnly)),
        ("destructive", hinted(Hint::Destructive)),
        ("errors", said(Severity::Error)),
        ("warnings", said(Severity::Warning)),
    ] {
        let class = if number > 0 { name } else { "none" };
        writeln!(out, "<div class=\"tile {class}\"><dt>{name}</dt><dd>{}</dd></div>", HtmlNumber(number))?;
    }
    out.write_all(b"</dl>\n")?;
    if let Some(largest) = inspection.largest() {
        write!(out, "<p>The largest tool is <a href=\"#tool-{}\">", largest.position)?;
        let cost = counted(crate::model::tokens(largest.size.seen()), "token");
        writeln!(out, "{}</a> with about {cost}.</p>", HtmlText(&largest.name))?;
    }
    out.write_all(b"</header>\n")
}

fn tools(
    out: &mut dyn Write,
    inspection: &Inspection,
    (tags, found): (&TagIndex<'_>, &FindingIndex<'_, '_>),
    json: &dyn Fn(usize) -> Value,
) -> io::Result<()> {
    out.write_all(b"<section id=\"tools\" aria-labelledby=\"tools-head\" tabindex=\"-1\">\n")?;
    out.write_all(b"<h2 id=\"tools-head\">Tools</h2>\n")?;
    controls::write(out, tags, found)?;
    out.write_all(b"<noscript><p class=\"quiet\">Schemas are shown with JavaScript only.</p></noscript>\n")?;
    out.write_all(b"<div id=\"list\">\n")?;
    let mut shared = SharedDefinitions::default();
    for tool in &inspection.tools {
        let json = json(tool.position);
        let found = found.of_tool(tool.position);
        tool::write(out, tool, json, (tags, found, &mut shared), inspection.totals.size.seen())?;
    }
    out.write_all(b"</div>\n")?;
    controls::write_selection(out)?;
    out.write_all(b"</section>\n")
}

#[cfg(test)]
mod tests;
