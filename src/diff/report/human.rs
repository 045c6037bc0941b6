//! Text for people at a terminal: a block per tool, worst first.

use std::fmt::Write;

use super::super::{ChangeClass, ManifestDiff};
use super::summary;
use crate::diagnostic::escape;

/// Writes a comparison as text, in colour or without.
pub fn text(diff: &ManifestDiff, colours: bool) -> String {
    let mut out = String::new();
    for tool in &diff.tools {
        let was = tool.was.as_ref().map(|was| format!(" (was {})", escape(was))).unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{}{was}", escape(&tool.name));
        for change in &tool.changes {
            let word = format!("{:<10}", change.class.as_str());
            let word =
                if colours { format!("\u{1b}[{}m{word}\u{1b}[0m", colour(change.class)) } else { word };
            let place = match change.at.as_str() {
                "" => String::new(),
                at => format!("{}: ", escape(at)),
            };
            let _ = write!(out, "  {word}  {place}{}", escape(&change.message));
            if let Some(example) = &change.example {
                let _ = write!(out, "; for example {}", escape(&super::super::change::shown(example)));
            }
            out.push('\n');
        }
        out.push('\n');
    }
    let _ = writeln!(out, "{}", summary(diff));
    out
}

fn colour(class: ChangeClass) -> &'static str {
    match class {
        ChangeClass::Breaking => "31",
        ChangeClass::Unknown => "33",
        ChangeClass::Compatible => "32",
        ChangeClass::Cosmetic => "2",
    }
}

#[cfg(test)]
mod tests {
    use crate::json::json;

    use super::*;
    use crate::diff::diff;

    #[test]
    fn names_cannot_act_on_the_terminal() {
        let old = json!([{"name": "a\u{1b}[2J\nfake"}]);
        let text = text(&diff(&old, &json!([])), false);
        assert_eq!(
            text,
            "a\\u{1b}[2J\\nfake\n  breaking    the tool is gone\n\n1 change of 1 tool: 1 breaking, 0 unknown, 0 compatible, 0 cosmetic\n"
        );
    }
}
