//! Checks a manifest against the rules of its format. Messages name the broken rule by its JSON Schema keyword.

use std::collections::HashSet;

use crate::diagnostic::{Code, Place, Sink};
use crate::source::Node;

use super::capability::{self, IDEMPOTENCY_KEY};
use super::conditions::is_reference;
use super::field_shape::{BrokenCondition, FieldRule, FieldShape, ObjectShape, TextShape};
use super::manifest_fields::{INLINE, MANIFEST, REFERENCE};
use super::manifest_path::ManifestPath;

/// Longest text of a value in a message, in characters.
const SHOWN: usize = 40;

/// Reports every rule that the manifest breaks. Messages never show the values in `secrets`.
pub(super) fn check(root: Node<'_>, secrets: &HashSet<Place>, only_mcp: bool, sink: &Sink) {
    RuleCheck { secrets, only_mcp, sink }.object(root, &MANIFEST, &ManifestPath::ROOT);
}

struct RuleCheck<'c> {
    secrets: &'c HashSet<Place>,
    only_mcp: bool,
    sink: &'c Sink,
}

impl RuleCheck<'_> {
    fn report(&self, code: Code, node: Node<'_>, path: &ManifestPath<'_>, rule: &str, what: &str) {
        self.sink.report(code, node.place(), format!("`{path}` {what} (rule `{rule}`)"));
    }

    fn wrong_type(&self, node: Node<'_>, path: &ManifestPath<'_>, expected: &str) {
        let what = format!("is {}, not {expected}", node.kind());
        self.report(Code::FieldType, node, path, "type", &what);
    }

    fn wrong_value(&self, node: Node<'_>, path: &ManifestPath<'_>, rule: &str, expected: &str) {
        let is_secret = self.secrets.contains(&node.place());
        let what = match node.scalar_text().filter(|_| !is_secret) {
            Some(text) => format!("is `{}`, {expected}", shortened(text)),
            None => format!("is {expected}"),
        };
        self.report(Code::FieldValue, node, path, rule, &what);
    }

    fn object(&self, node: Node<'_>, object: &ObjectShape, path: &ManifestPath<'_>) {
        if !node.is_object() {
            return self.wrong_type(node, path, "an object");
        }
        for FieldRule { name, is_required, shape } in object.fields {
            match node.get(name) {
                Some(value) => self.value(value, shape, &path.field(name)),
                // The error about the capability that is left out reports this already.
                None if *name == IDEMPOTENCY_KEY && capability::lacks_key(node, self.only_mcp) => {}
                None if *is_required => {
                    self.report(Code::FieldMissing, node, &path.field(name), "required", "is missing");
                }
                None => {}
            }
        }
        for BrokenCondition { place, message } in
            object.condition.map(|condition| condition(node, path)).into_iter().flatten()
        {
            self.sink.report(Code::FieldCondition, place, message);
        }
    }

    fn value(&self, node: Node<'_>, shape: &FieldShape, path: &ManifestPath<'_>) {
        match shape {
            FieldShape::Text(text) => self.text(node, text, path),
            FieldShape::Word(words) => self.word(node, words, path),
            FieldShape::Number { whole, least, most } => self.number(node, *whole, *least, *most, path),
            FieldShape::Exactly(value) => match number(node) {
                None => self.wrong_type(node, path, "a number"),
                Some(number) if number.total_cmp(&f64::from(*value)).is_eq() => {}
                Some(_) => self.wrong_value(node, path, "const", &format!("not {value}")),
            },
            FieldShape::Flag if node.as_bool().is_none() => self.wrong_type(node, path, "a boolean"),
            FieldShape::True => match node.as_bool() {
                None => self.wrong_type(node, path, "a boolean"),
                Some(true) => {}
                Some(false) => self.wrong_value(node, path, "const", "not true"),
            },
            FieldShape::List { of, least, unique } => self.list(node, of, *least, *unique, path),
            FieldShape::Object(object) => self.object(node, object, path),
            FieldShape::Schema => {
                let object = if is_reference(node) { &REFERENCE } else { &INLINE };
                self.object(node, object, path);
            }
            FieldShape::AnyObject if !node.is_object() => self.wrong_type(node, path, "an object"),
            FieldShape::AnyList if !node.is_array() => self.wrong_type(node, path, "an array"),
            FieldShape::Subschema if !node.is_object() && node.as_bool().is_none() => {
                self.wrong_type(node, path, "an object or a boolean");
            }
            FieldShape::Flag | FieldShape::AnyObject | FieldShape::AnyList | FieldShape::Subschema => {}
        }
    }

    fn text(&self, node: Node<'_>, text: &TextShape, path: &ManifestPath<'_>) {
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

    fn word(&self, node: Node<'_>, words: &[&str], path: &ManifestPath<'_>) {
        match (node.as_str(), words) {
            (None, _) => self.wrong_type(node, path, "a string"),
            (Some(value), _) if words.contains(&value) => {}
            (Some(_), [only]) => self.wrong_value(node, path, "const", &format!("not `{only}`")),
            (Some(_), _) => {
                self.wrong_value(node, path, "enum", &format!("not one of `{}`", words.join("`, `")));
            }
        }
    }

    fn number(&self, node: Node<'_>, whole: bool, least: f64, most: f64, path: &ManifestPath<'_>) {
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

    fn list(&self, node: Node<'_>, of: &FieldShape, least: usize, unique: bool, path: &ManifestPath<'_>) {
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
                self.report(Code::FieldValue, item, &path, "uniqueItems", "is in the list twice");
            }
            self.value(item, of, &path);
        }
    }
}

fn number(node: Node<'_>) -> Option<f64> {
    node.as_number()?.parse().ok()
}

/// Writes a value so that equal values have equal texts.
fn canonical(node: Node<'_>) -> String {
    let mut value = serde_json::Value::from(&node.to_value());
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
