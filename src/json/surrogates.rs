//! Unpaired surrogates: escapes in a JSON text, such as `\ud800`, that are no character (RFC 8259, section 8.2).

/// Bytes of an escape, `\ud800`.
pub(crate) const ESCAPE: usize = 6;

/// Returns the offsets of unpaired surrogates in the strings of a JSON text.
pub(crate) fn unpaired_surrogates(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = bytes.get(at..).and_then(|rest| rest.iter().position(|&byte| byte == b'\\')) {
        at += next;
        at += match (code_unit(bytes, at), code_unit(bytes, at + ESCAPE)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 2 * ESCAPE,
            (Some(0xD800..=0xDFFF), _) => {
                found.push(at);
                ESCAPE
            }
            (Some(_), _) => ESCAPE,
            // Another escape, whose second character may be a backslash.
            (None, _) => 2,
        };
    }
    found
}

/// Returns the text with the replacement character (U+FFFD) in place of these escapes. All other characters stay at their offsets.
pub(crate) fn without_surrogates(text: &str, escapes: &[usize]) -> String {
    let mut mended = String::with_capacity(text.len());
    let mut from = 0;
    for &at in escapes {
        mended.push_str(text.get(from..at).unwrap_or_default());
        mended.push_str("\\ufffd");
        from = at + ESCAPE;
    }
    mended.push_str(text.get(from..).unwrap_or_default());
    mended
}

/// Returns the UTF-16 code unit of an escape at this offset.
fn code_unit(bytes: &[u8], at: usize) -> Option<u16> {
    let digits = bytes.get(at..at + ESCAPE)?.strip_prefix(b"\\u")?;
    // `from_str_radix` accepts a sign.
    let digits =
        str::from_utf8(digits).ok().filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
    u16::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_unpaired_surrogates_are_replaced() {
        for (text, expected) in [
            (r#""\ud800""#, r#""\ufffd""#),
            (r#""\uDFFF\uD83D\uDE00\uD83D\uD83D\uDE00""#, r#""\ufffd\uD83D\uDE00\ufffd\uD83D\uDE00""#),
            (r#""é\\ud800\\\ud800\ud8""#, r#""é\\ud800\\\ufffd\ud8""#),
            (r#""\u00e9\u+d80\ue000\n""#, r#""\u00e9\u+d80\ue000\n""#),
        ] {
            let escapes = unpaired_surrogates(text);
            assert_eq!(without_surrogates(text, &escapes), expected);
        }
        assert!(unpaired_surrogates("\\").is_empty());
    }
}
