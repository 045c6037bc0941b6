//! The inspection for people: a table, followed by totals.

use std::io::{self, Write};

use crate::diagnostic::escape;
use crate::model::{Annotations, Hint};

use super::inspection::Inspection;
use super::size::permille;
use super::tag::InspectedTag;
use super::tool::InspectedTool;

/// A column of numbers or letters.
struct TableColumn {
    head: &'static str,
    /// Priority: in a narrow table, the column with the lowest rank is dropped first.
    rank: u8,
    cell: fn(&InspectedTool, u64) -> String,
}

/// All columns except the name, in order.
const COLUMNS: [TableColumn; 8] = [
    TableColumn { head: "hints", rank: 7, cell: |tool, _| letters(tool.hints) },
    TableColumn { head: "args", rank: 6, cell: |tool, _| tool.arguments.to_string() },
    TableColumn { head: "req", rank: 4, cell: |tool, _| tool.required.to_string() },
    TableColumn { head: "bytes", rank: 3, cell: |tool, _| tool.size.seen().to_string() },
    TableColumn { head: "tokens", rank: 8, cell: |tool, _| tool.size.seen_tokens().to_string() },
    TableColumn { head: "share", rank: 5, cell: |tool, all| share(tool.size.seen(), all) },
    TableColumn { head: "output", rank: 2, cell: |tool, _| tool.size.output_schema.to_string() },
    TableColumn { head: "_meta", rank: 1, cell: |tool, _| tool.size.meta.to_string() },
];

/// Columns are dropped before names are cut to fewer characters than this.
const NAME_WIDTH: usize = 24;
/// Number of spaces between two columns.
const GAP: usize = 2;
/// Mark for the rest of a truncated name.
const ELLIPSIS: &str = "...";

/// Writes the given tools as a table with lines of at most `width` characters, followed by the totals of all tools. If
/// a line is too long, names are cut first, then columns dropped.
pub fn write_table(
    out: &mut dyn Write,
    inspection: &Inspection,
    tools: &[&InspectedTool],
    width: usize,
) -> io::Result<()> {
    if !tools.is_empty() {
        let all = inspection.totals.size.seen();
        let rows: Vec<TableRow> = tools.iter().map(|tool| TableRow::of_tool(tool, all)).collect();
        write_rows(out, "tool", &COLUMNS.map(|column| (column.head, column.rank)), &rows, width)?;
        writeln!(out)?;
        if !inspection.tags.is_empty() {
            let rows: Vec<TableRow> = inspection.tags.iter().map(|tag| TableRow::of_tag(tag, all)).collect();
            write_rows(out, "tag", &TAG_COLUMNS, &rows, width)?;
            writeln!(out)?;
        }
    }
    for paragraph in totals(inspection, tools.len()) {
        write_wrapped(out, &paragraph, width)?;
    }
    if !tools.is_empty() {
        writeln!(out)?;
        for paragraph in LEGEND {
            write_wrapped(out, paragraph, width)?;
        }
        let tokens = match inspection.tokenizer {
            Some(tokenizer) => format!("tokens of {tokenizer}"),
            None => "4 bytes a token".to_owned(),
        };
        let costs = format!(
            "bytes, tokens, share: what a model sees (name, description, input schema), {tokens}; output, _meta: bytes of \
             what it does not see (output schema, _meta)"
        );
        write_wrapped(out, &costs, width)?;
    }
    Ok(())
}

const LEGEND: [&str; 2] = [
    "hints: R read-only, D destructive, I idempotent, O open world; - no, ? not set",
    "args, req: arguments, and how many of them are required",
];

/// Columns of the table of tags, with their ranks.
const TAG_COLUMNS: [(&str, u8); 4] = [("tools", 3), ("bytes", 1), ("tokens", 4), ("share", 2)];

/// A row: a name and the cells of the columns.
struct TableRow {
    name: String,
    cells: Vec<String>,
}

impl TableRow {
    fn of_tool(tool: &InspectedTool, all: u64) -> Self {
        let cells = COLUMNS.iter().map(|column| (column.cell)(tool, all)).collect();
        Self { name: escape(&tool.name).into_owned(), cells }
    }

    fn of_tag(tag: &InspectedTag, all: u64) -> Self {
        let bytes = tag.size.seen();
        let numbers = [tag.tools.to_string(), bytes.to_string(), tag.tokens().to_string(), share(bytes, all)];
        Self { name: escape(tag.label()).into_owned(), cells: numbers.into() }
    }
}

/// Writes a table whose first column holds names. Each of the other columns has a heading and a rank.
fn write_rows(
    out: &mut dyn Write,
    head: &str,
    columns: &[(&str, u8)],
    rows: &[TableRow],
    width: usize,
) -> io::Result<()> {
    let widths: Vec<usize> = columns
        .iter()
        .enumerate()
        .map(|(at, (head, _))| {
            let longest = rows.iter().filter_map(|row| row.cells.get(at)).map(String::len).max();
            longest.unwrap_or(0).max(head.len())
        })
        .collect();
    let longest = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(head.len());

    // Columns are dropped in the order of their ranks until the name has room.
    let mut kept: Vec<bool> = columns.iter().map(|_| true).collect();
    let room = |kept: &[bool]| {
        let taken: usize =
            widths.iter().zip(kept).filter(|(_, kept)| **kept).map(|(width, _)| width + GAP).sum();
        width.saturating_sub(taken)
    };
    while room(&kept) < longest.min(NAME_WIDTH) {
        let least =
            columns.iter().zip(&mut kept).filter(|(_, kept)| **kept).min_by_key(|((_, rank), _)| *rank);
        match least {
            Some((_, kept)) => *kept = false,
            None => break,
        }
    }
    let name_width = longest.min(room(&kept)).max(ELLIPSIS.len() + 1);

    let heads = columns.iter().map(|(head, _)| (*head).to_owned()).collect();
    let heads = TableRow { name: head.to_owned(), cells: heads };
    for TableRow { name, cells } in std::iter::once(&heads).chain(rows) {
        let mut line = cut(name, name_width);
        let missing = name_width.saturating_sub(line.chars().count());
        line.extend(std::iter::repeat_n(' ', missing));
        for ((cell, width), _) in cells.iter().zip(&widths).zip(&kept).filter(|(_, kept)| **kept) {
            line.extend(std::iter::repeat_n(' ', GAP + width.saturating_sub(cell.len())));
            line.push_str(cell);
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Cuts a text to at most `width` characters.
fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let mut cut: String = text.chars().take(width.saturating_sub(ELLIPSIS.len())).collect();
    cut.push_str(ELLIPSIS);
    cut
}

/// Writes words on as many lines as they need.
fn write_wrapped(out: &mut dyn Write, text: &str, width: usize) -> io::Result<()> {
    let mut line = String::new();
    let mut used = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > width {
            writeln!(out, "{line}")?;
            line.clear();
            line.push_str("  ");
            used = 2;
        } else if used > 0 {
            line.push(' ');
            used += 1;
        }
        line.push_str(word);
        used += length;
    }
    writeln!(out, "{line}")
}

/// Formats the hints as four letters.
fn letters(hints: Annotations) -> String {
    let letter = |hint| match hint {
        Hint::ReadOnly => 'R',
        Hint::Destructive => 'D',
        Hint::Idempotent => 'I',
        Hint::OpenWorld => 'O',
    };
    Hint::ALL
        .into_iter()
        .map(|hint| match hints.get(hint) {
            Some(true) => letter(hint),
            Some(false) => '-',
            None => '?',
        })
        .collect()
}

/// Formats a share in percent: `12.5%`.
fn share(part: u64, whole: u64) -> String {
    let share = permille(part, whole);
    format!("{}.{}%", share / 10, share % 10)
}

fn totals(inspection: &Inspection, shown: usize) -> Vec<String> {
    let totals = &inspection.totals;
    let all = totals.size.seen();
    let plural = if totals.tools == 1 { "" } else { "s" };
    let part = if shown < totals.tools { format!(" ({shown} shown)") } else { String::new() };
    let counted = |tokens: u64| match inspection.tokenizer {
        Some(tokenizer) => format!("{tokens} tokens of {tokenizer}"),
        None => format!("about {tokens} tokens"),
    };
    let first = format!("{} tool{plural}{part}, {all} bytes, {}", totals.tools, counted(totals.tokens()));
    let Some(largest) = inspection.largest() else { return vec![first] };
    let largest = format!(
        "largest: {}, {} ({})",
        escape(&largest.name),
        counted(largest.size.seen_tokens()),
        share(largest.size.seen(), all)
    );
    let count = |hint| totals.hinted(hint);
    let hints = format!(
        "{} read-only, {} destructive, {} idempotent, {} open world",
        count(Hint::ReadOnly),
        count(Hint::Destructive),
        count(Hint::Idempotent),
        count(Hint::OpenWorld)
    );
    let unseen = format!(
        "not seen by a model: {} bytes of output schemas, {} bytes of _meta",
        totals.size.output_schema, totals.size.meta
    );
    let mut paragraphs = vec![first, largest, hints, unseen];
    for (cut, what) in [(inspection.cuts.inputs, "input"), (inspection.cuts.outputs, "output")] {
        if cut.schemas > 0 {
            let (plural, option) = (if cut.schemas == 1 { "" } else { "s" }, format!("--max-{what}-schema"));
            paragraphs.push(format!(
                "cut by {option}: {} {what} schema{plural}, from {} to {} bytes",
                cut.schemas, cut.before, cut.after
            ));
        }
    }
    paragraphs
}

#[cfg(test)]
mod tests {
    use crate::json::{Value, json};

    use super::super::order::ToolOrder;
    use super::*;

    fn manifest() -> Value {
        json!({"tools": [
            {"name": "list_books", "description": "Lists books", "inputSchema": {"properties": {"q": {}}},
             "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}},
            {"name": format!("x\u{1b}[2J{}", "y".repeat(80)), "inputSchema": {"properties": {"a": {}, "b": {}}, "required": ["a"]},
             "outputSchema": {}, "_meta": {"a": 1}},
        ]})
    }

    fn table(width: usize, most: Option<usize>) -> String {
        let manifest = manifest();
        let inspection = Inspection::of(&manifest);
        let mut out = Vec::new();
        write_table(&mut out, &inspection, &inspection.ordered(ToolOrder::Source, most), width).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_table_fits_and_control_characters_are_written_out() {
        insta::assert_snapshot!(table(80, None), @r"
        tool                       hints  args  req  bytes  tokens  share  output  _meta
        list_books                  R-IO     1    0     44      11  25.0%       0      0
        x\u{1b}[2Jyyyyyyyyyyyy...   ????     2    1    132      33  75.0%       2      7

        2 tools, 176 bytes, about 44 tokens
        largest:
          x\u{1b}[2Jyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy,
          about 33 tokens (75.0%)
        1 read-only, 0 destructive, 1 idempotent, 1 open world
        not seen by a model: 2 bytes of output schemas, 7 bytes of _meta

        hints: R read-only, D destructive, I idempotent, O open world; - no, ? not set
        args, req: arguments, and how many of them are required
        bytes, tokens, share: what a model sees (name, description, input schema), 4
          bytes a token; output, _meta: bytes of what it does not see (output schema,
          _meta)
        ");
    }

    #[test]
    fn no_line_is_wider_than_asked_for() {
        for width in 30..160 {
            let text = table(width, None);
            // The name of the largest tool is one word, which is not wrapped.
            let long = text.lines().filter(|line| line.chars().count() > width && !line.contains("yyyyy,"));
            assert_eq!(long.collect::<Vec<_>>(), [""; 0], "{width}");
        }
        assert!(table(0, None).contains("tool"));
    }

    #[test]
    fn narrow_tables_keep_name_and_tokens() {
        let text = table(36, None);
        let head = text.lines().next().unwrap();
        assert!(head.starts_with("tool") && head.ends_with("tokens"), "{head}");
    }

    #[test]
    fn what_is_not_shown_is_counted() {
        let text = table(100, Some(1));
        assert!(text.contains("\n2 tools (1 shown), "), "{text}");
        assert!(table(100, Some(0)).starts_with("2 tools (0 shown)"));
    }

    #[test]
    fn an_empty_list_has_only_totals() {
        let manifest = json!({"tools": []});
        let mut out = Vec::new();
        write_table(&mut out, &Inspection::of(&manifest), &[], 100).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "0 tools, 0 bytes, about 0 tokens\n");
    }
}
