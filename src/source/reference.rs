//! `$ref` within a document and across documents, inside the allowed tree.

use std::borrow::Cow;
use std::cell::Cell;
use std::sync::{PoisonError, RwLock};

use foldhash::HashMap;
use percent_encoding::percent_decode_str;

use crate::diagnostic::{Code, DocumentId, NodeId, Place, Sink};
use crate::json::pointer::unescaped;

use super::locate::locate;
use super::{Document, Node, Sources};

/// Why a reference could not be followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReferenceError {
    /// The kind of fault: one of the `R` family.
    pub code: Code,
    /// What is wrong, with the reference in it.
    pub message: String,
}

/// What was found out already.
#[derive(Default)]
pub(super) struct ReferenceCache {
    /// By document, schema resource in it, and reference; with the references that had to be followed on the way.
    resolved: TargetTable<(Place, usize)>,
    /// The same for references without their fragments.
    targets: TargetTable<Place>,
    /// The entries of large objects.
    entries: RwLock<HashMap<Place, HashMap<String, NodeId>>>,
}

type FoundTarget<T> = HashMap<String, Result<T, ReferenceError>>;
type TargetTable<T> = RwLock<HashMap<(DocumentId, usize), FoundTarget<T>>>;

impl ReferenceCache {
    /// Forgets what references lead to.
    pub(super) fn forget(&self) {
        self.resolved.write().unwrap_or_else(PoisonError::into_inner).clear();
        self.targets.write().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

/// Objects with fewer nodes than this are searched from front to back.
const LARGE: usize = 512;

impl Sources {
    /// The value that a reference in `from` points to: `#/a/b` (RFC 6901, section 6), `file.yaml#/a/b`,
    /// `https://…#/a`, `#anchor` (JSON Schema 2020-12, section 8.2.2), or the `$id` of a schema (section
    /// 8.2.1). Only one step: the target may be a reference.
    pub fn resolve<'s>(
        &'s self,
        from: Node<'s>,
        reference: &str,
        sink: &Sink,
    ) -> Result<Node<'s>, ReferenceError> {
        self.resolve_within(from, reference, sink, &Cell::new(self.limits.reference_hops))
    }

    /// The value itself, or what its `$ref` leads to in as many steps as it takes. A value without a
    /// string under `$ref` is returned as it is.
    pub fn follow<'s>(&'s self, node: Node<'s>, sink: &Sink) -> Result<Node<'s>, ReferenceError> {
        self.follow_those(node, |_| true, sink)
    }

    /// The same, through values for which `goes_on` holds.
    pub(crate) fn follow_those<'s>(
        &'s self,
        node: Node<'s>,
        goes_on: impl Fn(Node<'s>) -> bool,
        sink: &Sink,
    ) -> Result<Node<'s>, ReferenceError> {
        let mut at = node;
        let mut visited = Vec::new();
        while let Some(reference) = reference_of(at).filter(|_| goes_on(at)) {
            if visited.contains(&at.place()) {
                return Err(cycle(reference));
            }
            if visited.len() >= self.limits.reference_hops {
                return Err(self.long_chain(reference));
            }
            visited.push(at.place());
            at = self.resolve(at, reference, sink)?;
        }
        Ok(at)
    }

    /// A chain that may have an end, but is not followed to it.
    fn long_chain(&self, reference: &str) -> ReferenceError {
        let most = self.limits.reference_hops;
        ReferenceError {
            code: Code::ReferenceCycle,
            message: format!(
                "`{reference}` is part of a chain of references that goes round in a circle or has more than {most}; \
                 --limit reference_hops=N follows more"
            ),
        }
    }

    fn resolve_within<'s>(
        &'s self,
        from: Node<'s>,
        reference: &str,
        sink: &Sink,
        hops: &Cell<usize>,
    ) -> Result<Node<'s>, ReferenceError> {
        let document = from.document();
        let resource =
            if document.has_resources() { document.identifiers().enclosing(from.place().node) } else { 0 };
        let key = (document.id(), resource);
        if let Some(known) = look_up(&self.cache.resolved, key, reference) {
            let (place, followed) = known?;
            // What is known costs as much as what is found out: else it would matter what was asked before.
            let left = hops.get().checked_sub(followed).ok_or_else(|| self.long_chain(reference))?;
            hops.set(left);
            return self.node(place).ok_or_else(|| dangling(reference, ""));
        }
        let before = hops.get();
        let found = self.find(document, resource, reference, sink, hops);
        // With fewer hops left, a failure says nothing about the reference itself.
        if found.is_ok() || before == self.limits.reference_hops {
            let followed = before - hops.get();
            let place = found.as_ref().map(|node| (node.place(), followed)).map_err(Clone::clone);
            store(&self.cache.resolved, key, reference, &place);
        }
        found
    }

    fn find<'s>(
        &'s self,
        document: &'s Document,
        resource: usize,
        reference: &str,
        sink: &Sink,
        hops: &Cell<usize>,
    ) -> Result<Node<'s>, ReferenceError> {
        let (uri, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let start = if uri.is_empty() {
            let node = document.identifiers().resource(resource).node;
            Node::at(document, node).unwrap_or_else(|| document.root())
        } else {
            self.target(document, resource, uri, reference, sink)?
        };
        if fragment.is_empty() {
            return Ok(start);
        }
        let decoded = percent_decode_str(fragment).decode_utf8().unwrap_or(Cow::Borrowed(fragment));
        let document = start.document();
        if !decoded.starts_with('/') {
            let identifiers = document.identifiers();
            let resource = identifiers.enclosing(start.place().node);
            return identifiers
                .named(resource, &decoded)
                .and_then(|node| Node::at(document, node))
                .ok_or_else(|| {
                    dangling(reference, &format!(": `{}` has no such anchor", document.origin()))
                });
        }
        let walk = PointerWalk { sources: self, reference, sink, hops };
        let found = walk.pointer(start, &decoded);
        if found.is_ok() {
            return found;
        }
        // Two liberties: a key may hold a percent sign literally, and people write pointers from the
        // document's root even below an `$id`, where they count from there.
        if *decoded != *fragment
            && let Ok(literal) = walk.pointer(start, fragment)
        {
            return Ok(literal);
        }
        let root = document.root();
        if start == root {
            return found;
        }
        walk.pointer(root, &decoded).or(found)
    }

    /// The document (or the schema with an `$id`) that the part of a reference before `#` means.
    fn target<'s>(
        &'s self,
        document: &'s Document,
        resource: usize,
        uri: &str,
        reference: &str,
        sink: &Sink,
    ) -> Result<Node<'s>, ReferenceError> {
        let key = (document.id(), resource);
        let cached = look_up(&self.cache.targets, key, uri);
        let found = cached.unwrap_or_else(|| {
            let found = self.find_target(document, resource, uri, sink).map(Node::place);
            store(&self.cache.targets, key, uri, &found);
            found
        });
        match found {
            Ok(place) => self.node(place).ok_or_else(|| dangling(reference, "")),
            // What is kept is the reason alone: other references lead to the same file.
            Err(error) => Err(ReferenceError {
                code: error.code,
                message: format!("`{reference}` is not followed: {}", error.message),
            }),
        }
    }

    fn find_target<'s>(
        &'s self,
        document: &'s Document,
        resource: usize,
        uri: &str,
        sink: &Sink,
    ) -> Result<Node<'s>, ReferenceError> {
        let enclosing = &document.identifiers().resource(resource).uri;
        let scope = document.base.scope;
        if self.has_identified() {
            let absolute = enclosing.join(uri).ok();
            if let Some(node) = absolute.and_then(|uri| self.identified(scope, uri.as_str())) {
                return Ok(node);
            }
        }
        let location = locate(document, enclosing, uri, self.scope(document), &self.access)?;
        Ok(self.obtain(location, document, sink)?.root())
    }

    /// An entry of an object, or an item of an array; large ones are indexed when they are first asked.
    fn entry<'s>(&'s self, object: Node<'s>, key: &str) -> Option<Node<'s>> {
        if object.size() < LARGE {
            return if object.is_array() { object.item(key.parse().ok()?) } else { object.get(key) };
        }
        let indexes = self.cache.entries.read().unwrap_or_else(PoisonError::into_inner);
        let node = match indexes.get(&object.place()) {
            Some(index) => index.get(key).copied(),
            None => {
                drop(indexes);
                let named = object.entries().map(|(key, node)| (key.to_owned(), node.place().node));
                let counted =
                    object.items().enumerate().map(|(at, node)| (at.to_string(), node.place().node));
                let index: HashMap<String, NodeId> =
                    if object.is_array() { counted.collect() } else { named.collect() };
                let node = index.get(key).copied();
                let mut indexes = self.cache.entries.write().unwrap_or_else(PoisonError::into_inner);
                indexes.insert(object.place(), index);
                node
            }
        };
        Node::at(object.document(), node?)
    }
}

/// One walk along a JSON Pointer.
struct PointerWalk<'a, 's> {
    sources: &'s Sources,
    reference: &'a str,
    sink: &'a Sink,
    /// References that may still be followed, by all walks that one resolution takes together.
    hops: &'a Cell<usize>,
}

impl<'s> PointerWalk<'_, 's> {
    /// Follows a JSON Pointer (RFC 6901, section 4), through references that stand in its way.
    fn pointer(&self, start: Node<'s>, pointer: &str) -> Result<Node<'s>, ReferenceError> {
        let mut at = start;
        for token in pointer.split('/').skip(1) {
            let token = unescaped(token);
            at = loop {
                if let Some(child) = self.child(at, &token) {
                    break child;
                }
                let Some(reference) = self.child(at, "$ref").and_then(Node::as_str) else {
                    let place = at.pointer();
                    let place = if place.is_empty() {
                        format!("the root of `{}`", at.document().origin())
                    } else {
                        format!("`{place}`")
                    };
                    return Err(dangling(self.reference, &format!(": {place} has no `{token}`")));
                };
                let left = self.hops.get().checked_sub(1);
                self.hops.set(left.ok_or_else(|| self.sources.long_chain(self.reference))?);
                at = self.sources.resolve_within(at, reference, self.sink, self.hops)?;
            };
        }
        Ok(at)
    }

    fn child(&self, parent: Node<'s>, token: &str) -> Option<Node<'s>> {
        if parent.is_object() {
            return self.sources.entry(parent, token);
        }
        let canonical = token == "0" || !token.starts_with('0');
        if !canonical || !token.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        self.sources.entry(parent, token)
    }
}

fn reference_of(node: Node<'_>) -> Option<&str> {
    node.get("$ref")?.as_str()
}

fn dangling(reference: &str, why: &str) -> ReferenceError {
    ReferenceError { code: Code::DanglingReference, message: format!("`{reference}` points to nothing{why}") }
}

fn cycle(reference: &str) -> ReferenceError {
    ReferenceError {
        code: Code::ReferenceCycle,
        message: format!("`{reference}` is part of a chain of references that never comes to a value"),
    }
}

fn look_up<T: Clone>(
    table: &TargetTable<T>,
    key: (DocumentId, usize),
    text: &str,
) -> Option<Result<T, ReferenceError>> {
    table.read().unwrap_or_else(PoisonError::into_inner).get(&key)?.get(text).cloned()
}

fn store<T: Clone>(
    table: &TargetTable<T>,
    key: (DocumentId, usize),
    text: &str,
    found: &Result<T, ReferenceError>,
) {
    let mut table = table.write().unwrap_or_else(PoisonError::into_inner);
    table.entry(key).or_default().insert(text.to_owned(), found.clone());
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::sample;
    use super::super::{Access, Node, Sources};
    use crate::Limits;
    use crate::diagnostic::{Code, Sink};

    /// Where a reference at `/from` leads to.
    fn resolve(text: &str, reference: &str) -> Result<String, Code> {
        let sources = Sources::new(Access::default(), Limits::default());
        let sink = Sink::new();
        let document = sources.load(&sample::input(text.as_bytes()), &sink).unwrap();
        let from = document.root().get("from").unwrap_or(document.root());
        let first = sources.resolve(from, reference, &sink).map(Node::pointer);
        let again = sources.resolve(from, reference, &sink).map(Node::pointer);
        assert_eq!(first, again);
        first.map_err(|error| {
            assert!(error.message.contains(reference), "{}", error.message);
            error.code
        })
    }

    #[test]
    fn pointers_are_decoded_and_unescaped() {
        let text = "paths:\n  /a/{id}:\n    get: [x, {y: 1}]\n  a~b%25c: 1\n  'a b': 2\n  '': 3\n";
        for (reference, pointer) in [
            ("#", ""),
            ("", ""),
            ("#/paths/~1a~1{id}/get/1/y", "/paths/~1a~1{id}/get/1/y"),
            ("#/paths/~1a~1%7Bid%7D", "/paths/~1a~1{id}"),
            ("#/paths/a~0b%2525c", "/paths/a~0b%25c"),
            ("#/paths/a~0b%25c", "/paths/a~0b%25c"),
            ("#/paths/a%20b", "/paths/a b"),
            ("#/paths/a b", "/paths/a b"),
            ("#/paths/", "/paths/"),
        ] {
            assert_eq!(resolve(text, reference).as_deref(), Ok(pointer), "{reference}");
        }
        for reference in [
            "#/paths/none",
            "#/paths/~1a~1{id}/get/2",
            "#/paths/~1a~1{id}/get/01",
            "#/paths/~1a~1{id}/get/-",
            "#paths",
            "#/a/b",
            "#/%FF",
        ] {
            assert_eq!(resolve(text, reference), Err(Code::DanglingReference), "{reference}");
        }
    }

    #[test]
    fn references_on_the_way_are_followed() {
        let text =
            "a: {$ref: '#/b'}\nb: {$ref: '#/c'}\nc: {x: {$ref: '#/d'}}\nd: [1]\nloop: {$ref: '#/loop/x'}\n";
        assert_eq!(resolve(text, "#/a/x/0").as_deref(), Ok("/d/0"));
        assert_eq!(resolve(text, "#/a/x").as_deref(), Ok("/c/x"));
        assert_eq!(resolve(text, "#/a/$ref").as_deref(), Ok("/a/$ref"));
        assert!(resolve(text, "#/loop/x").is_err());
    }

    #[test]
    fn chains_are_followed_to_their_end() {
        let links: Vec<String> =
            (1..100).map(|link| format!("n{link}: {{$ref: '#/n{}'}}\n", link - 1)).collect();
        let text = "a: {$ref: '#/b'}\nb: {$ref: '#/c'}\nc: {$ref: '#/a'}\nd: {$ref: 12}\ne: {$ref: '#/d'}\nself: {$ref: '#/self'}\nn0: {type: string}\n".to_owned() + &links.concat();
        let sources = Sources::new(Access::default(), Limits::default());
        let sink = Sink::new();
        let document = sources.load(&sample::input(text.as_bytes()), &sink).unwrap();
        let follow = |key: &str| {
            sources
                .follow(document.root().get(key).unwrap(), &sink)
                .map(Node::pointer)
                .map_err(|error| error.code)
        };
        assert_eq!(follow("a"), Err(Code::ReferenceCycle));
        assert_eq!(follow("self"), Err(Code::ReferenceCycle));
        assert_eq!(follow("d").as_deref(), Ok("/d"));
        assert_eq!(follow("e").as_deref(), Ok("/d"));
        assert_eq!(follow("n50").as_deref(), Ok("/n0"));
        assert_eq!(follow("n99"), Err(Code::ReferenceCycle));
    }

    #[test]
    fn anchors_are_found_but_not_in_data() {
        let text = "
schemas:
  A: {$anchor: one}
  B: {$dynamicAnchor: two, properties: {default: {$anchor: three}, $anchor: {type: string}}}
  C: {example: {$anchor: four}, default: {$anchor: five}, const: {$id: six}, enum: [{$anchor: seven}]}
  D: {$id: '#eight'}
";
        assert_eq!(resolve(text, "#one").as_deref(), Ok("/schemas/A"));
        assert_eq!(resolve(text, "#two").as_deref(), Ok("/schemas/B"));
        assert_eq!(resolve(text, "#three").as_deref(), Ok("/schemas/B/properties/default"));
        assert_eq!(resolve(text, "#eight").as_deref(), Ok("/schemas/D"));
        for name in ["#four", "#five", "#seven", "#nine"] {
            assert_eq!(resolve(text, name), Err(Code::DanglingReference), "{name}");
        }
    }

    #[test]
    fn schemas_are_found_by_their_identifier() {
        let text = "
from: {$id: 'https://example.com/schemas/start', sub: {$defs: {Deep: {}}}}
schemas:
  A: {$id: 'https://example.com/schemas/a', $defs: {X: {$anchor: x}, B: {$id: b}}}
  C: {$id: 'urn:uuid:1234', type: string}
top: 1
";
        for (reference, pointer) in [
            ("https://example.com/schemas/a", "/schemas/A"),
            ("a", "/schemas/A"),
            ("a#/$defs/X", "/schemas/A/$defs/X"),
            ("a#x", "/schemas/A/$defs/X"),
            ("b", "/schemas/A/$defs/B"),
            ("urn:uuid:1234", "/schemas/C"),
            ("#/sub/$defs/Deep", "/from/sub/$defs/Deep"),
            ("#/top", "/top"),
        ] {
            assert_eq!(resolve(text, reference).as_deref(), Ok(pointer), "{reference}");
        }
        assert_eq!(resolve(text, "urn:uuid:5"), Err(Code::ReferenceUnreadable));
    }

    #[test]
    fn draft_04_names_schemas_by_id() {
        let text = "
old: {$schema: 'http://json-schema.org/draft-04/schema#', id: 'https://example.com/old', definitions: {
  A: {id: '#a'}, B: {id: b, properties: {id: {type: string}}}}}
new: {id: 'https://example.com/new'}
";
        for (reference, pointer) in [
            ("https://example.com/old", "/old"),
            ("https://example.com/old#a", "/old/definitions/A"),
            ("https://example.com/b", "/old/definitions/B"),
        ] {
            assert_eq!(resolve(text, reference).as_deref(), Ok(pointer), "{reference}");
        }
        assert!(resolve(text, "https://example.com/new").is_err());
    }

    #[test]
    fn embedded_schemas_are_resources_of_their_own() {
        let text = b"
tools:
- schema: {$ref: '#/$defs/A', $defs: {A: {$anchor: here, type: string}}}
- schema: {$ref: '#/$defs/A', $defs: {A: {$anchor: here, type: integer}}}
";
        let sources = Sources::new(Access::default(), Limits::default());
        let sink = Sink::new();
        let document = sources.load(&sample::input(text), &sink).unwrap();
        let schemas: Vec<Node<'_>> =
            document.root().get("tools").unwrap().items().map(|tool| tool.get("schema").unwrap()).collect();
        document.embed_schemas(schemas.iter().map(|schema| schema.place()));
        for (index, schema) in schemas.into_iter().enumerate() {
            let expected = format!("/tools/{index}/schema/$defs/A");
            for reference in ["#/$defs/A", "#here"] {
                assert_eq!(sources.resolve(schema, reference, &sink).unwrap().pointer(), expected);
            }
            assert_eq!(sources.resolve(schema, "#", &sink).unwrap(), schema);
            assert_eq!(sources.resolve(schema, "#/tools/0", &sink).unwrap().pointer(), "/tools/0");
        }
    }

    #[test]
    fn anchors_that_nothing_has_are_known_quickly() {
        let text: Vec<String> = (0..20_000)
            .map(|n| format!("n{n}: {{$id: 'https://example.com/{n}', $anchor: a{n}}}\n"))
            .collect();
        let sources = Sources::new(Access::default(), Limits::default());
        let sink = Sink::new();
        let document = sources.load(&sample::input(text.concat().as_bytes()), &sink).unwrap();
        for number in 0..20_000 {
            assert!(sources.resolve(document.root(), &format!("#b{number}"), &sink).is_err());
        }
        // The first resource with the name has it, seen from elsewhere.
        assert_eq!(sources.resolve(document.root(), "#a7", &sink).unwrap().key(), "n7");
    }

    #[test]
    fn large_objects_are_searched_quickly() {
        let schemas: Vec<String> =
            (0..20_000).map(|schema| format!("\"S{schema}\": {{\"type\": \"string\"}},")).collect();
        let text = format!("{{\"schemas\": {{{}\"last\": true}}}}", schemas.concat());
        let sources = Sources::new(Access::default(), Limits::default());
        let sink = Sink::new();
        let root = sources.load(&sample::input(text.as_bytes()), &sink).unwrap().root();
        for schema in 0..20_000 {
            let found = sources.resolve(root, &format!("#/schemas/S{schema}"), &sink).unwrap();
            assert_eq!(found.key().len(), 1 + schema.to_string().len());
        }
    }

    /// What was asked before does not count: a chain is as long as it is.
    #[test]
    fn a_chain_is_too_long_also_where_its_end_is_known() {
        let links: Vec<String> =
            (0..70).map(|link| format!("\"c{link}\": {{\"$ref\": \"#/c{}/x\"}}", link + 1)).collect();
        let end = format!("{}1{}", "{\"x\": ".repeat(71), "}".repeat(71));
        let text = format!("{{{}, \"c70\": {end}}}", links.join(", "));
        for asked in [["#/c0/x", "#/c40/x"], ["#/c40/x", "#/c0/x"]] {
            let sources = Sources::new(Access::default(), Limits::default());
            let sink = Sink::new();
            let document = sources.load(&sample::input(text.as_bytes()), &sink).unwrap();
            let mut found = asked.map(|reference| {
                let found = sources.resolve(document.root(), reference, &sink);
                (reference, found.map(|_| ()).map_err(|error| error.code))
            });
            found.sort_by_key(|(reference, _)| *reference);
            assert_eq!(found.map(|(_, found)| found), [Err(Code::ReferenceCycle), Ok(())], "{asked:?}");
        }
    }
}
