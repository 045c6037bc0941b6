//! `JSONPath` (RFC 9535): which values of a document that is being changed a query selects.

use std::collections::{HashMap, HashSet};

use jsonpath_rust::parser::model::{JpQuery, Segment, Selector};
use jsonpath_rust::parser::parse_json_path;
use regex::Regex;

use super::super::NodeKind;
use super::filter;
use super::patch::{DocumentPatch, PatchItem, PatchStop};

/// A query that is well-formed.
#[derive(Debug)]
pub(super) struct PathQuery(JpQuery);

/// Bytes of a query. Real ones have a hundred.
const LONGEST: usize = 10_000;

/// Brackets and parentheses inside one another. Real queries have three or four.
const DEEPEST: usize = 8;

/// Functions inside one another, as in `length(value(@..name))`. The time that parsing takes is exponential in them.
const MOST_FUNCTIONS: usize = 2;

/// Steps that the parser takes for one byte of a query, at worst.
const STEPS: usize = 64;

impl PathQuery {
    /// Steps that it takes to read a query.
    pub(super) fn cost(text: &str) -> usize {
        text.len() * STEPS
    }

    /// Reads a query, or says why it is none.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        if text.len() > LONGEST {
            return Err(format!("it is longer than {LONGEST} bytes"));
        }
        let (brackets, functions) = nesting(text);
        if brackets > DEEPEST {
            return Err(format!("its brackets nest deeper than {DEEPEST} levels"));
        }
        if functions > MOST_FUNCTIONS {
            return Err(format!("more than {MOST_FUNCTIONS} functions stand inside one another"));
        }
        parse_json_path(text).map(Self).map_err(|error| reason(&error.to_string()))
    }

    /// The items that the query selects, each once, in the order of the query.
    pub(super) fn select(&self, patch: &mut DocumentPatch<'_>) -> Result<Vec<PatchItem>, PatchStop> {
        let mut run = QueryRun { patch, patterns: HashMap::new() };
        let mut at = vec![PatchItem::ROOT];
        for segment in &self.0.segments {
            let mut next = Vec::new();
            for item in at {
                run.segment(item, segment, &mut next)?;
            }
            // What is selected twice is changed once.
            let mut seen = HashSet::with_capacity(next.len());
            next.retain(|&item| seen.insert(item));
            at = next;
        }
        Ok(at)
    }
}

/// The deepest nesting of brackets and parentheses outside of strings, and that of functions.
fn nesting(text: &str) -> (usize, usize) {
    // What is open, and whether it is a function.
    let mut open: Vec<bool> = Vec::new();
    let (mut deepest, mut functions) = (0, 0);
    let mut quote = None;
    let mut before = ' ';
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match (quote, character) {
            (Some(_), '\\') => drop(characters.next()),
            (Some(end), _) if end == character => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(character),
            (None, '(' | '[') => {
                open.push(character == '(' && (before.is_alphanumeric() || before == '_'));
                deepest = deepest.max(open.len());
                if deepest > DEEPEST {
                    break;
                }
                functions = functions.max(open.iter().filter(|&&function| function).count());
            }
            (None, ')' | ']') => drop(open.pop()),
            (None, _) => {}
        }
        before = character;
    }
    (deepest, functions)
}

/// What the parser says, in one line.
fn reason(error: &str) -> String {
    let column = error.split_once("--> 1:").and_then(|(_, rest)| rest.lines().next());
    match column {
        Some(column) => format!("it cannot be read from character {column} on"),
        None => error.split_whitespace().collect::<Vec<_>>().join(" "),
    }
}

/// One evaluation of a query.
pub(super) struct QueryRun<'p, 's> {
    pub(super) patch: &'p mut DocumentPatch<'s>,
    /// The regular expressions that were met; none where a text is no such.
    pub(super) patterns: HashMap<(String, bool), Option<Regex>>,
}

impl QueryRun<'_, '_> {
    /// What segments select from one item, as often as they do (RFC 9535, section 2.1.2).
    pub(super) fn segments(
        &mut self,
        from: PatchItem,
        segments: &[Segment],
    ) -> Result<Vec<PatchItem>, PatchStop> {
        let mut at = vec![from];
        for segment in segments {
            let mut next = Vec::new();
            for item in at {
                self.segment(item, segment, &mut next)?;
            }
            at = next;
        }
        Ok(at)
    }

    /// RFC 9535, section 2.5.
    fn segment(
        &mut self,
        item: PatchItem,
        segment: &Segment,
        out: &mut Vec<PatchItem>,
    ) -> Result<(), PatchStop> {
        match segment {
            Segment::Descendant(inner) => {
                for each in self.patch.descendants(item)? {
                    self.segment(each, inner, out)?;
                }
            }
            Segment::Selector(selector) => self.selector(item, selector, out)?,
            Segment::Selectors(selectors) => {
                for selector in selectors {
                    self.selector(item, selector, out)?;
                }
            }
        }
        self.patch.bound(out.len())
    }

    /// RFC 9535, section 2.3.
    fn selector(
        &mut self,
        item: PatchItem,
        selector: &Selector,
        out: &mut Vec<PatchItem>,
    ) -> Result<(), PatchStop> {
        match selector {
            Selector::Name(name) => out.extend(self.patch.entry(item, name)?),
            Selector::Wildcard => out.extend(self.patch.children(item)?),
            Selector::Index(index) => out.extend(self.patch.element(item, *index)?),
            Selector::Slice(start, end, step) => {
                if self.patch.kind(item) == NodeKind::Array {
                    let children = self.patch.children(item)?;
                    out.extend(slice(&children, *start, *end, step.unwrap_or(1)));
                }
            }
            Selector::Filter(filter) => {
                for child in self.patch.children(item)? {
                    if filter::holds(self, child, filter)? {
                        out.push(child);
                    }
                }
            }
        }
        Ok(())
    }
}

/// The elements of a slice (RFC 9535, section 2.3.4.2.2).
fn slice(children: &[PatchItem], start: Option<i64>, end: Option<i64>, step: i64) -> Vec<PatchItem> {
    let length = i64::try_from(children.len()).unwrap_or(i64::MAX);
    let from_front = |index: i64| if index < 0 { index.saturating_add(length) } else { index };
    let (low, high) = if step < 0 { (-1, length - 1) } else { (0, length) };
    let bound = |index: Option<i64>, otherwise: i64| {
        index.map_or(otherwise, |index| from_front(index).clamp(low, high))
    };
    let (start, end) = match step {
        0 => return Vec::new(),
        1.. => (bound(start, 0), bound(end, length)),
        _ => (bound(start, length - 1), bound(end, -1)),
    };
    let inside = |index: &i64| if step > 0 { *index < end } else { *index > end };
    std::iter::successors(Some(start), |index| index.checked_add(step))
        .take_while(inside)
        .filter_map(|index| children.get(usize::try_from(index).ok()?).copied())
        .collect()
}
