//! Reference tokens of JSON Pointers (RFC 6901, section 3), in which `~` and `/` are escaped.

use std::borrow::Cow;

/// Escapes a key for a JSON Pointer.
pub(crate) fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// Unescapes a reference token: `~1` first (RFC 6901, section 4).
pub(crate) fn unescaped(token: &str) -> Cow<'_, str> {
    if token.contains('~') {
        Cow::Owned(token.replace("~1", "/").replace("~0", "~"))
    } else {
        Cow::Borrowed(token)
    }
}
