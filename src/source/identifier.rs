//! Identifiers of JSON Schema: `$id`, `$anchor` and `$dynamicAnchor`.

use std::collections::HashMap;

use url::Url;

use crate::diagnostic::NodeId;

/// The schema resources of a document, and the anchors in them (JSON Schema 2020-12 core, sections 8.2.1 and 8.2.2).
/// The first resource is the document itself.
#[derive(Debug)]
pub(super) struct SchemaIdentifiers {
    pub(super) resources: Vec<SchemaResource>,
    pub(super) anchors: HashMap<(usize, String), NodeId>,
    /// The resources and schemas of each `$dynamicAnchor`, in document order.
    pub(super) dynamic_anchors: HashMap<String, Vec<(usize, NodeId)>>,
    /// Anchors regardless of the resource; of duplicates, the one in the first resource.
    pub(super) anywhere: HashMap<String, (usize, NodeId)>,
}

/// A part of a document with a URI of its own.
#[derive(Debug)]
pub(super) struct SchemaResource {
    pub(super) node: NodeId,
    pub(super) end: u32,
    pub(super) parent: usize,
    /// URI without a fragment.
    pub(super) uri: Url,
}

impl SchemaIdentifiers {
    /// Returns the innermost resource that contains a node.
    pub(super) fn enclosing(&self, node: NodeId) -> usize {
        let mut at = self.resources.partition_point(|resource| resource.node <= node).saturating_sub(1);
        while at > 0 && self.resources[at].end <= node.0 {
            at = self.resources[at].parent;
        }
        at
    }

    /// Returns the resource with this number, or else the document.
    pub(super) fn resource(&self, number: usize) -> &SchemaResource {
        self.resources.get(number).unwrap_or(&self.resources[0])
    }

    /// Returns all resources, the document first.
    pub(super) fn resources(&self) -> &[SchemaResource] {
        &self.resources
    }

    /// Finds an anchor in a resource, or else anywhere in the document, since many documents refer to `#name` across
    /// the boundaries of `$id`.
    pub(super) fn named(&self, resource: usize, name: &str) -> Option<NodeId> {
        let exact = self.anchors.get(&(resource, name.to_owned()));
        exact.copied().or_else(|| self.anywhere.get(name).map(|&(_, node)| node))
    }
}
