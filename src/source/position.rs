//! Line and column of places, computed only when a diagnostic is shown.

use std::collections::HashMap;
use std::ops::Range;

use crate::diagnostic::{DocumentId, NodeId, Place};

use super::document::Document;
use super::entry::narrow;
use super::line_index::LineIndex;
use super::node::Node;
use super::parse_error::TextPoint;
use super::sources::Sources;

/// A place as people and editors count it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinePosition {
    /// File name, URL or `<stdin>`, as given by the user.
    pub file: String,
    /// JSON Pointer (RFC 6901) inside the document.
    pub pointer: String,
    /// Line, from 1, if it is known.
    pub line: Option<usize>,
    /// Column in characters, from 1, if it is known.
    pub column: Option<usize>,
    /// Range of bytes of the document's text to highlight, if it is known.
    pub span: Option<Range<usize>>,
}

impl Sources {
    /// Returns the place where a value was read. It differs from `place` in a patched document.
    pub fn source_place(&self, place: Place) -> Place {
        let copied = self.document(place.document).and_then(|document| document.copied_places.as_ref());
        copied.and_then(|copied| copied.place(place.node)).unwrap_or(place)
    }

    /// Computes the position of a place.
    pub fn position(&self, place: Place) -> Option<LinePosition> {
        let node = self.node(self.source_place(place))?;
        Some(position(node, shown(&node.pointer())))
    }

    /// Computes the positions of many places, in one walk over each document.
    pub fn positions(&self, places: &[Place]) -> Vec<Option<LinePosition>> {
        let places: Vec<Place> = places.iter().map(|&place| self.source_place(place)).collect();
        let mut wanted: HashMap<DocumentId, Vec<NodeId>> = HashMap::new();
        for place in &places {
            wanted.entry(place.document).or_default().push(place.node);
        }
        let mut pointers = HashMap::new();
        for document in (0..self.len()).filter_map(|id| self.document(DocumentId(narrow(id)))) {
            if let Some(nodes) = wanted.get_mut(&document.id()) {
                nodes.sort_unstable();
                nodes.dedup();
                for (node, pointer) in nodes.iter().zip(document.pointers(nodes)) {
                    pointers.insert((document.id(), *node), pointer);
                }
            }
        }
        places
            .iter()
            .map(|place| {
                let pointer = pointers.get(&(place.document, place.node))?;
                Some(position(self.node(*place)?, pointer.clone()))
            })
            .collect()
    }
}

fn position(node: Node<'_>, pointer: String) -> LinePosition {
    let document = node.document();
    let span = span(node);
    let at = document.text_point(span.start);
    LinePosition {
        file: document.origin().to_string(),
        pointer,
        line: Some(at.line),
        column: Some(at.column),
        span: Some(span),
    }
}

/// Returns the bytes to highlight. A value without a text of its own is shown at the bracket before its first child,
/// otherwise after the text that precedes it.
fn span(node: Node<'_>) -> Range<usize> {
    if let Some(span) = node.text_span() {
        return span;
    }
    let text = node.document().text();
    if node.key().is_empty()
        && let Some(first) = node.children().next()
        && let Some(inner) = first.text_span()
    {
        return opening(text, node, inner.start).unwrap_or(inner);
    }
    if let Some(span) = text_before(node) {
        return span;
    }
    let start = text.len() - text.trim_start().len();
    start..text[start..].chars().next().map_or(start, |first| start + first.len_utf8())
}

/// Returns the last text before a value. The marks bound the search in runs of values without text.
fn text_before(node: Node<'_>) -> Option<Range<usize>> {
    let mut before = node;
    while let Some(previous) = before.previous() {
        if let Some(span) = previous.text_span() {
            return Some(span);
        }
        before = previous;
        let number = before.place().node.0 as usize;
        if number.is_multiple_of(MARKED) {
            let marked = *node.document().texts().get(number / MARKED)?;
            return Node::at(node.document(), marked?)?.text_span();
        }
    }
    None
}

/// Number of values between two marks.
const MARKED: usize = 512;

/// Returns the bracket before the first text inside an object or array, if only white space is between them.
fn opening(text: &str, node: Node<'_>, inner: usize) -> Option<Range<usize>> {
    let before = text.get(..inner)?.trim_end_matches(['"', '\'']).trim_end();
    let bracket = if node.is_array() { '[' } else { '{' };
    before.ends_with(bracket).then(|| before.len() - 1..before.len())
}

impl Document {
    /// Returns marks: for every [`MARKED`] values, the last preceding value that has a text of its own.
    fn texts(&self) -> &[Option<NodeId>] {
        self.texts.get_or_init(|| {
            let mut last = None;
            let mut marks = Vec::with_capacity(self.root().size() / MARKED + 1);
            for number in 0..narrow(self.root().size()) {
                if (number as usize).is_multiple_of(MARKED) {
                    marks.push(last);
                }
                let node = NodeId(number);
                if Node::at(self, node).and_then(Node::text_span).is_some() {
                    last = Some(node);
                }
            }
            marks
        })
    }

    /// Returns line and column of a byte of the text.
    pub(super) fn text_point(&self, offset: usize) -> TextPoint {
        self.lines.get_or_init(|| LineIndex::new(self.text())).point(self.text(), offset)
    }

    /// Computes the JSON Pointers of nodes, which must be in document order, in one walk.
    pub(super) fn pointers(&self, nodes: &[NodeId]) -> Vec<String> {
        let mut path = String::new();
        // Stack of levels: an object or array, its remaining children, and the length of its pointer.
        let mut levels = Vec::new();
        let mut pointers = Vec::with_capacity(nodes.len());
        let root = self.root();
        levels.push((root, (0_usize..).zip(root.all_children()).peekable(), 0, root.size()));
        for node in nodes {
            let wanted = node.0 as usize;
            while levels.len() > 1 && levels.last().is_some_and(|level| level.3 <= wanted) {
                levels.pop();
            }
            while let Some((parent, children, length, _)) = levels.last_mut() {
                path.truncate(*length);
                let parent = *parent;
                let next = loop {
                    let Some((position, (child, _))) = children.peek() else {
                        break None;
                    };
                    let start = child.place().node.0 as usize;
                    if wanted < start {
                        break None;
                    }
                    let end = start + child.size();
                    if wanted < end {
                        break Some((*position, *child, end));
                    }
                    children.next();
                };
                let Some((position, child, end)) = next else {
                    break;
                };
                child.push_token(parent, position, &mut path);
                levels.push((child, (0_usize..).zip(child.all_children()).peekable(), path.len(), end));
            }
            pointers.push(shown(&path));
        }
        pointers
    }
}

/// Maximum length of a pointer that is shown, in bytes. Keys may be as long as a document, and many diagnostics may be
/// below one key.
const LONGEST_POINTER: usize = 2_000;

/// Truncates an extremely long pointer.
fn shown(pointer: &str) -> String {
    if pointer.len() <= LONGEST_POINTER {
        return pointer.to_owned();
    }
    let mut end = LONGEST_POINTER;
    while !pointer.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}…", &pointer[..end])
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::input::Access;
    use super::super::sample;
    use super::super::sources::Sources;
    use crate::diagnostic::{DocumentId, NodeId, Place, Sink};
    use crate::limits::Limits;

    /// Returns pointer, line and column of every value.
    fn places(text: &str) -> Vec<(String, usize, usize)> {
        let sources = Sources::new(Access::default(), Limits::default());
        let document = sources.load(&sample::input(text.as_bytes()), &Sink::new()).unwrap();
        let all: Vec<Place> = (0..document.tree().entries.len())
            .map(|node| Place { document: DocumentId(0), node: NodeId(u32::try_from(node).unwrap()) })
            .collect();
        let together = sources.positions(&all);
        for (place, position) in all.iter().zip(&together).take(100) {
            assert_eq!(sources.position(*place).as_ref(), position.as_ref());
        }
        together
            .into_iter()
            .flatten()
            .map(|position| (position.pointer, position.line.unwrap(), position.column.unwrap()))
            .collect()
    }

    fn expected(places: &[(&str, usize, usize)]) -> Vec<(String, usize, usize)> {
        places.iter().map(|(pointer, line, column)| ((*pointer).to_owned(), *line, *column)).collect()
    }

    #[test]
    fn every_value_of_a_json_text_has_a_place() {
        let text = "{\n  \"é~/\": [ {\n    \"a\": 1 },\n    12, true, \"x\" ],\n  \"\\u0062\": \"y\",\n  \"c\": {}\n}\n";
        assert_eq!(
            places(text),
            expected(&[
                ("", 1, 1),
                ("/é~0~1", 2, 4),
                ("/é~0~1/0", 2, 12),
                ("/é~0~1/0/a", 3, 6),
                ("/é~0~1/1", 4, 5),
                ("/é~0~1/2", 4, 5),
                ("/é~0~1/3", 4, 16),
                ("/b", 5, 14),
                ("/c", 6, 4),
            ])
        );
    }

    #[test]
    fn every_value_of_a_yaml_text_has_a_place() {
        let text = "a: &a\n  - x: 1\n    y: 2\n  - [3]\nb: *a\n\"c\\n\": 4\n";
        assert_eq!(
            places(text),
            expected(&[
                ("", 1, 1),
                ("/a", 1, 1),
                ("/a/0", 2, 5),
                ("/a/0/x", 2, 5),
                ("/a/0/y", 3, 5),
                ("/a/1", 4, 5),
                ("/a/1/0", 4, 6),
                ("/b", 5, 1),
                ("/b/0", 2, 5),
                ("/b/0/x", 2, 5),
                ("/b/0/y", 3, 5),
                ("/b/1", 4, 5),
                ("/b/1/0", 4, 6),
                ("/c\n", 6, 8),
            ])
        );
    }

    #[test]
    fn many_values_without_a_text_take_no_long() {
        let text = format!("[{} \"a\", {} {{}}]", "{}, ".repeat(1_000), "{}, ".repeat(20_000));
        let places = places(&text);
        // Values before the text are shown at the beginning, values after it at the text.
        assert_eq!((places[1].2, places[1_000].2), (1, 1));
        assert_eq!((places[1_001].2, places[1_002].2, places[21_000].2), (4_004, 4_004, 4_004));
    }

    #[test]
    fn a_pointer_is_cut_where_it_is_beyond_measure() {
        let places = places(&format!("{{\"{}\": [1]}}", "é".repeat(50_000)));
        assert!(places[2].0.len() < 2_010 && places[2].0.ends_with("é…"), "{}", places[2].0.len());
    }

    #[test]
    fn hidden_entries_have_pointers_too() {
        let pointers: Vec<String> =
            places("{\"a\": [0], \"a\": [1, 2]}").into_iter().map(|place| place.0).collect();
        assert_eq!(pointers, ["", "/a", "/a/0", "/a", "/a/0", "/a/1"]);
    }

    #[test]
    fn places_in_one_long_line_take_no_long() {
        let text = format!("[{}1]", "\"ąąąąąąąąąą\",".repeat(20_000));
        let all = places(&text);
        assert_eq!(all.last().unwrap().2, 2 + 13 * 20_000);
    }
}
