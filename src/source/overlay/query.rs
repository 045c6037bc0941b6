//! Parsing of `JSONPath` queries (RFC 9535), and selection in a document that is being changed.

use std::collections::{HashMap, HashSet};

use jsonpath_rust::parser::model::JpQuery;
use jsonpath_rust::parser::parse_json_path;

use super::evaluation::QueryRun;
use super::patch::{DocumentPatch, PatchItem, PatchStop};

/// A well-formed query.
#[derive(Debug)]
pub(super) struct PathQuery(JpQuery);

/// Maximum length of a query, in bytes. Real ones have about a hundred.
const LONGEST: usize = 10_000;

/// Maximum nesting of brackets and parentheses. Real queries have three or four levels.
const DEEPEST: usize = 8;

/// Maximum nesting of functions, as in `length(value(@..name))`. The parser takes exponential time in it.
const MOST_FUNCTIONS: usize = 2;

/// Number of steps that the parser takes per byte of a query, in the worst case.
const STEPS: usize = 64;

impl PathQuery {
    /// Returns the number of steps for parsing a query.
    pub(super) fn cost(text: &str) -> usize {
        text.len() * STEPS
    }

    /// Parses a query. The error is the reason that it is not valid.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        if text.len() > LONGEST {
            return Err(format!("it is longer than {LONGEST} bytes"));
        }
        let (brackets, functions) = nesting(text);
        if brackets > DEEPEST {
            return Err(format!("its brackets nest deeper than {DEEPEST} levels"));
        }
        if functions > MOST_FUNCTIONS {
            return Err(format!("its functions nest deeper than {MOST_FUNCTIONS} levels"));
        }
        parse_json_path(text).map(Self).map_err(|error| reason(&error.to_string()))
    }

    /// Returns the selected items without duplicates, in the order of the query.
    pub(super) fn select(&self, patch: &mut DocumentPatch<'_>) -> Result<Vec<PatchItem>, PatchStop> {
        let mut run = QueryRun { patch, patterns: HashMap::new() };
        let mut at = vec![PatchItem::ROOT];
        for segment in &self.0.segments {
            let mut next = Vec::new();
            for item in at {
                run.segment(item, segment, &mut next)?;
            }
            // An item that is selected twice is changed once.
            let mut seen = HashSet::with_capacity(next.len());
            next.retain(|&item| seen.insert(item));
            at = next;
        }
        Ok(at)
    }
}

/// Returns the maximum nesting of brackets and parentheses outside strings, and that of functions.
fn nesting(text: &str) -> (usize, usize) {
    // Open brackets; true for the parenthesis of a function.
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

/// Converts an error of the parser to one line.
fn reason(error: &str) -> String {
    let column = error.split_once("--> 1:").and_then(|(_, rest)| rest.lines().next());
    match column {
        Some(column) => format!("syntax error at character {column}"),
        None => error.split_whitespace().collect::<Vec<_>>().join(" "),
    }
}
