//! Forms of credentials that take more than a pattern.

use std::ops::Range;

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;

use super::placeholder::{FEW_CHARACTERS, distinct, is_marked, is_placeholder, is_real, is_varied};
use super::searched_text::SearchedText;
use super::secret_name::is_secret_name;
use super::span::{is_token, leading};

/// Only the first characters of a value are judged, so that an endless one costs no more than a short one.
const JUDGED: usize = 256;

fn url_safe(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
}

fn capital(byte: u8) -> bool {
    byte.is_ascii_uppercase() || byte.is_ascii_digit()
}

/// Finds a signed JSON Web Token (three parts, the first two JSON objects; RFC 7515, section 7.1) or an encrypted one
/// (five parts; RFC 7516, section 7.1).
pub(super) fn web_token(search: &mut SearchedText<'_>, anchor: Range<usize>) -> Option<Range<usize>> {
    let (text, start) = (search.text, anchor.start);
    if start > 0 && text.as_bytes()[start - 1].is_ascii_alphanumeric() {
        return None;
    }
    let (end, dots) = search.run(start);
    let first = dots.partition_point(|&dot| dot < start);
    let mut parts = [""; 5];
    let mut ends = [start; 5];
    let mut from = start;
    for (index, to) in dots.iter().skip(first).copied().chain([end]).take(5).enumerate() {
        parts[index] = &text[from..to];
        ends[index] = to;
        from = to + 1;
    }
    let [header, payload, third, fourth, fifth] = parts;
    if header.len() < 10 || third.is_empty() {
        return None;
    }
    if payload.starts_with("eyJ") {
        let judged = &third[..third.len().min(JUDGED)];
        return is_varied(judged).then_some(start..ends[2]);
    }
    let judged = &fifth[..fifth.len().min(JUDGED)];
    (!fourth.is_empty() && fifth.len() >= 10 && is_varied(judged)).then(|| start..ends[4])
}

/// Number of characters after the colon of a Telegram bot token.
const BOT_SECRET: usize = 35;

/// Finds a Telegram bot token: the number of a bot, a colon (percent-encoded in some URLs) and a secret.
pub(super) fn bot_token(search: &mut SearchedText<'_>, anchor: Range<usize>) -> Option<Range<usize>> {
    let bytes = search.text.as_bytes();
    let start = anchor.end - 1;
    let secret = bytes.get(start..start + BOT_SECRET)?;
    let is_whole = secret.iter().all(|&byte| url_safe(byte))
        && !bytes.get(start + BOT_SECRET).is_some_and(|&byte| url_safe(byte));
    if !is_whole || !is_real(&search.text[start..start + BOT_SECRET]) {
        return None;
    }
    let number = &bytes[search.found_to.min(anchor.start)..anchor.start];
    let digits = number.iter().rev().take(17).take_while(|byte| byte.is_ascii_digit()).count();
    (5..=16).contains(&digits).then(|| anchor.start - digits..start + BOT_SECRET)
}

/// Minimum number of consecutive Base64 characters in a block that holds a key.
const KEY_LINE: usize = 32;

/// Finds a private key block (RFC 7468, section 3). Returns `None` for a block whose content is a placeholder (`…`,
/// `MIIE...`) or prose.
pub(super) fn private_key(search: &mut SearchedText<'_>, anchor: Range<usize>) -> Option<Range<usize>> {
    let (text, begin) = (search.text, anchor.end);
    let label = leading(&text[begin..], |byte| capital(byte) || byte == b' ');
    let body = text[begin + label.len()..].strip_prefix("-----")?;
    if label.len() > 40 || !label.contains("PRIVATE KEY") {
        return None;
    }
    // A token may overlap the dashes.
    let from = anchor.start.max(search.found_to);
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
        return holds_key(content).then_some(from..text.len() - rest.len());
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
    holds_key(&pure[..end]).then_some(from..start + end)
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

/// Number of characters of a user name that is a token.
const TOKEN_AS_USER: usize = 20;

/// Finds the user information of a URL (RFC 3986, section 3.2.1): `user:password`, or a token as user.
pub(super) fn userinfo(search: &mut SearchedText<'_>, anchor: Range<usize>) -> Option<Range<usize>> {
    let start = anchor.end;
    let before = search.text.as_bytes()[..anchor.start].last();
    if !before.is_some_and(|&byte| is_token(byte)) {
        return None;
    }
    let rest = &search.text[start..];
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
            userinfo.len() >= TOKEN_AS_USER
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

/// Finds the credentials of the scheme `Basic`: the Base64 of `name:password` (RFC 7617, section 2).
pub(super) fn basic(search: &mut SearchedText<'_>, anchor: Range<usize>) -> Option<Range<usize>> {
    let text = &search.text[anchor.end..];
    let start = anchor.end + leading(text, |byte| byte == b' ').len();
    let value = leading(&search.text[start..], base64);
    let coded = value.trim_end_matches('=');
    if coded.len() < 8 || coded.len() > JUDGED {
        return None;
    }
    let decoded = STANDARD_NO_PAD.decode(coded).ok()?;
    let (_, password) = std::str::from_utf8(&decoded).ok()?.split_once(':')?;
    let is_text = decoded.iter().all(|byte| !byte.is_ascii_control());
    (is_text && !password.is_empty() && !is_placeholder(password)).then(|| start..start + value.len())
}

/// Names of parameters in URLs that carry a credential there, though not elsewhere: `token` may be the token of a page.
const QUERY_NAMES: [&str; 3] = ["token", "sig", "signature"];
/// Number of characters from which on the value of such a parameter is a credential.
const SHORTEST_TOKEN: usize = 8;
/// Number of characters from which on the value of a parameter named like a credential is one.
const SHORTEST_VALUE: usize = 4;

/// Finds the value of a parameter in a URL or form that is named like a credential.
pub(super) fn query_value(search: &mut SearchedText<'_>, anchor: Range<usize>) -> Option<Range<usize>> {
    let (name, before) = name_before(search.text, anchor.start)?;
    if !matches!(before?, b'?' | b'&' | b'#') {
        return None;
    }
    let value = leading(&search.text[anchor.end..], |byte| {
        byte.is_ascii_alphanumeric() || b"-._~%+/:=@!$*,".contains(&byte)
    });
    let judged = &value[..value.len().min(JUDGED)];
    let is_credential = if is_secret_name(name) {
        judged.len() >= SHORTEST_VALUE && !is_placeholder(judged)
    } else {
        QUERY_NAMES.iter().any(|one| name.eq_ignore_ascii_case(one))
            && judged.len() >= SHORTEST_TOKEN
            && is_real(judged)
    };
    let next = search.text[anchor.end + value.len()..].bytes().next();
    // `<token>`, `{token}`
    (is_credential && !matches!(next, Some(b'{' | b'<' | b'}' | b'>')))
        .then(|| anchor.end..anchor.end + value.len())
}

/// Finds the password in a connection string: `Server=…;Password=…`.
pub(super) fn connection_password(
    search: &mut SearchedText<'_>,
    anchor: Range<usize>,
) -> Option<Range<usize>> {
    let (name, before) = name_before(search.text, anchor.start)?;
    if !name.eq_ignore_ascii_case("password") && !name.eq_ignore_ascii_case("pwd") {
        return None;
    }
    let end = search.value_end(anchor.end);
    let judged: String = search.text[anchor.end..end].chars().take(JUDGED).collect();
    let is_listed = before == Some(b';') || search.text.as_bytes().get(end) == Some(&b';');
    (is_listed && judged.len() >= SHORTEST_VALUE && !is_placeholder(&judged)).then_some(anchor.end..end)
}

/// Longest name before a `=`.
const LONGEST_NAME: usize = 64;

/// Returns the name before a `=`, and the byte before the name.
fn name_before(text: &str, equals: usize) -> Option<(&str, Option<u8>)> {
    let bytes = &text.as_bytes()[..equals];
    let length = bytes.iter().rev().take(LONGEST_NAME).take_while(|&&byte| is_token(byte)).count();
    let start = equals - length;
    let before = start.checked_sub(1).map(|at| bytes[at]);
    (length > 0).then(|| (&text[start..equals], before))
}
