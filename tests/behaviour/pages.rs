//! The rules that a page states in its tables.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::root;

/// The ids of the rules on a page, each with the diagnostic codes in the column `code` of its row.
pub(super) fn rules(page: &str, faults: &mut Vec<String>) -> BTreeMap<String, BTreeSet<String>> {
    let text = fs::read_to_string(root().join(format!("docs/{page}.md"))).expect("the page can be read");
    let mut rules = BTreeMap::new();
    let mut header: Option<Vec<&str>> = None;
    for (number, line) in text.lines().enumerate() {
        let Some(cells) = cells(line) else {
            header = None;
            continue;
        };
        let Some(header) = &header else {
            header = Some(cells);
            continue;
        };
        let is_separator = cells.iter().all(|cell| cell.chars().all(|character| ":-".contains(character)));
        if header[0] != "rule" || is_separator {
            continue;
        }
        let place = format!("docs/{page}.md, line {}", number + 1);
        if cells.len() != header.len() {
            faults.push(format!("{place}: {} cells, and {} in the header", cells.len(), header.len()));
        }
        let id = cells[0].strip_prefix('`').and_then(|cell| cell.strip_suffix('`')).filter(|id| is_id(id));
        let Some(id) = id else {
            faults.push(format!("{place}: {} is not the id of a rule", cells[0]));
            continue;
        };
        let column = header.iter().position(|title| *title == "code");
        let codes = column.and_then(|column| cells.get(column)).map(|cell| codes(cell)).unwrap_or_default();
        if rules.insert(id.to_owned(), codes).is_some() {
            faults.push(format!("{place}: a second rule `{id}`"));
        }
    }
    rules
}

/// The cells of a row of a table; `None` where the line is not one. A `|` in a cell is written `\|`.
fn cells(line: &str) -> Option<Vec<&str>> {
    let row = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    let mut cells = Vec::new();
    let mut start = 0;
    for (at, _) in row.match_indices('|') {
        if !row[..at].ends_with('\\') {
            cells.push(row[start..at].trim());
            start = at + 1;
        }
    }
    cells.push(row[start..].trim());
    Some(cells)
}

/// The diagnostic codes between backticks.
fn codes(cell: &str) -> BTreeSet<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Whether a text is words of small letters and digits, joined by `-`.
pub(super) fn is_id(text: &str) -> bool {
    let is_part = |character: char| character.is_ascii_lowercase() || character.is_ascii_digit();
    text.split('-').all(|word| !word.is_empty() && word.chars().all(is_part))
}
