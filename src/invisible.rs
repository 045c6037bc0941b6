//! Characters that a reader does not see, by the properties of Unicode.
//!
//! A model reads them like any others, so that they can carry an instruction that no reviewer sees. A few of them belong
//! to the spelling of a script or to an emoji, and stay where they do: see [`hidden_in`].

use icu_properties::props::{
    CanonicalCombiningClass as Class, DefaultIgnorableCodePoint, Emoji, EmojiModifier, ExtendedPictographic,
    JoiningType,
};
use icu_properties::{CodePointMapData, CodePointSetData};

/// ZERO WIDTH NON-JOINER.
const NON_JOINER: char = '\u{200C}';
/// ZERO WIDTH JOINER.
const JOINER: char = '\u{200D}';
/// Variation selector 15: the character before it in black and white.
const TEXT_STYLE: char = '\u{FE0E}';
/// Variation selector 16: the character before it in colour.
const EMOJI_STYLE: char = '\u{FE0F}';
/// SOFT HYPHEN, which word processors and HTML leave in texts.
const SOFT_HYPHEN: char = '\u{AD}';
/// The byte order mark, which some editors write at the beginning of a text.
const BYTE_ORDER_MARK: char = '\u{FEFF}';
/// WAVING BLACK FLAG, which begins the flag of a region (UTS #51, annex C).
const BLACK_FLAG: char = '\u{1F3F4}';
/// The tag that ends the flag of a region.
const LAST_TAG: char = '\u{E007F}';

/// Returns true for a character that is invisible wherever it stands by itself: one with the property
/// `Default_Ignorable_Code_Point` (Unicode, section 5.21), a control character other than a tab or the end of a line,
/// and the interlinear annotation characters, which plain text must not have (Unicode, section 23.8).
pub(crate) fn is_invisible(character: char) -> bool {
    match character {
        '\t' | '\n' | '\r' => false,
        ' '..='~' => false,
        '\u{FFF9}'..='\u{FFFB}' => true,
        _ => {
            character.is_control() || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(character)
        }
    }
}

/// Finds the hidden characters of a text, with their byte offsets. These invisible characters are not hidden:
///
/// * one variation selector 15 or 16 right after a character that can be an emoji (UTS #51, section 1.4.3);
/// * a joiner between emoji (UTS #51, section 1.4.8);
/// * a joiner or non-joiner beside a virama, and between letters that join (Unicode, section 23.2; RFC 5892,
///   appendix A);
/// * the tags of a regional flag (UTS #51, annex C);
/// * a variation selector right after a Mongolian letter (Unicode, section 13.5).
pub(crate) fn hidden_in(text: &str) -> Vec<(usize, char)> {
    let mut found = Vec::new();
    // Few texts have a byte that can begin such a character.
    if !text.bytes().any(|byte| FIRST_BYTES[usize::from(byte)]) {
        return found;
    }
    let mut before = Before::default();
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        let after = characters.as_str();
        if !is_invisible(character) || before.allows(character, after) {
            before.push(character);
        } else {
            found.push((at, character));
        }
        if character == BLACK_FLAG
            && let Some(tags) = flag_tags(after)
        {
            characters.nth(tags - 1);
            before.push(LAST_TAG);
        }
    }
    found
}

/// Returns true for a hidden character that word processors and editors leave in texts, and that says nothing of its
/// author's intention: a soft hyphen, or a byte order mark at the beginning.
pub(crate) fn is_residue(at: usize, character: char) -> bool {
    character == SOFT_HYPHEN || at == 0 && character == BYTE_ORDER_MARK
}

/// For each byte: true if an invisible character can begin with it in UTF-8.
static FIRST_BYTES: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 0x20 {
        table[byte] = byte != 0x09 && byte != 0x0A && byte != 0x0D;
        byte += 1;
    }
    table[0x7F] = true;
    // The property's first bytes, which a test compares with the data: Unicode keeps the set stable but for its
    // unassigned code points, which are in it already.
    let first = [0xC2, 0xCD, 0xD8, 0xE1, 0xE2, 0xE3, 0xEF, 0xF0, 0xF3];
    let mut index = 0;
    while index < first.len() {
        table[first[index]] = true;
        index += 1;
    }
    table
};

/// The characters before one in a text, without the hidden ones.
#[derive(Debug, Default)]
struct Before {
    last: Option<char>,
    /// The last character that is not transparent to joining, such as a vowel sign above a letter.
    base: Option<char>,
}

impl Before {
    fn push(&mut self, character: char) {
        self.last = Some(character);
        if joining_type(character) != JoiningType::Transparent {
            self.base = Some(character);
        }
    }

    /// Returns true if an invisible character belongs to the spelling of the text around it.
    fn allows(&self, character: char, after: &str) -> bool {
        let Some(last) = self.last else { return false };
        match character {
            TEXT_STYLE | EMOJI_STYLE => CodePointSetData::new::<Emoji>().contains(last),
            '\u{180B}'..='\u{180D}' | '\u{180F}' => is_mongolian(last),
            JOINER if joins_emoji(last, after) => true,
            JOINER | NON_JOINER => {
                let next = after.chars().next();
                is_virama(last)
                    || character == JOINER && next.is_some_and(is_virama)
                    || self.base.is_some_and(is_joining) && next_base(after).is_some_and(is_joining)
            }
            _ => false,
        }
    }
}

/// Returns true if a joiner after `last` joins two emoji. A modifier of colour, a selector or a tag can stand between
/// the first emoji and the joiner.
fn joins_emoji(last: char, after: &str) -> bool {
    let pictures = CodePointSetData::new::<ExtendedPictographic>();
    let ends = matches!(last, EMOJI_STYLE | LAST_TAG)
        || pictures.contains(last)
        || CodePointSetData::new::<EmojiModifier>().contains(last);
    ends && after.chars().next().is_some_and(|next| pictures.contains(next))
}

/// Returns the first character of a text that is not transparent to joining. There is none if an invisible character
/// stands before it.
fn next_base(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters
        .find(|&character| is_invisible(character) || joining_type(character) != JoiningType::Transparent)
}

/// Returns true for a visible character that joins its neighbour.
fn is_joining(character: char) -> bool {
    !is_invisible(character) && joining_type(character) != JoiningType::NonJoining
}

fn joining_type(character: char) -> JoiningType {
    CodePointMapData::<JoiningType>::new().get(character)
}

fn is_virama(character: char) -> bool {
    CodePointMapData::<Class>::new().get(character) == Class::Virama
}

/// Returns true for a letter of the blocks Mongolian and Mongolian Supplement.
fn is_mongolian(character: char) -> bool {
    matches!(character, '\u{1820}'..='\u{18AA}')
}

/// Counts the tags of a regional flag at the beginning of the text after its black flag: a region of three to six
/// letters and digits, and the tag that ends it.
fn flag_tags(after: &str) -> Option<usize> {
    let is_region = |tag: &char| matches!(tag, '\u{E0030}'..='\u{E0039}' | '\u{E0061}'..='\u{E007A}');
    let region = after.chars().take_while(is_region).take(7).count();
    let ends = after.chars().nth(region) == Some(LAST_TAG);
    ((3..=6).contains(&region) && ends).then_some(region + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a text without its hidden characters.
    fn cleaned(text: &str) -> String {
        let hidden = hidden_in(text);
        text.char_indices().filter(|one| !hidden.contains(one)).map(|(_, character)| character).collect()
    }

    /// Every character of the property, and every control character.
    fn invisible() -> impl Iterator<Item = char> {
        let property = CodePointSetData::new::<DefaultIgnorableCodePoint>().iter_ranges().flatten();
        let controls = (0..0x20).chain(0x7F..0xA0).filter(|code| !matches!(code, 9 | 10 | 13));
        property.chain(controls).chain(0xFFF9..=0xFFFB).filter_map(char::from_u32)
    }

    #[test]
    fn no_invisible_character_stays_in_plain_text() {
        assert!(invisible().count() > 4_100);
        for character in invisible() {
            assert!(FIRST_BYTES[usize::from(character.to_string().as_bytes()[0])], "{character:?}");
            for [before, after] in [["a", "b"], ["", ""], ["日", "本"], [" ", "é"], [".", " "], ["ㅎ", "한"]]
            {
                let text = format!("{before}{character}{after}");
                assert_eq!(cleaned(&text), format!("{before}{after}"), "{character:?}");
            }
        }
    }

    #[test]
    fn a_run_carries_no_message() {
        for run in
            ["\u{200C}\u{200D}\u{200C}", "\u{FE0F}\u{FE0E}\u{FE0F}", "\u{180B}\u{180C}", "\u{E0041}\u{E0042}"]
        {
            for around in ["a", "م", "ब", "ᠨ", "😀", "❤", "क्"] {
                let left = cleaned(&format!("{around}{run}{around}")).chars().count();
                assert!(left <= 2 * around.chars().count() + 1, "{around:?} {run:?}");
            }
        }
    }

    #[test]
    fn a_text_that_is_clean_stays_so() {
        for around in ["م", "क्", "ᠨ", "😀", "❤\u{FE0F}", "🏴", "1"] {
            for character in invisible() {
                let once = cleaned(&format!("{around}{character}{character}{around}"));
                assert_eq!(cleaned(&once), once, "{around:?} {character:?}");
            }
        }
    }

    #[test]
    fn scripts_keep_their_spelling() {
        for text in [
            // Persian: plural, prefix, and a compound after a letter that joins to the right only.
            "این کتاب\u{200C}ها را می\u{200C}خواهم، نه کار\u{200C}های دیگر را.",
            // With vowel signs around the non-joiner.
            "مِی\u{200C}خُواهَم",
            // Urdu and Arabic with harakat and tatweel.
            "یہ کتابیں ہیں۔ الكِتَابُ هُنَا ـــ والسَّلام",
            // Hindi: half forms and an explicit virama.
            "पहुँच क्\u{200D}ष और क्\u{200C}ष, राष्ट्र की सूची।",
            // Marathi eyelash ra, Bengali ra with ya, Malayalam chillu, Sinhala, Tamil, Kannada.
            "वाऱ्\u{200D}याचा র\u{200D}্যাম അവന്\u{200D} ශ්\u{200D}රී க்\u{200C}ஷ ರ\u{200D}್ಯಾ",
            "รายการหนังสือทั้งหมดในห้องสมุด",
            "도서관의 모든 책을 나열합니다. ㅋㅋ 가나다",
            "ᠨ\u{180B}ᠠ ᠮᠣᠩᠭᠣᠯ",
            "日本語の本を借りる。葛城市、한국어、中文",
            "tab\tline\r\nline — naïve “quotes” … é e\u{301} €",
            "",
        ] {
            assert_eq!(hidden_in(text), [], "{text}");
        }
    }

    #[test]
    fn emoji_keep_their_form() {
        for text in [
            "👩\u{200D}🚀 👨\u{200D}👩\u{200D}👧\u{200D}👦 👩🏽\u{200D}💻 🏳\u{FE0F}\u{200D}🌈 ❤\u{FE0F}\u{200D}🔥",
            "🏴\u{200D}☠\u{FE0F} 🧔🏿\u{200D}♂\u{FE0F} 👨\u{200D}🦰 🐻\u{200D}❄\u{FE0F}",
            "1\u{FE0F}\u{20E3} #\u{FE0F}\u{20E3} ©\u{FE0F} ✔\u{FE0E} ☎\u{FE0E} 🇩🇪 👍🏽",
            "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F} 🏴\u{E0075}\u{E0073}\u{E0074}\u{E0078}\u{E007F}",
        ] {
            assert_eq!(hidden_in(text), [], "{text}");
        }
    }

    #[test]
    fn what_only_looks_like_spelling_is_hidden() {
        for (text, expected) in [
            // A flag whose tags are no region, or do not end.
            ("🏴\u{E0067}\u{E0062}\u{E007F}", "🏴"),
            ("🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}", "🏴"),
            ("🏴\u{E0049}\u{E0067}\u{E006E}\u{E007F}", "🏴"),
            ("😀\u{E0067}\u{E0062}\u{E0073}\u{E007F}", "😀"),
            // Variation selectors of Han characters, which few fonts know.
            ("葛\u{E0100}城\u{E0101}", "葛城"),
            ("م\u{200D}", "م"),
            ("م\u{200C} م", "م م"),
            ("a\u{200D}م", "aم"),
            ("e\u{301}\u{200D}e\u{301}", "e\u{301}e\u{301}"),
            ("😀\u{200D}a 1\u{200D}😀 😀\u{200C}😀", "😀a 1😀 😀😀"),
            ("क\u{200D}ष", "कष"),
            ("a\u{180B}ᠨ\u{180E}", "aᠨ"),
        ] {
            assert_eq!(cleaned(text), expected, "{text:?}");
        }
    }

    #[test]
    fn residue_of_editors_is_told_from_a_message() {
        assert!(is_residue(7, '\u{AD}') && is_residue(0, '\u{FEFF}'));
        assert!(!is_residue(3, '\u{FEFF}') && !is_residue(0, '\u{200B}'));
    }
}
