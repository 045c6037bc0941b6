//! The rules of a manifest, checked one by one. A rule that is broken is named, as JSON Schema names it.

use std::collections::HashSet;

use crate::diagnostic::{Code, Place, Sink};
use crate::source::Node;

use super::path::Path;
use super::shape::{Field, INLINE, MANIFEST, Object, REFERENCE, Shape, Text};

/// What the fields of one object demand of one another: whatever is broken there.
pub(super) type Condition = fn(Node<'_>, &Path<'_>) -> Vec<Broken>;

/// A condition that is broken.
#[derive(Debug)]
pub(super) struct Broken {
    place: Place,
    message: String,
}

/// Longest value that a message shows, in characters.
const SHOWN: usize = 40;

/// Reports every rule that the manifest breaks. The values of `secrets` are not shown.
pub(super) fn check(root: Node<'_>, secrets: &HashSet<Place>, sink: &Sink) {
    Check { secrets, sink }.object(root, &MANIFEST, &Path::ROOT);
}

struct Check<'c> {
    secrets: &'c HashSet<Place>,
    sink: &'c Sink,
}

impl Check<'_> {
    fn report(&self, code: Code, node: Node<'_>, path: &Path<'_>, rule: &str, what: &str) {
        self.sink.report(code, node.place(), format!("`{path}` {what} (rule `{rule}`)"));
    }

    fn wrong_type(&self, node: Node<'_>, path: &Path<'_>, expected: &str) {
        let what = format!("is {}, not {expected}", node.kind());
        self.report(Code::FieldType, node, path, "type", &what);
    }

    fn wrong_value(&self, node: Node<'_>, path: &Path<'_>, rule: &str, expected: &str) {
        let is_secret = self.secrets.contains(&node.place());
        let what = match node.scalar_text().filter(|_| !is_secret) {
            Some(text) => format!("is `{}`, {expected}", shortened(text)),
            None => format!("is {expected}"),
        };
        self.report(Code::FieldValue, node, path, rule, &what);
    }

    fn object(&self, node: Node<'_>, object: &Object, path: &Path<'_>) {
        if !node.is_object() {
            return self.wrong_type(node, path, "an object");
        }
        for Field { name, is_required, shape } in object.fields {
            match node.get(name) {
                Some(value) => self.value(value, shape, &path.field(name)),
                None if *is_required => {
                    self.report(Code::FieldMissing, node, &path.field(name), "required", "is missing");
                }
                None => {}
            }
        }
        for Broken { place, message } in
            object.condition.map(|condition| condition(node, path)).into_iter().flatten()
        {
            self.sink.report(Code::FieldCondition, place, message);
        }
    }

    fn value(&self, node: Node<'_>, shape: &Shape, path: &Path<'_>) {
        match shape {
            Shape::Text(text) => self.text(node, text, path),
            Shape::Word(words) => self.word(node, words, path),
            Shape::Number { whole, least, most } => self.number(node, *whole, *least, *most, path),
            Shape::Exactly(value) => match number(node) {
                None => self.wrong_type(node, path, "a number"),
                Some(number) if number.total_cmp(&f64::from(*value)).is_eq() => {}
                Some(_) => self.wrong_value(node, path, "const", &format!("not {value}")),
            },
            Shape::Flag if node.as_bool().is_none() => self.wrong_type(node, path, "a boolean"),
            Shape::True => match node.as_bool() {
                None => self.wrong_type(node, path, "a boolean"),
                Some(true) => {}
                Some(false) => self.wrong_value(node, path, "const", "not true"),
            },
            Shape::List { of, least, unique } => self.list(node, of, *least, *unique, path),
            Shape::Object(object) => self.object(node, object, path),
            Shape::Schema => {
                let object = if is_reference(node) { &REFERENCE } else { &INLINE };
                self.object(node, object, path);
            }
            Shape::AnyObject if !node.is_object() => self.wrong_type(node, path, "an object"),
            Shape::AnyList if !node.is_array() => self.wrong_type(node, path, "an array"),
            Shape::Subschema if !node.is_object() && node.as_bool().is_none() => {
                self.wrong_type(node, path, "an object or a boolean");
            }
            Shape::Flag | Shape::AnyObject | Shape::AnyList | Shape::Subschema => {}
        }
    }

    fn text(&self, node: Node<'_>, text: &Text, path: &Path<'_>) {
        let Some(value) = node.as_str() else { return self.wrong_type(node, path, "a string") };
        let length = value.chars().count();
        if length < text.least {
            let expected = format!("shorter than {} characters", text.least);
            self.wrong_value(node, path, "minLength", &expected);
        }
        if length > text.most {
            let expected = format!("longer than {} characters", text.most);
            self.wrong_value(node, path, "maxLength", &expected);
        }
        if let Some(form) = text.form.filter(|form| !(form.matches)(value)) {
            self.wrong_value(node, path, "pattern", &format!("not {}", form.name));
        }
    }

    fn word(&self, node: Node<'_>, words: &[&str], path: &Path<'_>) {
        match (node.as_str(), words) {
            (None, _) => self.wrong_type(node, path, "a string"),
            (Some(value), _) if words.contains(&value) => {}
            (Some(_), [only]) => self.wrong_value(node, path, "const", &format!("not `{only}`")),
            (Some(_), _) => {
                self.wrong_value(node, path, "enum", &format!("none of `{}`", words.join("`, `")));
            }
        }
    }

    fn number(&self, node: Node<'_>, whole: bool, least: f64, most: f64, path: &Path<'_>) {
        let Some(value) = number(node) else { return self.wrong_type(node, path, "a number") };
        if whole && value.fract() != 0.0 {
            self.report(Code::FieldType, node, path, "type", "is not an integer");
        }
        if value < least {
            self.wrong_value(node, path, "minimum", &format!("less than {least}"));
        }
        if value > most {
            self.wrong_value(node, path, "maximum", &format!("more than {most}"));
        }
    }

    fn list(&self, node: Node<'_>, of: &Shape, least: usize, unique: bool, path: &Path<'_>) {
        if !node.is_array() {
            return self.wrong_type(node, path, "an array");
        }
        if node.len() < least {
            let expected = format!("has fewer than {least} items");
            self.report(Code::FieldValue, node, path, "minItems", &expected);
        }
        let mut seen = HashSet::new();
        for (index, item) in node.items().enumerate() {
            let path = path.item(index);
            if unique && !seen.insert(canonical(item)) {
                self.report(Code::FieldValue, item, &path, "uniqueItems", "stands in the list twice");
            }
            self.value(item, of, &path);
        }
    }
}

/// Whether a schema stands elsewhere. With a `type` beside it, `$ref_uri` is one keyword among others.
pub(super) fn is_reference(schema: Node<'_>) -> bool {
    schema.get("$ref_uri").is_some() && schema.get("type").is_none()
}

fn number(node: Node<'_>) -> Option<f64> {
    node.as_number()?.parse().ok()
}

/// A value as text, in which equal values are equal.
fn canonical(node: Node<'_>) -> String {
    let mut value = node.to_value();
    value.sort_all_objects();
    value.to_string()
}

fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(SHOWN).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

fn broken(node: Node<'_>, path: &Path<'_>, what: &str) -> Broken {
    Broken { place: node.place(), message: format!("`{path}` {what} (rule `if`/`then`)") }
}

/// A capability with side effects needs an idempotency key.
pub(super) fn side_effects(capability: Node<'_>, path: &Path<'_>) -> Vec<Broken> {
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
pub(super) fn interface(interface: Node<'_>, path: &Path<'_>) -> Vec<Broken> {
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
pub(super) fn composition(composition: Node<'_>, path: &Path<'_>) -> Vec<Broken> {
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
