//! Shapes of tokens: the prefixes of their issuers, and the characters that follow.

use std::cell::LazyCell;
use std::ops::{Deref, Range};

use super::placeholder::{is_real, is_varied};
use super::span::{Credential, leading};

/// Length of the shortest token.
pub(super) const SHORTEST: usize = 20;

/// Shape of a token with a fixed prefix.
struct TokenShape {
    prefix: &'static str,
    kind: &'static str,
    /// Characters that may follow the prefix.
    alphabet: fn(u8) -> bool,
    /// Minimum number of characters after the prefix.
    min: usize,
    /// True if `min` is also the maximum.
    exact: bool,
}

const fn shape(prefix: &'static str, kind: &'static str, alphabet: fn(u8) -> bool, min: usize) -> TokenShape {
    TokenShape { prefix, kind, alphabet, min, exact: false }
}

const fn exactly(
    prefix: &'static str,
    kind: &'static str,
    alphabet: fn(u8) -> bool,
    length: usize,
) -> TokenShape {
    TokenShape { prefix, kind, alphabet, min: length, exact: true }
}

fn alnum(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
}

pub(super) fn capital(byte: u8) -> bool {
    byte.is_ascii_uppercase() || byte.is_ascii_digit()
}

fn hex(byte: u8) -> bool {
    byte.is_ascii_hexdigit()
}

fn word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn url_safe(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
}

/// Shapes that the issuers document, or that are widely known. The minimum lengths are below the real ones, but above
/// those of usual placeholders.
const SHAPES: &[TokenShape] = &[
    exactly("AKIA", "an AWS access key", capital, 16),
    exactly("ASIA", "an AWS access key", capital, 16),
    shape("ghp_", "a GitHub token", word, 30),
    shape("gho_", "a GitHub token", word, 30),
    shape("ghu_", "a GitHub token", word, 30),
    shape("ghs_", "a GitHub token", word, 30),
    shape("ghr_", "a GitHub token", word, 30),
    shape("github_pat_", "a GitHub token", word, 22),
    shape("glpat-", "a GitLab token", url_safe, 20),
    shape("xoxb-", "a Slack token", url_safe, 20),
    shape("xoxa-", "a Slack token", url_safe, 20),
    shape("xoxp-", "a Slack token", url_safe, 20),
    shape("xoxr-", "a Slack token", url_safe, 20),
    shape("xoxs-", "a Slack token", url_safe, 20),
    shape("xoxe-", "a Slack token", url_safe, 20),
    shape("xapp-", "a Slack token", url_safe, 20),
    shape("sk_live_", "a Stripe key", alnum, 16),
    shape("sk_test_", "a Stripe key", alnum, 16),
    shape("rk_live_", "a Stripe key", alnum, 16),
    shape("rk_test_", "a Stripe key", alnum, 16),
    shape("whsec_", "a Stripe key", alnum, 24),
    exactly("AIza", "a Google API key", url_safe, 35),
    shape("ya29.", "a Google access token", url_safe, 20),
    shape("sk-ant-", "an Anthropic key", url_safe, 20),
    shape("sk-proj-", "an OpenAI key", url_safe, 20),
    shape("sk-svcacct-", "an OpenAI key", url_safe, 20),
    shape("sk-admin-", "an OpenAI key", url_safe, 20),
    shape("sk-or-v1-", "an OpenRouter key", alnum, 32),
    shape("sk-", "an OpenAI key", alnum, 20),
    exactly("npm_", "an npm token", alnum, 36),
    exactly("SK", "a Twilio key", hex, 32),
    shape("hf_", "a Hugging Face token", alnum, 30),
    shape("pypi-AgE", "a PyPI token", url_safe, 50),
    exactly("dop_v1_", "a DigitalOcean token", hex, 64),
    exactly("shpat_", "a Shopify token", hex, 32),
    exactly("shpss_", "a Shopify token", hex, 32),
    exactly("shpca_", "a Shopify token", hex, 32),
    exactly("shppa_", "a Shopify token", hex, 32),
    shape("sq0atp-", "a Square token", url_safe, 22),
    shape("sq0csp-", "a Square token", url_safe, 40),
    exactly("dapi", "a Databricks token", hex, 32),
    shape("ATATT3", "an Atlassian token", url_safe, 50),
    shape("lin_api_", "a Linear key", alnum, 32),
    shape("glsa_", "a Grafana token", word, 32),
    shape("PMAK-", "a Postman key", url_safe, 40),
];

/// First bytes of tokens. The table rules out most positions of a text cheaply.
static FIRST_BYTES: [bool; 256] = {
    let mut table = [false; 256];
    // JSON Web Tokens and SendGrid keys.
    table[b'e' as usize] = true;
    table[b'S' as usize] = true;
    let mut index = 0;
    while index < SHAPES.len() {
        table[SHAPES[index].prefix.as_bytes()[0] as usize] = true;
        index += 1;
    }
    table
};

/// Only the first characters of a body are judged, so that an endless run costs no more than one token.
const JUDGED: usize = 256;

/// Finds the tokens in a run of token characters that begins at an offset.
pub(super) fn in_run(run: &str, offset: usize, found: &mut Vec<Credential>) {
    let bytes = run.as_bytes();
    let dots = LazyCell::new(|| run.match_indices('.').map(|(at, _)| at).collect());
    let mut at = 0;
    while at + SHORTEST <= bytes.len() {
        if let Some((end, kind)) = token(run, at, &dots) {
            found.push(Credential { span: offset + at..offset + end, kind });
            at = end;
            if !word(bytes[at - 1]) {
                continue;
            }
        }
        // A token begins where a word begins: `disk-…` does not contain `sk-…`.
        match bytes[at..].iter().position(|&byte| !word(byte)) {
            Some(behind) => at += behind + 1,
            None => break,
        }
    }
}

/// Returns the end and the kind of the token that begins at an offset of a run.
fn token(run: &str, at: usize, dots: &impl Deref<Target = Vec<usize>>) -> Option<(usize, &'static str)> {
    let text = &run[at..];
    let first = *text.as_bytes().first()?;
    if !FIRST_BYTES[usize::from(first)] {
        return None;
    }
    match first {
        b'e' if text.starts_with("eyJ") => {
            return web_token(run, at, dots).map(|end| (end, "a JSON Web Token"));
        }
        b'S' if text.starts_with("SG.") => {
            return send_grid(run, at, dots).map(|end| (end, "a SendGrid key"));
        }
        _ => {}
    }
    SHAPES
        .iter()
        .filter(|shape| shape.prefix.as_bytes().first() == Some(&first) && text.starts_with(shape.prefix))
        .find_map(|shape| {
            let rest = &text[shape.prefix.len()..];
            let judged = leading(&rest[..rest.len().min(JUDGED)], shape.alphabet);
            let fits = if shape.exact {
                judged.len() == shape.min && !rest.as_bytes().get(judged.len()).copied().is_some_and(word)
            } else {
                judged.len() >= shape.min
            };
            // A digit distinguishes tokens from words; a body of capitals with an exact length is not a word.
            let real = if shape.exact { is_varied(judged) } else { is_real(judged) };
            let whole = || shape.prefix.len() + leading(rest, shape.alphabet).len();
            (fits && real).then(|| (at + whole(), shape.kind))
        })
}

/// Splits a run at its dots, from an offset on: into at most five parts, the maximum of all shapes.
fn parts<'r>(run: &'r str, at: usize, dots: &[usize]) -> Vec<&'r str> {
    let first = dots.partition_point(|&dot| dot < at);
    let mut start = at;
    let mut parts = Vec::new();
    for end in dots[first..].iter().copied().chain([run.len()]).take(5) {
        parts.push(&run[start..end]);
        start = end + 1;
    }
    parts
}

/// Finds the end of a signed JSON Web Token (three parts, the first two JSON objects; RFC 7515, section 7.1) or of an
/// encrypted one (five parts; RFC 7516, section 7.1).
fn web_token(run: &str, at: usize, dots: &[usize]) -> Option<usize> {
    let parts = parts(run, at, dots);
    let length = |count: usize| parts[..count].iter().map(|part| part.len() + 1).sum::<usize>() - 1;
    let (header, payload) = (parts.first()?, parts.get(1)?);
    if header.len() < 10 || parts.get(2)?.is_empty() {
        return None;
    }
    if payload.starts_with("eyJ") {
        return Some(at + length(3));
    }
    let encrypted = !parts.get(3)?.is_empty() && parts.get(4)?.len() >= 10;
    encrypted.then(|| at + length(5))
}

/// Finds the end of a `SendGrid` key: `SG.`, an identifier and a secret.
fn send_grid(run: &str, at: usize, dots: &[usize]) -> Option<usize> {
    let parts = parts(run, at, dots);
    let (id, secret) = (parts.get(1)?, parts.get(2)?);
    let fits = id.len() >= 16 && secret.len() >= 16 && is_real(&secret[..secret.len().min(JUDGED)]);
    fits.then(|| at + "SG.".len() + id.len() + 1 + secret.len())
}

/// Number of characters after the colon of a Telegram bot token.
const BOT_SECRET: usize = 35;

/// Finds a Telegram bot token: the number of a bot, a colon (percent-encoded in some URLs) and a secret, which is the
/// beginning of `run` (<https://core.telegram.org/bots/features#creating-a-new-bot>). `last` is the credential found
/// before.
pub(super) fn bot_token(text: &str, run: Range<usize>, last: Option<&Credential>) -> Option<Range<usize>> {
    let secret = leading(text[run.clone()].get(..=BOT_SECRET).unwrap_or(&text[run.clone()]), url_safe);
    if secret.len() != BOT_SECRET || !secret.starts_with('A') || !is_real(secret) {
        return None;
    }
    let before = &text[last.map_or(0, |last| last.span.end)..run.start];
    let number = ["%3A", "%3a", ":"].into_iter().find_map(|colon| before.strip_suffix(colon))?;
    let digits = number.bytes().rev().take_while(u8::is_ascii_digit).count();
    (5..=16)
        .contains(&digits)
        .then(|| run.start - (before.len() - number.len()) - digits..run.start + BOT_SECRET)
}
