//! What credentials look like: the shapes of well-known tokens, keys and URLs, and the names of fields
//! that hold them (docs/mapping.md, "Secrets and hidden text").

mod token;

use std::ops::Range;

use crate::json::pointer::{escaped, unescaped};

use self::token::{SHORTEST, bot_token, capital, in_run};

/// A credential in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Credential {
    /// Where it stands, in bytes.
    pub(crate) span: Range<usize>,
    /// What it is, for people: `a GitHub token`.
    pub(crate) kind: &'static str,
}

/// The kind of a URL's `user:password`; the span ends before the `@`.
pub(crate) const USERINFO: &str = "credentials in a URL";
/// What stands in prose instead of a credential.
pub(crate) const REMOVED: &str = "[removed]";

/// The credentials in a text, in order and apart from each other.
///
/// One pass over the bytes: a token is a long run of letters, digits, `_`, `-` and `.`, and prose has
/// few of them; only the runs are looked at closely, and the search goes on behind what was found.
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
        // Two digits behind `%` are no part of what follows (RFC 3986, section 2.1).
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
            // A token may reach into the dashes.
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

/// Whether there can be a credential in a text: what costs little tells most texts.
fn may_hold(text: &str) -> bool {
    let has = |first: char, mark: &str| text.contains(first) && text.contains(mark);
    has_long_run(text.as_bytes()) || has(':', "://") || has('-', "-----")
}

/// Whether there is a run of token characters that is long enough to hold a token. Looks at every twentieth byte, and
/// back from it where it may end such a run.
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

/// Puts a mark in place of every credential in a text.
pub(crate) fn mask(text: &mut String) {
    replace(text, &find(text));
}

/// Puts a mark in place of the credentials that were found in a text.
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

/// The same for a JSON Pointer, in whose tokens `/` and `~` are escaped (RFC 6901, section 3).
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

/// A URL without its user information, where that holds a credential.
pub(crate) fn without_userinfo(url: &str) -> String {
    let mut bare = url.to_owned();
    for credential in find(url).into_iter().rev().filter(|credential| credential.kind == USERINFO) {
        // The span ends before the `@`.
        bare.replace_range(credential.span.start..=credential.span.end, "");
    }
    bare
}

/// Whether there is a credential in a text.
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

fn leading(text: &str, alphabet: fn(u8) -> bool) -> &str {
    let end = text.bytes().position(|byte| !alphabet(byte)).unwrap_or(text.len());
    &text[..end]
}

const PEM_BEGIN: &str = "-----BEGIN";

/// Base64 characters in one piece, without which a block has no key in it.
const KEY_LINE: usize = 32;

/// The end of a private key block whose `-----BEGIN` ends at an offset (RFC 7468, section 3). A block that
/// only hints at its content (`…`, `MIIE...`), or that prose stands in, is none.
fn private_key(text: &str, begin: usize) -> Option<usize> {
    let label = leading(&text[begin..], |byte| capital(byte) || byte == b' ');
    let body = text[begin + label.len()..].strip_prefix("-----")?;
    if label.len() > 40 || !label.contains("PRIVATE KEY") {
        return None;
    }
    let start = text.len() - body.len();
    // No farther than the next block, so that many of them cost no more than one.
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
    // Without an end, the key is as long as there are lines of it.
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

/// Whether there is a line of a key in the body of a block.
fn holds_key(body: &str) -> bool {
    body.as_bytes()
        .split(|&byte| !base64(byte))
        .any(|line| line.len() >= KEY_LINE && distinct(line) >= FEW_CHARACTERS)
}

/// The `user:password` of a URL whose authority begins at an offset (RFC 3986, section 3.2.1); also a token
/// in the user's place.
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
        // `git@host` is only a name.
        None => {
            userinfo.len() >= SHORTEST
                && userinfo.bytes().any(|byte| byte.is_ascii_digit())
                && is_real(userinfo)
        }
    };
    secret.then_some(start..start + userinfo.len())
}

/// Whether what stands behind a colon is a port with prose behind it: `http://host:80,someone@example.com`.
fn is_port(password: &str) -> bool {
    let digits = leading(password, |byte| byte.is_ascii_digit()).len();
    let next = password[digits..].chars().next();
    (1..=5).contains(&digits)
        && next.is_some_and(|next| !next.is_ascii() || matches!(next, ',' | ';' | ')' | ']' | '>'))
}

/// Whether a password is marked as a placeholder: `<password>`, `{password}`, `$PASSWORD`, `PASSWORD`,
/// `****`, `xxxx`, `...`.
fn is_marked(password: &str) -> bool {
    let wrapped = [("<", ">"), ("{", "}"), ("[", "]"), ("%", "%")]
        .iter()
        .any(|(open, close)| password.starts_with(open) && password.ends_with(close));
    let name = password.strip_prefix('$').unwrap_or(password);
    let shouts =
        name.starts_with(['{', '(']) || name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_');
    let repeats = password.len() >= 3 && distinct(password.as_bytes()) == 1;
    let elided = password.contains("...") || password.contains('…') || password.contains("***");
    wrapped || shouts || repeats || elided || says_placeholder(password)
}

/// Whether the value of a field that holds a credential is only a placeholder for one.
pub(crate) fn is_placeholder(value: &str) -> bool {
    is_marked(value.trim_matches('"')) || value == "string" || is_secret_name(value)
}

/// Fewer different characters than this are a placeholder.
const FEW_CHARACTERS: usize = 6;

/// Whether the body of a token can be real: not one or two characters repeated, and no word for
/// "put yours here".
fn is_real(body: &str) -> bool {
    body.bytes().any(|byte| byte.is_ascii_digit()) && is_varied(body)
}

fn is_varied(body: &str) -> bool {
    distinct(body.as_bytes()) >= FEW_CHARACTERS && !says_placeholder(body)
}

fn says_placeholder(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    lower.starts_with("your")
        || ["example", "placeholder", "redacted", "xxxx", "your_", "your-", "changeme"]
            .iter()
            .any(|word| lower.contains(word))
}

/// How many different characters a text has.
fn distinct(bytes: &[u8]) -> usize {
    let set = bytes.iter().fold(0_u128, |set, byte| set | 1 << (byte & 127));
    set.count_ones() as usize
}

/// Whether a field of this name holds a credential: `password`, `clientSecret`, `X-API-Key`. The whole
/// name counts, in whatever way its words are put together; `token_type` and `password_policy` do not.
pub(crate) fn is_secret_name(name: &str) -> bool {
    let mut squashed = [0_u8; 24];
    let mut length = 0;
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() {
            let Some(slot) = squashed.get_mut(length) else {
                return false;
            };
            *slot = byte.to_ascii_lowercase();
            length += 1;
        } else if !matches!(byte, b'_' | b'-' | b'.' | b' ') {
            return false;
        }
    }
    matches!(
        &squashed[..length],
        b"password"
            | b"passwd"
            | b"pwd"
            | b"passphrase"
            | b"userpassword"
            | b"adminpassword"
            | b"dbpassword"
            | b"databasepassword"
            | b"newpassword"
            | b"oldpassword"
            | b"currentpassword"
            | b"confirmpassword"
            | b"passwordconfirmation"
            | b"secret"
            | b"clientsecret"
            | b"appsecret"
            | b"consumersecret"
            | b"sharedsecret"
            | b"signingsecret"
            | b"webhooksecret"
            | b"secretkey"
            | b"secretaccesskey"
            | b"awssecretaccesskey"
            | b"secrettoken"
            | b"apikey"
            | b"xapikey"
            | b"apisecret"
            | b"apitoken"
            | b"accesstoken"
            | b"refreshtoken"
            | b"idtoken"
            | b"authtoken"
            | b"bearertoken"
            | b"bottoken"
            | b"sessiontoken"
            | b"privatekey"
            | b"encryptionkey"
    )
}

#[cfg(test)]
pub(crate) mod tests;
