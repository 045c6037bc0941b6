//! Rules that several manifests share. A rule is reported only if it matches nothing in any of them.

use apimint::diagnostic::{Code, Diagnostic, TextPlace};
use apimint::rules::ToolRule;

/// The rules at the top of a configuration with more than one manifest.
#[derive(Debug, Default)]
pub(crate) struct SharedRules {
    rules: Vec<ToolRule>,
    /// False if a rule may match something in a manifest that is not built.
    are_all_built: bool,
}

impl SharedRules {
    /// Keeps the rules if there is more than one manifest. `built` is the number of manifests that are built.
    pub(crate) fn new(rules: &[ToolRule], manifests: usize, built: usize) -> Self {
        let rules = if manifests > 1 { rules.to_vec() } else { Vec::new() };
        Self { rules, are_all_built: built == manifests }
    }

    /// Removes and returns the diagnostics of one manifest about shared rules that match nothing.
    pub(crate) fn hold(&self, diagnostics: &mut Vec<Diagnostic>) -> Vec<Diagnostic> {
        let places: Vec<&TextPlace> = self
            .rules
            .iter()
            .flat_map(|rule| rule.arguments.iter().map(|one| &one.written).chain([&rule.written]))
            .flatten()
            .collect();
        let is_shared = |diagnostic: &mut Diagnostic| {
            diagnostic.code == Code::RuleUnmatched
                && diagnostic.position.as_ref().is_some_and(|place| places.contains(&place))
        };
        diagnostics.extract_if(.., is_shared).collect()
    }

    /// Returns the diagnostics about rules that match nothing in any manifest, given those that were removed from each.
    pub(crate) fn unmatched(&self, held: &[&[Diagnostic]]) -> Vec<Diagnostic> {
        let mut unmatched = Vec::new();
        for rule in self.rules.iter().filter(|_| self.are_all_built) {
            let of_rule = |held: &&[Diagnostic]| find(held, rule.written.as_ref()).cloned();
            if let Some(all) = held.iter().map(of_rule).collect::<Option<Vec<_>>>() {
                unmatched.extend(all.into_iter().next());
                continue;
            }
            for one in &rule.arguments {
                // If the rule matches nothing, its arguments were not reported.
                let of_argument = |held: &&[Diagnostic]| find(held, one.written.as_ref()).cloned();
                if held.iter().all(|held| of_argument(held).or_else(|| of_rule(held)).is_some()) {
                    unmatched.extend(held.iter().find_map(of_argument));
                }
            }
        }
        unmatched
    }
}

fn find<'h>(held: &'h [Diagnostic], place: Option<&TextPlace>) -> Option<&'h Diagnostic> {
    held.iter().find(|diagnostic| diagnostic.position.as_ref() == place)
}
