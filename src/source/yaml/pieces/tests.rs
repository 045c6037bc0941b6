//! Parsing in pieces gives the same result as parsing the whole text.

use proptest::prelude::*;

use crate::limits::Limits;

use super::super::reader::ParsedYaml;
use super::super::whole;
use super::parse;

/// Formats the whole result of parsing.
fn formatted(parsed: &ParsedYaml) -> String {
    let ParsedYaml { tree, duplicates, complex_keys, second } = parsed;
    format!("{tree:?} {duplicates:?} {complex_keys:?} {second:?}")
}

/// Returns true if the text was parsed in pieces, and asserts that the result is that of the whole text.
#[track_caller]
fn agrees(text: &str, limits: &Limits, count: usize) -> bool {
    let Some(parsed) = parse(text, limits, count) else { return false };
    let expected = whole(text, limits).map_err(|error| error.message).unwrap().unwrap();
    assert_eq!(formatted(&parsed), formatted(&expected), "{text}");
    true
}

#[track_caller]
fn is_read(text: &str, count: usize) -> bool {
    agrees(text, &Limits::default(), count)
}

/// Returns a document with every construct that spans lines, large enough to be divided.
fn document() -> String {
    let item = |number: usize| {
        format!(
            "  /a{number}:\n    get: &a{number}\n      summary: \"two\n        lines \\u00e9\"\n      \
             description: |+\n        # no comment\n        key: value\n\n      tags: [a, {{b: c}}]\n\
             # a comment\n      parameters:\n      - name: x\n        in: query\n      -\n        - |\n         a: 1\n      \
             <<: {{again: {number}, summary: no}}\n      again: 1\n      again: 2\n      same: *a{number}x\n"
        )
    };
    let items: String = (0..12)
        .map(|number| item(number).replace("same", &format!("x: &a{number}x 1\n      same")))
        .collect();
    format!("openapi: 3.0.0\npaths:\n{items}components:\n  schemas:\n    A: 1\n")
}

#[test]
fn the_rest_of_open_mappings_is_read_apart() {
    let text = document();
    for count in 2..4 {
        assert!(is_read(&text, count), "{count}");
    }
    assert!(is_read(&text.replace('\n', "\r\n"), 2));
}

#[test]
fn what_needs_the_whole_text_is_not_read_in_pieces() {
    let text = document();
    // An alias whose anchor is in another piece.
    assert!(!is_read(&text.replace("A: 1", "A: *a0"), 2));
    assert!(!is_read(&format!("{text}--- \na: 1\n"), 2));
    assert!(!is_read(&format!("{text}...\n"), 2));
    assert!(!is_read(&format!("%TAG ! tag:a,1:\n---\n{text}"), 2));
    assert!(is_read(&format!("---\n{text}"), 2));
    // Directives after a line end, or after a character that is not one.
    for before in ["# c\r", "# c\n\u{FEFF}", "# c\n", "\u{FEFF}"] {
        let text = format!("{before}%TAG ! tag:yaml.org,2002:\n---\n{text}z: !str 1\n");
        assert!(!is_read(&text, 2), "{before:?}");
    }
    // Errors are left to the parser of the whole text.
    assert!(!is_read(&format!("{text}  - a\n"), 2));
    // No line is a key of an open mapping.
    assert!(!is_read(&format!("a: |\n{}", "  b: 1\n".repeat(100)), 2));
    assert!(!is_read(&format!("a: '\n{}'\n", "b: 1\n".repeat(100)), 2));
}

#[test]
fn limits_hold_for_all_pieces_together() {
    let text = document();
    let parsed = whole(&text, &Limits::default()).map_err(|error| error.message).unwrap().unwrap();
    let nodes = parsed.tree.entries.len();
    for (spare, expected) in [(0, true), (1, false)] {
        let limits = Limits { nodes: nodes - spare, ..Limits::default() };
        assert_eq!(agrees(&text, &limits, 2), expected);
    }
    let deep = |depth: usize| agrees(&text, &Limits { depth, ..Limits::default() }, 2);
    let shallowest = (1..20).find(|&depth| deep(depth)).unwrap();
    let limits = Limits { depth: shallowest - 1, ..Limits::default() };
    assert!(whole(&text, &limits).is_err());
    let aliases = |alias_nodes: usize| agrees(&text, &Limits { alias_nodes, ..Limits::default() }, 2);
    let fewest = (1..100).find(|&nodes| aliases(nodes)).unwrap();
    assert!(whole(&text, &Limits { alias_nodes: fewest - 1, ..Limits::default() }).is_err());
}

#[test]
fn what_is_taken_off_the_tree_counts_in_pieces_too() {
    // Merged values are kept with all their anchors.
    let anchored: Vec<String> = (0..40).map(|number| format!("  k{number}: &a{number} 1\n")).collect();
    let text = format!("<<:\n{}", anchored.concat());
    assert!(whole(&text, &Limits::default()).is_ok());
    assert!(!agrees(&text, &Limits { alias_nodes: 10, ..Limits::default() }, 2));
    // Merged values are in the tree until they are merged.
    let before: Vec<String> = (0..100).map(|number| format!("b{number}: 1\n")).collect();
    let merged: Vec<String> = (0..40).map(|number| format!("k{number}: 1, ")).collect();
    let (before, merged) = (before.concat(), merged.concat());
    let text = format!("{before}m: {{<<: {{{merged}}}, {merged}}}\n");
    let all = Limits::default();
    let nodes = whole(&text, &all).map_err(|error| error.message).unwrap().unwrap().tree.entries.len();
    assert!(agrees(&text, &all, 2));
    assert!(!agrees(&text, &Limits { nodes, ..all }, 2));
}

const LINES: [&str; 40] = [
    "a: 1",
    "b:",
    "c: |",
    "d: >-",
    "e: \"x",
    "y\"",
    "'f': 'x",
    "y'",
    "g: [1,",
    "2]",
    "h: {i: 1,",
    "j: 2}",
    "- k: 1",
    "-",
    "- - l",
    "? m",
    ": n",
    "? [o]",
    "# comment",
    "",
    "   ",
    "\t",
    "p: &p 1",
    "q: *p",
    "&p r: 1",
    "<<: {s: 1}",
    "<<:",
    "t: !u v",
    "---",
    "...",
    "%TAG ! tag:a:",
    "v: w: x",
    "y",
    "\"z\": 1",
    "/a/{b}:",
    "$ref: é",
    "a: \"\\u0031\"",
    "c: |+",
    "d: |2",
    "x: y # z",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// Random lines give the result of the whole text, or are left to the parser of the whole text.
    #[test]
    fn pieces_agree_with_the_whole(
        lines in proptest::collection::vec((0_usize..5, 0_usize..40), 4..40),
        count in 2_usize..5,
    ) {
        let text: String = lines.iter().map(|&(indent, line)| " ".repeat(indent) + LINES[line] + "\n").collect();
        agrees(&text, &Limits::default(), count);
    }

    /// A text that is well-formed except for one line gives the result of the whole text, or is left to the parser of
    /// the whole text.
    #[test]
    fn pieces_agree_with_the_whole_where_one_line_is_odd(
        at in 0_usize..200,
        indent in 0_usize..8,
        line in 0_usize..40,
        count in 2_usize..5,
    ) {
        let document = document();
        let odd = format!("{}{}", " ".repeat(indent), LINES[line]);
        let before: Vec<&str> = document.lines().take(at).collect();
        let after: Vec<&str> = document.lines().skip(at).collect();
        let text = [before, vec![odd.as_str()], after].concat().join("\n");
        agrees(&text, &Limits::default(), count);
    }
}
