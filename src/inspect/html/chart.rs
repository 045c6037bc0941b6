//! The chart of token counts: bars drawn as SVG, with labels in HTML, so that the labels keep their size on a small
//! screen.

use std::io::{self, Write};

use super::super::inspection::Inspection;
use super::super::order::ToolOrder;
use super::super::size::ToolSize;
use super::super::tool::InspectedTool;
use super::controls::TagIndex;
use super::text::{HtmlNumber, HtmlText, counted};
use crate::model::tokens;

/// Number of tools, and of tags, that get a bar.
const BARS: usize = 20;
/// Width of a full bar, in user units of the SVG.
const UNITS: u64 = 1_000;

/// A part of a bar: its class in the style sheet, and its number of bytes.
type BarPart = (&'static str, u64);

fn seen(size: &ToolSize) -> [BarPart; 3] {
    [("p-name", size.name), ("p-description", size.description), ("p-input", size.input_schema)]
}

fn unseen(size: &ToolSize) -> [BarPart; 2] {
    [("p-output", size.output_schema), ("p-meta", size.meta)]
}

/// Writes the section with all bars.
pub(super) fn write(out: &mut dyn Write, inspection: &Inspection, tags: &TagIndex<'_>) -> io::Result<()> {
    let size = &inspection.totals.size;
    out.write_all(b"<section id=\"chart\" aria-labelledby=\"chart-head\">\n<h2 id=\"chart-head\">Where tokens go</h2>\n")?;
    out.write_all(b"<ul class=\"legend\">\n")?;
    for (class, name, bytes) in [
        ("p-name", "names", size.name),
        ("p-description", "descriptions", size.description),
        ("p-input", "input schemas", size.input_schema),
        ("p-output", "output schemas", size.output_schema),
        ("p-meta", "_meta", size.meta),
    ] {
        write!(out, "<li><svg class=\"key\" viewBox=\"0 0 10 10\" aria-hidden=\"true\">")?;
        write!(out, "<rect class=\"{class}\" width=\"10\" height=\"10\"/></svg>{name} ")?;
        writeln!(out, "<span class=\"quiet\">{}</span></li>", HtmlNumber(tokens(bytes)))?;
    }
    out.write_all(b"</ul>\n<ul class=\"bars whole\">\n")?;
    let longest = size.seen().max(size.unseen());
    for (label, parts, bytes) in [
        ("A model sees", &seen(size)[..], size.seen()),
        ("It does not see", &unseen(size)[..], size.unseen()),
    ] {
        write!(out, "<li><span class=\"label\">{label}</span>")?;
        bar(out, parts, longest)?;
        writeln!(out, "<span class=\"value\">{}</span></li>", HtmlNumber(tokens(bytes)))?;
    }
    out.write_all(b"</ul>\n")?;
    by_tag(out, inspection, tags)?;
    largest(out, inspection)?;
    out.write_all(b"</section>\n")
}

/// Writes the largest tags; the script makes their names links to their tools.
fn by_tag(out: &mut dyn Write, inspection: &Inspection, tags: &TagIndex<'_>) -> io::Result<()> {
    let all = &inspection.tags;
    let Some(first) = all.first() else { return Ok(()) };
    let longest = first.size.seen();
    if all.len() > BARS {
        writeln!(out, "<h3>The {BARS} largest tags of {}</h3>", all.len())?;
    } else {
        out.write_all(b"<h3>By tag</h3>\n")?;
    }
    out.write_all(b"<ol class=\"bars\">\n")?;
    for tag in all.iter().take(BARS) {
        let name = HtmlText(tag.label());
        let number = tags.number(tag).unwrap_or_default();
        write!(out, "<li><a class=\"label\" href=\"#tools\" data-tag=\"{number}\">{name}</a>")?;
        bar(out, &seen(&tag.size), longest)?;
        let tools = counted(tag.tools as u64, "tool");
        let value = HtmlNumber(tokens(tag.size.seen()));
        writeln!(out, "<span class=\"value\" title=\"{tools}\">{value}</span></li>")?;
    }
    out.write_all(b"</ol>\n")
}

fn largest(out: &mut dyn Write, inspection: &Inspection) -> io::Result<()> {
    let tools = inspection.ordered(ToolOrder::Tokens, Some(BARS));
    let Some(first) = tools.first() else { return Ok(()) };
    let longest = first.size.seen();
    if tools.len() < inspection.tools.len() {
        writeln!(out, "<h3>The {} largest tools</h3>", tools.len())?;
    } else {
        out.write_all(b"<h3>By tool</h3>\n")?;
    }
    out.write_all(b"<ol class=\"bars\">\n")?;
    for tool in tools {
        line(out, tool, longest)?;
    }
    out.write_all(b"</ol>\n")
}

fn line(out: &mut dyn Write, tool: &InspectedTool, longest: u64) -> io::Result<()> {
    let (number, name) = (tool.position, HtmlText(&tool.name));
    write!(out, "<li><a class=\"label\" href=\"#tool-{number}\">{name}</a>")?;
    bar(out, &seen(&tool.size), longest)?;
    let unseen = counted(tokens(tool.size.unseen()), "token");
    let value = HtmlNumber(tokens(tool.size.seen()));
    writeln!(
        out,
        "<span class=\"value\" title=\"and {unseen} that a model does not see\">{value}</span></li>"
    )
}

/// Writes one bar, scaled so that `longest` fills the width.
fn bar(out: &mut dyn Write, parts: &[BarPart], longest: u64) -> io::Result<()> {
    write!(out, "<svg viewBox=\"0 0 {UNITS} 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\">")?;
    // The ends are computed from sums, so that rounding errors do not add up.
    let (mut sum, mut from) = (0_u64, 0);
    for (class, bytes) in parts {
        sum = sum.saturating_add(*bytes);
        let to = scaled(sum, longest);
        if to > from {
            write!(out, "<rect class=\"{class}\" x=\"{from}\" width=\"{}\" height=\"10\"/>", to - from)?;
        }
        from = to;
    }
    out.write_all(b"</svg>")
}

fn scaled(bytes: u64, longest: u64) -> u64 {
    let units = (u128::from(bytes) * u128::from(UNITS)).checked_div(u128::from(longest)).unwrap_or(0);
    u64::try_from(units).unwrap_or(UNITS).min(UNITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_bar_touch_and_end_where_it_ends() {
        let mut out = Vec::new();
        bar(&mut out, &[("a", 1), ("b", 1), ("none", 0), ("c", 1)], 3).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.contains("class=\"a\" x=\"0\" width=\"333\""), "{text}");
        assert!(text.contains("class=\"b\" x=\"333\" width=\"333\""), "{text}");
        assert!(text.contains("class=\"c\" x=\"666\" width=\"334\""), "{text}");
        assert!(!text.contains("none\" x"), "{text}");
    }

    #[test]
    fn nothing_and_too_much_have_a_width() {
        assert_eq!([scaled(5, 0), scaled(9, 3), scaled(u64::MAX, u64::MAX)], [0, UNITS, UNITS]);
    }
}
