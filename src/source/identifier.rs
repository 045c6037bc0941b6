//! `$id`, `$anchor` and `$dynamicAnchor`: names that JSON Schema lets a document give its own parts.

use std::collections::HashMap;

use url::Url;

use crate::diagnostic::{NodeId, Place};

use super::entry::narrow;
use super::{Document, Node};

/// The schema resources of a document and the anchors in them (JSON Schema 2020-12, sections 8.2.1 and
/// 8.2.2). The first resource is the document itself.
#[derive(Debug)]
pub(super) struct SchemaIdentifiers {
    resources: Vec<SchemaResource>,
    anchors: HashMap<(usize, String), NodeId>,
    /// The same whatever the resource: of several, that in the first resource.
    anywhere: HashMap<String, (usize, NodeId)>,
}

/// A part of a document with a URI of its own.
#[derive(Debug)]
pub(super) struct SchemaResource {
    pub(super) node: NodeId,
    end: u32,
    parent: usize,
    /// Its URI without a fragment.
    pub(super) uri: Url,
}

/// Data that only looks like schemas.
const DATA: [&str; 5] = ["example", "examples", "default", "enum", "const"];

/// Objects whose keys are names that people chose, so that none of them is a keyword.
const NAMED: [&str; 17] = [
    "properties",
    "patternProperties",
    "dependentSchemas",
    "$defs",
    "definitions",
    "schemas",
    "responses",
    "parameters",
    "requestBodies",
    "headers",
    "content",
    "callbacks",
    "paths",
    "pathItems",
    "webhooks",
    "mediaTypes",
    "encoding",
];

/// What stands around a value.
#[derive(Clone, Copy)]
struct IdentifierScope {
    resource: usize,
    /// Whether the keys here are names that people chose.
    names: bool,
    /// Whether `id` is what `$id` is in later drafts (JSON Schema draft 04, section 7.2).
    draft_04: bool,
}

impl SchemaIdentifiers {
    /// Collects the identifiers of a document whose own URI is `base`, with the schemas that are resources
    /// without a name of their own, in document order.
    fn new(document: &Document, base: Url, embedded: &[NodeId]) -> Self {
        let root = document.root();
        let mut identifiers = Self {
            resources: vec![SchemaResource {
                node: root.place().node,
                end: narrow(root.size()),
                parent: 0,
                uri: base,
            }],
            anchors: HashMap::new(),
            anywhere: HashMap::new(),
        };
        if document.tree().identified || !embedded.is_empty() {
            let around = IdentifierScope { resource: 0, names: false, draft_04: false };
            identifiers.visit(root, around, embedded);
        }
        identifiers
    }

    /// The depth of the tree bounds the recursion.
    fn visit(&mut self, node: Node<'_>, mut around: IdentifierScope, embedded: &[NodeId]) {
        if embedded.binary_search(&node.place().node).is_ok() {
            let uri = self.resources[around.resource].uri.clone();
            around.resource = self.add(node, uri, around.resource);
        }
        if node.is_object() && !around.names {
            if let Some(dialect) = node.get("$schema").and_then(Node::as_str) {
                around.draft_04 = dialect.contains("draft-04");
            }
            let id = node.get(if around.draft_04 { "id" } else { "$id" });
            if let Some(id) = id.and_then(Node::as_str) {
                around.resource = self.identify(node, id, around.resource);
            }
            for keyword in ["$anchor", "$dynamicAnchor"] {
                if let Some(name) = node.get(keyword).and_then(Node::as_str) {
                    self.anchor(node, name, around.resource);
                }
            }
        }
        for child in node.children().filter(|child| child.is_object() || child.is_array()) {
            let key = child.key();
            if around.names || node.is_array() {
                self.visit(child, IdentifierScope { names: false, ..around }, embedded);
            } else if !DATA.contains(&key) {
                let names = child.is_object() && NAMED.contains(&key);
                self.visit(child, IdentifierScope { names, ..around }, embedded);
            }
        }
    }

    fn identify(&mut self, node: Node<'_>, id: &str, parent: usize) -> usize {
        // Up to draft 7, `$id: "#name"` is what `$anchor: name` is now.
        if let Some(name) = id.strip_prefix('#') {
            self.anchor(node, name, parent);
            return parent;
        }
        let Ok(mut uri) = self.resources[parent].uri.join(id) else {
            return parent;
        };
        if let Some(name) = uri.fragment().filter(|name| !name.is_empty()) {
            let name = name.to_owned();
            self.anchor(node, &name, parent);
        }
        uri.set_fragment(None);
        self.add(node, uri, parent)
    }

    fn add(&mut self, node: Node<'_>, uri: Url, parent: usize) -> usize {
        let start = node.place().node;
        self.resources.push(SchemaResource { node: start, end: start.0 + narrow(node.size()), parent, uri });
        self.resources.len() - 1
    }

    fn anchor(&mut self, node: Node<'_>, name: &str, resource: usize) {
        let node = node.place().node;
        self.anchors.entry((resource, name.to_owned())).or_insert(node);
        let first = self.anywhere.entry(name.to_owned()).or_insert((resource, node));
        if resource < first.0 {
            *first = (resource, node);
        }
    }

    /// The innermost resource that a node is part of.
    pub(super) fn enclosing(&self, node: NodeId) -> usize {
        let mut at = self.resources.partition_point(|resource| resource.node <= node).saturating_sub(1);
        while at > 0 && self.resources[at].end <= node.0 {
            at = self.resources[at].parent;
        }
        at
    }

    /// The resource with this number; the document itself if there is none.
    pub(super) fn resource(&self, number: usize) -> &SchemaResource {
        self.resources.get(number).unwrap_or(&self.resources[0])
    }

    /// Every resource, the document first.
    pub(super) fn resources(&self) -> &[SchemaResource] {
        &self.resources
    }

    /// The node with this plain name in a resource; failing that, anywhere in the document, since
    /// people write `#name` across `$id` borders too.
    pub(super) fn named(&self, resource: usize, name: &str) -> Option<NodeId> {
        let exact = self.anchors.get(&(resource, name.to_owned()));
        exact.copied().or_else(|| self.anywhere.get(name).map(|&(_, node)| node))
    }
}

impl Document {
    /// The identifiers in this document, collected when they are first asked for.
    pub(super) fn identifiers(&self) -> &SchemaIdentifiers {
        self.with_embedded.get().unwrap_or_else(|| {
            self.identifiers.get_or_init(|| SchemaIdentifiers::new(self, self.base_uri(), &[]))
        })
    }

    /// Whether a reference's meaning depends on where in the document it stands.
    pub(super) fn has_resources(&self) -> bool {
        self.tree().identified || self.with_embedded.get().is_some()
    }

    /// Says which values, in document order, are schemas on their own: what `#` means in them begins with
    /// them, as if each stood in a document of its own. To be said once, before any reference is followed.
    pub fn embed_schemas(&self, schemas: impl Iterator<Item = Place>) {
        let schemas: Vec<NodeId> = schemas.map(|place| place.node).collect();
        if !schemas.is_empty() {
            self.with_embedded.get_or_init(|| SchemaIdentifiers::new(self, self.base_uri(), &schemas));
        }
    }

    /// The URI of this document: `$self` at its root (`OpenAPI` 3.2, section 4.1), else where it was read.
    pub(super) fn base_uri(&self) -> Url {
        match self.self_uri() {
            Some(uri) => uri,
            None => self.base.uri.clone(),
        }
    }

    /// What `$self` says, resolved against where the document was read.
    pub(super) fn self_uri(&self) -> Option<Url> {
        let text = self.root().get("$self")?.as_str()?;
        let mut uri = self.base.uri.join(text).ok()?;
        uri.set_fragment(None);
        Some(uri)
    }
}
