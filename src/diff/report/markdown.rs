//! Markdown for a comment on a pull request: one table, worst first.

use std::fmt::Write;

use super::super::ManifestDiff;
use super::summary;
use crate::diagnostic::escape;

/// Writes a comparison as Markdown.
pub fn text(diff: &ManifestDiff) -> String {
    let mut out = String::new();
    if !diff.tools.is_empty() {
        out.push_str("| class | tool | place | change |\n|---|---|---|---|\n");
    }
    for tool in &diff.tools {
        for change in &tool.changes {
            let mut message = change.message.clone();
            if let Some(example) = &change.example {
                let _ = write!(message, "; for example {}", super::super::change::shown(example));
            }
            // Writing to a string cannot fail.
            let _ = writeln!(
                out,
                "| {} | {} | {} | {} |",
                change.class.as_str(),
                cell(&tool.name),
                cell(&change.at),
                cell(&message)
            );
        }
    }
    if !diff.tools.is_empty() {
        out.push('\n');
    }
    let _ = writeln!(out, "{}", summary(diff));
    out
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

    #[test]
    fn cells_hold_no_mark_up() {
        assert_eq!(cell("a|b\n<b> `x` @me"), "a\\|b\\\\n&lt;b&gt; \\`x\\` &#64;me");
    }
}
