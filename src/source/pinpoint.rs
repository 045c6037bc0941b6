//! The exact text that a diagnostic is about. Whoever raises one knows a place and, below it, keys or what the text
//! holds; the text itself is looked for only here, when something was found.

use std::collections::{HashMap, VecDeque};
use std::iter::successors;

use crate::diagnostic::{Diagnostic, Place, Sink, TextDigest};

use super::{Node, Sources};

/// What all diagnostics of a run together may cost, in bytes of text that are looked at, and what a text costs besides.
/// Beyond that, they keep the place that they were raised at.
const BUDGET: usize = 1 << 24;
const VALUE: usize = 16;

impl Sources {
    /// Works out the exact place of every diagnostic that knows more than its place.
    pub fn pinpoint(&self, sink: &Sink) {
        let mut search =
            TextSearch { sources: self, left: BUDGET, members: HashMap::new(), followed: HashMap::new() };
        sink.point(|diagnostic| search.exact(diagnostic));
    }

    /// Schemas that a parameter, a body or responses hold.
    fn schemas_in<'d>(&'d self, node: Node<'d>) -> Vec<Node<'d>> {
        let sink = Sink::new();
        let followed = |child: Node<'d>| self.follow(child, &sink).unwrap_or(child);
        let responses = Some(node).filter(|node| node.key() == "responses");
        let responses = responses.into_iter().flat_map(Node::children);
        held(node).chain(responses.map(followed).flat_map(held)).collect()
    }
}

fn held(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let media = node.get("content").into_iter().flat_map(Node::children);
    node.get("schema").into_iter().chain(media.filter_map(|media| media.get("schema")))
}

/// The search for the texts of one run.
struct TextSearch<'s> {
    sources: &'s Sources,
    /// What is left of the budget.
    left: usize,
    /// The members of objects that a key was looked up in, of which some are asked for thousands of keys.
    members: HashMap<Place, HashMap<&'s str, Node<'s>>>,
    /// What references led to.
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

    /// The value that keys lead to from a place, as far as there are such values: a schema may stand some way below
    /// the place that it is known by, or elsewhere, and is written in another form.
    fn below(&mut self, start: Node<'s>, keys: &[String]) -> Option<Node<'s>> {
        let mut at = start;
        for key in keys {
            let here = self.follow(at).unwrap_or(at);
            let found = self.child(here, key).or_else(|| {
                let mut inside = self.sources.schemas_in(here).into_iter().filter(|_| at == start);
                inside.find_map(|schema| self.follow(schema).and_then(|schema| self.child(schema, key)))
            });
            match found {
                Some(next) => at = next,
                // The short form names its properties where a schema has keywords.
                None if key == "properties" => {}
                None => break,
            }
        }
        (at != start).then_some(at)
    }

    /// The value itself, or what it refers to.
    fn follow(&mut self, node: Node<'s>) -> Option<Node<'s>> {
        let follow = || self.sources.follow(node, &Sink::new()).ok();
        *self.followed.entry(node.place()).or_insert_with(follow)
    }

    /// An entry, an item, or the one example among several.
    fn child(&mut self, node: Node<'s>, key: &str) -> Option<Node<'s>> {
        let item = || key.parse().ok().filter(|_| node.is_array()).and_then(|index| node.item(index));
        let example = || node.get("example").filter(|_| key == "examples");
        self.under(node, key).or_else(item).or_else(example)
    }

    /// The text that holds what is looked for. It may be where the keys lead; where the place has no such key, under that
    /// of what it stands in, as operations inherit servers; the key of the place or of what it stands in, as a path is;
    /// somewhere below the place; beside it, as the fields of a form are; or right in what it stands in.
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

    /// The value under a key.
    fn under(&mut self, node: Node<'s>, key: &str) -> Option<Node<'s>> {
        self.members.entry(node.place()).or_insert_with(|| node.entries().collect()).get(key).copied()
    }

    /// The first key or text in a value that holds it; what is less deep comes first.
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

    /// Whether a value is a text that holds it.
    fn is_text(&mut self, node: Node<'s>, digest: &TextDigest) -> bool {
        self.holds(node.scalar_text().unwrap_or_default(), digest)
    }

    fn holds(&mut self, text: &str, digest: &TextDigest) -> bool {
        self.left = self.left.saturating_sub(VALUE + text.len());
        self.left > 0 && digest.is_in(text)
    }
}
