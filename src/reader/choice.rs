//! What a caller chose, held against what a document has.

use std::fmt::Display;

use crate::diagnostic::{Code, Diagnostic, Place, Sink};
use crate::options::Options;
use crate::rules::{ToolRule, diagnostic};
use crate::selection::{Candidate, Rule};

/// Decides what is read, and remembers which rules ever matched.
#[derive(Clone)]
pub(super) struct Choice<'o> {
    include: Vec<(&'o Rule, bool)>,
    exclude: Vec<(&'o Rule, bool)>,
    rules: Vec<(&'o ToolRule, bool)>,
}

impl<'o> Choice<'o> {
    pub(super) fn new(options: &'o Options) -> Self {
        let selection = &options.selection;
        let unmatched = |rules: &'o [Rule]| rules.iter().map(|rule| (rule, false)).collect();
        Self {
            include: unmatched(&selection.include),
            exclude: unmatched(&selection.exclude),
            rules: options.rules.iter().map(|rule| (rule, false)).collect(),
        }
    }

    /// Whether everything is chosen and nothing is set, so that nothing need be known of a candidate.
    pub(super) fn is_open(&self) -> bool {
        self.include.is_empty() && self.exclude.is_empty() && self.rules.is_empty()
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
            (Some(rule), _) => format!("{what} is left out by the exclude rule `{rule}`"),
            (None, None) if !self.include.is_empty() => {
                format!("{what} is left out; no include rule matches it")
            }
            _ => return true,
        };
        sink.report(Code::NotChosen, place, why);
        false
    }

    /// The rules that set something of a candidate that becomes a tool, by their positions.
    pub(super) fn rules(&mut self, candidate: &Candidate<'_>) -> Vec<usize> {
        let mut matching = Vec::new();
        for (index, (rule, matched)) in self.rules.iter_mut().enumerate() {
            if rule.matches.matches(candidate) {
                *matched = true;
                matching.push(index);
            }
        }
        matching
    }

    /// Warns of rules that matched nothing: they are misspelt, or what they meant is gone.
    pub(super) fn report_unmatched(&self, place: Place, sink: &Sink) {
        for (kind, rules) in [("include", &self.include), ("exclude", &self.exclude)] {
            for (rule, _) in rules.iter().filter(|(_, matched)| !matched) {
                let message = format!("the {kind} rule `{rule}` matches nothing in the document");
                sink.push(Diagnostic::new(Code::RuleUnmatched, message).at(place));
            }
        }
        for (rule, _) in self.rules.iter().filter(|(_, matched)| !matched) {
            let message = format!("the rule `{}` matches nothing that becomes a tool", rule.matches);
            sink.push(diagnostic(Code::RuleUnmatched, message, rule.written.as_ref(), place));
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
