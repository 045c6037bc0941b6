//! A kind of credential: how it is recognised, and who says so.

use std::ops::Range;

use super::searched_text::SearchedText;

/// A kind of credential that is recognised by its form. [`super::KINDS`] lists all of them.
#[derive(Debug)]
pub struct CredentialKind {
    /// The kind for people: `a GitHub token`.
    pub name: &'static str,
    /// Texts of which every credential of the kind contains one. The search looks for nothing else.
    pub(super) anchors: &'static [&'static str],
    pub(super) form: Recognition,
    /// The address or the rule of gitleaks that says so; a rule is `gitleaks ID`.
    pub source: &'static str,
    /// Samples with gaps: `<36>` stands for 36 random letters and digits (see [`super::sample`]).
    pub(super) samples: &'static [&'static str],
    /// Texts that are similar and that are not credentials.
    pub others: &'static [&'static str],
}

/// The form of a credential.
#[derive(Debug)]
pub(super) enum Recognition {
    Pattern(Pattern),
    /// A function that returns the range of the credential at an anchor, for forms that no pattern matches in linear time;
    /// and a description of the form.
    Rule(fn(&mut SearchedText<'_>, Range<usize>) -> Option<Range<usize>>, &'static str),
}

/// A form that a regular expression describes.
#[derive(Debug)]
pub(super) struct Pattern {
    /// The expression, for bytes. Its first group, or else the whole match, is the credential.
    pub(super) regex: &'static str,
    /// True if the group is only what is judged: the whole match is the credential, with the prefix of its vendor.
    pub(super) whole: bool,
    /// Number of bytes between the start of the match and the anchor.
    pub(super) lead: usize,
    /// True if a letter or digit directly before means that the text is a part of something else: `disk-…` has no `sk-…`.
    pub(super) alone: bool,
    /// True if a capital or digit directly before means the same, as in `NORTHASIA…`; a small letter does not: `keyAKIA…`.
    pub(super) not_in_capitals: bool,
    /// Number of digits that tell the credential from words, where the form alone does not.
    pub(super) digits: usize,
}

impl Pattern {
    pub(super) const PLAIN: Self =
        Self { regex: "", whole: false, lead: 0, alone: false, not_in_capitals: false, digits: 0 };
}

impl CredentialKind {
    /// Describes the form: a regular expression in backquotes, or a sentence.
    #[must_use]
    pub fn form(&self) -> String {
        match &self.form {
            Recognition::Pattern(Pattern { regex, digits, whole, .. }) => {
                let digits = match digits {
                    0 => String::new(),
                    1 => " with a digit".to_owned(),
                    _ => format!(" with {digits} digits"),
                };
                format!("`{regex}`{digits}{}", if *whole { ", as a whole" } else { "" })
            }
            Recognition::Rule(_, description) => (*description).to_owned(),
        }
    }
}
