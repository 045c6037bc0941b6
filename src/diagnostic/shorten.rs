//! Shortens names and messages, which documents can make arbitrarily long.

use std::borrow::Cow;

use crate::credential;

/// Maximum length of a name in a message, in bytes. Many messages may quote one name.
const LONGEST_NAME: usize = 200;

/// Bytes after a cut that are searched for the end of a credential that begins before it.
pub(super) const REACH: usize = 1_024;

/// Maximum length of a message, in bytes. Many messages may each quote a text as long as a document.
const LONGEST_MESSAGE: usize = 2_000;

/// Shortens a name for a message.
pub(crate) fn brief(name: &str) -> Cow<'_, str> {
    if name.len() <= LONGEST_NAME {
        return Cow::Borrowed(name);
    }
    let mut end = char_boundary(name, LONGEST_NAME);
    // A truncated credential would not be recognised, and so not masked.
    let around = &name[..char_boundary(name, LONGEST_NAME + REACH)];
    let cut = credential::find(around).into_iter().find(|one| one.span.start < end && end < one.span.end);
    if let Some(cut) = cut {
        end = cut.span.start;
    }
    Cow::Owned(format!("{}…", &name[..end]))
}

/// Truncates a long message.
pub(super) fn shorten(message: &mut String) {
    if message.len() > LONGEST_MESSAGE {
        message.truncate(char_boundary(message, LONGEST_MESSAGE));
        message.push('…');
        // The truncated part would otherwise stay allocated.
        message.shrink_to_fit();
    }
}

/// Returns the last character boundary at or before a byte offset.
pub(super) fn char_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_beginning_of_a_long_name_is_quoted() {
        assert_eq!(brief("GET /pets"), "GET /pets");
        let long = "é".repeat(1_000);
        assert_eq!(brief(&long), format!("{}…", "é".repeat(100)));
        assert_eq!(brief(&format!("a{long}")), format!("a{}…", "é".repeat(99)));
        let secret = format!("{}ghp_0123456789abcdefghijABCDEFGHIJ012345{long}", "/".repeat(190));
        assert_eq!(brief(&secret), format!("{}…", "/".repeat(190)));
    }
}
