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
    format!(
        "{changes} change{} of {} tool{}: {}",
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
