//! Reports of a comparison: text, JSON and Markdown.

pub mod human;
pub mod json;
pub mod markdown;

use super::{ChangeClass, ManifestDiff};

/// Returns the totals in one line: the number of changes of each class.
pub fn summary(diff: &ManifestDiff) -> String {
    let changes: usize = diff.tools.iter().map(|tool| tool.changes.len()).sum();
    if changes == 0 {
        return "no changes".to_owned();
    }
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    let ran_out = match diff.tools.iter().filter(|tool| tool.ran_out).count() {
        0 => String::new(),
        tools => format!(
            "; proofs about {tools} tool{} ran out of steps (`--limit proof_steps=N` and `proof_total_steps=N` allow more)",
            plural(tools)
        ),
    };
    format!(
        "{changes} change{} of {} tool{}: {}{ran_out}",
        plural(changes),
        diff.tools.len(),
        plural(diff.tools.len()),
        counts(|class| diff.count(class))
    )
}

/// Writes the number of changes of each class.
fn counts(of: impl Fn(ChangeClass) -> usize) -> String {
    let each = ChangeClass::ALL.map(|class| format!("{} {}", of(class), class.as_str()));
    each.join(", ")
}
