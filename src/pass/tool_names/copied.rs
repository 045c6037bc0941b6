//! Names for tools that already have a name in the source: copied where it is legal, else made legal or written in
//! `snake_case`.

use foldhash::{HashMap, HashSet};

use crate::model::fingerprint::{self, fingerprint};
use crate::model::{NameSource, Tool, ToolName};
use crate::pass::ascii_folding::fold;
use crate::pass::identifier_words::snake_case;

/// The name for a source name without letter or digit, and the prefix for one that begins with a digit.
const FALLBACK: &str = "tool";

/// Returns, by index, a name for each tool whose source name cannot be copied. `taken` holds the names, in lower case,
/// that cannot be given. Of several tools with the same source name, only the first gets one; those that are `repeated` get
/// theirs elsewhere.
pub(super) fn legal_names(
    tools: &[Tool],
    repeated: &HashSet<&str>,
    mut taken: HashSet<String>,
    max: usize,
) -> HashMap<usize, ToolName> {
    let mut wanted: Vec<(usize, &str, String)> = Vec::new();
    for (index, tool) in tools.iter().enumerate() {
        let (name, legal) = match &tool.name_source {
            NameSource::Copied(name) if ToolName::new(name, max).is_none() => (name, legal(name)),
            NameSource::Words(name) if !repeated.contains(name.as_str()) => (name, respelled(name)),
            _ => continue,
        };
        wanted.push((index, name, legal));
    }
    // Names that need no change come first, so that they stay; the others are sorted to be independent of the document
    // order.
    wanted.sort_by_key(|(index, name, legal)| (name != legal, *name, *index));
    let mut settled = HashMap::default();
    let mut known = HashSet::default();
    for (index, name, legal) in wanted {
        if !known.insert(name) {
            continue;
        }
        let short = cut(&legal, name, max);
        let free =
            [short, with_hash(&legal, name, max)].into_iter().find(|name| taken.insert(name.to_lowercase()));
        if let Some(name) = free.and_then(|name| ToolName::new(&name, max)) {
            settled.insert(index, name);
        }
    }
    settled
}

/// Returns the names of several tools each, whose words are written in `snake_case`. A server that is yet to be written
/// can have any names; a list that was published has its own.
pub(super) fn repeated_names(tools: &[Tool]) -> HashSet<&str> {
    let mut known = HashSet::default();
    let words = tools.iter().filter_map(|tool| match &tool.name_source {
        NameSource::Words(name) => Some(name.as_str()),
        _ => None,
    });
    words.filter(|name| !known.insert(*name)).collect()
}

/// Replaces each run of illegal characters by `_`, and makes the name begin with a letter.
fn legal(name: &str) -> String {
    let mut legal = String::with_capacity(name.len());
    for character in name.trim().chars() {
        if character.is_ascii_alphanumeric() || matches!(character, '_' | '-') {
            legal.push(character);
        } else if !legal.ends_with('_') {
            legal.push('_');
        }
    }
    beginning_with_a_letter(legal.trim_matches(['_', '-']))
}

/// Writes the words of a name in `snake_case`.
pub(super) fn respelled(name: &str) -> String {
    beginning_with_a_letter(&snake_case(&fold(name)))
}

fn beginning_with_a_letter(name: &str) -> String {
    match name.chars().next() {
        None => FALLBACK.to_owned(),
        Some(first) if first.is_ascii_alphabetic() => name.to_owned(),
        Some(_) => format!("{FALLBACK}_{name}"),
    }
}

/// Cuts a legal name to the limit.
fn cut(legal: &str, name: &str, max: usize) -> String {
    if legal.len() <= max { legal.to_owned() } else { with_hash(legal, name, max) }
}

/// Cuts a legal name to make room for a hash of the source name, and appends the hash.
fn with_hash(legal: &str, name: &str, max: usize) -> String {
    let room = max.saturating_sub(fingerprint::LENGTH + 1);
    let head = legal.get(..room.min(legal.len())).unwrap_or(legal).trim_end_matches(['_', '-']);
    format!("{head}_{}", fingerprint(&[name]))
}
