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
mod annotation_changes;
mod branch_changes;
mod call_changes;
mod change;
#[cfg(test)]
mod class_tests;
mod concealment;
mod conjoined_keywords;
mod declared_properties;
mod keyword_changes;
mod manifest_diff;
mod member_changes;
mod property_changes;
mod renamed_arguments;
pub mod report;
mod schema_changes;
mod schema_relation;
mod shared_steps;
#[cfg(test)]
mod tests;
mod tool_changes;
mod tool_pairing;

use crate::json::Value;
use crate::limits::Limits;
use crate::parallel::map;

pub use crate::subsumption::Subsumption;
pub use change::{ChangeClass, ChangeKind, ToolChange};
pub use manifest_diff::{ManifestDiff, ToolDiff};
pub use schema_relation::{SchemaRelation, compare_schemas};

use tool_pairing::{ToolIdentity, ToolPairing};

/// One side of a comparison, whose tools are made when they are compared, so that no list is in memory as a whole.
pub struct ComparedList<'t> {
    identities: Vec<ToolIdentity>,
    tool: &'t (dyn Fn(usize) -> Value + Sync),
}

impl<'t> ComparedList<'t> {
    /// Returns a list of this number of tools; `tool` returns each by its position.
    pub fn new(count: usize, tool: &'t (dyn Fn(usize) -> Value + Sync)) -> Self {
        let identities = map((0..count).collect(), |position| ToolIdentity::of(&tool(position)));
        Self { identities, tool }
    }
}

/// Compares two manifests: results of `tools/list`, or bare lists of tools. Everything beside the tools is ignored.
pub fn diff(old: &Value, new: &Value) -> ManifestDiff {
    let (old, new) = (listed(old), listed(new));
    let tool = |list: &[Value], position: usize| list.get(position).cloned().unwrap_or_default();
    let (old_tool, new_tool) = (|position| tool(old, position), |position| tool(new, position));
    let (old, new) = (ComparedList::new(old.len(), &old_tool), ComparedList::new(new.len(), &new_tool));
    diff_lists(&old, &new, &Limits::default())
}

/// Compares two lists, tool by tool. Proofs are within the limits.
pub fn diff_lists(old: &ComparedList<'_>, new: &ComparedList<'_>, limits: &Limits) -> ManifestDiff {
    let pairs = tool_pairing::pair_tools(&old.identities, &new.identities);
    let compared = shared_steps::map_in_steps(&pairs, limits, |pair, budget| match *pair {
        ToolPairing::Added(position) => alone(
            &new.identities[position],
            ChangeKind::ToolAdded,
            ChangeClass::Compatible,
            "the tool is new",
        ),
        ToolPairing::Removed(position) => alone(
            &old.identities[position],
            ChangeKind::ToolRemoved,
            ChangeClass::Breaking,
            "the tool is gone",
        ),
        ToolPairing::Both(before, after) => {
            tool_changes::compare(&(old.tool)(before), &(new.tool)(after), budget)
        }
    });
    let mut tools: Vec<ToolDiff> = compared.into_iter().filter(|tool| !tool.changes.is_empty()).collect();
    tools.sort_by_key(|tool| std::cmp::Reverse(tool.worst()));
    tools.iter_mut().for_each(concealment::conceal);
    ManifestDiff { tools }
}

/// Makes the one change of a tool that has no partner.
fn alone(tool: &ToolIdentity, kind: ChangeKind, class: ChangeClass, message: &str) -> ToolDiff {
    let changes = vec![ToolChange::new(class, kind, "", message)];
    ToolDiff { name: tool.name.clone().unwrap_or_default(), was: None, changes, ran_out: false }
}

/// Returns the tools of a manifest.
fn listed(manifest: &Value) -> &[Value] {
    let tools = manifest.get("tools").unwrap_or(manifest);
    tools.as_array().map(Vec::as_slice).unwrap_or_default()
}
