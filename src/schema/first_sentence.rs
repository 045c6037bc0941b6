//! The first sentence of a text, for places that have room for one only.

/// Abbreviations: a full stop after them does not end a sentence.
const ABBREVIATIONS: [&str; 9] = ["e.g", "i.e", "etc", "vs", "cf", "approx", "resp", "no", "incl"];

/// Returns a text up to the end of its first sentence or paragraph.
pub(crate) fn first_sentence(text: &str) -> &str {
    let start = text.len() - text.trim_start().len();
    // Only the bytes that may end a sentence are looked at: ASCII, and the first of ideographic punctuation.
    let may_end = |&(_, byte): &(usize, u8)| matches!(byte, b'\n' | b'.' | b'!' | b'?' | 0xe3 | 0xef);
    for (at, _) in text.bytes().enumerate().skip(start).filter(may_end) {
        let Some(character) = text.get(at..).and_then(|rest| rest.chars().next()) else { continue };
        let end = at + character.len_utf8();
        let rest = text.get(end..).unwrap_or_default();
        let Some(next) = rest.chars().next() else { break };
        let ends = match character {
            '\n' if rest.trim_start_matches([' ', '\t', '\r']).starts_with('\n') => {
                return text.get(..at).unwrap_or(text).trim_end();
            }
            '。' | '！' | '？' => true,
            '!' | '?' => next.is_whitespace(),
            '.' if next.is_whitespace() => {
                let before = text.get(..at).unwrap_or_default();
                let word = before.rsplit(|other: char| other.is_whitespace() || other == '(').next();
                let word = word.unwrap_or_default().to_ascii_lowercase();
                let is_abbreviation = ABBREVIATIONS.contains(&word.as_str()) || word.chars().count() < 2;
                // A number before a full stop numbers an item of a list.
                let is_item_number = word.bytes().all(|byte| byte.is_ascii_digit());
                let continues = rest.trim_start().chars().next().is_some_and(char::is_lowercase);
                !is_abbreviation && !is_item_number && !continues
            }
            _ => false,
        };
        if ends {
            return text.get(..end).unwrap_or(text);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_end_where_people_end_them() {
        for (text, expected) in [
            ("One. Two.", "One."),
            ("Only one", "Only one"),
            ("Ends here.", "Ends here."),
            ("Limits, e.g. Ten. Then more.", "Limits, e.g. Ten."),
            ("Version 1.2 of it! More", "Version 1.2 of it!"),
            ("See api.example.com for more. Or not.", "See api.example.com for more."),
            ("A list:\n1. One\n2. Two", "A list:\n1. One\n2. Two"),
            ("First paragraph\n \nSecond.", "First paragraph"),
            ("名前。説明。", "名前。"),
            ("  \n\nText. More.", "  \n\nText."),
            ("Which etc. is meant? This.", "Which etc. is meant?"),
            ("", ""),
        ] {
            assert_eq!(first_sentence(text), expected, "{text:?}");
        }
    }
}
