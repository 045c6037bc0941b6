//! Selection of the operations, capabilities or definitions that become tools.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use glob::{MatchOptions, Pattern};

use crate::diagnostic::{TextPlace, escape, nearest};

/// The kinds of conditions.
const KINDS: [&str; 4] = ["tag", "path", "method", "id"];

/// The selection of the caller.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    /// If not empty, only candidates that match one of these rules become tools.
    pub include: Vec<SelectionRule>,
    /// Candidates that match one of these rules do not become tools, even if `include` matches.
    pub exclude: Vec<SelectionRule>,
    /// True if only read-only tools are kept.
    pub read_only: bool,
    /// The most tools to keep: the first ones in document order.
    pub max_tools: Option<usize>,
}

/// A rule of conditions that must all hold: `tag:pets+method:get`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelectionRule {
    text: String,
    conditions: Vec<SelectionCondition>,
    /// The place of the rule in the configuration file, for diagnostics.
    pub(crate) written: Option<TextPlace>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum SelectionCondition {
    Tag(Pattern),
    Path(Pattern),
    Method(String),
    Id(Pattern),
}

/// The properties of an operation, capability or definition that conditions test.
#[derive(Debug, Clone, Default)]
pub struct SelectionCandidate<'c> {
    /// The identifier in the source: an `operationId`, the `id` of a capability, or a name.
    pub id: Option<&'c str>,
    /// The HTTP method.
    pub method: Option<&'c str>,
    /// The path template.
    pub path: Option<&'c str>,
    /// The tags, or the category of a `ToolDefinition`.
    pub tags: Vec<&'c str>,
}

impl SelectionCandidate<'_> {
    /// Returns the rule that matches the id of the candidate and no other id.
    pub fn id_rule(&self) -> Option<String> {
        Some(format!("id:{}", literal(self.id?)?))
    }

    /// Returns the rule that matches the method and the path of the candidate and no others.
    pub fn path_rule(&self) -> Option<String> {
        Some(format!("method:{}+path:{}", self.method?.to_ascii_lowercase(), literal(self.path?)?))
    }
}

/// Returns the rule that matches a tag and no other tag.
pub fn tag_rule(tag: &str) -> Option<String> {
    Some(format!("tag:{}", literal(tag)?))
}

/// Returns the pattern that matches a name only. There is none for an empty name, and for one with control or hidden characters:
/// what is shown, copied and pasted has to be visible.
fn literal(name: &str) -> Option<String> {
    if name.is_empty() || escape(name) != name {
        return None;
    }
    let last = name.chars().count() - 1;
    let mut pattern = String::with_capacity(name.len());
    for (at, character) in name.chars().enumerate() {
        // The ends of a pattern are trimmed, and `+` joins conditions.
        let is_end = (at == 0 || at == last) && character.is_whitespace();
        match character {
            '*' | '?' | '[' | ']' | '+' => pattern.extend(['[', character, ']']),
            _ if is_end => pattern.extend(['[', character, ']']),
            _ => pattern.push(character),
        }
    }
    Some(pattern)
}

/// The names of all candidates of a document, of which a rule that matches none of them may have meant one.
#[derive(Debug, Clone, Default)]
pub(crate) struct CandidateNames {
    tags: BTreeSet<String>,
    paths: BTreeSet<String>,
    ids: BTreeSet<String>,
}

impl CandidateNames {
    /// Adds the names of a candidate.
    pub(crate) fn add(&mut self, candidate: &SelectionCandidate<'_>) {
        let add = |names: &mut BTreeSet<String>, name: &str| {
            if !names.contains(name) {
                names.insert(name.to_owned());
            }
        };
        candidate.tags.iter().for_each(|tag| add(&mut self.tags, tag));
        candidate.path.into_iter().for_each(|path| add(&mut self.paths, path));
        candidate.id.into_iter().for_each(|id| add(&mut self.ids, id));
    }
}

impl SelectionRule {
    /// Returns the names in a document that the conditions of a rule which matches nothing are likely to mean, as conditions.
    pub(crate) fn meant(&self, names: &CandidateNames) -> Vec<String> {
        let conditions = self.conditions.iter();
        conditions.filter_map(|condition| condition.meant(names)).collect()
    }

    /// Sets the place of the rule in the configuration file.
    #[must_use]
    pub fn at(self, place: TextPlace) -> Self {
        Self { written: Some(place), ..self }
    }

    /// Returns true if every condition holds for a candidate.
    pub fn matches(&self, candidate: &SelectionCandidate<'_>) -> bool {
        self.conditions.iter().all(|condition| condition.holds(candidate))
    }
}

impl SelectionCondition {
    /// Returns the condition with the most similar name in its place, if no name matches it.
    fn meant(&self, names: &CandidateNames) -> Option<String> {
        let (kind, pattern, names) = match self {
            Self::Tag(pattern) => ("tag", pattern, &names.tags),
            Self::Path(pattern) => ("path", pattern, &names.paths),
            Self::Id(pattern) => ("id", pattern, &names.ids),
            Self::Method(_) => return None,
        };
        if names.iter().any(|name| pattern.matches(name)) {
            return None;
        }
        nearest(pattern.as_str(), names.iter().map(String::as_str)).map(|name| format!("{kind}:{name}"))
    }

    fn holds(&self, candidate: &SelectionCandidate<'_>) -> bool {
        match self {
            Self::Tag(pattern) => candidate.tags.iter().any(|tag| pattern.matches(tag)),
            Self::Path(pattern) => {
                // As in file names, `*` does not match a slash, and `**` does.
                let within = MatchOptions { require_literal_separator: true, ..MatchOptions::new() };
                candidate.path.is_some_and(|path| pattern.matches_with(path, within))
            }
            Self::Method(method) => {
                candidate.method.is_some_and(|candidate| candidate.eq_ignore_ascii_case(method))
            }
            Self::Id(pattern) => candidate.id.is_some_and(|id| pattern.matches(id)),
        }
    }
}

/// The reasons why a text is not a rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SelectionRuleError {
    /// A condition does not begin with a kind.
    #[error("`{0}` does not begin with `tag:`, `path:`, `method:` or `id:`")]
    Kind(String),
    /// A condition has no pattern.
    #[error("`{0}:` has no pattern")]
    Empty(&'static str),
    /// A pattern is not well-formed.
    #[error("`{0}` is not a pattern: {1}")]
    Pattern(String, &'static str),
}

impl FromStr for SelectionRule {
    type Err = SelectionRuleError;

    /// Parses conditions `KIND:PATTERN` that are joined by `+`. Patterns have the wildcards `?`, `*`, `**` and `[…]`. A
    /// `+` that no kind follows is part of the pattern.
    fn from_str(text: &str) -> Result<Self, SelectionRuleError> {
        let conditions = split_conditions(text).map(condition).collect::<Result<_, _>>()?;
        Ok(Self { text: text.to_owned(), conditions, written: None })
    }
}

/// Splits the text of a rule into conditions.
fn split_conditions(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let begins = |at: usize| text.get(at + 1..).is_some_and(|rest| kind(rest).is_some());
        let end = text.match_indices('+').map(|(at, _)| at).find(|&at| begins(at));
        rest = end.and_then(|end| text.get(end + 1..));
        Some(end.and_then(|end| text.get(..end)).unwrap_or(text))
    })
}

/// Splits a condition into its kind and its pattern.
fn kind(text: &str) -> Option<(&'static str, &str)> {
    let (word, pattern) = text.split_once(':')?;
    Some((KINDS.into_iter().find(|kind| *kind == word.trim())?, pattern.trim()))
}

/// Parses one condition.
fn condition(text: &str) -> Result<SelectionCondition, SelectionRuleError> {
    let (kind, pattern) = kind(text).ok_or_else(|| SelectionRuleError::Kind(text.trim().to_owned()))?;
    if pattern.is_empty() {
        return Err(SelectionRuleError::Empty(kind));
    }
    let glob =
        || Pattern::new(pattern).map_err(|error| SelectionRuleError::Pattern(pattern.to_owned(), error.msg));
    Ok(match kind {
        "tag" => SelectionCondition::Tag(glob()?),
        "path" => SelectionCondition::Path(glob()?),
        "method" => SelectionCondition::Method(pattern.to_owned()),
        _ => SelectionCondition::Id(glob()?),
    })
}

impl fmt::Display for SelectionRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate() -> SelectionCandidate<'static> {
        SelectionCandidate {
            id: Some("pets/list+all"),
            method: Some("GET"),
            path: Some("/v1/pets/{id}"),
            tags: vec!["Pets", "User accounts"],
        }
    }

    #[test]
    fn rules_match_by_each_kind() {
        for (rule, expected) in [
            ("tag:Pets", true),
            ("tag:pets", false),
            ("tag:User accounts", true),
            ("tag:*", true),
            ("path:/v1/**", true),
            ("path:/v1/*", false),
            ("path:/v1/pets/{id}", true),
            ("path:/v1/*/{id}", true),
            ("path:/*/pets/?id?", true),
            ("method:get", true),
            ("method:post", false),
            ("id:pets/*", true),
            ("id:pets/list+all", true),
            ("id:list*", false),
            ("tag:Pets+method:GET", true),
            ("tag:Pets + method:post", false),
            ("id:*list+all+method:get+path:/v1/**", true),
        ] {
            let rule: SelectionRule = rule.parse().unwrap_or_else(|error| panic!("{rule}: {error}"));
            assert_eq!(rule.matches(&candidate()), expected, "{rule}");
            assert!(!rule.matches(&SelectionCandidate::default()), "{rule}");
        }
    }

    #[test]
    fn a_name_gives_the_rule_that_matches_it_alone() {
        for (name, rule) in [
            ("listPets", "id:listPets"),
            ("a*b?c[d]", "id:a[*]b[?]c[[]d[]]"),
            ("a+tag:b", "id:a[+]tag:b"),
            (" a b ", "id:[ ]a b[ ]"),
            ("caf\u{e9}", "id:caf\u{e9}"),
        ] {
            let candidate = |id| SelectionCandidate { id: Some(id), ..SelectionCandidate::default() };
            assert_eq!(candidate(name).id_rule().as_deref(), Some(rule));
            let parsed: SelectionRule = rule.parse().unwrap();
            assert!(parsed.matches(&candidate(name)) && !parsed.matches(&candidate("abcde")), "{rule}");
        }
        let candidate = SelectionCandidate { id: Some(""), path: Some("/a/**/{b}"), ..candidate() };
        let rule = candidate.path_rule().unwrap();
        assert_eq!((rule.as_str(), candidate.id_rule()), ("method:get+path:/a/[*][*]/{b}", None));
        let parsed: SelectionRule = rule.parse().unwrap();
        let other = SelectionCandidate { path: Some("/a/x/{b}"), ..candidate.clone() };
        assert!(parsed.matches(&candidate) && !parsed.matches(&other));
        assert_eq!((tag_rule("a b").as_deref(), tag_rule("")), (Some("tag:a b"), None));
        // A pattern for a hidden character would match others too.
        assert_eq!((tag_rule("a\u{1b}[2J"), tag_rule("a\u{202e}b")), (None, None));
    }

    #[test]
    fn errors_give_the_reason() {
        for (rule, why) in [
            ("pets", "`pets` does not begin with `tag:`, `path:`, `method:` or `id:`"),
            ("", "`` does not begin with `tag:`, `path:`, `method:` or `id:`"),
            ("name:a", "`name:a` does not begin with `tag:`, `path:`, `method:` or `id:`"),
            ("tag:", "`tag:` has no pattern"),
            ("method:get+tag: ", "`tag:` has no pattern"),
            (
                "path:/v1/**x",
                "`/v1/**x` is not a pattern: recursive wildcards must form a single path component",
            ),
            ("id:[a", "`[a` is not a pattern: invalid range pattern"),
        ] {
            assert_eq!(rule.parse::<SelectionRule>().map_err(|error| error.to_string()), Err(why.to_owned()));
        }
    }
}
