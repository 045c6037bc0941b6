//! Resolution of `$ref` within a document and across documents.

pub(super) mod cache;
pub(super) mod error;

use std::borrow::Cow;
use std::cell::Cell;

use percent_encoding::percent_decode_str;

use crate::diagnostic::{Code, Sink};
use crate::json::pointer::unescaped;

use super::document::Document;
use super::locate::locate;
use super::node::Node;
use super::sources::Sources;
use cache::{look_up, store};
use error::{ReferenceError, cycle, dangling};

impl Sources {
    /// Resolves a reference in `from`: `#/a/b` (RFC 6901, section 6), `file.yaml#/a/b`, `https://…#/a`, `#anchor` (JSON
    /// Schema 2020-12 core, section 8.2.2), or the `$id` of a schema (section 8.2.1). It resolves one step: the target
    /// may itself be a reference. One that leads nowhere means the definition of the schema around it, if there is one
    /// (docs/diagnostics/R009.md).
    pub fn resolve<'s>(
        &'s self,
        from: Node<'s>,
        reference: &str,
        sink: &Sink,
    ) -> Result<Node<'s>, ReferenceError> {
        self.resolve_as_written(from, reference, sink)
            .or_else(|error| from.nearby_definition(reference).ok_or(error))
    }

    /// Resolves a reference as [`Self::resolve`] does, but never to the definition of a schema around it.
    pub(crate) fn resolve_as_written<'s>(
        &'s self,
        from: Node<'s>,
        reference: &str,
        sink: &Sink,
    ) -> Result<Node<'s>, ReferenceError> {
        self.resolve_within(from, reference, sink, &Cell::new(self.limits.reference_hops))
    }

    /// Follows `$ref` from a value until the target is not a reference. A value without a string under `$ref` is
    /// returned as it is.
    pub fn follow<'s>(&'s self, node: Node<'s>, sink: &Sink) -> Result<Node<'s>, ReferenceError> {
        self.follow_those(node, |_| true, sink)
    }

    /// Follows `$ref` from a value, as long as `goes_on` is true.
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

    /// Creates the error for a chain that is a cycle or too long.
    fn long_chain(&self, reference: &str) -> ReferenceError {
        let most = self.limits.reference_hops;
        ReferenceError {
            code: Code::ReferenceCycle,
            message: format!(
                "`{reference}` is part of a cycle of references, or of a chain of more than {most}; --limit \
                 reference_hops=N follows longer chains"
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
            // A cached target costs as many hops as an uncached one. Otherwise the result would depend on earlier
            // requests.
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
        // Two common deviations are accepted: a percent sign that is part of the key, and below an `$id`, pointers that
        // are relative to the root of the document instead of the schema.
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

    /// Resolves the part of a reference before `#` to a document, or to a schema with an `$id`.
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
            // The cache holds only the reason, because other references lead to the same file.
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
}

/// Evaluation of a JSON Pointer.
struct PointerWalk<'a, 's> {
    sources: &'s Sources,
    reference: &'a str,
    sink: &'a Sink,
    /// Number of references that may still be followed, shared by all pointers of one resolution.
    hops: &'a Cell<usize>,
}

impl<'s> PointerWalk<'_, 's> {
    /// Evaluates a JSON Pointer (RFC 6901, section 4), and follows references on the way.
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
            return self.sources.cache.entry(parent, token);
        }
        let canonical = token == "0" || !token.starts_with('0');
        if !canonical || !token.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        self.sources.cache.entry(parent, token)
    }
}

fn reference_of(node: Node<'_>) -> Option<&str> {
    node.get("$ref")?.as_str()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
