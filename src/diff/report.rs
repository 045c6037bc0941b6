//! Reports of a comparison: text, JSON and Markdown.

pub mod human;
pub mod json;
pub mod markdown;

use super::{ChangeClass, ManifestDiff};

/// Returns the closing line: the number of changes of each class.
pub fn summary(diff: &ManifestDiff) -> String {
    let changes: usize = diff.tools.iter().map(|tool| tool.changes.len()).sum();
    if changes == 0 {
        return "no changes".to_owned();
    }
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    let counts: Vec<String> =
        ChangeClass::ALL.iter().map(|class| format!("{} {}", diff.count(*class), class.as_str())).collect();
    format!(
        "{changes} change{} of {} tool{}: {}",
        plural(changes),
        diff.tools.len(),
        plural(diff.tools.len()),
        counts.join(", ")
    )
}
