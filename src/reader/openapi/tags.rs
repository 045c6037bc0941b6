//! The tags of a description, with the operations that have each.

use std::collections::{HashMap, HashSet};

use crate::credential;
use crate::diagnostic::Sink;
use crate::source::{Document, Node, Sources};

use super::METHODS;

/// The tags of an operation (OpenAPI 3.2, "Operation Object", `tags`; the same in 2.0).
pub(super) fn of_operation(operation: Node<'_>) -> impl Iterator<Item = &str> {
    operation.get("tags").into_iter().flat_map(Node::items).filter_map(Node::scalar_text)
}

/// The same as they may be shown: each once, without what looks like a credential.
pub(super) fn shown(operation: Node<'_>) -> Vec<String> {
    let mut shown: Vec<String> = of_operation(operation).map(str::to_owned).collect();
    shown.iter_mut().for_each(credential::mask);
    // Most operations have one.
    if shown.len() > 1 {
        let mut seen = HashSet::new();
        shown.retain(|tag| seen.insert(tag.clone()));
    }
    shown
}

/// Every tag that an operation has, in the order of the document, and how many operations have it.
pub(in crate::reader) fn tags(sources: &Sources, document: &Document) -> Vec<(String, usize)> {
    let unheard = Sink::new();
    let mut tags: Vec<(String, usize)> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    let items = document.root().get("paths").into_iter().flat_map(Node::entries);
    for (_, item) in items {
        let Ok(item) = sources.follow(item, &unheard) else { continue };
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
