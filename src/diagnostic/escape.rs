//! Escapes control and invisible characters in text from documents, so that no document can move the cursor, change
//! colours of the terminal or forge a line of a report.

use std::borrow::Cow;
use std::fmt::Write;

/// Returns true for a character that controls the display or is invisible.
///
/// Zero-width joiners stay: they belong to the spelling of several scripts.
fn is_unsafe(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{061c}'
                | '\u{180e}'
                | '\u{200b}'
                | '\u{200e}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

/// Escapes unsafe characters in the notation of Rust: `\n`, `\u{1b}`.
pub fn escape(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        push(&mut out, character);
    }
    Cow::Owned(out)
}

/// Appends one character, escaped if it is unsafe.
pub(super) fn push(out: &mut String, character: char) {
    if !is_unsafe(character) {
        out.push(character);
    } else if matches!(character, '\n' | '\r' | '\t') {
        out.extend(character.escape_default());
    } else {
        out.extend(character.escape_unicode());
    }
}

/// Escapes unsafe characters in serialised JSON with JSON escapes, so that a parser reads the same text.
///
/// Outside strings JSON is printable ASCII, and `serde_json` has escaped everything that RFC 8259, section 7, requires.
/// So all remaining unsafe characters are inside strings, where `\uXXXX` means the same character.
pub(crate) fn escape_json(json: &str) -> Cow<'_, str> {
    if !json.contains(is_unsafe) {
        return Cow::Borrowed(json);
    }
    let mut out = String::with_capacity(json.len() + 16);
    for character in json.chars() {
        if is_unsafe(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(character);
        }
    }
    Cow::Owned(out)
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
