//! Placeholders: texts in the position of a credential that are not real ones.

use super::secret_name::is_only_secret_name;

/// Returns true if a password is marked as a placeholder: `<password>`, `{password}`, `$PASSWORD`, `PASSWORD`, `****`,
/// `xxxx`, `...`.
pub(super) fn is_marked(password: &str) -> bool {
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

/// Returns true if the value of a credential field is only a placeholder.
pub(crate) fn is_placeholder(value: &str) -> bool {
    let value = value.trim_matches('"');
    let scheme = ["Basic ", "Bearer "].iter().find_map(|scheme| value.strip_prefix(scheme));
    let value = scheme.unwrap_or(value);
    is_marked(value) || value == "string" || is_only_secret_name(value)
}

/// A text with fewer distinct characters than this is a placeholder.
pub(super) const FEW_CHARACTERS: usize = 6;

/// Returns true if the body of a token can be real. One or two repeated characters and words such as "your" or
/// "example" mark a placeholder.
pub(super) fn is_real(body: &str) -> bool {
    body.bytes().any(|byte| byte.is_ascii_digit()) && is_varied(body)
}

pub(super) fn is_varied(body: &str) -> bool {
    distinct(body.as_bytes()) >= FEW_CHARACTERS && !says_placeholder(body)
}

fn says_placeholder(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    lower.starts_with("your")
        || ["example", "placeholder", "redacted", "xxxx", "your_", "your-", "changeme"]
            .iter()
            .any(|word| lower.contains(word))
}

/// Counts the distinct bytes of a text.
pub(super) fn distinct(bytes: &[u8]) -> usize {
    let set = bytes.iter().fold(0_u128, |set, byte| set | 1 << (byte & 127));
    set.count_ones() as usize
}
