//! JSON parser (RFC 8259): builds the tree from the events of `serde_json`, without an intermediate value.

mod pieces;
mod reader;
pub(super) mod stream;

use serde::de::DeserializeSeed;

use crate::limits::Limits;
use crate::parallel;

use super::builder::DuplicateKey;
use super::parse_error::ParseError;
use super::tree::Tree;
use reader::{JsonReader, JsonText, refusal};

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
    fn half_of_a_surrogate_pair_costs_its_string_only() {
        let text = r#"{"a": 1e2,
 "\udc00": ["é\ud800\ud83d\ude00", "\\ud800"]}"#;
        let (result, warnings) = read(text);
        let expected = "{\"a\":1e2,\"\u{FFFD}\":[\"é\u{FFFD}😀\",\"\\\\ud800\"]}";
        assert_eq!(result.unwrap().to_string(), expected);
        let found = warnings.iter().map(|warning| {
            let place = warning.position.as_ref().unwrap();
            (warning.code, place.line, place.column)
        });
        let code = Code::UnpairedSurrogate;
        assert_eq!(found.collect::<Vec<_>>(), [(code, Some(2), Some(3)), (code, Some(2), Some(15))]);
        assert!(warnings[0].message.starts_with(r"`\udc00` is half"), "{}", warnings[0].message);
        let lines = "{\"a\": \"\\ud800\"}\n[\"\\ud800\"]\n";
        assert_eq!(read(lines).0.unwrap(), json!([{"a": "\u{FFFD}"}, ["\u{FFFD}"]]));
        // Another fault still counts.
        assert_eq!(refusal(r#"{"a": "\ud800" 1}"#).0, Code::Syntax);
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
