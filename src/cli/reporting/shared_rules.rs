//! Rules that several manifests share: one that matches nothing in one of them may match in another.

use apimint::diagnostic::{Code, Diagnostic, TextPlace};
use apimint::rules::ToolRule;

/// The rules at the top of a configuration, where it has more than one manifest.
#[derive(Debug, Default)]
pub(crate) struct SharedRules(Vec<ToolRule>);

impl SharedRules {
    /// The rules of so many manifests. One manifest shares none.
    pub(crate) fn new(rules: &[ToolRule], manifests: usize) -> Self {
        Self(if manifests > 1 { rules.to_vec() } else { Vec::new() })
    }

    /// Takes what the diagnostics of one manifest say of shared rules that match nothing.
    pub(crate) fn hold(&self, diagnostics: &mut Vec<Diagnostic>) -> Vec<Diagnostic> {
        let places: Vec<&TextPlace> = self
            .0
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

    /// What match nothing in any manifest, given what was taken from each.
    pub(crate) fn unmatched(&self, held: &[&[Diagnostic]]) -> Vec<Diagnostic> {
        let mut unmatched = Vec::new();
        for rule in &self.0 {
            let of_rule = |held: &&[Diagnostic]| find(held, rule.written.as_ref()).cloned();
            if let Some(all) = held.iter().map(of_rule).collect::<Option<Vec<_>>>() {
                unmatched.extend(all.into_iter().next());
                continue;
            }
            for one in &rule.arguments {
                // Where the rule matches nothing, nothing was said of its arguments.
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
