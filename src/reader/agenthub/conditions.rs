//! Rules between several fields of one object (`if`/`then` in the JSON Schema of the manifest).

use crate::source::Node;

use super::field_shape::BrokenCondition;
use super::manifest_path::ManifestPath;

fn broken(node: Node<'_>, path: &ManifestPath<'_>, what: &str) -> BrokenCondition {
    BrokenCondition { place: node.place(), message: format!("`{path}` {what} (rule `if`/`then`)") }
}

/// Checks that a capability with side effects requires an idempotency key.
pub(super) fn side_effects(capability: Node<'_>, path: &ManifestPath<'_>) -> Vec<BrokenCondition> {
    let level = capability.get("side_effect_level").and_then(Node::as_str);
    let key = capability.get("idempotency_key_required");
    match (level, key) {
        (Some(level @ ("low" | "high")), Some(key)) if key.as_bool() != Some(true) => {
            let what = format!("is not true, though `side_effect_level` is `{level}`");
            vec![broken(key, &path.field("idempotency_key_required"), &what)]
        }
        _ => Vec::new(),
    }
}

/// Checks that an interface has an endpoint unless it is internal, and permissions if it is privileged.
pub(super) fn interface(interface: Node<'_>, path: &ManifestPath<'_>) -> Vec<BrokenCondition> {
    let is_internal = interface.get("protocol").and_then(Node::as_str) == Some("INTERNAL");
    let is_privileged = interface.get("privileged").and_then(Node::as_bool) == Some(true);
    let endpoint = path.field("endpoint");
    let mut found = Vec::new();
    match interface.get("endpoint") {
        Some(node) if is_internal => {
            found.push(broken(node, &endpoint, "is present, though `protocol` is `INTERNAL`"));
        }
        None if !is_internal => {
            found.push(broken(interface, &endpoint, "is missing, though `protocol` is not `INTERNAL`"));
        }
        _ => {}
    }
    if is_privileged && interface.get("permissions").is_none() {
        let permissions = path.field("permissions");
        found.push(broken(interface, &permissions, "is missing, though `privileged` is true"));
    }
    found
}

/// Checks that a pipeline or graph has at least two steps.
pub(super) fn composition(composition: Node<'_>, path: &ManifestPath<'_>) -> Vec<BrokenCondition> {
    let kind = composition.get("type").and_then(Node::as_str);
    let Some(kind @ ("pipeline" | "graph")) = kind else { return Vec::new() };
    let path = path.field("steps");
    match composition.get("steps") {
        None => vec![broken(composition, &path, &format!("is missing, though `type` is `{kind}`"))],
        Some(steps) if steps.is_array() && steps.len() < 2 => {
            vec![broken(steps, &path, &format!("has fewer than 2 items, though `type` is `{kind}`"))]
        }
        Some(_) => Vec::new(),
    }
}

/// Returns true if a schema is a reference to another document. Beside a `type`, `$ref_uri` is one keyword among others.
pub(super) fn is_reference(schema: Node<'_>) -> bool {
    schema.get("$ref_uri").is_some() && schema.get("type").is_none()
}
