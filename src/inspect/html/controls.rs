//! Controls of the page, which filter and sort the tools.

use std::collections::HashMap;
use std::io::{self, Write};

use super::super::inspection::Inspection;
use super::super::tag::InspectedTag;
use super::super::tool::InspectedTool;
use super::findings::FindingIndex;
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

    /// Returns the number of a tag.
    pub(super) fn number(&self, tag: &InspectedTag) -> Option<usize> {
        self.numbers.get(&tag.name.as_deref()).copied()
    }

    /// Returns the numbers of a tool's tags, separated by spaces.
    pub(super) fn numbers(&self, tool: &InspectedTool) -> String {
        let names = tool.tags.iter().map(|tag| Some(tag.as_str()));
        let names = names.chain(tool.tags.is_empty().then_some(None));
        let numbers = names.filter_map(|name| self.numbers.get(&name)).map(ToString::to_string);
        numbers.collect::<Vec<_>>().join(" ")
    }
}

/// Writes the controls. Filters by tag and by findings are included only if tools have any.
pub(super) fn write(
    out: &mut dyn Write,
    tags: &TagIndex<'_>,
    found: &FindingIndex<'_, '_>,
) -> io::Result<()> {
    out.write_all(SEARCH.as_bytes())?;
    if !tags.sorted.is_empty() {
        out.write_all(b"<label>Tag <select id=\"tag\">\n<option value=\"\">all</option>\n")?;
        for (number, tag) in tags.sorted.iter().enumerate() {
            let name = HtmlText(tag.label());
            let rule = HtmlText(tag.rule.as_deref().unwrap_or_default());
            writeln!(out, "<option value=\"{number}\" data-rule=\"{rule}\">{name} ({})</option>", tag.tools)?;
        }
        out.write_all(b"</select></label>\n")?;
    }
    found.write_filter(out)?;
    out.write_all(ORDER.as_bytes())
}

/// Writes the bar with the selected tools, which the script shows when there are some, and the list of keys.
pub(super) fn write_selection(out: &mut dyn Write) -> io::Result<()> {
    out.write_all(SELECTION.as_bytes())
}

/// Shown by the script only, because they do nothing without it.
const SEARCH: &str = r#"<form id="controls" role="search" hidden>
<label class="wide">Search <input id="search" type="search" autocomplete="off" placeholder="name, description, argument"></label>
<label>Hint <select id="hint">
<option value="">all</option>
<option value="readOnlyHint">read-only</option>
<option value="destructiveHint">destructive</option>
<option value="idempotentHint">idempotent</option>
<option value="openWorldHint">open world</option>
<option value="-readOnlyHint">not read-only</option>
</select></label>
<label>Size <select id="size">
<option value="">all</option>
<option value="100">from 100 tokens</option>
<option value="250">from 250 tokens</option>
<option value="500">from 500 tokens</option>
<option value="1000">from 1,000 tokens</option>
<option value="2000">from 2,000 tokens</option>
</select></label>
"#;

const ORDER: &str = r#"<label>Order <select id="order">
<option value="">source</option>
<option value="tokens">tokens</option>
<option value="name">name</option>
<option value="arguments">arguments</option>
</select></label>
<div class="buttons">
<button id="open" type="button">Open all</button>
<button id="close" type="button">Close all</button>
<button id="pick" type="button">Select all shown</button>
<button id="help" type="button" aria-haspopup="dialog">Keys</button>
</div>
<output id="count" aria-live="polite"></output>
</form>
"#;

const SELECTION: &str = r#"<section id="selection" aria-label="Selected tools" hidden>
<p id="selected" role="status"></p>
<div class="buttons">
<button id="copy-options" type="button">Copy options</button>
<button id="copy-configuration" type="button">Copy TOML</button>
<button id="clear" type="button">Clear</button>
</div>
<p id="copied" class="quiet" role="status"></p>
<details id="texts"><summary>Show the text</summary>
<label>Options of <code>apimint convert</code>, <code>inspect</code> and <code>serve</code>, for a POSIX shell
<textarea id="options" readonly rows="4" spellcheck="false"></textarea></label>
<label>For <code>[[manifest]]</code> in <code>apimint.toml</code>, which <code>apimint build</code> reads
<textarea id="configuration" readonly rows="4" spellcheck="false"></textarea></label>
</details>
</section>
<dialog id="keys" aria-labelledby="keys-head">
<h2 id="keys-head">Keys</h2>
<dl>
<div><dt><kbd>/</kbd></dt><dd>search</dd></div>
<div><dt><kbd>j</kbd> <kbd>k</kbd></dt><dd>next tool, previous tool</dd></div>
<div><dt><kbd>Enter</kbd></dt><dd>open or close the tool</dd></div>
<div><dt><kbd>x</kbd></dt><dd>select the tool, or not</dd></div>
<div><dt><kbd>Esc</kbd></dt><dd>leave the search, or this list</dd></div>
<div><dt><kbd>?</kbd></dt><dd>this list</dd></div>
</dl>
<form method="dialog"><button>Close</button></form>
</dialog>
"#;
