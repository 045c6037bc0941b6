//! The choice of operations: the include, exclude and tool rules of the options, applied to the operations of a document.

use std::fmt::Display;

use crate::diagnostic::{Code, Diagnostic, Place, Sink};
use crate::options::Options;
use crate::rules::ToolRule;
use crate::selection::{CandidateNames, SelectionCandidate, SelectionRule};

/// Decides which operations become tools, and remembers which rules have matched.
#[derive(Clone)]
pub(super) struct OperationChoice<'o> {
    include: Vec<(&'o SelectionRule, bool)>,
    exclude: Vec<(&'o SelectionRule, bool)>,
    rules: Vec<(&'o ToolRule, bool)>,
    /// The names of all candidates.
    names: CandidateNames,
}

impl<'o> OperationChoice<'o> {
    pub(super) fn new(options: &'o Options) -> Self {
        let selection = &options.selection;
        let unmatched = |rules: &'o [SelectionRule]| rules.iter().map(|rule| (rule, false)).collect();
        Self {
            include: unmatched(&selection.include),
            exclude: unmatched(&selection.exclude),
            rules: options.rules.iter().map(|rule| (rule, false)).collect(),
            names: CandidateNames::default(),
        }
    }

    /// Returns true if there are no rules, so that candidates need not be built.
    pub(super) fn is_open(&self) -> bool {
        self.include.is_empty() && self.exclude.is_empty() && self.rules.is_empty()
    }

    /// Returns true if a candidate is to become a tool; otherwise a note gives the reason. Every rule is tried, even after one
    /// has matched, so that no rule is reported as unmatched by mistake.
    pub(super) fn wants(
        &mut self,
        candidate: &SelectionCandidate<'_>,
        what: &dyn Display,
        place: Place,
        sink: &Sink,
    ) -> bool {
        self.names.add(candidate);
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

    /// Returns the tool rules that apply to a candidate, by their positions in the options.
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

    /// Warns about rules that matched nothing: the rule is misspelt, or the operation was removed.
    pub(super) fn report_unmatched(&self, place: Place, sink: &Sink) {
        let include = self.include.iter().filter(|(_, matched)| !matched);
        let exclude = self.exclude.iter().filter(|(_, matched)| !matched);
        let chosen = include.map(|(rule, _)| (unmatched("include", rule), *rule));
        let chosen = chosen.chain(exclude.map(|(rule, _)| (unmatched("exclude", rule), *rule)));
        let set = self.rules.iter().filter(|(_, matched)| !matched);
        let set = set.map(|(rule, _)| (unmatched_rule(rule), &rule.matches));
        for (diagnostic, rule) in chosen.chain(set) {
            let meant = rule.meant(&self.names).join("`, `");
            let diagnostic = if meant.is_empty() {
                diagnostic
            } else {
                diagnostic.help(format!("The most similar in the document: `{meant}`."))
            };
            // A rule in a configuration file has its place there.
            sink.push(if diagnostic.position.is_some() { diagnostic } else { diagnostic.at(place) });
        }
    }
}

/// Diagnostics about every rule that two sets of options have in common, as if none of them had matched. The tool rules of
/// `other` begin with those of `one`.
pub(super) fn common_rules(one: &Options, other: &Options) -> Vec<Diagnostic> {
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
    let message = format!("the rule `{}` matches no tool", rule.matches);
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
