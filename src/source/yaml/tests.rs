//! Pitfalls of YAML, and hostile input.

use crate::json::{Value, json};

use super::super::sample::{read, refusal, value};
use crate::diagnostic::Code;

fn text(value: &Value) -> String {
    value.to_string()
}

#[test]
fn plain_scalars_follow_the_core_schema() {
    assert_eq!(value("--- [on, yes, no, y, n, NO]"), json!(["on", "yes", "no", "y", "n", "NO"]));
    assert_eq!(value("--- [010, 1_000, 0b11, 090]"), json!(["010", "1_000", "0b11", "090"]));
    assert_eq!(
        value("--- [2024-01-31, 2024-01-31T00:00:00Z, 12:30]"),
        json!(["2024-01-31", "2024-01-31T00:00:00Z", "12:30"])
    );
    assert_eq!(
        value("--- [null, ~, true, False, '', 'null', \"true\"]"),
        json!([null, null, true, false, "", "null", "true"])
    );
    assert_eq!(value("--- [.inf, -.INF, .nan]"), json!([".inf", "-.INF", ".nan"]));
}

#[test]
fn numbers_keep_their_spelling() {
    let read = value("- 3.0\n- 1.10\n- 18446744073709551616\n- 1e400\n- 0x1F\n- 0o17\n- +12\n- .5\n- 5.");
    assert_eq!(text(&read), "[3.0,1.10,18446744073709551616,1e400,31,15,12,0.5,5.0]");
}

#[test]
fn keys_are_their_spelling() {
    let read = value("200: a\n1.10: b\ntrue: c\nnull: d\n~: e\n'201': f\n0x1F: g\n? h\n");
    assert_eq!(
        read,
        json!({"200": "a", "1.10": "b", "true": "c", "null": "d", "~": "e", "201": "f", "0x1F": "g", "h": null})
    );
}

#[test]
fn equal_keys_are_told_whatever_their_quotes() {
    let (result, warnings) = read("a:\n  200: x\n  '200': y\n");
    assert_eq!(result.unwrap(), json!({"a": {"200": "y"}}));
    assert_eq!(warnings.len(), 1);
    assert_eq!(warnings[0].code, Code::DuplicateKey);
    assert!(warnings[0].message.contains("line 2"), "{}", warnings[0].message);
}

#[test]
fn tags_decide_or_are_dropped() {
    let read = value(
        "- !!str 12\n- !custom x\n- !custom 12\n- !!int '12'\n- !!float 1\n- !!timestamp 2024\n- ! 12\n- !!binary aGk=\n- !thing {a: 1}\n- !!set {a, b}\n- !!null ''",
    );
    assert_eq!(
        read,
        json!(["12", "x", 12, 12, 1, "2024", "12", "aGk=", {"a": 1}, {"a": null, "b": null}, null])
    );
}

#[test]
fn merge_keys_are_expanded() {
    let read = value(
        "base: &base {a: 1, b: 2}\nmore: &more {b: 3, c: 4}\none:\n  b: own\n  <<: *base\nlist:\n  <<: [*more, *base]\n  d: 5\ninline:\n  <<: {x: &x [1], y: 2}\nuse: *x\nquoted:\n  '<<': *base\nscalar:\n  <<: 12\n",
    );
    assert_eq!(read["one"], json!({"b": "own", "a": 1}));
    assert_eq!(read["list"], json!({"d": 5, "b": 3, "c": 4, "a": 1}));
    assert_eq!(read["inline"], json!({"x": [1], "y": 2}));
    assert_eq!(read["use"], json!([1]));
    assert_eq!(read["quoted"], json!({"<<": {"a": 1, "b": 2}}));
    assert_eq!(read["scalar"], json!({"<<": 12}));
}

#[test]
fn merged_mappings_can_be_merged_again() {
    let read = value("a: &a {x: 1}\nb: &b\n  <<: *a\n  y: 2\nc:\n  <<: *b\n  z: 3\nd: *b\n");
    assert_eq!(read["c"], json!({"z": 3, "y": 2, "x": 1}));
    assert_eq!(read["d"], json!({"y": 2, "x": 1}));
}

#[test]
fn aliases_are_expanded_in_values_and_keys() {
    let read =
        value("&k key: &v [1, {a: b}]\nagain: *v\ntext: *k\nmap:\n  *k : 1\nnumber: &n 5\nby:\n  *n : x\n");
    assert_eq!(
        read,
        json!({"key": [1, {"a": "b"}], "again": [1, {"a": "b"}], "text": "key", "map": {"key": 1}, "number": 5, "by": {"5": "x"}})
    );
}

#[test]
fn an_anchor_can_be_defined_anew() {
    assert_eq!(value("--- [&a 1, *a, &a 2, *a]"), json!([1, 1, 2, 2]));
}

#[test]
fn keys_that_are_collections_are_left_out() {
    let (result, warnings) = read("a: 1\n? [x, &inner {y: 1}]\n: dropped\n? {b: 1}\n: {c: 2}\nd: *inner\n");
    assert_eq!(result.unwrap(), json!({"a": 1, "d": {"y": 1}}));
    let places: Vec<_> =
        warnings.iter().map(|warning| (warning.code, warning.position.as_ref().unwrap().line)).collect();
    assert_eq!(places, [(Code::KeyNotScalar, Some(2)), (Code::KeyNotScalar, Some(4))]);
}

#[test]
fn reading_stops_at_a_second_document() {
    let (result, warnings) = read("---\na: 1\n---\n: : broken [\n");
    assert_eq!(result.unwrap(), json!({"a": 1}));
    assert_eq!(warnings.len(), 1);
    assert_eq!(warnings[0].code, Code::SeveralDocuments);
    assert_eq!(warnings[0].position.as_ref().unwrap().line, Some(3));
    assert_eq!(value("---\na: 1\n...\n"), json!({"a": 1}));
}

#[test]
fn line_ends_and_marks_are_no_content() {
    assert_eq!(value("\u{FEFF}a: 1\r\nb:\r\n  - x\r\n"), json!({"a": 1, "b": ["x"]}));
    assert_eq!(
        value("a: \"x\u{2028}y\u{85}z\"\nb: x\u{2028}y"),
        json!({"a": "x\u{2028}y\u{85}z", "b": "x\u{2028}y"})
    );
    assert_eq!(value(r#"a: "\ud83d\ude00""#), json!({"a": "😀"}));
    assert_eq!(value("a: |\n  x\n  y\nb: >-\n  x\n  y\n"), json!({"a": "x\ny\n", "b": "x y"}));
}

#[test]
fn faults_are_refused_with_their_place() {
    assert_eq!(refusal("a: 1\nb: [1\nc: 2\n").0, Code::Syntax);
    assert_eq!(refusal("a: 1\nb: *nothing\n"), (Code::Syntax, 2, 4));
    assert_eq!(refusal("a: \u{1}x\n").0, Code::Syntax);
    assert_eq!(refusal(format!("a: 1\n{}: x\n", "k".repeat(2000))).0, Code::Syntax);
    assert_eq!(refusal("a: b: c\n").1, 1);
}

#[test]
fn an_alias_inside_its_own_value_is_refused() {
    assert_eq!(refusal("a: &a\n  b: *a\n"), (Code::AliasExpansion, 2, 6));
    assert_eq!(refusal("&a [*a]").0, Code::AliasExpansion);
    assert_eq!(refusal("&a x: &b {y: *b}").0, Code::AliasExpansion);
    assert_eq!(refusal("a: &a\n  <<: *a\n").0, Code::AliasExpansion);
}

#[test]
fn expansion_is_bounded() {
    let mut laughs = "a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n".to_owned();
    for level in 1..30 {
        let items = format!("*a{}, ", level - 1).repeat(9);
        laughs.extend([format!("a{level}: &a{level} [{items}]\n")]);
    }
    assert_eq!(refusal(laughs).0, Code::AliasExpansion);
    let list = format!("a: &a [{}]\nb: [{}]", "x, ".repeat(20_000), "*a, ".repeat(2_000));
    assert_eq!(refusal(list).0, Code::AliasExpansion);
    let long = format!("a: &a {}\nb: [{}]", "x".repeat(1 << 20), "*a, ".repeat(2_000));
    assert_eq!(refusal(long).0, Code::AliasExpansion);
    let merges = format!("a: &a {{{}}}\nb: {{<<: [{}]}}", "k: 1, ".repeat(20_000), "*a, ".repeat(2_000));
    assert_eq!(refusal(merges).0, Code::AliasExpansion);
    let honest = format!("a: &a {{x: 1}}\nb: [{}]", "*a, ".repeat(20_000));
    assert!(read(honest).0.is_ok());
}

#[test]
fn merging_large_mappings_takes_no_long() {
    let keys =
        |prefix: &str| (0..50_000).map(|key| format!("  {prefix}{key}: 1\n")).collect::<Vec<_>>().concat();
    let read = value(format!("a: &a\n{}b:\n  <<: *a\n{}", keys("x"), keys("y")));
    assert_eq!(read["b"].as_object().unwrap().len(), 100_000);
}

#[test]
fn depth_is_bounded_through_aliases_too() {
    for hostile in ["[", "{a: ", "- ", "? ", "a:\n- "] {
        let (code, line, _) = refusal(format!("x: \n  {}", hostile.repeat(100_000)));
        assert!(matches!(code, Code::TooDeep | Code::Syntax) && line > 0, "{hostile}");
    }
    assert_eq!(refusal(format!("x: {}", "[".repeat(100_000))).0, Code::TooDeep);
    assert_eq!(refusal(format!("x: {}{}", "[".repeat(100_000), "]".repeat(100_000))).0, Code::TooDeep);
    assert_eq!(refusal("- ".repeat(100_000)).0, Code::TooDeep);
    assert_eq!(refusal("{a: ".repeat(100_000)).0, Code::TooDeep);
    let block: String =
        (0..500).map(|level| format!("{}a:\n", " ".repeat(level))).collect::<Vec<_>>().concat();
    assert_eq!(refusal(block).0, Code::TooDeep);
    let mut chain = "a0: &a0 [x]\n".to_owned();
    for level in 1..200 {
        chain.extend([format!("a{level}: &a{level} [*a{}]\n", level - 1)]);
    }
    assert_eq!(refusal(chain).0, Code::TooDeep);
}

#[test]
fn a_text_that_is_no_mapping_is_still_read() {
    assert_eq!(value("hello world"), json!("hello world"));
    assert_eq!(value("<b>hello</b>"), json!("<b>hello</b>"));
    assert_eq!(value("---\n"), json!(null));
}

#[test]
fn many_anchors_in_what_is_taken_away_take_no_long() {
    let merged: Vec<String> = (0..50_000).map(|n| format!("k{n}: {{<<: &a{n} {{x: 1}}, y: 2}}\n")).collect();
    let keys: Vec<String> = (0..50_000).map(|n| format!("? [&b{n} x]\n: &c{n} y\n")).collect();
    let (value, warnings) = read(format!("{}{}last: [*a7, *b7, *c7]\n", merged.concat(), keys.concat()));
    assert_eq!(warnings.len(), 50_000);
    assert_eq!(value.unwrap()["last"], json!([{"x": 1}, "x", "y"]));
}

#[test]
fn half_of_a_surrogate_pair_costs_its_string_only() {
    let text = r#"a: "é \ud800 \ud83d\ude00 \"\udc00"
b: '\ud800'
"c\ud800": x\ud800
"#;
    let (result, warnings) = read(text);
    let expected = json!({
        "a": "é \u{FFFD} 😀 \"\u{FFFD}", "b": "\\ud800", "c\u{FFFD}": "x\\ud800"
    });
    assert_eq!(result.unwrap(), expected);
    let places: Vec<_> = warnings.iter().map(|warning| warning.position.clone().unwrap()).collect();
    let places: Vec<_> = places.iter().map(|place| (place.line, place.column)).collect();
    assert!(warnings.iter().all(|warning| warning.code == Code::UnpairedSurrogate));
    assert_eq!(places, [(Some(1), Some(7)), (Some(1), Some(29)), (Some(3), Some(3))]);
    // A flow mapping begins like JSON.
    assert_eq!(read(r#"{a: "\ud800"}"#).0.unwrap(), json!({"a": "\u{FFFD}"}));
    let many = "- \"\\ud800\"\n".repeat(100);
    assert_eq!(refusal(many).0, Code::Syntax);
}
