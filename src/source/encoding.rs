//! Detection and decoding of UTF-8 and UTF-16, by byte-order mark or by the pattern of zero bytes.

use crate::diagnostic::{Code, Diagnostic, Fatal};

use super::foreign_text;
use super::line_index::count_characters;

/// Decodes an input, and removes a byte-order mark (RFC 8259, section 8.1; YAML 1.2.2, section 5.2). `name` is the name
/// of the input in diagnostics.
pub(super) fn decode(bytes: Vec<u8>, name: &str) -> Result<String, Fatal> {
    if let Some(packed) = foreign_text::packed(&bytes, name) {
        return Err(packed.into());
    }
    match bytes.as_slice() {
        [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] | [0, 0, 0, 1..=255, ..] | [1..=255, 0, 0, 0, ..] => {
            Err(not_text(name, "it is UTF-32, which is not supported", None).into())
        }
        [0xFF, 0xFE, rest @ ..] => utf_16(rest, 2, u16::from_le_bytes, name),
        [0xFE, 0xFF, rest @ ..] => utf_16(rest, 2, u16::from_be_bytes, name),
        [1..=255, 0, ..] => utf_16(&bytes, 0, u16::from_le_bytes, name),
        [0, 1..=255, ..] => utf_16(&bytes, 0, u16::from_be_bytes, name),
        _ => utf_8(bytes, name),
    }
}

fn utf_8(mut bytes: Vec<u8>, name: &str) -> Result<String, Fatal> {
    let mut skipped = 0;
    if bytes.starts_with(b"\xEF\xBB\xBF") {
        skipped = 3;
        bytes.drain(..skipped);
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        let line = bytes[..valid].split(|&byte| byte == b'\n').count();
        let start = bytes[..valid].iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        let column = 1 + count_characters(&bytes[start..valid]);
        let what = format!(
            "byte {} (0x{:02X}) is not UTF-8",
            valid + skipped,
            bytes.get(valid).copied().unwrap_or_default()
        );
        not_text(name, &what, Some((line, column))).into()
    })
}

fn utf_16(bytes: &[u8], skipped: usize, unit: fn([u8; 2]) -> u16, name: &str) -> Result<String, Fatal> {
    let (pairs, odd) = bytes.as_chunks::<2>();
    let mut text = String::with_capacity(bytes.len());
    let mut at = skipped;
    for character in char::decode_utf16(pairs.iter().map(|&pair| unit(pair))) {
        let Ok(character) = character else {
            let what = format!("it looks like UTF-16, but byte {at} begins half a surrogate pair");
            return Err(not_text(name, &what, None).into());
        };
        at += 2 * character.len_utf16();
        text.push(character);
    }
    if !odd.is_empty() {
        let what = "it looks like UTF-16, but has an odd number of bytes";
        return Err(not_text(name, what, None).into());
    }
    Ok(text)
}

fn not_text(name: &str, what: &str, at: Option<(usize, usize)>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::NotText, format!("`{name}` is not a text file: {what}"));
    diagnostic.in_text(name, at.map(|at| at.0), at.map(|at| at.1))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8]) -> Result<String, String> {
        decode(bytes.to_vec(), "a").map_err(|diagnostic| {
            assert_eq!(diagnostic.code, Code::NotText);
            diagnostic.message
        })
    }

    fn units(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_text() {
        assert_eq!(decoded(b"\xEF\xBB\xBFa: 1").as_deref(), Ok("a: 1"));
        assert_eq!(decoded(b"").as_deref(), Ok(""));
    }

    #[test]
    fn utf_16_is_decoded_with_and_without_a_mark() {
        let text = "{\"k\": \"zażółć 😀\"}";
        for bytes in [u16::to_le_bytes as fn(u16) -> [u8; 2], u16::to_be_bytes] {
            assert_eq!(decoded(&units(text, bytes)).as_deref(), Ok(text));
            assert_eq!(decoded(&units(&format!("\u{FEFF}{text}"), bytes)).as_deref(), Ok(text));
        }
    }

    #[test]
    fn a_wrong_byte_is_named_with_its_place() {
        let error = decode(b"a: 1\nb: \xC5\xBC\xFF".to_vec(), "x.yaml").unwrap_err();
        assert!(error.message.contains("byte 10 (0xFF)"), "{}", error.message);
        let place = error.position.unwrap();
        assert_eq!((place.line, place.column), (Some(2), Some(5)));
    }

    #[test]
    fn broken_utf_16_and_utf_32_are_refused() {
        assert!(decoded(b"\xFF\xFEa\0b").unwrap_err().contains("odd"));
        assert!(decoded(b"\xFF\xFE\x00\xD8a\0").unwrap_err().contains("byte 2"));
        assert!(decoded(b"\xFF\xFE\0\0a\0\0\0").unwrap_err().contains("UTF-32"));
    }
}
