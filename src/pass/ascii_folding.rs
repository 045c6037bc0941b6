//! Folding of text in any script to ASCII.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A text folded to ASCII.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct FoldedText<'t> {
    /// The ASCII text, with a space in place of each character that has no ASCII form.
    pub(super) text: Cow<'t, str>,
    /// Number of letters of the source that have an ASCII form.
    pub(super) letters_kept: usize,
    /// Number of letters of the source that have no ASCII form.
    pub(super) letters_lost: usize,
}

impl FoldedText<'_> {
    /// Returns true if the ASCII text still conveys the source: it has a letter, and no more letters were lost than
    /// kept. The `v2` that is left of a sentence in Japanese is not readable.
    pub(super) fn is_readable(&self) -> bool {
        self.letters_kept > 0 && self.letters_kept >= self.letters_lost
    }
}

/// Folds a text to ASCII (the naming rules in docs/mapping.md): accents and compatibility forms by NFKD (Unicode
/// Standard Annex 15), and the Latin letters that NFKD leaves alone by a table.
pub(super) fn fold(text: &str) -> FoldedText<'_> {
    if text.is_ascii() {
        let letters_kept = text.bytes().filter(u8::is_ascii_alphabetic).count();
        return FoldedText { text: text.into(), letters_kept, letters_lost: 0 };
    }
    let mut ascii = String::with_capacity(text.len());
    let (mut letters_kept, mut letters_lost) = (0, 0);
    // Compose first, so that a letter with a combining accent counts as one letter.
    for composed in text.nfc() {
        let before = ascii.len();
        for character in std::iter::once(composed).nfkd() {
            if character.is_ascii() {
                ascii.push(character);
            } else if let Some(latin) = latin(character) {
                ascii.push_str(latin);
            } else if !is_combining_mark(character) && !is_invisible(character) {
                ascii.push(' ');
            }
        }
        if composed.is_alphabetic() {
            let added = ascii.get(before..).unwrap_or_default();
            if added.bytes().any(|byte| byte.is_ascii_alphabetic()) {
                letters_kept += 1;
            } else {
                letters_lost += 1;
            }
        }
    }
    FoldedText { text: ascii.into(), letters_kept, letters_lost }
}

/// Returns the ASCII spelling of a letter (or typographic apostrophe) that has no decomposition in Unicode, as in
/// CLDR's `Latin-ASCII` transform.
fn latin(character: char) -> Option<&'static str> {
    Some(match character {
        'ß' => "ss",
        'ẞ' => "SS",
        'æ' => "ae",
        'Æ' => "Ae",
        'œ' => "oe",
        'Œ' => "Oe",
        'ø' => "o",
        'Ø' => "O",
        'đ' | 'ð' | 'ɖ' => "d",
        'Đ' | 'Ð' | 'Ɖ' => "D",
        'þ' => "th",
        'Þ' => "Th",
        'ł' => "l",
        'Ł' => "L",
        'ħ' => "h",
        'Ħ' => "H",
        'ı' => "i",
        'ȷ' => "j",
        'ĸ' => "k",
        'ŋ' => "n",
        'Ŋ' => "N",
        'ŧ' => "t",
        'Ŧ' => "T",
        'ə' => "e",
        'Ə' => "E",
        'ƒ' => "f",
        '\u{2019}' | '\u{02bc}' => "'",
        _ => return None,
    })
}

/// Returns true for invisible characters. They do not separate words.
fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readable_means_at_least_half_of_the_letters() {
        for (text, readable) in [
            ("listPets", true),
            ("ünïcode", true),
            ("한국어 list", true),
            ("日本語のAPI", false),
            ("日本語 v2", false),
            ("펫 조회", false),
            ("123", false),
            ("---", false),
            ("", false),
        ] {
            assert_eq!(fold(text).is_readable(), readable, "{text:?}");
        }
        let hangul = fold("펫");
        assert_eq!((hangul.letters_kept, hangul.letters_lost), (0, 1), "a syllable is one letter");
    }
}
