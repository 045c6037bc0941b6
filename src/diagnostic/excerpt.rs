//! The excerpt of a document that a diagnostic shows: one line, cropped around the label.
//!
//! miette would read and print the whole line, and a minified document can be one line of megabytes. So the excerpt is
//! cut here, and miette gets nothing else.

use std::ops::Range;

use crate::credential;

use super::escape;
use super::location::SourceLocation;
use super::shorten::{REACH, char_boundary};
use super::unescaped::UnescapedText;

/// Maximum number of characters shown of one line.
const WIDTH: usize = 180;

/// Replacement for a credential. A frame must never print what the manifest omits.
const MASK: &str = "[removed]";

/// One line of a document, cropped, with control characters escaped.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Excerpt {
    pub(super) name: String,
    pub(super) text: String,
    label: Range<usize>,
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Excerpt {
    /// Cuts the excerpt at a location. `secrets` are byte ranges of the same text that must not be shown; `ellipsis`
    /// marks where the line was cropped.
    pub(super) fn new(
        location: &SourceLocation<'_>,
        secrets: &[Range<usize>],
        ellipsis: &str,
    ) -> Option<Self> {
        let text = location.text?;
        let span = location.span.clone()?;
        let line = location.line?;
        let start = char_boundary(text, span.start);
        let end = char_boundary(text, span.end.max(start));

        // Both searches stop after `WIDTH` characters, because the line may have millions.
        let before: Vec<usize> = text[..start]
            .char_indices()
            .rev()
            .take_while(|&(_, character)| !is_line_end(character))
            .take(WIDTH + 1)
            .map(|(at, _)| at)
            .collect();
        let after: Vec<usize> = text[start..]
            .char_indices()
            .take_while(|&(_, character)| !is_line_end(character))
            .take(WIDTH + 1)
            .map(|(at, character)| start + at + character.len_utf8())
            .collect();
        let lead = if before.len() + after.len() <= WIDTH {
            before.len()
        } else {
            before.len().min(WIDTH.saturating_sub(after.len()).max(WIDTH / 3))
        };
        let tail = after.len().min(WIDTH - lead);
        let window = Range {
            start: lead.checked_sub(1).map_or(start, |last| before[last]),
            end: tail.checked_sub(1).map_or(start, |last| after[last]),
        };

        // Also hides credentials that no other diagnostic reports. A credential that the window cuts is recognised only
        // together with the text around the window.
        let around = char_boundary(text, window.start.saturating_sub(REACH));
        let around = around..char_boundary(text, window.end + REACH);
        let piece = &text[around.clone()];
        let mut found: Vec<Range<usize>> = credential::find(piece).into_iter().map(|one| one.span).collect();
        if piece.contains('\\') {
            let read = UnescapedText::new(piece);
            found.extend(credential::find(&read.text).iter().map(|one| read.span(&one.span)));
        }
        let found = found.into_iter().map(|span| around.start + span.start..around.start + span.end);
        let is_near = |secret: &&Range<usize>| secret.start < window.end && window.start < secret.end;
        let secrets: Vec<Range<usize>> = secrets.iter().filter(is_near).cloned().chain(found).collect();

        let mut out = String::with_capacity(window.len() + 2 * ellipsis.len());
        if lead < before.len() {
            out.push_str(ellipsis);
        }
        let mut label_start = None;
        let mut label_end = None;
        let mut masked = None;
        let hidden = escape::unsafe_in(piece);
        for (at, character) in text[window.clone()].char_indices() {
            let at = window.start + at;
            if at >= start {
                label_start.get_or_insert(out.len());
            }
            if at >= end {
                label_end.get_or_insert(out.len());
            }
            let secret = secrets.iter().position(|secret| secret.contains(&at));
            match (secret, character) {
                (Some(_), _) if secret == masked => {}
                (Some(_), _) => out.push_str(MASK),
                (None, '\t') => out.push_str("    "),
                (None, _) if hidden.binary_search(&(at - around.start)).is_ok() => {
                    escape::push(&mut out, character);
                }
                (None, _) => out.push(character),
            }
            masked = secret;
        }
        let label_start = label_start.unwrap_or(out.len());
        let label_end = label_end.unwrap_or(out.len()).max(label_start);
        if tail < after.len() {
            out.push_str(ellipsis);
        }
        if out.is_empty() {
            // A label needs a line, which an empty text does not have.
            out.push(' ');
        }
        Some(Self {
            name: escape::escape(&location.file).into_owned(),
            text: out,
            label: label_start..label_end,
            line: line.saturating_sub(1),
            column: location.column.map_or(before.len(), |column| column.saturating_sub(1)),
        })
    }

    /// Returns the range of the label, in bytes of the excerpt.
    #[cfg(feature = "cli")]
    pub(super) fn label(&self) -> Range<usize> {
        self.label.clone()
    }

    /// Returns the part before the label, the label itself, and the part after it.
    pub(super) fn parts(&self) -> [&str; 3] {
        let Range { start, end } = self.label;
        [0..start, start..end, end..self.text.len()].map(|part| self.text.get(part).unwrap_or_default())
    }
}

fn is_line_end(character: char) -> bool {
    matches!(character, '\n' | '\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excerpt(text: &str, span: Range<usize>, secrets: &[Range<usize>]) -> Excerpt {
        let location = SourceLocation {
            file: "a.json".to_owned(),
            line: Some(1),
            column: Some(span.start + 1),
            span: Some(span),
            text: Some(text),
            ..SourceLocation::default()
        };
        Excerpt::new(&location, secrets, "...").unwrap()
    }

    fn labelled(excerpt: &Excerpt) -> &str {
        &excerpt.text[excerpt.label()]
    }

    #[test]
    fn a_short_line_is_shown_whole() {
        let text = "openapi: 3.0.3\ninfo: {title: A}\npaths: {}\n";
        let found = excerpt(text, 21..31, &[]);
        assert_eq!(found.text, "info: {title: A}");
        assert_eq!(labelled(&found), "{title: A}");
    }

    #[test]
    fn only_the_first_line_of_a_long_value_is_shown() {
        let text = "paths:\r\n  /a:\r\n    get: {}\r\n";
        let found = excerpt(text, 10..25, &[]);
        assert_eq!(found.text, "  /a:");
        assert_eq!(labelled(&found), "/a:");
    }

    #[test]
    fn a_line_of_megabytes_is_cropped_around_the_label() {
        let text = format!("{}\"$ref\"{}", "é".repeat(1_000_000), "ü".repeat(1_000_000));
        let found = excerpt(&text, 2_000_000..2_000_006, &[]);
        assert_eq!(labelled(&found), "\"$ref\"");
        assert!(found.text.starts_with("...é") && found.text.ends_with("ü..."));
        assert_eq!(found.text.chars().count(), WIDTH + 6);
    }

    #[test]
    fn the_start_of_a_long_line_keeps_its_indentation() {
        let text = format!("  key: {}", "x".repeat(400));
        let found = excerpt(&text, 2..5, &[]);
        assert!(found.text.starts_with("  key: xxx") && found.text.ends_with("xxx..."));
    }

    #[test]
    fn labels_keep_their_place_beside_written_out_characters() {
        let text = "a\u{1b}[31m\tb\u{202e}c";
        let at = text.find('b').unwrap();
        let found = excerpt(text, at..at + 4, &[]);
        assert_eq!(found.text, "a\\u{1b}[31m    b\\u{202e}c");
        assert_eq!(labelled(&found), "b\\u{202e}");
    }

    #[test]
    fn secrets_are_masked_wherever_they_stand() {
        let text = r#"{"a": "hunter2", "b": 1}"#;
        let found = excerpt(text, 22..23, std::slice::from_ref(&(6..15)));
        assert_eq!(found.text, r#"{"a": [removed], "b": 1}"#);
        assert_eq!(labelled(&found), "1");
        assert_eq!(labelled(&excerpt(text, 6..15, std::slice::from_ref(&(6..15)))), "[removed]");
    }

    #[test]
    fn secrets_are_masked_however_they_are_written() {
        for text in [
            r#"{"a": "https:\/\/user:hunter2hunter2@example.com", "b": 1}"#,
            r#"{"a": "\u0067hp_0123456789abcdefghijABCDEFGHIJ012345", "b": 1}"#,
        ] {
            let at = text.find('1').unwrap();
            let found = excerpt(text, at..at + 1, &[]);
            assert!(found.text.contains(MASK), "{}", found.text);
            assert!(!found.text.contains("hunter2") && !found.text.contains("ABCDEFGHIJ"), "{}", found.text);
        }
    }

    #[test]
    fn spans_beyond_the_text_and_inside_characters_do_no_harm() {
        for text in ["", "é", "a\n"] {
            for start in 0..4 {
                for end in 0..4 {
                    let found = excerpt(text, start..end, &[]);
                    assert!(found.label.end <= found.text.len());
                }
            }
        }
    }
}
