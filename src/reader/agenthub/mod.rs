//! AgentHub agent manifest 0.1: its capabilities become tools (docs/mapping.md, "AgentHub manifests").
//!
//! The manifest is checked against the rules of its own format. A capability that breaks a rule is reported, and converted
//! anyway if that is possible.

mod capability;
mod capability_schemas;
mod conditions;
mod field_shape;
mod manifest;
mod manifest_fields;
mod manifest_path;
mod projected_values;
mod reader;
mod rule_check;
mod secrets;
mod string_forms;

pub(super) use manifest::{is_agenthub_manifest, read};
