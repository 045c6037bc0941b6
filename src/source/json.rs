//! JSON parser (RFC 8259): builds the tree from the events of `serde_json`, without an intermediate value.

mod pieces;
pub(super) mod stream;

use std::borrow::Cow;
use std::fmt;

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use crate::diagnostic::Code;
use crate::limits::Limits;
use crate::parallel;

use super::builder::{BuildError, DuplicateKey, TreeBuilder};
use super::entry::TextRange;
use super::position::characters;
use super::tree::Tree;
use super::{ParseError, TextPoint};

/// Key under which `serde_json` passes a number when it preserves the spelling of numbers.
const NUMBER: &str = "$serde_json::private::Number";

/// White space of JSON (RFC 8259, section 2).
const SPACE: [char; 4] = [' ', '\t', '\r', '\n'];

/// Parses a JSON text (RFC 8259); a long one in pieces, in parallel.
pub(super) fn parse(text: &str, limits: &Limits) -> Result<(Tree, Vec<DuplicateKey>), ParseError> {
    match pieces::parse(text, limits, parallel::pieces(text.len())) {
        Some(read) => Ok(read),
        None => whole(text, limits),
    }
}

fn whole(text: &str, limits: &Limits) -> Result<(Tree, Vec<DuplicateKey>), ParseError> {
    let mut reader = JsonReader::new(text, limits);
    let mut deserializer = serde_json::Deserializer::from_str(text);
    // The builder limits the depth, with the limit that also applies to YAML.
    deserializer.disable_recursion_limit();
    let result = JsonText(&mut reader).deserialize(&mut deserializer).and_then(|()| deserializer.end());
    match result {
        Ok(()) => Ok(reader.builder.finish()),
        Err(error) => Err(refusal(text, reader.failure, &error, 0)),
    }
}

/// Converts an error of `serde_json` to a parse error. `lines` is the number of lines before the part of the text that
/// was parsed.
fn refusal(text: &str, failure: Option<BuildError>, error: &serde_json::Error, lines: usize) -> ParseError {
    let line = lines + error.line().max(1);
    let at = TextPoint { line, column: characters(text, line, error.column()) };
    if let Some(failure) = failure {
        return ParseError::from_build(failure, at);
    }
    let full = error.to_string();
    let message = match full.rfind(" at line ") {
        Some(end) => full[..end].to_owned(),
        None => full,
    };
    // RFC 8259, section 8.2: the meaning of a lone surrogate is unpredictable.
    let message = match message.as_str() {
        "unexpected end of hex escape" | "lone leading surrogate in hex escape" => {
            "`\\u` is followed by half of a surrogate pair, which stands for no character by itself"
                .to_owned()
        }
        _ => message,
    };
    ParseError { code: Code::Syntax, message, at }
}

struct JsonReader<'t> {
    text: &'t str,
    /// Offset in the text up to which everything was passed to the builder.
    cursor: usize,
    builder: TreeBuilder<'t>,
    failure: Option<BuildError>,
    /// True if the last item read was a complete entry of an object.
    behind_entry: bool,
}

impl<'t> JsonReader<'t> {
    fn new(text: &'t str, limits: &Limits) -> Self {
        Self::with(TreeBuilder::new(text, limits), text, 0)
    }

    /// Creates a reader that starts at an offset of the text.
    fn with(builder: TreeBuilder<'t>, text: &'t str, cursor: usize) -> Self {
        Self { text, cursor, builder, failure: None, behind_entry: false }
    }

    fn keep<E: de::Error>(&mut self, result: Result<(), BuildError>) -> Result<(), E> {
        result.map_err(|failure| {
            self.failure = Some(failure);
            E::custom(failure)
        })
    }

    /// Returns the offset of a slice of the text; `None` for a string elsewhere in memory.
    fn offset(&self, slice: &str) -> Option<usize> {
        let start = (slice.as_ptr() as usize).checked_sub(self.text.as_ptr() as usize)?;
        (start + slice.len() <= self.text.len()).then_some(start)
    }

    /// Moves the cursor past a string, if that is a literal part of the text.
    fn passed(&mut self, text: TextRange) {
        if let Some(span) = text.span().filter(|span| !span.is_empty()) {
            self.cursor = span.end + 1;
        }
    }

    fn number<E: de::Error>(&mut self, respelled: &str) -> Result<(), E> {
        let spelling = self.spelling().unwrap_or(respelled);
        let result = self.builder.number(spelling);
        self.keep(result)
    }

    /// Finds the source spelling of the next number, because `serde_json` changes the spelling of exponents. Between
    /// the cursor and this number there are only punctuation, literals and strings with escapes.
    fn spelling(&mut self) -> Option<&'t str> {
        let bytes = self.text.as_bytes();
        let mut at = self.cursor;
        loop {
            match bytes.get(at)? {
                b'"' => {
                    at += 1;
                    while *bytes.get(at)? != b'"' {
                        at += if bytes[at] == b'\\' { 2 } else { 1 };
                    }
                    at += 1;
                }
                b'-' | b'0'..=b'9' => break,
                _ => at += 1,
            }
        }
        let length = bytes[at..]
            .iter()
            .take_while(|byte| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E'))
            .count();
        self.cursor = at + length;
        self.text.get(at..at + length)
    }
}

struct JsonText<'r, 't>(&'r mut JsonReader<'t>);

impl<'t> DeserializeSeed<'t> for JsonText<'_, 't> {
    type Value = ();

    fn deserialize<D: Deserializer<'t>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'t> Visitor<'t> for JsonText<'_, 't> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: de::Error>(self) -> Result<(), E> {
        let result = self.0.builder.null();
        self.0.keep(result)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<(), E> {
        let result = self.0.builder.boolean(value);
        self.0.keep(result)
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<(), E> {
        self.0.number(&value.to_string())
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<(), E> {
        self.0.number(&value.to_string())
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<(), E> {
        let result = self.0.builder.string(value).map(|text| self.0.passed(text));
        self.0.keep(result)
    }

    fn visit_seq<A: SeqAccess<'t>>(self, mut items: A) -> Result<(), A::Error> {
        let opened = self.0.builder.open_array();
        self.0.keep(opened)?;
        while items.next_element_seed(JsonText(self.0))?.is_some() {}
        self.0.builder.close();
        Ok(())
    }

    fn visit_map<A: MapAccess<'t>>(self, mut entries: A) -> Result<(), A::Error> {
        self.0.behind_entry = false;
        let mut next = entries.next_key_seed(JsonKey)?;
        if let Some(Cow::Borrowed(key)) = next
            && key == NUMBER
            && self.0.offset(key).is_none()
        {
            let respelled: String = entries.next_value()?;
            return self.0.number(&respelled);
        }
        let opened = self.0.builder.open_object();
        self.0.keep(opened)?;
        while let Some(key) = next {
            let text = self.0.builder.key(&key);
            self.0.passed(text);
            self.0.behind_entry = false;
            entries.next_value_seed(JsonText(self.0))?;
            self.0.behind_entry = true;
            next = entries.next_key_seed(JsonKey)?;
        }
        self.0.builder.close();
        Ok(())
    }
}

/// A key, borrowed if it is a literal part of the text.
struct JsonKey;

impl<'t> DeserializeSeed<'t> for JsonKey {
    type Value = Cow<'t, str>;

    fn deserialize<D: Deserializer<'t>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'t> Visitor<'t> for JsonKey {
    type Value = Cow<'t, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string as key")
    }

    fn visit_borrowed_str<E: de::Error>(self, value: &'t str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(value))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(value.to_owned()))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use crate::json::json;

    use super::super::sample::{read, refusal, value};
    use crate::diagnostic::Code;

    #[test]
    fn numbers_keep_their_spelling() {
        let text = "[18446744073709551616, 1e400, 1.10, -0, 1E5, 0.1e-7, 12, -5, 1e0]";
        let numbers: Vec<String> = value(text).as_array().unwrap().iter().map(ToString::to_string).collect();
        let expected = ["18446744073709551616", "1e400", "1.10", "-0", "1E5", "0.1e-7", "12", "-5", "1e0"];
        assert_eq!(numbers, expected);
    }

    #[test]
    fn numbers_are_found_behind_strings_with_escapes_and_digits() {
        let text = r#"{"a\"1": "\\", "b": ["\u0031 2e3", true, 3e3, null, {}], "7": 8e1, "\n": 4E2}"#;
        let expected = r#"{"a\"1":"\\","b":["1 2e3",true,3e3,null,{}],"7":8e1,"\n":4E2}"#;
        assert_eq!(value(text).to_string(), expected);
    }

    #[test]
    fn the_private_number_key_is_a_key_like_every_other() {
        for key in [
            "$serde_json::private::Number",
            r"\u0024serde_json::private::Number",
            "$serde_json::private::RawValue",
        ] {
            let text = format!(r#"{{"{key}": "12", "a": {{"{key}": 1e2}}}}"#);
            let expected = text.replace(r"\u0024", "$").replace(": ", ":").replace(", ", ",");
            let sink = crate::diagnostic::Sink::new();
            let sources =
                super::super::Sources::new(super::super::Access::default(), crate::limits::Limits::default());
            let document = sources.load(&super::super::sample::input(text.as_bytes()), &sink).unwrap();
            let root = document.root();
            assert!(root.is_object());
            let first = root.children().next().unwrap();
            assert_eq!(first.as_str(), Some("12"));
            assert_eq!(root.get("a").unwrap().children().next().unwrap().as_number(), Some("1e2"));
            assert!(expected.contains(first.key()));
        }
    }

    #[test]
    fn strings_are_decoded() {
        let text = r#"{"\ud83d\ude00": "a\u00e9\n\/", "": ""}"#;
        assert_eq!(value(text), json!({"😀": "aé\n/", "": ""}));
    }

    #[test]
    fn of_equal_keys_the_last_counts() {
        let (result, warnings) = read("{\n \"a\": 1,\n \"b\": {\"x/y\": 1, \"x/y\": 2},\n \"a\": 3}");
        assert_eq!(result.unwrap(), json!({"b": {"x/y": 2}, "a": 3}));
        let messages: Vec<&str> = warnings.iter().map(|warning| warning.message.as_str()).collect();
        assert!(warnings.iter().all(|warning| warning.code == Code::DuplicateKey));
        assert_eq!(messages.len(), 2);
        assert!(messages[0].contains("`a` at line 2") && messages[0].ends_with("/a"), "{}", messages[0]);
        assert!(
            messages[1].contains("`x/y` at line 3") && messages[1].ends_with("/b/x~1y"),
            "{}",
            messages[1]
        );
    }

    #[test]
    fn many_equal_keys_take_no_long() {
        let text = format!("{{{}\"a\": 1}}", "\"a\": 1,".repeat(100_000));
        let (result, warnings) = read(text);
        assert_eq!(result.unwrap(), json!({"a": 1}));
        assert_eq!(warnings.len(), 100_000);
    }

    #[test]
    fn faults_are_refused_with_their_place() {
        assert_eq!(refusal("{\"a\": \"\\ud800\"}").0, Code::Syntax);
        assert_eq!(refusal("{\n \"é\": 1,\n \"b\": [1, 2").0, Code::Syntax);
        assert_eq!(refusal("{\"a\": 1}\n]"), (Code::Syntax, 2, 1));
        assert_eq!(refusal("[\n\"żółw\": 1 : 2]").1, 2);
        assert_eq!(refusal("{\"a\": \"\u{1}\"}").0, Code::Syntax);
    }

    #[test]
    fn depth_is_bounded() {
        let nested = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        assert!(read(nested(128)).0.is_ok());
        assert_eq!(refusal(nested(129)), (Code::TooDeep, 1, 130));
        assert_eq!(refusal(nested(100_000)).0, Code::TooDeep);
        assert_eq!(refusal("[".repeat(100_000)).0, Code::TooDeep);
        assert_eq!(refusal("{\"a\":".repeat(100_000)), (Code::TooDeep, 1, 644));
    }

    #[test]
    fn nodes_are_bounded() {
        let limits = crate::limits::Limits { nodes: 10, ..crate::limits::Limits::default() };
        let error = super::parse("[1,2,3,4,5,6,7,8,9]", &limits).map(|_| ());
        assert!(error.is_ok());
        let error = super::parse("[1,2,3,4,5,6,7,8,9,10]", &limits).map(|_| ()).unwrap_err();
        assert_eq!((error.code, error.at.line), (Code::TooLarge, 1));
    }
}
