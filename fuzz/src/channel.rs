//! What may stand in a text that people or models read.

/// Returns true for a character that no text needs: invisible, and part of no script and no emoji. It is a list of its own,
/// so that it can find a fault in the program's.
pub(crate) fn is_hidden(character: char) -> bool {
    matches!(
        character,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180E}'
            | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
            | '\u{3164}' | '\u{FE00}'..='\u{FE0D}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}'
            | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E001F}' | '\u{E0080}'..='\u{E0FFF}'
    ) || (character.is_control() && !matches!(character, '\t' | '\n' | '\r'))
}

/// Returns true if a text can be printed on a terminal: it has no hidden character, and its only control character is the
/// end of a line.
pub(crate) fn printable(text: &str) -> bool {
    !text.contains(|character: char| is_hidden(character) || matches!(character, '\t' | '\r'))
}
