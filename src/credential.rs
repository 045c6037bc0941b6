//! Detection of credentials: the shapes of well-known tokens, keys and URLs, and the names of fields that hold
//! credentials (docs/mapping.md, "Secrets and hidden text").

mod kind;
mod kinds;
mod masked_value;
mod placeholder;
mod rules;
mod sample;
mod search;
mod searched_text;
mod secret_name;
mod span;

use memchr::memchr3_iter;

use crate::json::pointer::{escaped, unescaped};

pub use self::kind::CredentialKind;
pub use self::kinds::KINDS;
pub(crate) use self::kinds::USERINFO;
pub(crate) use self::masked_value::{masked_text, masked_value};
pub use self::sample::CredentialSample;

pub(crate) use self::placeholder::is_placeholder;
pub(crate) use self::secret_name::is_secret_name;
pub(crate) use self::span::Credential;
use self::span::is_token;

/// Text that replaces a credential.
pub(crate) const REMOVED: &str = "[removed]";

/// Finds the credentials in a text, in order and without overlap, in linear time.
pub(crate) fn find(text: &str) -> Vec<Credential> {
    if may_hold(text) { search::search(text) } else { Vec::new() }
}

/// Length of the shortest token.
const SHORTEST: usize = 18;

/// Returns false for most texts without a credential. The test is cheap: what is neither a long run nor beside a `=` has
/// an `@` after `://`, or one of a few words.
fn may_hold(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut has_url = None;
    let is_mark = |at: usize| match bytes[at] {
        b'@' => *has_url.get_or_insert_with(|| text.contains("://")),
        b'B' => [&b"asic "[..], b"ASIC ", b"earer ", b"EARER ", b"EGIN "]
            .iter()
            .any(|rest| bytes[at + 1..].starts_with(rest)),
        _ => true,
    };
    has_long_run(bytes) || memchr3_iter(b'=', b'@', b'B', bytes).any(is_mark)
}

/// Returns true if a run of token characters is long enough for a token. It looks only at every eighteenth byte, and
/// back from there if a run may end at it.
fn has_long_run(bytes: &[u8]) -> bool {
    let mut start = 0;
    while let Some(window) = bytes.get(start..start + SHORTEST) {
        match window.iter().rposition(|&byte| !is_token(byte)) {
            Some(at) => start += at + 1,
            None => return true,
        }
    }
    false
}

/// Replaces every credential in a text with a mark.
pub(crate) fn mask(text: &mut String) {
    replace(text, &find(text));
}

/// Replaces the given credentials of a text with a mark.
pub(crate) fn replace(text: &mut String, found: &[Credential]) {
    if found.is_empty() {
        return;
    }
    let mut masked = String::with_capacity(text.len());
    let mut end = 0;
    for Credential { span, .. } in found {
        masked.extend([&text[end..span.start], REMOVED]);
        end = span.end;
    }
    masked.push_str(&text[end..]);
    *text = masked;
}

/// Masks the credentials in a JSON Pointer, whose tokens escape `/` and `~` (RFC 6901, section 3).
pub(crate) fn mask_pointer(pointer: &mut String) {
    if !pointer.contains("~1") && !contains(pointer) {
        return;
    }
    let masked = pointer.split('/').map(|token| {
        let mut text = unescaped(token).into_owned();
        if !contains(&text) {
            return token.to_owned();
        }
        mask(&mut text);
        escaped(&text)
    });
    *pointer = masked.collect::<Vec<_>>().join("/");
}

/// Removes the user information of URLs, if it holds a credential.
pub(crate) fn without_userinfo(url: &str) -> String {
    let mut bare = url.to_owned();
    for credential in find(url).into_iter().rev().filter(|credential| credential.kind == USERINFO) {
        // The span ends before the `@`.
        bare.replace_range(credential.span.start..=credential.span.end, "");
    }
    bare
}

/// Returns true if a text contains a credential.
pub(crate) fn contains(text: &str) -> bool {
    !find(text).is_empty()
}

#[cfg(test)]
pub(crate) mod tests;
