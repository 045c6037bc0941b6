//! Which operations, capabilities or definitions become tools.

use std::fmt;
use std::str::FromStr;

use glob::{MatchOptions, Pattern};

use crate::diagnostic::TextPlace;

/// Kinds of conditions, as they are spelled.
const KINDS: [&str; 4] = ["tag", "path", "method", "id"];

/// What a caller chose.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    /// Only what matches one of these becomes a tool, if there are any.
    pub include: Vec<SelectionRule>,
    /// What matches one of these becomes none; this wins.
    pub exclude: Vec<SelectionRule>,
    /// Whether only tools that change nothing are kept.
    pub read_only: bool,
    /// Most tools that are kept: the first in document order.
    pub max_tools: Option<usize>,
}

/// Conditions that hold together: `tag:pets+method:get`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelectionRule {
    text: String,
    conditions: Vec<SelectionCondition>,
    /// Where it is written, for diagnostics.
    pub(crate) written: Option<TextPlace>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum SelectionCondition {
    Tag(Pattern),
    Path(Pattern),
    Method(String),
    Id(Pattern),
}

/// What conditions look at.
#[derive(Debug, Clone, Default)]
pub struct SelectionCandidate<'c> {
    /// What the source calls it: an `operationId`, a capability's id, a name.
    pub id: Option<&'c str>,
    /// The HTTP method.
    pub method: Option<&'c str>,
    /// The path template.
    pub path: Option<&'c str>,
    /// Its tags; of a ToolDefinition, its category.
    pub tags: Vec<&'c str>,
}

impl SelectionRule {
    /// The same rule, as one that is written at a place.
    #[must_use]
    pub fn at(self, place: TextPlace) -> Self {
        Self { written: Some(place), ..self }
    }

    /// Whether every condition holds.
    pub fn matches(&self, candidate: &SelectionCandidate<'_>) -> bool {
        self.conditions.iter().all(|condition| condition.holds(candidate))
    }
}

impl SelectionCondition {
    fn holds(&self, candidate: &SelectionCandidate<'_>) -> bool {
        match self {
            Self::Tag(pattern) => candidate.tags.iter().any(|tag| pattern.matches(tag)),
            Self::Path(pattern) => {
                // As in file names, one `*` ends at a slash; `**` does not.
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

/// Why a text is no rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SelectionRuleError {
    /// A condition does not say what it looks at.
    #[error("`{0}` does not begin with `tag:`, `path:`, `method:` or `id:`")]
    Kind(String),
    /// A condition has no pattern.
    #[error("`{0}:` has no pattern behind it")]
    Empty(&'static str),
    /// A pattern is not well-formed.
    #[error("`{0}` is no pattern: {1}")]
    Pattern(String, &'static str),
}

impl FromStr for SelectionRule {
    type Err = SelectionRuleError;

    /// Reads `KIND:PATTERN`, several joined by `+`. Patterns have `?`, `*`, `**` and `[…]`; a `+` that no kind follows
    /// is part of the pattern.
    fn from_str(text: &str) -> Result<Self, SelectionRuleError> {
        let conditions = pieces(text).map(condition).collect::<Result<_, _>>()?;
        Ok(Self { text: text.to_owned(), conditions, written: None })
    }
}

/// The conditions of a rule, apart from one another.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let begins = |at: usize| text.get(at + 1..).is_some_and(|rest| kind(rest).is_some());
        let end = text.match_indices('+').map(|(at, _)| at).find(|&at| begins(at));
        rest = end.and_then(|end| text.get(end + 1..));
        Some(end.and_then(|end| text.get(..end)).unwrap_or(text))
    })
}

/// The kind of a condition, and what stands behind it.
fn kind(text: &str) -> Option<(&'static str, &str)> {
    let (word, pattern) = text.split_once(':')?;
    Some((KINDS.into_iter().find(|kind| *kind == word.trim())?, pattern.trim()))
}

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
    fn what_is_no_rule_says_why() {
        for (rule, why) in [
            ("pets", "`pets` does not begin with `tag:`, `path:`, `method:` or `id:`"),
            ("", "`` does not begin with `tag:`, `path:`, `method:` or `id:`"),
            ("name:a", "`name:a` does not begin with `tag:`, `path:`, `method:` or `id:`"),
            ("tag:", "`tag:` has no pattern behind it"),
            ("method:get+tag: ", "`tag:` has no pattern behind it"),
            (
                "path:/v1/**x",
                "`/v1/**x` is no pattern: recursive wildcards must form a single path component",
            ),
            ("id:[a", "`[a` is no pattern: invalid range pattern"),
        ] {
            assert_eq!(rule.parse::<SelectionRule>().map_err(|error| error.to_string()), Err(why.to_owned()));
        }
    }
}
