//! Names and messages that are as long as a document, cut to what people read.

use std::borrow::Cow;

use crate::credential;

/// Bytes of a name that a message quotes. Many messages may quote one name.
const LONGEST_NAME: usize = 200;

/// Bytes behind a cut in which a credential may end that begins before it.
pub(super) const REACH: usize = 1_024;

/// Bytes of a message that are kept. It may quote a text that is as long as a document, and so may many others.
const LONGEST_MESSAGE: usize = 2_000;

/// A name as a message quotes it: the beginning of a long one.
pub(crate) fn brief(name: &str) -> Cow<'_, str> {
    if name.len() <= LONGEST_NAME {
        return Cow::Borrowed(name);
    }
    let mut end = char_boundary(name, LONGEST_NAME);
    // Half a credential would not be known as one.
    let around = &name[..char_boundary(name, LONGEST_NAME + REACH)];
    let cut = credential::find(around).into_iter().find(|one| one.span.start < end && end < one.span.end);
    if let Some(cut) = cut {
        end = cut.span.start;
    }
    Cow::Owned(format!("{}…", &name[..end]))
}

/// Cuts off what is too long of a message.
pub(super) fn shorten(message: &mut String) {
    if message.len() > LONGEST_MESSAGE {
        message.truncate(char_boundary(message, LONGEST_MESSAGE));
        message.push('…');
        // What was cut off would be held all the same.
        message.shrink_to_fit();
    }
}

/// The nearest place at or before a byte where a character begins.
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
