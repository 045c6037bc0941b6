//! Escapes control and invisible characters in text from documents, so that no document can move the cursor, change
//! colours of the terminal or forge a line of a report.

use std::borrow::Cow;
use std::fmt::Write;

use crate::invisible::hidden_in;

/// Returns the byte offsets of the characters that control the display or are hidden: those that [`hidden_in`] finds, and
/// all ends of lines.
pub(super) fn unsafe_in(text: &str) -> Vec<usize> {
    let mut offsets: Vec<usize> = hidden_in(text).into_iter().map(|(at, _)| at).collect();
    let breaks = |character| matches!(character, '\t' | '\n' | '\r' | '\u{2028}' | '\u{2029}');
    offsets.extend(text.match_indices(breaks).map(|(at, _)| at));
    offsets.sort_unstable();
    offsets
}

/// Escapes unsafe characters in the notation of Rust: `\n`, `\u{1b}`.
pub fn escape(text: &str) -> Cow<'_, str> {
    replaced(text, push)
}

/// Appends an unsafe character, escaped.
pub(super) fn push(out: &mut String, character: char) {
    if matches!(character, '\n' | '\r' | '\t') {
        out.extend(character.escape_default());
    } else {
        out.extend(character.escape_unicode());
    }
}

/// Replaces the unsafe characters of a text by what `push` writes for each.
fn replaced(text: &str, push: fn(&mut String, char)) -> Cow<'_, str> {
    let offsets = unsafe_in(text);
    if offsets.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8 * offsets.len());
    let mut end = 0;
    for at in offsets {
        out.push_str(&text[end..at]);
        end = at;
        if let Some(character) = text[at..].chars().next() {
            push(&mut out, character);
            end += character.len_utf8();
        }
    }
    out.push_str(&text[end..]);
    Cow::Owned(out)
}

/// Escapes unsafe characters in serialised JSON with JSON escapes, so that a parser reads the same text.
///
/// Outside strings JSON is printable ASCII, and `serde_json` has escaped everything that RFC 8259, section 7, requires.
/// So all remaining unsafe characters are inside strings, where `\uXXXX` means the same character.
pub(crate) fn escape_json(json: &str) -> Cow<'_, str> {
    replaced(json, |out, character| {
        for unit in character.encode_utf16(&mut [0; 2]) {
            // Writing to a string cannot fail.
            let _ = write!(out, "\\u{unit:04x}");
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readable_text_is_borrowed() {
        assert!(matches!(escape("paths of 日本語 and e\u{301}"), Cow::Borrowed(_)));
        assert!(matches!(escape("family: 👩\u{200d}👧"), Cow::Borrowed(_)));
    }

    #[test]
    fn control_characters_are_written_out() {
        assert_eq!(
            escape("a\u{1b}[31mred\r\nerror: fake\u{9b}0m\u{7f}"),
            "a\\u{1b}[31mred\\r\\nerror: fake\\u{9b}0m\\u{7f}"
        );
    }

    #[test]
    fn invisible_characters_are_written_out() {
        assert_eq!(escape("a\u{202e}b\u{e0041}c\u{2028}d"), "a\\u{202e}b\\u{e0041}c\\u{2028}d");
        assert_eq!(escape("a\u{200d}\u{200c}b"), "a\\u{200d}\\u{200c}b");
    }

    #[test]
    fn json_still_says_the_same() {
        let text = "\u{1b}\n\u{9b}\u{202e}\u{e0041}\"\\";
        let json = serde_json::to_string(text).unwrap();
        let escaped = escape_json(&json);
        assert!(escaped.chars().all(|character| character.is_ascii_graphic()));
        assert_eq!(serde_json::from_str::<String>(&escaped).unwrap(), text);
    }
}
