//! Markdown for a comment on a pull request: the totals, and one table, worst first.

use std::fmt::Write;

use super::super::{ChangeClass, ManifestDiff, ToolChange};
use super::{counts, summary};
use crate::diagnostic::escape;

/// The most characters of a comment on GitHub (REST API, "Issue comments": a body that is longer is refused).
pub const COMMENT_CHARACTERS: usize = 65_536;

/// Characters that are kept for the line about what does not fit.
const LAST_LINE: usize = 400;

/// Writes a comparison as Markdown. With `most`, it has at most this number of characters: the changes that do not fit are
/// counted.
pub fn text(diff: &ManifestDiff, most: Option<usize>) -> String {
    let mut out = format!("**{}**\n", summary(diff));
    if diff.tools.is_empty() {
        return out;
    }
    out.push_str("\n| class | tool | place | change |\n|---|---|---|---|\n");
    let room = most.map_or(usize::MAX, |most| most.saturating_sub(LAST_LINE));
    let mut written = out.chars().count();
    let mut left: Vec<ChangeClass> = Vec::new();
    // By class, so that no breaking change is left out for a milder one of another tool.
    for class in ChangeClass::ALL {
        for tool in &diff.tools {
            for change in tool.changes.iter().filter(|change| change.class == class) {
                let row = row(&tool.name, change);
                let length = row.chars().count();
                // What is left out is the end of the table.
                if left.is_empty() && written + length <= room {
                    written += length;
                    out.push_str(&row);
                } else {
                    left.push(class);
                }
            }
        }
    }
    if !left.is_empty() {
        let of = |class| left.iter().filter(|one| **one == class).count();
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "\n{} more changes do not fit here: {}. `--report FILE.md` writes all of them to a file.",
            left.len(),
            counts(of)
        );
    }
    out
}

fn row(tool: &str, change: &ToolChange) -> String {
    let mut message = change.message.clone();
    if let Some(example) = &change.example {
        // Writing to a string cannot fail.
        let _ = write!(message, "; for example {}", super::super::change::shown(example));
    }
    format!("| {} | {} | {} | {} |\n", change.class.as_str(), cell(tool), cell(&change.at), cell(&message))
}

/// Escapes text for a cell, so that it makes no mark-up, mentions nobody, and does not end the cell.
fn cell(text: &str) -> String {
    let mut out = String::new();
    for character in escape(text).chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '@' => out.push_str("&#64;"),
            '#' => out.push_str("&#35;"),
            ':' => out.push_str("&#58;"),
            '|' | '\\' | '`' | '*' | '_' | '[' | ']' | '~' | '!' | '$' => {
                out.push('\\');
                out.push(character);
            }
            _ => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diff::diff;
    use crate::json::{Value, json};

    #[test]
    fn cells_hold_no_mark_up() {
        assert_eq!(cell("a|b\n<b> `x` @me"), "a\\|b\\\\n&lt;b&gt; \\`x\\` &#64;me");
    }

    #[test]
    fn a_comment_has_the_worst_changes_and_counts_the_others() {
        let described = |name: &str, text: &str| -> Value {
            let tools = (0..2_000).map(|number| {
                json!({"name": format!("t{number}"), "description": text, "annotations": {"readOnlyHint": name == "old"}})
            });
            tools.collect()
        };
        let found = diff(&described("old", "Old."), &described("new", "New."));
        let whole = text(&found, None);
        assert_eq!(whole.matches("\n| breaking |").count(), 2_000);
        assert_eq!(whole.matches("\n| cosmetic |").count(), 2_000);
        let bounded = text(&found, Some(COMMENT_CHARACTERS));
        assert!(bounded.chars().count() <= COMMENT_CHARACTERS, "{}", bounded.chars().count());
        assert!(bounded.starts_with("**4000 changes of 2000 tools: 2000 breaking"), "{}", &bounded[..200]);
        let shown = bounded.matches("\n| breaking |").count();
        assert!((500..2_000).contains(&shown), "{shown}");
        let last = bounded.lines().last().unwrap();
        let expected =
            format!("{} more changes do not fit here: {} breaking, 0 unknown", 4_000 - shown, 2_000 - shown);
        assert!(last.starts_with(&expected), "{last}");
    }
}
