//! Names of tools and arguments in the alphabet of a target (docs/targets.md, "Names").

use foldhash::{HashSet, HashSetExt};

use crate::json::{Map, Value};
use crate::model::fingerprint::cut_name;

/// Most characters of a prefix where names would be too long with it.
const SHORT_PREFIX: usize = 16;

/// The names that a target takes.
#[derive(Debug, Clone, Copy)]
pub(super) struct NameRule {
    pub(super) first: fn(char) -> bool,
    pub(super) other: fn(char) -> bool,
    /// The smallest number of characters.
    pub(super) min: usize,
    /// The largest number of characters.
    pub(super) max: usize,
}

impl NameRule {
    pub(super) fn takes(&self, name: &str) -> bool {
        let mut characters = name.chars();
        characters.next().is_some_and(self.first)
            && characters.all(self.other)
            && (self.min..=self.max).contains(&name.len())
    }

    /// Returns a name with `_` for what the target refuses, cut to its length.
    fn respelled(&self, name: &str) -> String {
        let mut respelled: String =
            name.chars().map(|character| if (self.other)(character) { character } else { '_' }).collect();
        if !respelled.chars().next().is_some_and(self.first) {
            respelled.insert(0, '_');
        }
        while respelled.len() < self.min {
            respelled.push('_');
        }
        respelled.truncate(self.max);
        respelled
    }
}

/// Returns the names of tools with a prefix. If one would be too long, the prefix of all is cut first, and then the names that
/// are still too long. The names stay unique.
pub(super) fn tool_names(names: &[&str], prefix: Option<&str>, rule: NameRule) -> Vec<String> {
    let prefix = prefix.map(|prefix| respelled_prefix(prefix, rule));
    let length = |prefix: &str, name: &str| prefix.len() + 1 + name.len();
    let prefix = prefix.map(|prefix| {
        let is_too_long = names.iter().any(|name| length(&prefix, name) > rule.max);
        if is_too_long { cut_prefix(&prefix).to_owned() } else { prefix }
    });
    let full = |name: &str| match &prefix {
        Some(prefix) => format!("{prefix}_{name}"),
        None => name.to_owned(),
    };
    let mut taken: HashSet<String> = HashSet::new();
    // Names that stay as they are have precedence.
    for name in names.iter().map(|name| full(name)).filter(|name| rule.takes(name)) {
        taken.insert(name);
    }
    let changed = |name: &str| {
        let whole = full(name);
        if rule.takes(&whole) {
            return whole;
        }
        let spelled = NameRule { max: usize::MAX, ..rule }.respelled(&whole);
        let mut name = if spelled.len() <= rule.max { spelled } else { cut_name(&spelled, rule.max) };
        let mut number = 2;
        while !taken.insert(name.clone()) {
            name = cut_name(&format!("{whole}_{number}"), rule.max);
            number += 1;
        }
        name
    };
    names.iter().copied().map(changed).collect()
}

/// Returns a prefix in the alphabet of tools, with `_` for dashes and blanks.
fn respelled_prefix(prefix: &str, rule: NameRule) -> String {
    let spelled: String =
        prefix.chars().map(|one| if matches!(one, '-' | ' ') { '_' } else { one }).collect();
    NameRule { max: usize::MAX, ..rule }.respelled(&spelled)
}

/// Cuts a prefix, at a `_` if there is one.
fn cut_prefix(prefix: &str) -> &str {
    let Some(head) = prefix.get(..SHORT_PREFIX).filter(|head| head.len() < prefix.len()) else {
        return prefix;
    };
    let is_whole_word = prefix[SHORT_PREFIX..].starts_with('_');
    match head.rfind('_').filter(|_| !is_whole_word) {
        Some(at) if at > 0 => &head[..at],
        _ => head,
    }
}

/// Renames the properties at the root of an input schema that the target does not take, and returns the new names with the
/// old ones.
pub(super) fn rename_arguments(
    input: &mut Map,
    rule: NameRule,
    is_reserved: impl Fn(&str) -> bool,
) -> Vec<(String, String)> {
    let is_legal = |name: &str| rule.takes(name) && !is_reserved(name);
    let Some(Value::Object(properties)) = input.get_mut("properties") else { return Vec::new() };
    let mut taken: HashSet<String> =
        properties.keys().filter(|name| is_legal(name.as_str())).map(ToString::to_string).collect();
    let mut renamed: Vec<(String, String)> = Vec::new();
    for (name, value) in std::mem::take(properties) {
        if is_legal(name.as_str()) {
            properties.insert(name, value);
            continue;
        }
        let mut base = rule.respelled(name.as_str());
        if is_reserved(&base) {
            base = NameRule { max: rule.max - 1, ..rule }.respelled(&base);
            base.insert(0, '_');
        }
        let mut new = base.clone();
        let mut number = 2;
        while !taken.insert(new.clone()) {
            let end = format!("_{number}");
            new = format!("{}{end}", &base[..base.len().min(rule.max - end.len())]);
            number += 1;
        }
        properties.insert(new.as_str(), value);
        renamed.push((new, name.to_string()));
    }
    if let Some(Value::Array(required)) = input.get_mut("required") {
        for name in required {
            if let Some((new, _)) = renamed.iter().find(|(_, old)| name.as_str() == Some(old)) {
                *name = Value::String(new.clone());
            }
        }
    }
    renamed
}
