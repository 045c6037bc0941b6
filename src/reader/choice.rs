//! What a caller chose, held against what a document has.

use std::fmt::Display;

use crate::diagnostic::{Code, Diagnostic, Place, Sink};
use crate::options::Options;
use crate::rules::ToolRule;
use crate::selection::{SelectionCandidate, SelectionRule};

/// Decides what is read, and remembers which rules ever matched.
#[derive(Clone)]
pub(super) struct OperationChoice<'o> {
    include: Vec<(&'o SelectionRule, bool)>,
    exclude: Vec<(&'o SelectionRule, bool)>,
    rules: Vec<(&'o ToolRule, bool)>,
}

impl<'o> OperationChoice<'o> {
    pub(super) fn new(options: &'o Options) -> Self {
        let selection = &options.selection;
        let unmatched = |rules: &'o [SelectionRule]| rules.iter().map(|rule| (rule, false)).collect();
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
        candidate: &SelectionCandidate<'_>,
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
    pub(super) fn rules(&mut self, candidate: &SelectionCandidate<'_>) -> Vec<usize> {
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
        let include = self.include.iter().filter(|(_, matched)| !matched);
        let exclude = self.exclude.iter().filter(|(_, matched)| !matched);
        let chosen = include.map(|(rule, _)| unmatched("include", rule));
        let chosen = chosen.chain(exclude.map(|(rule, _)| unmatched("exclude", rule)));
        let set = self.rules.iter().filter(|(_, matched)| !matched).map(|(rule, _)| unmatched_rule(rule));
        // What is written in a text of its own has its place there.
        let placed = |found: Diagnostic| if found.position.is_some() { found } else { found.at(place) };
        chosen.chain(set).for_each(|diagnostic| sink.push(placed(diagnostic)));
    }
}

/// What would be said of every rule that two descriptions have together, if it matched nothing in one of them. The rules
/// that set something of the tools of the second begin with those of the first.
pub(super) fn shared(one: &Options, other: &Options) -> Vec<Diagnostic> {
    let (ours, theirs) = (&one.selection, &other.selection);
    let mut said = Vec::new();
    for (kind, ours, theirs) in
        [("include", &ours.include, &theirs.include), ("exclude", &ours.exclude, &theirs.exclude)]
    {
        if ours == theirs {
            said.extend(ours.iter().map(|rule| unmatched(kind, rule)));
        }
    }
    said.extend(one.rules.iter().map(unmatched_rule));
    said
}

fn unmatched(kind: &str, rule: &SelectionRule) -> Diagnostic {
    let message = format!("the {kind} rule `{rule}` matches nothing in the document");
    Diagnostic { position: rule.written.clone(), ..Diagnostic::new(Code::RuleUnmatched, message) }
}

fn unmatched_rule(rule: &ToolRule) -> Diagnostic {
    let message = format!("the rule `{}` matches nothing that becomes a tool", rule.matches);
    Diagnostic { position: rule.written.clone(), ..Diagnostic::new(Code::RuleUnmatched, message) }
}

fn first_match<'o>(
    rules: &mut [(&'o SelectionRule, bool)],
    candidate: &SelectionCandidate<'_>,
) -> Option<&'o SelectionRule> {
    let mut first = None;
    for (rule, matched) in rules {
        if rule.matches(candidate) {
            *matched = true;
            first = first.or(Some(*rule));
        }
    }
    first
}
