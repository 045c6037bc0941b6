//! Removal of credentials from data: instances in schemas, `_meta`, annotations and icons.

use std::fmt::Display;

use crate::credential::{contains, is_placeholder, is_secret_name};
use crate::diagnostic::TextDigest;
use crate::json::{Map, Value};

use super::keyword_kinds::{SINGLE_VALUE, VALUE_LIST};
use super::location::SchemaLocation;
use super::report::SecretReport;

/// Levels of arrays and objects that are searched. Data below them is removed without a search; no source nests so
/// deep.
const MAX_DEPTH: usize = 200;

/// The effect of [`scrub`] on a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ScrubOutcome {
    /// The value has no credential.
    Clean,
    /// A part of the value was removed.
    Changed,
    /// Nothing is left of the value; the caller removes it.
    Gone,
}

/// Removes credentials from data that is copied from the source, like `_meta`.
pub(super) fn clean_members(members: &mut Map, report: SecretReport<'_>, at: &dyn Display) {
    members.retain(|name, value| {
        let mut found = None;
        let scrubbed = scrub_member(name, value, false, 0, &mut found);
        if scrubbed != ScrubOutcome::Clean {
            report.removed("a credential", at, found);
        }
        scrubbed != ScrubOutcome::Gone
    });
}

/// Removes values that look like credentials from the instances in one schema. Returns true if the schema accepts more
/// values than before.
pub(super) fn clean_data(schema: &mut Map, place: SchemaLocation<'_>, report: SecretReport<'_>) -> bool {
    // Keywords are collected and removed afterwards: a schema has few of them, and hardly ever one with a credential.
    let mut gone = Vec::new();
    let mut is_widened = false;
    for (keyword, value) in schema.iter_mut() {
        let keyword = keyword.as_str();
        if SINGLE_VALUE.contains(&keyword) {
            let mut found = None;
            let scrubbed = scrub(value, keyword == "example", 0, &mut found);
            if scrubbed == ScrubOutcome::Clean {
                continue;
            }
            report.at(place.spot, keyword).removed("a credential", &place.keyword(keyword), found);
            if scrubbed == ScrubOutcome::Gone {
                gone.push(keyword.to_owned());
            }
        } else if VALUE_LIST.contains(&keyword)
            && let Value::Array(values) = value
        {
            let (mut changed, mut found) = (false, None);
            values.retain_mut(|value| {
                let scrubbed = scrub(value, keyword == "examples", 0, &mut found);
                changed |= scrubbed != ScrubOutcome::Clean;
                scrubbed != ScrubOutcome::Gone
            });
            if changed {
                report.at(place.spot, keyword).removed("a credential", &place.keyword(keyword), found);
                // An empty list is not a valid `enum` and would accept no instance.
                if values.is_empty() {
                    gone.push(keyword.to_owned());
                }
            }
        }
    }
    for keyword in gone {
        schema.shift_remove(&keyword);
        is_widened |= matches!(keyword.as_str(), "const" | "enum");
    }
    is_widened
}

/// Removes the smallest parts of a value that have a credential, by the look of a text or by the name of its member.
/// Examples may show a placeholder. `found` receives the first credential.
pub(super) fn scrub(
    value: &mut Value,
    is_example: bool,
    depth: usize,
    found: &mut Option<TextDigest>,
) -> ScrubOutcome {
    if depth > MAX_DEPTH {
        return ScrubOutcome::Gone;
    }
    let mut changed = false;
    let empty = match value {
        Value::String(text) => {
            if !contains(text) {
                return ScrubOutcome::Clean;
            }
            found.get_or_insert_with(|| TextDigest::credential(text));
            return ScrubOutcome::Gone;
        }
        Value::Array(values) => {
            values.retain_mut(|value| keep(scrub(value, is_example, depth + 1, found), &mut changed));
            values.is_empty()
        }
        Value::Object(members) => {
            members.retain(|name, value| {
                keep(scrub_member(name, value, is_example, depth + 1, found), &mut changed)
            });
            members.is_empty()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => return ScrubOutcome::Clean,
    };
    match (changed, empty) {
        (false, _) => ScrubOutcome::Clean,
        (true, false) => ScrubOutcome::Changed,
        (true, true) => ScrubOutcome::Gone,
    }
}

/// Removes credentials from a member of an object: see [`scrub`]. The member is gone if it is named like a credential.
fn scrub_member(
    name: &str,
    value: &mut Value,
    is_example: bool,
    depth: usize,
    found: &mut Option<TextDigest>,
) -> ScrubOutcome {
    let text = value.as_str().filter(|_| is_secret_name(name));
    let named = text.filter(|text| is_disclosing(text, is_example) && !is_same_name(name, text));
    let Some(text) = named.or_else(|| contains(name).then_some(name)) else {
        return scrub(value, is_example, depth, found);
    };
    found.get_or_insert_with(|| TextDigest::credential(text));
    ScrubOutcome::Gone
}

/// Returns true if a text only repeats the name of its member, as where arguments are mapped to fields.
fn is_same_name(name: &str, text: &str) -> bool {
    let letters =
        |text: &str| text.to_ascii_lowercase().replace(|letter: char| !letter.is_alphanumeric(), "");
    letters(name) == letters(text)
}

fn keep(scrubbed: ScrubOutcome, changed: &mut bool) -> bool {
    *changed |= scrubbed != ScrubOutcome::Clean;
    scrubbed != ScrubOutcome::Gone
}

/// Returns true if a text in a credential field discloses a credential. An example may be empty or a placeholder; a
/// default that is a placeholder counts, since a client sends it.
fn is_disclosing(text: &str, is_example: bool) -> bool {
    !(text.is_empty() || is_example && is_placeholder(text))
}

/// Returns true if any text in a value discloses a credential.
pub(super) fn has_text(value: &Value, is_example: bool, depth: usize) -> bool {
    match value {
        Value::String(text) => is_disclosing(text, is_example),
        _ if depth > MAX_DEPTH => true,
        Value::Array(values) => values.iter().any(|value| has_text(value, is_example, depth + 1)),
        Value::Object(members) => members.values().any(|value| has_text(value, is_example, depth + 1)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}
