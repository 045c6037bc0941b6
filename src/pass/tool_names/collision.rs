//! Resolves collisions of generated names by additions, and cuts names to the limit.
//!
//! Every decision depends on the set of tools that want a name, never on their order.

use std::collections::BTreeMap;

use foldhash::{HashMap, HashSet};

use crate::model::fingerprint::{self, cut_name, fingerprint, head};

use super::draft::{NameDraft, placeholders, segments};

/// The shortest limit on names: a letter, `_` and a fingerprint.
pub(super) const SHORTEST_LIMIT: usize = 2 + fingerprint::LENGTH;

/// A final name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SettledName {
    /// The name.
    pub(super) name: String,
    /// The name before it was cut to the limit.
    pub(super) shortened: Option<String>,
    /// True if another tool wanted the name without addition as well.
    pub(super) collided: bool,
}

/// The parts that are added to the names of a group.
#[derive(Debug, Clone, Copy)]
struct NameAdditions {
    placeholders: bool,
    segments: bool,
    method: bool,
}

/// Additions in the order in which they are tried (the naming rules in docs/mapping.md): the method, placeholders that
/// differ, path segments that differ, then two or three of them, since words tell a reader more than a hash.
const ADDITIONS: [NameAdditions; 7] = [
    additions(false, false, true),
    additions(true, false, false),
    additions(false, true, false),
    additions(true, false, true),
    additions(false, true, true),
    additions(true, true, false),
    additions(true, true, true),
];

const fn additions(placeholders: bool, segments: bool, method: bool) -> NameAdditions {
    NameAdditions { placeholders, segments, method }
}

/// Tools that want the same name, and the parts that can be added to it.
struct NameGroup<'a> {
    drafts: Vec<&'a NameDraft<'a>>,
    /// The index of each tool among all drafts.
    indices: Vec<usize>,
    /// For each tool, `by_…` with the placeholders that not all tools have; may be empty.
    placeholders: Vec<String>,
    /// For each tool, the path segments that not all tools have; may be empty.
    segments: Vec<String>,
}

/// Returns the final name of every draft, in their order. `taken` holds the names, in lower case, that cannot be given.
pub(super) fn resolve(
    drafts: &[Option<NameDraft>],
    mut taken: HashSet<String>,
    max: usize,
) -> Vec<SettledName> {
    let drafts: Vec<&NameDraft> = drafts.iter().flatten().collect();
    let mut settled: Vec<SettledName> = drafts.iter().map(|draft| fit(&draft.base, "", max)).collect();
    let mut pending = colliding_groups(&drafts, &settled, &taken);
    let colliding: HashSet<usize> = pending.iter().flat_map(|group| group.indices.iter().copied()).collect();
    for (index, plain) in settled.iter_mut().enumerate() {
        plain.collided = colliding.contains(&index);
        if !plain.collided {
            taken.insert(plain.name.clone());
        }
    }

    for additions in ADDITIONS {
        let offers: Vec<Vec<SettledName>> = pending.iter().map(|group| group.offer(additions, max)).collect();
        let mut wanted: HashMap<String, usize> = HashMap::default();
        for offer in offers.iter().flatten() {
            *wanted.entry(offer.name.clone()).or_default() += 1;
        }
        let mut left = Vec::new();
        let mut given = Vec::new();
        for (group, offer) in pending.into_iter().zip(offers) {
            let unique =
                |offer: &SettledName| wanted.get(&offer.name) == Some(&1) && !taken.contains(&offer.name);
            if offer.iter().all(unique) {
                given.extend(group.indices.into_iter().zip(offer));
            } else {
                left.push(group);
            }
        }
        for (index, name) in given {
            taken.insert(name.name.clone());
            settled[index] = name;
        }
        pending = left;
    }
    for (index, name) in fingerprinted(pending, &mut taken, max) {
        settled[index] = name;
    }
    settled
}

/// Groups the drafts that want the same name, or one that is taken, in the order of names.
fn colliding_groups<'a>(
    drafts: &[&'a NameDraft<'a>],
    plain: &[SettledName],
    taken: &HashSet<String>,
) -> Vec<NameGroup<'a>> {
    let mut by_name: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, plain) in plain.iter().enumerate() {
        by_name.entry(&plain.name).or_default().push(index);
    }
    by_name
        .into_iter()
        .filter(|(name, indices)| indices.len() > 1 || taken.contains(*name))
        .map(|(_, indices)| NameGroup::new(drafts, indices))
        .collect()
}

/// Appends a hash of method, path and content to names that no addition makes unique. The tools are sorted first: of two with
/// equal hashes (or equal operations), the later one also hashes a number.
fn fingerprinted(
    groups: Vec<NameGroup>,
    taken: &mut HashSet<String>,
    max: usize,
) -> Vec<(usize, SettledName)> {
    let mut members: Vec<(usize, &NameDraft)> =
        groups.into_iter().flat_map(|group| group.indices.into_iter().zip(group.drafts)).collect();
    members.sort_by_key(|(_, draft)| identity(draft));
    let mut previous = None;
    let mut number = 0_usize;
    let mut given = Vec::with_capacity(members.len());
    for (index, draft) in members {
        if previous != Some(identity(draft)) {
            number = 0;
        }
        previous = Some(identity(draft));
        let head = head(&draft.base, max - fingerprint::LENGTH - 1);
        let name = loop {
            number += 1;
            let number_text = number.to_string();
            let mut texts = vec![draft.method.as_str(), draft.path];
            texts.extend(Some(draft.content).filter(|content| !content.is_empty()));
            texts.extend(Some(number_text.as_str()).filter(|_| number > 1));
            let hash = fingerprint(&texts);
            let name = format!("{head}_{hash}");
            if taken.insert(name.clone()) {
                break name;
            }
        };
        given.push((
            index,
            SettledName {
                name,
                shortened: (head.len() < draft.base.len()).then(|| draft.base.clone()),
                collided: true,
            },
        ));
    }
    given
}

/// Returns a sort key for a tool that does not depend on its position in the document.
fn identity<'a>(draft: &'a NameDraft) -> (&'a str, &'a str, &'a str, &'a str) {
    (&draft.base, draft.path, &draft.method, draft.content)
}

impl<'a> NameGroup<'a> {
    fn new(all: &[&'a NameDraft<'a>], indices: Vec<usize>) -> Self {
        let drafts: Vec<&NameDraft> = indices.iter().filter_map(|&index| all.get(index).copied()).collect();
        let of_each = |list: fn(&str) -> Vec<String>| -> Vec<Vec<String>> {
            drafts.iter().map(|draft| list(draft.path)).collect()
        };
        let placeholders = differing(&of_each(placeholders), "_and_")
            .into_iter()
            .map(|names| if names.is_empty() { names } else { format!("by_{names}") })
            .collect();
        let segments = differing(&of_each(segments), "_");
        Self { drafts, indices, placeholders, segments }
    }

    /// Returns the names of the tools with these additions.
    fn offer(&self, additions: NameAdditions, max: usize) -> Vec<SettledName> {
        let of_each = self.drafts.iter().zip(&self.placeholders).zip(&self.segments);
        of_each
            .map(|((draft, placeholders), segments)| {
                let parts = [
                    (additions.segments, segments),
                    (additions.placeholders, placeholders),
                    (additions.method, &draft.method),
                ];
                let mut addition = String::new();
                for (_, part) in parts.iter().filter(|(used, part)| *used && !part.is_empty()) {
                    if !addition.is_empty() {
                        addition.push('_');
                    }
                    addition.push_str(part);
                }
                SettledName { collided: true, ..fit(&draft.base, &addition, max) }
            })
            .collect()
    }
}

/// Joins the words of each list that not every list has. A single list keeps all its words: it collides with a taken
/// name, which has no list.
fn differing(lists: &[Vec<String>], separator: &str) -> Vec<String> {
    let mut having: HashMap<&str, usize> = HashMap::default();
    for list in lists {
        let distinct: HashSet<&str> = list.iter().map(String::as_str).collect();
        #[expect(clippy::iter_over_hash_type, reason = "counting knows no order")]
        for word in distinct {
            *having.entry(word).or_default() += 1;
        }
    }
    let common = |word: &str| lists.len() > 1 && having.get(word) == Some(&lists.len());
    let differing = |list: &Vec<String>| {
        let words: Vec<&str> = list.iter().map(String::as_str).filter(|word| !common(word)).collect();
        words.join(separator)
    };
    lists.iter().map(differing).collect()
}

/// Appends an addition to a name and cuts the result to the limit. The name is cut if at least half of the limit is
/// left for it, or else the whole.
fn fit(base: &str, addition: &str, max: usize) -> SettledName {
    let full = match addition {
        "" => base.to_owned(),
        _ => format!("{base}_{addition}"),
    };
    let room = max.saturating_sub(addition.len() + 1);
    let (name, shortened) = if full.len() <= max {
        (full, None)
    } else if addition.is_empty() || room < (max / 2).max(SHORTEST_LIMIT) {
        (cut_name(&full, max), Some(full))
    } else {
        (format!("{}_{addition}", cut_name(base, room)), Some(full))
    };
    SettledName { name, shortened, collided: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_addition_outlives_a_cut() {
        let long = "update_the_interest_rate_of_a_savings_account_for_a_customer";
        let fitted = fit(long, "by_branch_id", 64);
        assert!(fitted.name.ends_with("_by_branch_id"), "{}", fitted.name);
        assert!(fitted.name.len() <= 64);
        assert_eq!(fitted.shortened, Some(format!("{long}_by_branch_id")));
        let longer = fit(long, &"x".repeat(60), 64);
        assert!(longer.name.len() <= 64);
    }

    #[test]
    fn words_that_all_have_tell_nothing() {
        let lists = [["v1", "thing"], ["v2", "thing"]];
        let lists = lists.iter().map(|list| list.iter().map(ToString::to_string).collect());
        assert_eq!(differing(&lists.collect::<Vec<_>>(), "_"), ["v1", "v2"]);
        assert_eq!(differing(&[vec!["a".to_owned(), "b".to_owned()]], "_and_"), ["a_and_b"]);
    }
}
