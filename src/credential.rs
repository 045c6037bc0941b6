//! Detection of credentials: the shapes of well-known tokens, keys and URLs, and the names of fields that hold
//! credentials (docs/mapping.md, "Secrets and hidden text").

mod placeholder;
mod secret_name;
mod span;
mod token;

use std::ops::Range;

use crate::json::pointer::{escaped, unescaped};

use self::placeholder::{FEW_CHARACTERS, distinct, is_marked, is_real};
use self::span::leading;
use self::token::{SHORTEST, bot_token, capital, in_run};

pub(crate) use self::placeholder::is_placeholder;
pub(crate) use self::secret_name::is_secret_name;
pub(crate) use self::span::Credential;

/// Kind of the user information of a URL, `user:password`; the span ends before the `@`.
pub(crate) const USERINFO: &str = "credentials in a URL";
/// Text that replaces a credential.
pub(crate) const REMOVED: &str = "[removed]";

/// Finds the credentials in a text, in order and without overlap.
///
/// It is one pass over the bytes. A token is a long run of letters, digits, `_`, `-` and `.`, of which prose has few.
/// Only these runs are inspected closely, and the search continues after each credential found.
pub(crate) fn find(text: &str) -> Vec<Credential> {
    if !may_hold(text) {
        return Vec::new();
    }
    let bytes = text.as_bytes();
    let mut found: Vec<Credential> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        while at < bytes.len() && is_token(bytes[at]) {
            at += 1;
        }
        // The two digits after `%` belong to an escape, not to the token (RFC 3986, section 2.1).
        let is_escape = start > 0
            && bytes[start - 1] == b'%'
            && bytes[start..at].iter().take_while(|byte| byte.is_ascii_hexdigit()).take(2).count() == 2;
        let start = if is_escape { start + 2 } else { start };
        if at - start >= SHORTEST {
            match bot_token(text, start..at, found.last()) {
                Some(span) => found.push(Credential { span, kind: "a Telegram bot token" }),
                None => in_run(&text[start..at], start, &mut found),
            }
        }
        let behind = if bytes[start..at].ends_with(PEM_BEGIN.as_bytes()) {
            // A token may overlap the dashes.
            let start = found.last().map_or(0, |last| last.span.end).max(at - PEM_BEGIN.len());
            private_key(text, at).map(|end| Credential { span: start..end, kind: "a private key" })
        } else if at > start && bytes[at..].starts_with(b"://") {
            userinfo(text, at + 3).map(|span| Credential { span, kind: USERINFO })
        } else {
            None
        };
        at = behind.as_ref().map_or(at + 1, |credential| credential.span.end);
        found.extend(behind);
    }
    found
}

/// Returns false for most texts without a credential. The test is cheap.
fn may_hold(text: &str) -> bool {
    let has = |first: char, mark: &str| text.contains(first) && text.contains(mark);
    has_long_run(text.as_bytes()) || has(':', "://") || has('-', "-----")
}

/// Returns true if a run of token characters is long enough for a token. It looks only at every twentieth byte, and
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

static TOKEN: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        table[byte as usize] = byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
        byte += 1;
    }
    table
};

fn is_token(byte: u8) -> bool {
    TOKEN[usize::from(byte)]
}

const PEM_BEGIN: &str = "-----BEGIN";

/// Minimum number of consecutive Base64 characters in a block that holds a key.
const KEY_LINE: usize = 32;

/// Finds the end of a private key block whose `-----BEGIN` ends at an offset (RFC 7468, section 3). Returns `None` for
/// a block whose content is a placeholder (`…`, `MIIE...`) or prose.
fn private_key(text: &str, begin: usize) -> Option<usize> {
    let label = leading(&text[begin..], |byte| capital(byte) || byte == b' ');
    let body = text[begin + label.len()..].strip_prefix("-----")?;
    if label.len() > 40 || !label.contains("PRIVATE KEY") {
        return None;
    }
    let start = text.len() - body.len();
    // The search stops at the next block, so that the time stays linear for many blocks.
    let content = &body[..body.find("-----").unwrap_or(body.len())];
    let pure = leading(content, |byte| {
        base64(byte) || byte.is_ascii_whitespace() || matches!(byte, b'\\' | b':' | b',' | b'-')
    });
    if pure.len() == content.len()
        && let Some(after) = body[content.len()..].strip_prefix("-----END")
    {
        let label = leading(after, |byte| capital(byte) || byte == b' ');
        let rest = after[label.len()..].strip_prefix("-----").unwrap_or(after);
        return holds_key(content).then_some(text.len() - rest.len());
    }
    // Without an end marker, the key extends over the lines of Base64.
    let mut end = 0;
    let mut at = 0;
    for piece in pure.split_inclusive(|character: char| character.is_ascii_whitespace()) {
        let line = leading(piece, |byte| base64(byte) || byte == b'\\');
        if line.len() >= KEY_LINE || end > 0 && line.ends_with('=') {
            end = at + line.len();
        } else if !piece.trim_ascii().is_empty() {
            break;
        }
        at += piece.len();
    }
    holds_key(&pure[..end]).then_some(start + end)
}

fn base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}

/// Returns true if the body of a block has a line of Base64 that is long enough for a key.
fn holds_key(body: &str) -> bool {
    body.as_bytes()
        .split(|&byte| !base64(byte))
        .any(|line| line.len() >= KEY_LINE && distinct(line) >= FEW_CHARACTERS)
}

/// Finds the user information of a URL whose authority begins at an offset (RFC 3986, section 3.2.1): `user:password`,
/// or a token as user.
fn userinfo(text: &str, start: usize) -> Option<Range<usize>> {
    let rest = &text[start..];
    let end = rest
        .find(|character: char| {
            character.is_whitespace() || matches!(character, '/' | '?' | '#' | '"' | '\'' | '`' | '\\')
        })
        .unwrap_or(rest.len());
    let (userinfo, _) = rest[..end].rsplit_once('@')?;
    let secret = match userinfo.split_once(':') {
        Some((_, password)) => !password.is_empty() && !is_marked(password) && !is_port(password),
        // `git@host` is a user name, not a credential.
        None => {
            userinfo.len() >= SHORTEST
                && userinfo.bytes().any(|byte| byte.is_ascii_digit())
                && is_real(userinfo)
        }
    };
    secret.then_some(start..start + userinfo.len())
}

/// Returns true if the text after a colon is a port followed by prose: `http://host:80,someone@example.com`.
fn is_port(password: &str) -> bool {
    let digits = leading(password, |byte| byte.is_ascii_digit()).len();
    let next = password[digits..].chars().next();
    (1..=5).contains(&digits)
        && next.is_some_and(|next| !next.is_ascii() || matches!(next, ',' | ';' | ')' | ']' | '>'))
}

#[cfg(test)]
pub(crate) mod tests;
