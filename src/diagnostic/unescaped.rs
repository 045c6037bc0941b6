//! Text without its escapes, so that credentials written with escapes are recognised in an excerpt.

/// A piece of JSON or YAML text with its escapes resolved (RFC 8259, section 7; YAML 1.2.2, section 5.7).
pub(super) struct UnescapedText {
    pub(super) text: String,
    /// Offset in the piece of each byte of the text, and the end of the piece.
    from: Vec<usize>,
}

impl UnescapedText {
    pub(super) fn new(piece: &str) -> Self {
        let mut read =
            Self { text: String::with_capacity(piece.len()), from: Vec::with_capacity(piece.len()) };
        let mut at = 0;
        while let Some(rest) = piece.get(at..).filter(|rest| !rest.is_empty()) {
            let (character, length) = first(rest);
            read.text.push(character);
            read.from.resize(read.text.len(), at);
            at += length;
        }
        read.from.push(at);
        read
    }

    /// Returns the bytes of the piece from which some bytes of the text were read.
    pub(super) fn span(&self, bytes: &std::ops::Range<usize>) -> std::ops::Range<usize> {
        let from = |byte| self.from.get(byte).or(self.from.last()).copied().unwrap_or_default();
        from(bytes.start)..from(bytes.end)
    }
}

/// Returns the first character of a piece, and the number of bytes that it is written with.
fn first(piece: &str) -> (char, usize) {
    let mut characters = piece.chars();
    let plain = characters.next().unwrap_or(char::REPLACEMENT_CHARACTER);
    if plain != '\\' {
        return (plain, plain.len_utf8());
    }
    let digits = match characters.next() {
        Some('x') => 2,
        Some('u') => 4,
        Some('U') => 8,
        Some(itself @ ('/' | '"' | '\\')) => return (itself, 2),
        _ => return (plain, 1),
    };
    let code = piece.get(2..2 + digits).and_then(|digits| u32::from_str_radix(digits, 16).ok());
    code.map_or((plain, 1), |code| (char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), 2 + digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_read_and_found_again() {
        let piece = r#"a\/\u0062é\x63\U00000064\"\\\n\u00"#;
        let read = UnescapedText::new(piece);
        assert_eq!(read.text, r#"a/bécd"\\n\u00"#);
        let at = |text: &str| read.text.find(text).unwrap();
        assert_eq!(&piece[read.span(&(at("b")..at("d")))], r"\u0062é\x63");
        assert_eq!(read.span(&(0..read.text.len())), 0..piece.len());
    }
}
