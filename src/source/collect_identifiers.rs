//! Collection of the identifiers in a document, and the URI of the document itself.

use std::collections::HashMap;

use url::Url;

use crate::diagnostic::{NodeId, Place};

use super::document::Document;
use super::entry::narrow;
use super::identifier::{SchemaIdentifiers, SchemaResource};
use super::node::Node;

/// Keywords whose values are data that may look like schemas.
const DATA: [&str; 5] = ["example", "examples", "default", "enum", "const"];

/// Keywords whose values are objects with arbitrary names as keys, not keywords.
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

/// Context of a value.
#[derive(Clone, Copy)]
struct IdentifierScope {
    resource: usize,
    /// True if the keys of the value are arbitrary names.
    names: bool,
    /// True if the schema uses `id` instead of `$id` (JSON Schema draft 04, section 7.2).
    draft_04: bool,
}

impl SchemaIdentifiers {
    /// Collects the identifiers of a document with the URI `base`. `embedded` are schemas, in document order, that are
    /// resources without a URI of their own.
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
            dynamic_anchors: HashMap::new(),
            anywhere: HashMap::new(),
        };
        if document.tree().identified || !embedded.is_empty() {
            let around = IdentifierScope { resource: 0, names: false, draft_04: false };
            identifiers.visit(root, around, embedded);
        }
        identifiers
    }

    /// Visits a value and its descendants. The depth of the tree bounds the recursion.
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
                    if keyword == "$dynamicAnchor" {
                        let anchors = self.dynamic_anchors.entry(name.to_owned()).or_default();
                        anchors.push((around.resource, node.place().node));
                    }
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
        // Up to draft 7, `$id: "#name"` is the equivalent of `$anchor: name`.
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
}

impl Document {
    /// Returns the identifiers of this document, which are collected on first use.
    pub(super) fn identifiers(&self) -> &SchemaIdentifiers {
        self.with_embedded.get().unwrap_or_else(|| {
            self.identifiers.get_or_init(|| SchemaIdentifiers::new(self, self.base_uri(), &[]))
        })
    }

    /// Returns true if the target of a reference depends on its position in the document.
    pub(super) fn has_resources(&self) -> bool {
        self.tree().identified || self.with_embedded.get().is_some()
    }

    /// Declares values, in document order, to be schemas that are embedded in another format. In each, the fragment `#`
    /// refers to the schema itself, as if it were a document of its own. Must be called once, before any reference is
    /// resolved.
    pub fn embed_schemas(&self, schemas: impl Iterator<Item = Place>) {
        let schemas: Vec<NodeId> = schemas.map(|place| place.node).collect();
        if !schemas.is_empty() {
            self.with_embedded.get_or_init(|| SchemaIdentifiers::new(self, self.base_uri(), &schemas));
        }
    }

    /// Returns the URI of this document: `$self` at its root (`OpenAPI` 3.2, section 4.1), or else the URI that it was
    /// read from.
    pub(super) fn base_uri(&self) -> Url {
        match self.self_uri() {
            Some(uri) => uri,
            None => self.base.uri.clone(),
        }
    }

    /// Returns `$self`, resolved against the URI that the document was read from.
    pub(super) fn self_uri(&self) -> Option<Url> {
        let text = self.root().get("$self")?.as_str()?;
        let mut uri = self.base.uri.join(text).ok()?;
        uri.set_fragment(None);
        Some(uri)
    }
}
