//! Credentials found in a text, and runs of characters.

use std::ops::Range;

/// A credential found in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Credential {
    /// Byte range of the credential.
    pub(crate) span: Range<usize>,
    /// Description of its kind for people: `a GitHub token`.
    pub(crate) kind: &'static str,
}

/// Returns the characters of an alphabet that a text begins with.
pub(super) fn leading(text: &str, alphabet: fn(u8) -> bool) -> &str {
    let end = text.bytes().position(|byte| !alphabet(byte)).unwrap_or(text.len());
    &text[..end]
}

/// The characters of tokens.
static TOKEN: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        table[byte as usize] = byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
        byte += 1;
    }
    table
};

/// Returns true for letters, digits, `_`, `-` and `.`.
pub(super) fn is_token(byte: u8) -> bool {
    TOKEN[usize::from(byte)]
}
