//! Rules that a table of fields cannot say: what fields demand of one another, and the forms of strings.

use crate::source::Node;

use super::path::ManifestPath;
use super::shape::BrokenCondition;

fn broken(node: Node<'_>, path: &ManifestPath<'_>, what: &str) -> BrokenCondition {
    BrokenCondition { place: node.place(), message: format!("`{path}` {what} (rule `if`/`then`)") }
}

/// A capability with side effects needs an idempotency key.
pub(super) fn side_effects(capability: Node<'_>, path: &ManifestPath<'_>) -> Vec<BrokenCondition> {
    let level = capability.get("side_effect_level").and_then(Node::as_str);
    let key = capability.get("idempotency_key_required");
    match (level, key) {
        (Some(level @ ("low" | "high")), Some(key)) if key.as_bool() != Some(true) => {
            let what = format!("is not true, though `side_effect_level` is `{level}`");
            vec![broken(key, &path.field("idempotency_key_required"), &what)]
        }
        _ => Vec::new(),
    }
}

/// An interface has an endpoint unless it is internal, and says its permissions if it is privileged.
pub(super) fn interface(interface: Node<'_>, path: &ManifestPath<'_>) -> Vec<BrokenCondition> {
    let is_internal = interface.get("protocol").and_then(Node::as_str) == Some("INTERNAL");
    let is_privileged = interface.get("privileged").and_then(Node::as_bool) == Some(true);
    let endpoint = path.field("endpoint");
    let mut found = Vec::new();
    match interface.get("endpoint") {
        Some(node) if is_internal => {
            found.push(broken(node, &endpoint, "stands there, though `protocol` is `INTERNAL`"));
        }
        None if !is_internal => {
            found.push(broken(interface, &endpoint, "is missing, though `protocol` is not `INTERNAL`"));
        }
        _ => {}
    }
    if is_privileged && interface.get("permissions").is_none() {
        let permissions = path.field("permissions");
        found.push(broken(interface, &permissions, "is missing, though `privileged` is true"));
    }
    found
}

/// A pipeline or graph has two steps at least.
pub(super) fn composition(composition: Node<'_>, path: &ManifestPath<'_>) -> Vec<BrokenCondition> {
    let kind = composition.get("type").and_then(Node::as_str);
    let Some(kind @ ("pipeline" | "graph")) = kind else { return Vec::new() };
    let path = path.field("steps");
    match composition.get("steps") {
        None => vec![broken(composition, &path, &format!("is missing, though `type` is `{kind}`"))],
        Some(steps) if steps.is_array() && steps.len() < 2 => {
            vec![broken(steps, &path, &format!("has fewer than 2 items, though `type` is `{kind}`"))]
        }
        Some(_) => Vec::new(),
    }
}

/// `billing.invoice-get`.
pub(super) fn is_slug(text: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    text.split(['.', '_', '-']).all(is_word)
}

/// `1.2.3-rc.1+build` (Semantic Versioning 2.0.0; AgentHub lets identifiers be empty between dots).
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

/// `documents.read`.
pub(super) fn is_scope(text: &str) -> bool {
    let is_part = |byte: u8| {
        byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'_' | b'.' | b':' | b'-')
    };
    text.starts_with(|first: char| first.is_ascii_lowercase()) && text.bytes().all(is_part)
}

/// `vault://prod/token`.
pub(super) fn is_secret_reference(text: &str) -> bool {
    ["env://", "vault://", "kms://"]
        .iter()
        .any(|scheme| text.strip_prefix(scheme).is_some_and(|rest| !rest.is_empty()))
}

/// `a4c9b2f3`.
pub(super) fn is_commit(text: &str) -> bool {
    (7..=40).contains(&text.len()) && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Whether a schema stands elsewhere. With a `type` beside it, `$ref_uri` is one keyword among others.
pub(super) fn is_reference(schema: Node<'_>) -> bool {
    schema.get("$ref_uri").is_some() && schema.get("type").is_none()
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
