//! Base64 text (RFC 4648) in arguments, credentials and answers.

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

const LENIENT: GeneralPurposeConfig = GeneralPurposeConfig::new()
    .with_decode_padding_mode(DecodePaddingMode::Indifferent)
    .with_decode_allow_trailing_bits(true);
const STANDARD: GeneralPurpose = GeneralPurpose::new(&alphabet::STANDARD, LENIENT);
const URL_SAFE: GeneralPurpose = GeneralPurpose::new(&alphabet::URL_SAFE, LENIENT);

/// Encodes bytes with the standard alphabet and padding (RFC 4648, section 4).
pub(super) fn encode(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// Decodes text in the standard or the URL-safe alphabet. Models leave out padding and break lines, so that both are allowed.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let text: String = text.chars().filter(|character| !character.is_ascii_whitespace()).collect();
    STANDARD.decode(&text).or_else(|_| URL_SAFE.decode(&text)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn padding_and_alphabet_are_free() {
        for text in ["iVBORwD/", "iVBORwD_", " iVBO\nRwD/"] {
            assert_eq!(decode(text).as_deref(), Some(&[0x89, b'P', b'N', b'G', 0, 0xff][..]), "{text}");
        }
        assert_eq!(decode("iQ").as_deref(), Some(&[0x89][..]));
        assert_eq!(decode("a*b"), None);
    }
}
