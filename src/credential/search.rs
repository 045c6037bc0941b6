//! The search for credentials: one pass that looks for the anchors of all kinds at once, and a check of what is around
//! each.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, OnceLock};

use aho_corasick::{AhoCorasick, AhoCorasickKind};
use regex::Regex;

use super::kind::{CredentialKind, Pattern, Recognition};
use super::kinds::KINDS;
use super::placeholder::is_varied;
use super::searched_text::SearchedText;
use super::span::{Credential, is_token};

/// The anchors of all kinds. An anchor may belong to several kinds.
struct Anchors {
    automaton: AhoCorasick,
    /// The index of the kind, by anchor.
    kinds: Vec<usize>,
}

impl Anchors {
    fn of(automaton: AhoCorasickKind) -> Option<Self> {
        let of_kind =
            |(index, kind): (usize, &&CredentialKind)| kind.anchors.iter().map(move |&one| (one, index));
        let (anchors, kinds): (Vec<&str>, Vec<usize>) = KINDS.iter().enumerate().flat_map(of_kind).unzip();
        let automaton = AhoCorasick::builder().kind(Some(automaton)).build(anchors).ok()?;
        Some(Self { automaton, kinds })
    }
}

/// Built in 0.1 ms; reads 250 MB/s.
static QUICKLY_BUILT: LazyLock<Option<Anchors>> =
    LazyLock::new(|| Anchors::of(AhoCorasickKind::ContiguousNFA));
/// Built in 0.5 ms; reads 600 MB/s.
static QUICK: LazyLock<Option<Anchors>> = LazyLock::new(|| Anchors::of(AhoCorasickKind::DFA));

/// Number of bytes from which on the time that the quick automaton saves is longer than the time to build it.
const MANY: usize = 200_000;

/// Number of bytes that were searched.
static SEARCHED: AtomicUsize = AtomicUsize::new(0);

/// The compiled pattern of each kind. Few documents need any.
static PATTERNS: LazyLock<Vec<OnceLock<Option<Regex>>>> =
    LazyLock::new(|| KINDS.iter().map(|_| OnceLock::new()).collect());

/// Only this many bytes are matched with a pattern, so that an endless run costs no more than one token.
const JUDGED: usize = 512;

/// Finds the credentials in a text, in order and without overlap.
pub(super) fn search(text: &str) -> Vec<Credential> {
    let mut found = Vec::new();
    let are_many = SEARCHED.fetch_add(text.len(), Ordering::Relaxed) + text.len() > MANY;
    let anchors = if are_many { &*QUICK } else { &*QUICKLY_BUILT };
    let Some(anchors) = anchors else { return found };
    let mut searched = SearchedText::new(text);
    for hit in anchors.automaton.find_overlapping_iter(text) {
        if hit.end() <= searched.found_to {
            continue;
        }
        let Some(&index) = anchors.kinds.get(hit.pattern().as_usize()) else { continue };
        let Some(kind) = KINDS.get(index) else { continue };
        let span = match &kind.form {
            Recognition::Rule(rule, _) => rule(&mut searched, hit.range()),
            Recognition::Pattern(pattern) => matching(text, pattern, index, hit.range()),
        };
        if let Some(span) = span.filter(|span| span.start >= searched.found_to) {
            searched.found_to = span.end;
            found.push(Credential { span, kind: kind.name });
        }
    }
    found
}

/// Returns the credential that a pattern describes and whose anchor is at a range. `index` is that of the kind.
fn matching(text: &str, pattern: &Pattern, index: usize, anchor: Range<usize>) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    // Cheap, and rules out nearly every anchor that is a part of prose.
    let goes_on =
        bytes.get(anchor.end..anchor.end + 2).is_some_and(|next| next.iter().all(u8::is_ascii_graphic));
    if !goes_on && pattern.lead == 0 {
        return None;
    }
    let start = anchor.start.checked_sub(pattern.lead)?;
    let before = start.checked_sub(1).map(|at| bytes[at]);
    let is_inside = before.is_some_and(|before| {
        pattern.alone && before.is_ascii_alphanumeric()
            || pattern.not_in_capitals && (before.is_ascii_uppercase() || before.is_ascii_digit())
    });
    if is_inside {
        return None;
    }
    let judged = &bytes[start..bytes.len().min(start + JUDGED)];
    let ascii = judged.iter().position(|byte| !byte.is_ascii()).filter(|_| !judged.is_ascii());
    let judged = text.get(start..start + ascii.unwrap_or(judged.len()))?;
    let captures = PATTERNS.get(index)?.get_or_init(|| compiled(pattern)).as_ref()?.captures(judged)?;
    let (whole, group) = (captures.get(0)?, captures.get(1));
    let body = match group {
        Some(group) => group.as_str(),
        None if pattern.lead > 0 => whole.as_str(),
        None => judged.get(anchor.len()..whole.end())?,
    };
    let digits = body.bytes().filter(u8::is_ascii_digit).take(pattern.digits).count();
    if digits < pattern.digits || !is_varied(body) {
        return None;
    }
    let span = group.filter(|_| !pattern.whole).unwrap_or(whole).range();
    let mut end = start + span.end;
    if whole.end() == judged.len() {
        end += bytes[end..].iter().take_while(|&&byte| is_token(byte)).count();
    } else if judged.as_bytes()[whole.end()].is_ascii_alphanumeric() {
        // A longer run of characters is something else.
        return None;
    }
    Some(start + span.start..end)
}

fn compiled(pattern: &Pattern) -> Option<Regex> {
    Regex::new(&format!("^(?-u:{})", pattern.regex)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_is_valid() {
        assert!(QUICK.is_some() && QUICKLY_BUILT.is_some());
        for kind in KINDS.iter() {
            if let Recognition::Pattern(pattern) = &kind.form {
                assert!(compiled(pattern).is_some(), "{}", kind.name);
            }
        }
    }
}
