//! A short hash for names, and names that are cut with it. Both are the same on every machine and in every release.

use crate::fnv1a::fnv1a_of;

/// The number of characters in a fingerprint.
pub(crate) const LENGTH: usize = 6;

/// The digits of Crockford's base 32, in lower case. It omits `i`, `l`, `o` and `u`, which are misread or form words.
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Hashes a list of texts to six characters (30 bits).
pub(crate) fn fingerprint(texts: &[&str]) -> String {
    let hash = fnv1a_of(texts);
    // RFC 9923 advises to shorten a hash by XOR folding.
    let mut bits = hash ^ (hash >> 30);
    let mut short = String::with_capacity(LENGTH);
    for _ in 0..LENGTH {
        short.push(char::from(DIGITS[(bits & 31) as usize]));
        bits >>= 5;
    }
    short
}

/// Cuts a name at a word boundary and appends a hash of the full name.
pub(crate) fn cut_name(full: &str, max: usize) -> String {
    let head = head(full, max.saturating_sub(LENGTH + 1));
    format!("{head}_{}", fingerprint(&[full]))
}

/// Returns the words that fit into a length. A word is cut if whole words would fill less than half of the length.
pub(crate) fn head(text: &str, length: usize) -> &str {
    let Some((head, rest)) = text.split_at_checked(length) else {
        return text;
    };
    if rest.is_empty() || rest.starts_with('_') {
        return head;
    }
    match head.rsplit_once('_') {
        Some((words, _)) if words.len() >= length / 2 => words,
        _ => head.trim_end_matches('_'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn never_changes() {
        assert_eq!(fingerprint(&["get_user"]), fingerprint(&["get_user"]));
        assert_eq!(fingerprint(&["get_user"]).len(), LENGTH);
        assert_ne!(fingerprint(&["ab", "c"]), fingerprint(&["a", "bc"]));
        assert_ne!(fingerprint(&["GET", "/a"]), fingerprint(&["GET", "/b"]));
    }

    #[test]
    fn cuts_at_a_word() {
        let long = "update_the_interest_rate_of_a_savings_account_for_a_customer_of_a_branch";
        let name = cut_name(long, 64);
        assert_eq!(
            name,
            format!("update_the_interest_rate_of_a_savings_account_for_a_{}", fingerprint(&[long]))
        );
        assert!(name.len() <= 64);
        let one_word = "a".repeat(80);
        assert_eq!(cut_name(&one_word, 64).len(), 64);
        assert_eq!(cut_name("get_abcdefghijklmnop", 8).len(), 8);
    }
}
