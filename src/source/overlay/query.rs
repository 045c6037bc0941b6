//! `JSONPath` (RFC 9535): which values of a document that is being changed a query selects.

use std::collections::{HashMap, HashSet};

use jsonpath_rust::parser::model::JpQuery;
use jsonpath_rust::parser::parse_json_path;

use super::evaluation::QueryRun;
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
