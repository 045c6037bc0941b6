//! Comparison of two manifests: the changes that a caller of the tools would notice.
//!
//! ```
//! use serde_json::json;
//! use apimint::diff::{ChangeClass, diff};
//! use apimint::json::Value;
//!
//! let tool = |kind: &str| Value::from(json!({"tools": [{"name": "get_book", "inputSchema": {
//!     "type": "object", "properties": {"isbn": {"type": kind}}}}]}));
//! let found = diff(&tool("string"), &tool("integer"));
//! assert_eq!(found.worst(), Some(ChangeClass::Breaking));
//! assert!(diff(&tool("string"), &tool("string")).tools.is_empty());
//! ```

mod acceptance_change;
mod call_changes;
mod change;
mod declared_properties;
mod keyword_changes;
mod manifest_diff;
mod property_changes;
pub mod report;
mod schema_changes;
mod schema_relation;
#[cfg(test)]
mod tests;
mod tool_changes;
mod tool_pairing;

use crate::json::Value;

pub use crate::subsumption::Subsumption;
pub use change::{ChangeClass, ChangeKind, ToolChange};
pub use manifest_diff::{ManifestDiff, ToolDiff};
pub use schema_relation::{SchemaRelation, compare_schemas};

use manifest_diff::name;
use tool_pairing::ToolPairing;

/// Compares two manifests: results of `tools/list`, or bare lists of tools. Everything beside the tools is ignored.
pub fn diff(old: &Value, new: &Value) -> ManifestDiff {
    let mut tools: Vec<ToolDiff> = tool_pairing::pair_tools(listed(old), listed(new))
        .into_iter()
        .map(|pair| match pair {
            ToolPairing::Added(tool) => {
                alone(tool, ChangeKind::ToolAdded, ChangeClass::Compatible, "the tool is new")
            }
            ToolPairing::Removed(tool) => {
                alone(tool, ChangeKind::ToolRemoved, ChangeClass::Breaking, "the tool is gone")
            }
            ToolPairing::Both(old, new) => tool_changes::compare(old, new),
        })
        .filter(|tool| !tool.changes.is_empty())
        .collect();
    tools.sort_by_key(|tool| std::cmp::Reverse(tool.worst()));
    ManifestDiff { tools }
}

/// Makes the one change of a tool that has no partner.
fn alone(tool: &Value, kind: ChangeKind, class: ChangeClass, message: &str) -> ToolDiff {
    let changes = vec![ToolChange::new(class, kind, "", message)];
    ToolDiff { name: name(tool).to_owned(), was: None, changes }
}

/// Returns the tools of a manifest.
fn listed(manifest: &Value) -> &[Value] {
    let tools = manifest.get("tools").unwrap_or(manifest);
    tools.as_array().map(Vec::as_slice).unwrap_or_default()
}
