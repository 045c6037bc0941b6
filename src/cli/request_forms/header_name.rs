//! Names of headers, for people.

/// Returns a name in the usual spelling: the first letter of each word in upper case. The case means nothing (RFC 9110, section 5.1).
pub(super) fn spelled(name: &http::HeaderName) -> String {
    let mut begins = true;
    let spell = |letter: char| {
        let spelled = if begins { letter.to_ascii_uppercase() } else { letter };
        begins = letter == '-';
        spelled
    };
    name.as_str().chars().map(spell).collect()
}

/// Returns the value of a header as text; `src/call/` writes UTF-8 only.
pub(super) fn text(value: &http::HeaderValue) -> String {
    String::from_utf8_lossy(value.as_bytes()).into_owned()
}
