//! Resolution of diagnostics to the exact text concerned. A diagnostic is raised with a place and, below it, keys or
//! the digest of a text. The text is searched only here, after a diagnostic was raised.

use std::collections::{HashMap, VecDeque};
use std::iter::successors;

use crate::diagnostic::{Diagnostic, Place, Sink, TextDigest};

use super::node::Node;
use super::sources::Sources;

/// Budget of all searches in a run, in bytes of text examined. When it is used up, diagnostics keep the place that they
/// were raised at.
const BUDGET: usize = 1 << 24;

/// Fixed cost of examining a text, in addition to its length.
const VALUE: usize = 16;

impl Sources {
    /// Resolves the exact place of every diagnostic that has keys or a digest.
    pub fn pinpoint(&self, sink: &Sink) {
        let mut search =
            TextSearch { sources: self, left: BUDGET, members: HashMap::new(), followed: HashMap::new() };
        sink.resolve_places(|diagnostic| search.exact(diagnostic));
    }

    /// Returns the schemas of a parameter, a body or responses.
    fn schemas_in<'d>(&'d self, node: Node<'d>) -> Vec<Node<'d>> {
        let sink = Sink::new();
        let followed = |child: Node<'d>| self.follow(child, &sink).unwrap_or(child);
        let responses = Some(node).filter(|node| node.key() == "responses");
        let responses = responses.into_iter().flat_map(Node::children);
        direct_schemas(node).chain(responses.map(followed).flat_map(direct_schemas)).collect()
    }
}

fn direct_schemas(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let media = node.get("content").into_iter().flat_map(Node::children);
    node.get("schema").into_iter().chain(media.filter_map(|media| media.get("schema")))
}

/// Search for the texts of the diagnostics in one run.
struct TextSearch<'s> {
    sources: &'s Sources,
    /// Remaining budget.
    left: usize,
    /// Cache of the members of objects, some of which are asked for thousands of keys.
    members: HashMap<Place, HashMap<&'s str, Node<'s>>>,
    /// Cache of resolved references.
    followed: HashMap<Place, Option<Node<'s>>>,
}

impl<'s> TextSearch<'s> {
    fn exact(&mut self, diagnostic: &Diagnostic) -> Option<Place> {
        let start = self.sources.node(diagnostic.place?)?;
        let below = self.below(start, &diagnostic.below);
        let found = match &diagnostic.digest {
            Some(digest) => self.text(start, below, diagnostic.below.first(), digest).or(below),
            None => below,
        };
        found.map(Node::place)
    }

    /// Follows keys from a place as far as values exist. A schema may be some levels below the place that is known, or
    /// behind a reference, and may be written in the short form.
    fn below(&mut self, start: Node<'s>, keys: &[String]) -> Option<Node<'s>> {
        let mut at = start;
        for key in keys {
            // A finding about the reference itself is about no part of its target.
            let here = if key == "$ref" { at } else { self.follow(at).unwrap_or(at) };
            let found = self.child(here, key).or_else(|| {
                let mut inside = self.sources.schemas_in(here).into_iter().filter(|_| at == start);
                inside.find_map(|schema| self.follow(schema).and_then(|schema| self.child(schema, key)))
            });
            match found {
                Some(next) => at = next,
                // The short form lists properties without the keyword `properties`.
                None if key == "properties" => {}
                None => break,
            }
        }
        (at != start).then_some(at)
    }

    /// Resolves a reference; returns any other value itself.
    fn follow(&mut self, node: Node<'s>) -> Option<Node<'s>> {
        let follow = || self.sources.follow(node, &Sink::new()).ok();
        *self.followed.entry(node.place()).or_insert_with(follow)
    }

    /// Returns an entry, an element, or the single `example` for `examples`.
    fn child(&mut self, node: Node<'s>, key: &str) -> Option<Node<'s>> {
        let item = || key.parse().ok().filter(|_| node.is_array()).and_then(|index| node.item(index));
        let example = || node.get("example").filter(|_| key == "examples");
        self.under(node, key).or_else(item).or_else(example)
    }

    /// Searches for the digested text, in this order: below the value that the keys lead to; if there is none, under
    /// the first key in an enclosing object, since operations inherit servers; in the keys of the place and of the
    /// values around it, such as a path; below the place; next to it, since the fields of a form are siblings; and
    /// directly in the enclosing values.
    fn text(
        &mut self,
        start: Node<'s>,
        below: Option<Node<'s>>,
        key: Option<&String>,
        digest: &TextDigest,
    ) -> Option<Node<'s>> {
        let above = || successors(start.parent(), |node| node.parent());
        let key = key.filter(|_| below.is_none());
        below
            .and_then(|node| self.inside(node, digest))
            .or_else(|| {
                above().find_map(|node| self.under(node, key?)).and_then(|node| self.inside(node, digest))
            })
            .or_else(|| std::iter::once(start).chain(above()).find(|node| self.holds(node.key(), digest)))
            .or_else(|| self.inside(start, digest))
            .or_else(|| self.inside(start.parent()?, digest))
            .or_else(|| above().find_map(|node| node.children().find(|child| self.is_text(*child, digest))))
    }

    /// Returns the value of a key.
    fn under(&mut self, node: Node<'s>, key: &str) -> Option<Node<'s>> {
        self.members.entry(node.place()).or_insert_with(|| node.entries().collect()).get(key).copied()
    }

    /// Finds the first key or text inside a value that matches the digest, in breadth-first order.
    fn inside(&mut self, start: Node<'s>, digest: &TextDigest) -> Option<Node<'s>> {
        let mut queue = VecDeque::from([start]);
        while let Some(node) = queue.pop_front().filter(|_| self.left > 0) {
            let is_key = node != start && self.holds(node.key(), digest);
            if is_key || self.is_text(node, digest) {
                return Some(node);
            }
            queue.extend(node.children());
        }
        None
    }

    /// Returns true if the text of a value matches the digest.
    fn is_text(&mut self, node: Node<'s>, digest: &TextDigest) -> bool {
        self.holds(node.scalar_text().unwrap_or_default(), digest)
    }

    fn holds(&mut self, text: &str, digest: &TextDigest) -> bool {
        self.left = self.left.saturating_sub(VALUE + text.len());
        self.left > 0 && digest.is_in(text)
    }
}
