//! What credentials look like: the shapes of well-known tokens, keys and URLs, and the names of fields
//! that hold them (contract §10).

use std::ops::Range;

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

/// No token is shorter.
const SHORTEST: usize = 20;

/// The credentials in a text, in order and apart from each other.
///
/// One pass over the bytes: a token is a long run of letters, digits, `_`, `-` and `.`, and prose has
/// few of them; only the runs are looked at closely, and the search goes on behind what was found.
pub(crate) fn find(text: &str) -> Vec<Credential> {
    let bytes = text.as_bytes();
    let mut found: Vec<Credential> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        while at < bytes.len() && is_token(bytes[at]) {
            at += 1;
        }
        if at - start >= SHORTEST {
            in_run(&text[start..at], start, &mut found);
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

/// A token that is known by its first characters.
struct Shape {
    prefix: &'static str,
    kind: &'static str,
    /// The characters that follow.
    alphabet: fn(u8) -> bool,
    /// How many there are at least.
    min: usize,
    /// Whether there are never more.
    exact: bool,
}

const fn shape(prefix: &'static str, kind: &'static str, alphabet: fn(u8) -> bool, min: usize) -> Shape {
    Shape { prefix, kind, alphabet, min, exact: false }
}

const fn exactly(prefix: &'static str, kind: &'static str, alphabet: fn(u8) -> bool, length: usize) -> Shape {
    Shape { prefix, kind, alphabet, min: length, exact: true }
}

fn alnum(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
}

fn capital(byte: u8) -> bool {
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

/// The shapes that their issuers document or are known for. Minimum lengths are below the real ones,
/// but above what is written as a placeholder.
static SHAPES: &[Shape] = &[
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

/// A body is judged by its first characters, so that a run without end costs no more than one of these.
const JUDGED: usize = 256;

/// Finds the tokens in a run of token characters that begins at an offset.
fn in_run(run: &str, offset: usize, found: &mut Vec<Credential>) {
    let bytes = run.as_bytes();
    let dots: Vec<usize> = run.match_indices('.').map(|(at, _)| at).collect();
    let mut at = 0;
    while at + SHORTEST <= bytes.len() {
        // A token begins where a word begins: `disk-…` holds no `sk-…`.
        let begins = at == 0 || !word(bytes[at - 1]);
        match begins.then(|| token(run, at, &dots)).flatten() {
            Some((end, kind)) => {
                found.push(Credential { span: offset + at..offset + end, kind });
                at = end;
            }
            None => at += 1,
        }
    }
}

/// The end and the kind of the token that begins at an offset of a run whose dots are known.
fn token(run: &str, at: usize, dots: &[usize]) -> Option<(usize, &'static str)> {
    let text = &run[at..];
    let first = *text.as_bytes().first()?;
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
            // A digit tells a token from words; capitals of an exact length are no words.
            let real = if shape.exact { is_varied(judged) } else { is_real(judged) };
            let whole = || shape.prefix.len() + leading(rest, shape.alphabet).len();
            (fits && real).then(|| (at + whole(), shape.kind))
        })
}

fn leading(text: &str, alphabet: fn(u8) -> bool) -> &str {
    let end = text.bytes().position(|byte| !alphabet(byte)).unwrap_or(text.len());
    &text[..end]
}

/// The parts of a run from an offset on, cut at its dots: at most five, since nothing here has more.
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

/// The end of a signed JSON Web Token (three parts, the first two objects; RFC 7515, section 7.1), or an
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

/// The end of `SG.`, an id and a secret.
fn send_grid(run: &str, at: usize, dots: &[usize]) -> Option<usize> {
    let parts = parts(run, at, dots);
    let (id, secret) = (parts.get(1)?, parts.get(2)?);
    let fits = id.len() >= 16 && secret.len() >= 16 && is_real(&secret[..secret.len().min(JUDGED)]);
    fits.then(|| at + "SG.".len() + id.len() + 1 + secret.len())
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
    let has_mark = password
        .chars()
        .any(|character| matches!(character, '<' | '>' | '{' | '}' | '[' | ']' | '$' | '*' | '…'));
    let shouts = password.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_');
    let repeats = password.len() >= 3 && distinct(password.as_bytes()) == 1;
    has_mark || shouts || repeats || password.contains("...") || says_placeholder(password)
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
            | b"sessiontoken"
            | b"privatekey"
            | b"encryptionkey"
    )
}

#[cfg(test)]
pub(super) mod tests;
