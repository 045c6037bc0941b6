//! Tags of operations.

use std::collections::{HashMap, HashSet};

use crate::credential;
use crate::diagnostic::Sink;
use crate::source::{Document, Node, Sources};

use super::methods::METHODS;

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

/// Returns the tags of all operations in the order of the document, each with the number of operations that have it.
/// Documents of other formats have no tags.
pub fn tags(sources: &Sources, document: &Document) -> Vec<(String, usize)> {
    let ignored = Sink::new();
    let mut tags: Vec<(String, usize)> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    let items = document.root().get("paths").into_iter().flat_map(Node::entries);
    for (_, item) in items {
        let Ok(item) = sources.follow(item, &ignored) else { continue };
        let is_operation = |key: &str| METHODS.contains(&key.to_ascii_lowercase().as_str()) || key == "query";
        let operations = item.entries().filter(|(key, _)| is_operation(key)).map(|(_, operation)| operation);
        let more = item.get("additionalOperations").into_iter().flat_map(Node::children);
        for operation in operations.chain(more) {
            for tag in of_operation(operation) {
                let mut tag = tag.to_owned();
                credential::mask(&mut tag);
                let index = *known.entry(tag.clone()).or_insert_with(|| {
                    tags.push((tag, 0));
                    tags.len() - 1
                });
                if let Some((_, count)) = tags.get_mut(index) {
                    *count += 1;
                }
            }
        }
    }
    tags
}
