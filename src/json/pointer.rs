//! Reference tokens of JSON Pointers (RFC 6901, section 3), in which `~` and `/` are escaped.

use std::borrow::Cow;

/// A key as it stands in a pointer.
pub(crate) fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// The key that stands in a pointer: `~1` first (RFC 6901, section 4).
pub(crate) fn unescaped(token: &str) -> Cow<'_, str> {
    if token.contains('~') {
        Cow::Owned(token.replace("~1", "/").replace("~0", "~"))
    } else {
        Cow::Borrowed(token)
    }
}
