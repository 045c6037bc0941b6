//! Names that the source gives its tools and that are copied, or only spelled in `snake_case`.

use foldhash::{HashMap, HashSet};

use crate::model::{NameSource, Tool, ToolName};
use crate::pass::fingerprint::{self, fingerprint};
use crate::pass::words::fold;

/// What a name without any letter or digit becomes, and what stands before one that begins with a digit.
const FALLBACK: &str = "tool";

/// A name that a client accepts, for each tool whose own name is none, by position. `taken` holds the names, in
/// lower case, that none may have. A tool that has none here has the name of another one.
pub(super) fn settle(tools: &[Tool], mut taken: HashSet<String>, max: usize) -> HashMap<usize, ToolName> {
    let mut wanted: Vec<(usize, &str, String)> = Vec::new();
    for (index, tool) in tools.iter().enumerate() {
        let (name, legal) = match &tool.name_source {
            NameSource::Copied(name) if ToolName::new(name, max).is_none() => (name, legal(name)),
            NameSource::Words(name) => (name, words(name)),
            _ => continue,
        };
        wanted.push((index, name, legal));
    }
    // A name that is spelled right already keeps itself; the others have their turn by what they are.
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

/// The name with `_` in place of what a client refuses, beginning with a letter.
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

/// The words of the name in `snake_case`.
fn words(name: &str) -> String {
    beginning_with_a_letter(&fold(name).words())
}

fn beginning_with_a_letter(name: &str) -> String {
    match name.chars().next() {
        None => FALLBACK.to_owned(),
        Some(first) if first.is_ascii_alphabetic() => name.to_owned(),
        Some(_) => format!("{FALLBACK}_{name}"),
    }
}

fn cut(legal: &str, name: &str, max: usize) -> String {
    if legal.len() <= max { legal.to_owned() } else { with_hash(legal, name, max) }
}

/// What fits of the name, and a hash of what the source calls the tool.
fn with_hash(legal: &str, name: &str, max: usize) -> String {
    let room = max.saturating_sub(fingerprint::LENGTH + 1);
    let head = legal.get(..room.min(legal.len())).unwrap_or(legal).trim_end_matches(['_', '-']);
    format!("{head}_{}", fingerprint(&[name]))
}
