//! Controls of the page, which filter and sort the tools.

use std::collections::HashMap;
use std::io::{self, Write};

use super::super::inspection::Inspection;
use super::super::tag::InspectedTag;
use super::super::tool::InspectedTool;
use super::text::HtmlText;

/// Tags of all tools, numbered: the page contains each name once, and each tool the numbers of its tags.
pub(super) struct TagIndex<'t> {
    /// Tags sorted by name; the entry for tools without a tag is last.
    sorted: Vec<&'t InspectedTag>,
    numbers: HashMap<Option<&'t str>, usize>,
}

impl<'t> TagIndex<'t> {
    pub(super) fn of(inspection: &'t Inspection) -> Self {
        let mut sorted: Vec<&InspectedTag> = inspection.tags.iter().collect();
        sorted.sort_by_key(|tag| (tag.name.is_none(), tag.name.as_deref()));
        let numbers = sorted.iter().enumerate().map(|(number, tag)| (tag.name.as_deref(), number)).collect();
        Self { sorted, numbers }
    }

    /// Returns the numbers of a tool's tags, separated by spaces.
    pub(super) fn numbers(&self, tool: &InspectedTool) -> String {
        let names = tool.tags.iter().map(|tag| Some(tag.as_str()));
        let names = names.chain(tool.tags.is_empty().then_some(None));
        let numbers = names.filter_map(|name| self.numbers.get(&name)).map(ToString::to_string);
        numbers.collect::<Vec<_>>().join(" ")
    }
}

/// Writes the controls. The filter by tag is included only if tools have tags.
pub(super) fn write(out: &mut dyn Write, tags: &TagIndex<'_>) -> io::Result<()> {
    out.write_all(SEARCH.as_bytes())?;
    if !tags.sorted.is_empty() {
        out.write_all(b"<label>Tag <select id=\"tag\">\n<option value=\"\">all</option>\n")?;
        for (number, tag) in tags.sorted.iter().enumerate() {
            let name = HtmlText(tag.name.as_deref().unwrap_or("(no tag)"));
            writeln!(out, "<option value=\"{number}\">{name} ({})</option>", tag.tools)?;
        }
        out.write_all(b"</select></label>\n")?;
    }
    out.write_all(ORDER.as_bytes())
}

/// Shown by the script only, because they do nothing without it.
const SEARCH: &str = r#"<form id="controls" role="search" hidden>
<label class="wide">Search <input id="search" type="search" autocomplete="off" placeholder="name, description, argument"></label>
<label>Show <select id="only">
<option value="">all</option>
<option value="readOnlyHint">read-only</option>
<option value="destructiveHint">destructive</option>
<option value="idempotentHint">idempotent</option>
<option value="openWorldHint">open world</option>
<option value="-readOnlyHint">not read-only</option>
</select></label>
"#;

const ORDER: &str = r#"<label>Order <select id="order">
<option value="source">source</option>
<option value="tokens">tokens</option>
<option value="name">name</option>
<option value="arguments">arguments</option>
</select></label>
<button id="open" type="button">Open all</button>
<button id="close" type="button">Close all</button>
<output id="count" aria-live="polite"></output>
</form>
"#;
