//! Tags of operations.

use std::collections::HashSet;

use crate::source::Node;

/// Returns the tags of an operation (OpenAPI 3.2 and Swagger 2.0, "Operation Object", `tags`).
pub(super) fn of_operation(operation: Node<'_>) -> impl Iterator<Item = &str> {
    operation.get("tags").into_iter().flat_map(Node::items).filter_map(Node::scalar_text)
}

/// Returns the tags of an operation, each once.
pub(super) fn distinct(operation: Node<'_>) -> Vec<String> {
    let mut shown: Vec<String> = of_operation(operation).map(str::to_owned).collect();
    // Most operations have only one tag.
    if shown.len() > 1 {
        let mut seen = HashSet::new();
        shown.retain(|tag| seen.insert(tag.clone()));
    }
    shown
}
