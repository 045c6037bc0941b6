//! Percent-encoding (RFC 3986, section 2.1).

use std::borrow::Cow;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, percent_encode, utf8_percent_encode};

/// Everything but unreserved characters (RFC 3986, section 2.3).
const NOT_UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Everything but unreserved and reserved characters (RFC 6570, section 1.5).
const NOT_URI: &AsciiSet = &NOT_UNRESERVED
    .remove(b':')
    .remove(b'/')
    .remove(b'?')
    .remove(b'#')
    .remove(b'[')
    .remove(b']')
    .remove(b'@')
    .remove(b'!')
    .remove(b'$')
    .remove(b'&')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b'+')
    .remove(b',')
    .remove(b';')
    .remove(b'=');

/// Reserved characters that stay, except `#`: it would begin the fragment, which is never sent (RFC 9110, section 4.2.5).
const NOT_QUERY: &AsciiSet = &NOT_URI.add(b'#');

/// Reserved characters that stay in a path: those but `/`, `?` and `#` (OpenAPI 3.2, "Path Templating").
const NOT_PATH: &AsciiSet = &NOT_QUERY.add(b'/').add(b'?');

/// Everything but unreserved characters and `/`.
const NOT_SLASHED: &AsciiSet = &NOT_UNRESERVED.remove(b'/');

/// The encoding of text at its place in a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextEncoding {
    /// Everything but unreserved characters is encoded (RFC 6570, section 3.2.2).
    Unreserved,
    /// Reserved characters and existing triplets pass, as in RFC 6570's operator `+` (section 3.2.3), except `#`.
    Reserved,
    /// As [`Self::Reserved`], but neither `/` nor `?` passes.
    PathReserved,
    /// As [`Self::Unreserved`], but `/` passes.
    Slashes,
    /// Nothing is encoded.
    Raw,
}

impl TextEncoding {
    /// Encodes a value.
    pub(super) fn value(self, text: &str) -> Cow<'_, str> {
        match self {
            Self::Unreserved => utf8_percent_encode(text, NOT_UNRESERVED).into(),
            Self::Reserved => with_triplets(text, NOT_QUERY),
            Self::PathReserved => with_triplets(text, NOT_PATH),
            Self::Slashes => utf8_percent_encode(text, NOT_SLASHED).into(),
            Self::Raw => Cow::Borrowed(text),
        }
    }

    /// Encodes a name. Reserved characters do not pass: `=` and `&` would end it.
    pub(super) fn name(self, text: &str) -> Cow<'_, str> {
        match self {
            Self::Raw => Cow::Borrowed(text),
            _ => Self::Unreserved.value(text),
        }
    }

    /// Encodes bytes that need not be text.
    pub(super) fn bytes(bytes: &[u8]) -> String {
        percent_encode(bytes, NOT_UNRESERVED).to_string()
    }

    /// Returns a delimiter: it is encoded unless a URL can hold it as it is.
    pub(super) fn delimiter(self, character: &'static str) -> Cow<'static, str> {
        match (self, character) {
            (Self::Raw, _) | (_, ",") => Cow::Borrowed(character),
            _ => utf8_percent_encode(character, NOT_UNRESERVED).into(),
        }
    }
}

/// Encodes literal text of a URL template: reserved characters and triplets pass (RFC 6570, section 3.1).
pub(super) fn literal(text: &str) -> Cow<'_, str> {
    with_triplets(text, NOT_URI)
}

/// Encodes text, except triplets that are in it.
fn with_triplets<'t>(text: &'t str, set: &'static AsciiSet) -> Cow<'t, str> {
    if !text.contains('%') {
        return utf8_percent_encode(text, set).into();
    }
    let mut encoded = String::with_capacity(text.len());
    let mut pieces = text.split('%');
    encoded.extend(pieces.next().map(|first| utf8_percent_encode(first, set)).into_iter().flatten());
    for piece in pieces {
        let is_triplet = piece.len() >= 2 && piece.as_bytes()[..2].iter().all(u8::is_ascii_hexdigit);
        encoded.push_str(if is_triplet { "%" } else { "%25" });
        encoded.extend(utf8_percent_encode(piece, set));
    }
    Cow::Owned(encoded)
}

/// Decodes triplets; what is not UTF-8 is replaced.
pub(super) fn decoded(text: &str) -> Cow<'_, str> {
    percent_decode_str(text).decode_utf8_lossy()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_differ_in_what_passes() {
        let text = "a-b._~/?#[]@!$&'()*+,;= %20%zz\"é";
        for (encoding, expected) in [
            (
                TextEncoding::Unreserved,
                "a-b._~%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D%20%2520%25zz%22%C3%A9",
            ),
            (TextEncoding::Reserved, "a-b._~/?%23[]@!$&'()*+,;=%20%20%25zz%22%C3%A9"),
            (TextEncoding::PathReserved, "a-b._~%2F%3F%23[]@!$&'()*+,;=%20%20%25zz%22%C3%A9"),
            (
                TextEncoding::Slashes,
                "a-b._~/%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D%20%2520%25zz%22%C3%A9",
            ),
            (TextEncoding::Raw, text),
        ] {
            assert_eq!(encoding.value(text), expected, "{encoding:?}");
        }
        assert_eq!(literal("/a b#%41%4"), "/a%20b#%41%254");
    }
}
