//! The changes between two manifests, tool by tool.

use crate::json::Value;

use super::change::{ChangeClass, ToolChange};

/// Everything that differs between two manifests.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ManifestDiff {
    /// The tools that differ, worst first, and in the order of the new manifest where they are alike.
    pub tools: Vec<ToolDiff>,
}

/// What differs about one tool.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolDiff {
    /// Its name in the new manifest, or in the old one if it is gone.
    pub name: String,
    /// Its name in the old manifest, if that is another.
    pub was: Option<String>,
    /// What differs, worst first. Never empty.
    pub changes: Vec<ToolChange>,
}

impl ToolDiff {
    /// The worst class of its changes.
    pub fn worst(&self) -> ChangeClass {
        self.changes.iter().map(|change| change.class).max().unwrap_or(ChangeClass::Cosmetic)
    }
}

impl ManifestDiff {
    /// The worst class of all changes; `None` if there are none.
    pub fn worst(&self) -> Option<ChangeClass> {
        self.tools.iter().map(ToolDiff::worst).max()
    }

    /// Number of changes of a class.
    pub fn count(&self, class: ChangeClass) -> usize {
        self.tools.iter().flat_map(|tool| &tool.changes).filter(|change| change.class == class).count()
    }
}

/// The name of a tool.
pub(super) fn name(tool: &Value) -> &str {
    tool.get("name").and_then(Value::as_str).unwrap_or_default()
}
