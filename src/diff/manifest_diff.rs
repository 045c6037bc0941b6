//! The result of a comparison: changes, tool by tool.

use crate::json::Value;

use super::change::{ChangeClass, ToolChange};

/// All changes between two manifests.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ManifestDiff {
    /// The tools with changes, worst class first; within a class, in the order of the new manifest.
    pub tools: Vec<ToolDiff>,
}

/// The changes of one tool.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolDiff {
    /// Its name in the new manifest, or in the old one if it is gone.
    pub name: String,
    /// Its name in the old manifest, if it was renamed.
    pub was: Option<String>,
    /// Its changes, worst class first. Never empty.
    pub changes: Vec<ToolChange>,
    /// `true` if proofs about its schemas took all steps that they may take ([`Limits::proof_steps`] and
    /// [`Limits::proof_total_steps`]): what was left undecided might be decided with more.
    ///
    /// [`Limits::proof_steps`]: crate::limits::Limits::proof_steps
    /// [`Limits::proof_total_steps`]: crate::limits::Limits::proof_total_steps
    pub ran_out: bool,
}

impl ToolDiff {
    /// Returns the worst class of its changes.
    pub fn worst(&self) -> ChangeClass {
        self.changes.iter().map(|change| change.class).max().unwrap_or(ChangeClass::Cosmetic)
    }
}

impl ManifestDiff {
    /// Returns the worst class of all changes; `None` if there are none.
    pub fn worst(&self) -> Option<ChangeClass> {
        self.tools.iter().map(ToolDiff::worst).max()
    }

    /// Counts the changes of a class.
    pub fn count(&self, class: ChangeClass) -> usize {
        self.tools.iter().flat_map(|tool| &tool.changes).filter(|change| change.class == class).count()
    }
}

/// Returns the name of a tool, or an empty one if it has none.
pub(super) fn name(tool: &Value) -> &str {
    tool.get("name").and_then(Value::as_str).unwrap_or_default()
}
