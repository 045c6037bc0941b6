//! Forms of strings in a manifest (`pattern` in its JSON Schema).

/// Returns true for an id such as `billing.invoice-get`.
pub(super) fn is_slug(text: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    text.split(['.', '_', '-']).all(is_word)
}

/// Returns true for a version such as `1.2.3-rc.1+build` (Semantic Versioning 2.0.0; AgentHub also accepts empty identifiers
/// between dots).
pub(super) fn is_semver(text: &str) -> bool {
    let is_tail = |tail: &str| {
        !tail.is_empty()
            && tail.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-'))
    };
    let (release, build) = text.split_once('+').map_or((text, None), |(head, tail)| (head, Some(tail)));
    let (core, before) = release.split_once('-').map_or((release, None), |(head, tail)| (head, Some(tail)));
    let is_number = |part: &str| {
        !part.is_empty()
            && part.bytes().all(|byte| byte.is_ascii_digit())
            && (part == "0" || !part.starts_with('0'))
    };
    core.split('.').count() == 3
        && core.split('.').all(is_number)
        && build.is_none_or(is_tail)
        && before.is_none_or(is_tail)
}

/// Returns true for a permission such as `documents.read`.
pub(super) fn is_scope(text: &str) -> bool {
    let is_part = |byte: u8| {
        byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'_' | b'.' | b':' | b'-')
    };
    text.starts_with(|first: char| first.is_ascii_lowercase()) && text.bytes().all(is_part)
}

/// Returns true for a reference to a secret such as `vault://prod/token`.
pub(super) fn is_secret_reference(text: &str) -> bool {
    ["env://", "vault://", "kms://"]
        .iter()
        .any(|scheme| text.strip_prefix(scheme).is_some_and(|rest| !rest.is_empty()))
}

/// Returns true for a commit hash such as `a4c9b2f3`.
pub(super) fn is_commit(text: &str) -> bool {
    (7..=40).contains(&text.len()) && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_told_by_their_letters() {
        let check = |is: fn(&str) -> bool, right: &[&str], wrong: &[&str]| {
            for text in right {
                assert!(is(text), "{text}");
            }
            for text in wrong {
                assert!(!is(text), "{text}");
            }
        };
        check(is_slug, &["a", "0", "a.b_c-d", "get2"], &["", "A", "a..b", "-a", "a-", "a b", "é"]);
        check(
            is_semver,
            &["0.0.0", "1.2.3", "10.20.30-rc.1", "1.0.0+b-1", "1.0.0-a-b+c.d"],
            &["", "v1", "1", "1.2", "01.2.3", "1.2.3-", "1.2.3+", "1.2.3+a+b", "1.2.3.4", "1.2.x"],
        );
        check(is_scope, &["a", "documents.read", "a:b-c_d.9"], &["", "9a", ".a", "A", "a b"]);
        check(
            is_secret_reference,
            &["env://A", "vault://a/b", "kms://k"],
            &["", "env://", "sk-1", "file://a"],
        );
        check(
            is_commit,
            &["a4c9b2f", "0123456789012345678901234567890123456789"],
            &["a4c9b2", "A4C9B2F3", "g4c9b2f"],
        );
    }
}
