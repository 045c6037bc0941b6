//! YAML text → tree, from parser events with an explicit stack; aliases and merge keys are expanded.

use std::borrow::Cow;

use granit_parser::{ErrorKind, Event, Parser, ScalarStyle, Span, Tag};

use crate::Limits;
use crate::diagnostic::Code;

use super::builder::{BuildError, Builder, Detached, DuplicateKey};
use super::scalar::{self, Scalar};
use super::tree::{Data, Text, Tree};
use super::{ParseError, TextPoint};

/// What a YAML text gave, and what was left out of it.
pub(super) struct Parsed {
    pub(super) tree: Tree,
    pub(super) duplicates: Vec<DuplicateKey>,
    /// Where mappings have a key that is a collection.
    pub(super) complex_keys: Vec<TextPoint>,
    /// Where a second document begins.
    pub(super) second: Option<TextPoint>,
}

/// Reads the first document of a YAML 1.2 stream; `None` if the stream holds none.
pub(super) fn parse(text: &str, limits: &Limits) -> Result<Option<Parsed>, ParseError> {
    // The builder's bound comes first; the parser's own only has to lie above it.
    let nesting = limits.depth.saturating_add(2);
    let options = granit_parser::options! {
        flow_nesting_limit: nesting,
        block_nesting_limit: nesting,
    };
    let mut reader = Reader {
        builder: Builder::new(text, limits),
        frames: Vec::new(),
        anchors: Vec::new(),
        complex_keys: Vec::new(),
    };
    let mut begun = false;
    let mut second = None;
    for event in Parser::new_from_str_with_options(text, options) {
        let (event, span) = event.map_err(|error| {
            let marker = error.marker();
            ParseError {
                code: match error.kind() {
                    ErrorKind::RecursionLimitExceeded => Code::TooDeep,
                    _ => Code::Syntax,
                },
                message: error.info(),
                at: TextPoint {
                    line: marker.line().max(1),
                    column: marker.col() + 1,
                },
            }
        })?;
        if let Event::DocumentStart(..) = event {
            if begun {
                second = Some(point(&span));
                break;
            }
            begun = true;
        }
        reader.event(event, &span).map_err(|fault| match fault {
            Fault::Build(fault) => ParseError::from_build(fault, point(&span)),
            Fault::Recursive => ParseError {
                code: Code::AliasExpansion,
                message: "the alias refers to a value that contains it".to_owned(),
                at: point(&span),
            },
        })?;
    }
    let (tree, duplicates) = reader.builder.finish();
    Ok((!tree.entries.is_empty()).then_some(Parsed {
        tree,
        duplicates,
        complex_keys: reader.complex_keys,
        second,
    }))
}

fn point(span: &Span) -> TextPoint {
    TextPoint {
        line: span.start.line().max(1),
        column: span.start.col() + 1,
    }
}

enum Fault {
    Build(BuildError),
    /// An alias inside the value that it stands for.
    Recursive,
}

impl From<BuildError> for Fault {
    fn from(fault: BuildError) -> Self {
        Self::Build(fault)
    }
}

/// What an alias stands for.
enum Anchor {
    /// A value that is not complete yet.
    Open,
    /// The value that begins at this node.
    Node(usize),
    /// A scalar that was met as a key, so that no node holds it.
    Key(Text, Data),
    /// A value that is no longer part of the tree.
    Kept(Detached),
}

/// An open array or object.
struct Frame {
    start: usize,
    anchor: usize,
    /// `None` in an array.
    expect: Option<Expect>,
    merged: Vec<Detached>,
}

/// What comes next in an object.
#[derive(Clone, Copy)]
enum Expect {
    Key,
    /// The end of a key that is a collection and begins at this node.
    ComplexKey(usize),
    Value,
    /// The value of a merge key; it begins at this node.
    Merged(usize),
    /// A value that is left out; it begins at this node.
    Dropped(usize),
}

struct Reader<'t> {
    builder: Builder<'t>,
    frames: Vec<Frame>,
    /// By the parser's number of the anchor.
    anchors: Vec<Option<Anchor>>,
    complex_keys: Vec<TextPoint>,
}

impl Reader<'_> {
    fn event(&mut self, event: Event<'_>, span: &Span) -> Result<(), Fault> {
        match event {
            Event::Scalar(value, style, anchor, tag) => {
                if matches!(self.expect(), Some(Expect::Key)) {
                    self.key(&value, style, anchor, tag.as_deref());
                    return Ok(());
                }
                let start = self.builder.position();
                self.value(&value, style, tag.as_deref())?;
                self.define(anchor, Anchor::Node(start));
                self.completed()
            }
            Event::Alias(anchor) => self.alias(anchor, span),
            Event::SequenceStart(_, anchor, _) => self.open(anchor, None, span),
            Event::MappingStart(_, anchor, _) => self.open(anchor, Some(Expect::Key), span),
            Event::SequenceEnd => self.close(),
            Event::MappingEnd => {
                if let Some(frame) = self.frames.last_mut() {
                    let merged = std::mem::take(&mut frame.merged);
                    if !merged.is_empty() {
                        self.builder.merge(&merged)?;
                    }
                }
                self.close()
            }
            _ => Ok(()),
        }
    }

    fn expect(&self) -> Option<Expect> {
        self.frames.last().and_then(|frame| frame.expect)
    }

    fn set_expect(&mut self, expect: Expect) {
        if let Some(frame) = self.frames.last_mut() {
            frame.expect = Some(expect);
        }
    }

    fn define(&mut self, id: usize, anchor: Anchor) {
        // Zero means that there is no anchor.
        if id > 0 {
            if self.anchors.len() <= id {
                self.anchors.resize_with(id + 1, || None);
            }
            self.anchors[id] = Some(anchor);
        }
    }

    /// A scalar as key: whatever it means, its spelling is the key.
    fn key(&mut self, value: &str, style: ScalarStyle, anchor: usize, tag: Option<&Tag>) {
        let start = self.builder.position();
        let text = self.builder.key(value);
        if anchor > 0 {
            let data = match meaning(value, style, tag) {
                Scalar::Null => Data::Null,
                Scalar::Boolean(value) => Data::Boolean(value),
                Scalar::Number(Cow::Borrowed(_)) => Data::Number(text),
                Scalar::Number(Cow::Owned(number)) => Data::Number(self.builder.intern(&number)),
                Scalar::String => Data::String(text),
            };
            self.define(anchor, Anchor::Key(text, data));
        }
        let merges = value == "<<"
            && style == ScalarStyle::Plain
            && tag
                .is_none_or(|tag| tag.suffix_in_namespace("tag:yaml.org,2002:").as_deref() == Some("merge"));
        self.set_expect(if merges {
            Expect::Merged(start)
        } else {
            Expect::Value
        });
    }

    fn value(&mut self, value: &str, style: ScalarStyle, tag: Option<&Tag>) -> Result<(), BuildError> {
        match meaning(value, style, tag) {
            Scalar::Null => self.builder.null(),
            Scalar::Boolean(value) => self.builder.boolean(value),
            Scalar::Number(number) => self.builder.number(&number),
            Scalar::String => self.builder.string(value),
        }
    }

    fn alias(&mut self, id: usize, span: &Span) -> Result<(), Fault> {
        let as_key = matches!(self.expect(), Some(Expect::Key));
        let start = self.builder.position();
        match self.anchors.get(id).and_then(Option::as_ref) {
            None | Some(Anchor::Open) => return Err(Fault::Recursive),
            Some(&Anchor::Key(text, data)) => {
                if as_key {
                    self.builder.key_again(text);
                    self.set_expect(Expect::Value);
                    return Ok(());
                }
                self.builder.scalar(data)?;
            }
            Some(&Anchor::Node(node)) => {
                if as_key {
                    let data = self.builder.data(node);
                    self.alias_as_key(data, start, span);
                    return Ok(());
                }
                self.builder.copy(node)?;
            }
            Some(Anchor::Kept(value)) => {
                if as_key {
                    let data = value.data();
                    self.alias_as_key(data, start, span);
                    return Ok(());
                }
                self.builder.copy_detached(value)?;
            }
        }
        self.completed()
    }

    fn alias_as_key(&mut self, data: Option<Data>, start: usize, span: &Span) {
        match data {
            Some(Data::String(text) | Data::Number(text)) => self.builder.key_again(text),
            Some(Data::Boolean(value)) => {
                self.builder.key(if value { "true" } else { "false" });
            }
            Some(Data::Null) | None => {
                self.builder.key("null");
            }
            Some(Data::Array | Data::Object) => {
                self.complex_keys.push(point(span));
                self.set_expect(Expect::Dropped(start));
                return;
            }
        }
        self.set_expect(Expect::Value);
    }

    fn open(&mut self, anchor: usize, expect: Option<Expect>, span: &Span) -> Result<(), Fault> {
        let start = self.builder.position();
        if matches!(self.expect(), Some(Expect::Key)) {
            self.complex_keys.push(point(span));
            self.set_expect(Expect::ComplexKey(start));
        }
        self.define(anchor, Anchor::Open);
        if expect.is_some() {
            self.builder.open_object()?;
        } else {
            self.builder.open_array()?;
        }
        self.frames.push(Frame {
            start,
            anchor,
            expect,
            merged: Vec::new(),
        });
        Ok(())
    }

    fn close(&mut self) -> Result<(), Fault> {
        self.builder.close();
        if let Some(frame) = self.frames.pop() {
            self.define(frame.anchor, Anchor::Node(frame.start));
        }
        self.completed()
    }

    /// A value came to its end; what that means depends on where it stands.
    fn completed(&mut self) -> Result<(), Fault> {
        match self.expect() {
            None | Some(Expect::Key) => return Ok(()),
            Some(Expect::ComplexKey(start)) => {
                self.detach(start)?;
                self.set_expect(Expect::Dropped(start));
                return Ok(());
            }
            Some(Expect::Value) => {}
            Some(Expect::Merged(start)) => {
                // Anything else under this key is an entry like every other.
                if self.builder.is_mergeable(start) {
                    let value = self.detach(start)?;
                    if let Some(frame) = self.frames.last_mut() {
                        frame.merged.push(value);
                    }
                }
            }
            Some(Expect::Dropped(start)) => {
                self.detach(start)?;
            }
        }
        self.set_expect(Expect::Key);
        Ok(())
    }

    /// Takes the last value off the tree. Anchors inside it must outlive it.
    fn detach(&mut self, start: usize) -> Result<Detached, BuildError> {
        // Anchors are numbered in document order, so those inside are the last ones.
        for anchor in self.anchors.iter_mut().rev().flatten() {
            match *anchor {
                Anchor::Node(node) if node >= start => {
                    *anchor = Anchor::Kept(self.builder.keep(node)?);
                }
                Anchor::Node(_) | Anchor::Open => break,
                Anchor::Key(..) | Anchor::Kept(_) => {}
            }
        }
        Ok(self.builder.take_last(start))
    }
}

/// What a scalar means by its style and tag. A tag that is not of the core schema (YAML 1.2.2, section
/// 10.3) says nothing to us: the value counts as if it were not there.
fn meaning<'a>(value: &'a str, style: ScalarStyle, tag: Option<&Tag>) -> Scalar<'a> {
    let plain = style == ScalarStyle::Plain;
    match tag.map(|tag| (tag.core_suffix(), tag)) {
        Some((Some("str"), _)) => Scalar::String,
        Some((Some("null" | "bool" | "int" | "float"), _)) => scalar::resolve(value),
        // `!!binary`, `!!timestamp` and the like have no counterpart in JSON but text; the lone `!`
        // says that a scalar is text (YAML 1.2.2, section 6.9.1).
        Some((None, tag))
            if tag.suffix_in_namespace("tag:yaml.org,2002:").is_some()
                || (tag.handle() == "!" && tag.suffix().is_empty())
                || (tag.handle().is_empty() && tag.suffix() == "!") =>
        {
            Scalar::String
        }
        _ if plain => scalar::resolve(value),
        _ => Scalar::String,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::sample::{read, refusal, value};
    use crate::diagnostic::Code;

    fn text(value: &Value) -> String {
        value.to_string()
    }

    #[test]
    fn plain_scalars_follow_the_core_schema() {
        assert_eq!(
            value("--- [on, yes, no, y, n, NO]"),
            json!(["on", "yes", "no", "y", "n", "NO"])
        );
        assert_eq!(
            value("--- [010, 1_000, 0b11, 090]"),
            json!(["010", "1_000", "0b11", "090"])
        );
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
        assert_eq!(
            text(&read),
            "[3.0,1.10,18446744073709551616,1e400,31,15,12,0.5,5.0]"
        );
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
        let read = value(
            "&k key: &v [1, {a: b}]\nagain: *v\ntext: *k\nmap:\n  *k : 1\nnumber: &n 5\nby:\n  *n : x\n",
        );
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
        let (result, warnings) =
            read("a: 1\n? [x, &inner {y: 1}]\n: dropped\n? {b: 1}\n: {c: 2}\nd: *inner\n");
        assert_eq!(result.unwrap(), json!({"a": 1, "d": {"y": 1}}));
        let places: Vec<_> = warnings
            .iter()
            .map(|warning| (warning.code, warning.position.as_ref().unwrap().line))
            .collect();
        assert_eq!(
            places,
            [(Code::KeyNotScalar, Some(2)), (Code::KeyNotScalar, Some(4))]
        );
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
        assert_eq!(
            value("\u{FEFF}a: 1\r\nb:\r\n  - x\r\n"),
            json!({"a": 1, "b": ["x"]})
        );
        assert_eq!(
            value("a: \"x\u{2028}y\u{85}z\"\nb: x\u{2028}y"),
            json!({"a": "x\u{2028}y\u{85}z", "b": "x\u{2028}y"})
        );
        assert_eq!(value(r#"a: "\ud83d\ude00""#), json!({"a": "😀"}));
        assert_eq!(
            value("a: |\n  x\n  y\nb: >-\n  x\n  y\n"),
            json!({"a": "x\ny\n", "b": "x y"})
        );
    }

    #[test]
    fn faults_are_refused_with_their_place() {
        assert_eq!(refusal("a: 1\nb: [1\nc: 2\n").0, Code::Syntax);
        assert_eq!(refusal("a: 1\nb: *nothing\n"), (Code::Syntax, 2, 4));
        assert_eq!(refusal("a: \u{1}x\n").0, Code::Syntax);
        assert_eq!(
            refusal(format!("a: 1\n{}: x\n", "k".repeat(2000))).0,
            Code::Syntax
        );
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
            laughs.push_str(&format!("a{level}: &a{level} [{items}]\n"));
        }
        assert_eq!(refusal(laughs).0, Code::AliasExpansion);
        let list = format!("a: &a [{}]\nb: [{}]", "x, ".repeat(20_000), "*a, ".repeat(2_000));
        assert_eq!(refusal(list).0, Code::AliasExpansion);
        let long = format!("a: &a {}\nb: [{}]", "x".repeat(1 << 20), "*a, ".repeat(2_000));
        assert_eq!(refusal(long).0, Code::AliasExpansion);
        let merges = format!(
            "a: &a {{{}}}\nb: {{<<: [{}]}}",
            "k: 1, ".repeat(20_000),
            "*a, ".repeat(2_000)
        );
        assert_eq!(refusal(merges).0, Code::AliasExpansion);
        let honest = format!("a: &a {{x: 1}}\nb: [{}]", "*a, ".repeat(20_000));
        assert!(read(honest).0.is_ok());
    }

    #[test]
    fn merging_large_mappings_takes_no_long() {
        let keys = |prefix: &str| {
            (0..50_000)
                .map(|key| format!("  {prefix}{key}: 1\n"))
                .collect::<String>()
        };
        let read = value(format!("a: &a\n{}b:\n  <<: *a\n{}", keys("x"), keys("y")));
        assert_eq!(read["b"].as_object().unwrap().len(), 100_000);
    }

    #[test]
    fn depth_is_bounded_through_aliases_too() {
        for hostile in ["[", "{a: ", "- ", "? ", "a:\n- "] {
            assert_eq!(
                refusal(format!("x: \n  {}", hostile.repeat(100_000))).1 > 0,
                true,
                "{hostile}"
            );
        }
        assert_eq!(refusal(format!("x: {}", "[".repeat(100_000))).0, Code::TooDeep);
        assert_eq!(
            refusal(format!("x: {}{}", "[".repeat(100_000), "]".repeat(100_000))).0,
            Code::TooDeep
        );
        assert_eq!(refusal("- ".repeat(100_000)).0, Code::TooDeep);
        assert_eq!(refusal("{a: ".repeat(100_000)).0, Code::TooDeep);
        let block: String = (0..500)
            .map(|level| format!("{}a:\n", " ".repeat(level)))
            .collect();
        assert_eq!(refusal(block).0, Code::TooDeep);
        let mut chain = "a0: &a0 [x]\n".to_owned();
        for level in 1..200 {
            chain.push_str(&format!("a{level}: &a{level} [*a{}]\n", level - 1));
        }
        assert_eq!(refusal(chain).0, Code::TooDeep);
    }

    #[test]
    fn a_text_that_is_no_mapping_is_still_read() {
        assert_eq!(value("hello world"), json!("hello world"));
        assert_eq!(value("<html>hello</html>"), json!("<html>hello</html>"));
        assert_eq!(value("---\n"), json!(null));
    }
}
