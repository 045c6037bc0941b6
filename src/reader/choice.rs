//! What a caller chose, held against what a document has.

use std::fmt::Display;

use crate::diagnostic::{Code, Diagnostic, Place, Sink};
use crate::selection::{Candidate, Rule, Selection};

/// Decides what is read, and remembers which rules ever matched.
pub(super) struct Choice<'o> {
    include: Vec<(&'o Rule, bool)>,
    exclude: Vec<(&'o Rule, bool)>,
}

impl<'o> Choice<'o> {
    pub(super) fn new(selection: &'o Selection) -> Self {
        let unmatched = |rules: &'o [Rule]| rules.iter().map(|rule| (rule, false)).collect();
        Self { include: unmatched(&selection.include), exclude: unmatched(&selection.exclude) }
    }

    /// Whether everything is chosen, so that nothing need be known of a candidate.
    pub(super) fn is_open(&self) -> bool {
        self.include.is_empty() && self.exclude.is_empty()
    }

    /// Whether a candidate is to become a tool; a note says why not. Every rule is tried, whatever the others say.
    pub(super) fn wants(
        &mut self,
        candidate: &Candidate<'_>,
        what: &dyn Display,
        place: Place,
        sink: &Sink,
    ) -> bool {
        let included = first_match(&mut self.include, candidate);
        let excluded = first_match(&mut self.exclude, candidate);
        let why = match (excluded, included) {
            (Some(rule), _) => format!("{what} is left out by --exclude {rule}"),
            (None, None) if !self.include.is_empty() => {
                format!("{what} is left out; no --include matches it")
            }
            _ => return true,
        };
        sink.report(Code::NotChosen, place, why);
        false
    }

    /// Warns of rules that matched nothing: they are misspelt, or what they meant is gone.
    pub(super) fn report_unmatched(&self, place: Place, sink: &Sink) {
        for (option, rules) in [("--include", &self.include), ("--exclude", &self.exclude)] {
            for (rule, _) in rules.iter().filter(|(_, matched)| !matched) {
                let message = format!("{option} {rule} matches nothing in the document");
                sink.push(Diagnostic::new(Code::RuleUnmatched, message).at(place));
            }
        }
    }
}

fn first_match<'o>(rules: &mut [(&'o Rule, bool)], candidate: &Candidate<'_>) -> Option<&'o Rule> {
    let mut first = None;
    for (rule, matched) in rules {
        if rule.matches(candidate) {
            *matched = true;
            first = first.or(Some(*rule));
        }
    }
    first
}
