//! Parsing in pieces gives the same result as parsing the whole text.

use proptest::prelude::*;

use crate::json::{Value, json};
use crate::limits::Limits;

use super::super::whole;
use super::parse;

/// Returns true if the text was parsed in pieces, and asserts that the result is that of the whole text.
#[track_caller]
fn agrees(text: &str, limits: &Limits, count: usize) -> bool {
    let Some(parsed) = parse(text, limits, count) else { return false };
    let expected = whole(text, limits).map_err(|error| error.message).unwrap();
    assert_eq!(format!("{parsed:?}"), format!("{expected:?}"), "{text}");
    true
}

#[track_caller]
fn is_read(text: &str, count: usize) -> bool {
    agrees(text, &Limits::default(), count)
}

/// Returns a document that is large enough to be divided.
fn document() -> Value {
    let item = |number: usize| {
        let parameters =
            json!([{"in": "query", "name": "a,\"b\":"}, ["x", 1e2, -0.5, {"deep": [{"er": null}]}], "y,"]);
        let item = json!({"get": {"tags": ["é\n", "b"], "parameters": parameters, "$id": "a", "n": number}, "x": {}});
        (format!("/a/{{{number}}}"), item)
    };
    let paths: crate::json::Map = (0..30).map(item).collect();
    json!({"openapi": "3.0.0", "paths": paths, "components": {"schemas": {"A": [true, false]}}, "tags": []})
}

#[test]
fn the_rest_of_open_objects_is_read_apart() {
    for text in
        [document().to_string(), format!("{:#}", document()), format!("[{}, {}]", document(), document())]
    {
        for count in 2..8 {
            assert!(is_read(&text, count), "{count}");
        }
    }
}

#[test]
fn equal_keys_are_told_across_pieces() {
    let text = format!("{{\"a\": 0, {}\"a\": 1, \"b\": 2}}", "\"c\": {\"d\": 1, \"d\": 2}, ".repeat(50));
    assert!(is_read(&text, 3));
}

#[test]
fn long_keys_and_far_parents_are_the_same_in_pieces() {
    let key = |number: usize| "k".repeat(4_090 + number % 10);
    let entries = (0..30_000).map(|number| match number % 1_000 {
        0 => format!("\"{number}{}\": {{\"{}\": 0}}", key(number / 1_000), key(number / 100)),
        _ => format!("\"a{number}\": [{number}, {{\"b\": 1}}]"),
    });
    let text = format!("{{\"c\": {{{}}}}}", entries.collect::<Vec<_>>().join(", "));
    for count in [2, 3, 7] {
        assert!(is_read(&text, count), "{count}");
    }
}

#[test]
fn what_is_malformed_is_not_read_in_pieces() {
    let text = document().to_string();
    for count in 2..5 {
        assert!(!is_read(&text[..text.len() - 1], count));
        assert!(!is_read(&format!("{text}}}"), count));
        assert!(!is_read(&format!("{text} 1"), count));
        assert!(!is_read(&format!("{text}, \"a\": 1"), count));
        assert!(!is_read(&text.replacen("{\"openapi\"", "[\"openapi\"", 1), count));
        assert!(!is_read(&text.replace("\"tags\":[]", "\"tags\""), count));
        assert!(!is_read(&format!("\"{}\"", "x,\"y\":1".repeat(50)), count));
        assert!(!is_read(&format!("{{\"k\":\"{}\"}}", "x,\"y\":1".repeat(50)), count));
        assert!(!is_read(&format!("{{\"k\",{}}}", "\"yy\":1,".repeat(50)), count));
    }
}

#[test]
fn limits_hold_for_all_pieces_together() {
    let text = document().to_string();
    let nodes = whole(&text, &Limits::default()).map_err(|error| error.message).unwrap().0.entries.len();
    for (spare, expected) in [(0, true), (1, false)] {
        assert_eq!(agrees(&text, &Limits { nodes: nodes - spare, ..Limits::default() }, 2), expected);
    }
    let deep = |depth: usize| agrees(&text, &Limits { depth, ..Limits::default() }, 2);
    let shallowest = (1..20).find(|&depth| deep(depth)).unwrap();
    assert!(whole(&text, &Limits { depth: shallowest - 1, ..Limits::default() }).is_err());
}

#[test]
fn a_piece_that_ends_more_than_can_be_open_is_given_up() {
    assert!(!is_read(&format!("{{\"a\":1{}", "},\"b\":1".repeat(300_000)), 4));
}

const ODD: [&str; 16] =
    ["\"", ",", "{", "}", "[", "]", ":", "\\", "1", " ", "\n", ",\"a\":", "\"a\":", "{\"b\":1}", "\\\"", "é"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    /// A text with an error inserted, or with a part missing, gives the result of the whole text, or is left to the
    /// parser of the whole text.
    #[test]
    fn pieces_agree_with_the_whole(
        at in 0_usize..8_000,
        missing in 0_usize..3,
        odd in 0_usize..16,
        pretty in any::<bool>(),
        count in 2_usize..5,
    ) {
        let document = document();
        let text = if pretty { format!("{document:#}") } else { document.to_string() };
        let characters: Vec<char> = text.chars().collect();
        let at = at % characters.len();
        let before = characters.iter().take(at);
        let after = characters.iter().skip(at + missing);
        let text: String = before.copied().chain(ODD[odd].chars()).chain(after.copied()).collect();
        agrees(&text, &Limits::default(), count);
    }

    /// A text of arbitrary parts gives the result of the whole text, or is left to the parser of the whole text.
    #[test]
    fn pieces_agree_with_the_whole_where_all_is_odd(
        parts in proptest::collection::vec(0_usize..16, 8..80),
        count in 2_usize..5,
    ) {
        let text: String = parts.iter().map(|&part| ODD[part]).collect();
        agrees(&format!("{{\"a\":1{text}}}"), &Limits::default(), count);
    }
}
