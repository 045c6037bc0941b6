//! Several JSON texts in one file, each beginning on a line of its own: JSON Lines, or concatenated files.

use serde::de::{DeserializeSeed, IgnoredAny};

use crate::limits::Limits;

use super::super::builder::DuplicateKey;
use super::super::parse_error::{ParseError, TextPoint};
use super::super::tree::Tree;
use super::reader::{JsonReader, JsonText, SPACE, refusal};

/// Parses the texts as the elements of one array. Returns `None` if no second object or array begins on a line after
/// the first: then the text is a single JSON text, or not well-formed.
pub(in super::super) fn parse(
    text: &str,
    limits: &Limits,
) -> Option<Result<(Tree, Vec<DuplicateKey>), ParseError>> {
    let first = end(text, 0)?;
    if !another_follows(text.get(first..)?) {
        return None;
    }
    let mut reader = JsonReader::new(text, limits);
    let read = texts(text, &mut reader);
    Some(read.map(|()| reader.builder.finish()))
}

/// Parses an empty text as an empty array, which is what an empty list is in JSON Lines.
pub(in super::super) fn nothing(
    text: &str,
    limits: &Limits,
) -> Result<(Tree, Vec<DuplicateKey>), ParseError> {
    let mut reader = JsonReader::new(text, limits);
    texts(text, &mut reader).map(|()| reader.builder.finish())
}

fn texts<'t>(text: &'t str, reader: &mut JsonReader<'t>) -> Result<(), ParseError> {
    let (mut start, mut lines) = (0, 0);
    // The array has no bracket in the text.
    let at = TextPoint { line: 1, column: 1 };
    reader.builder.open_array().map_err(|failure| ParseError::from_build(failure, at))?;
    while let Some(rest) = text.get(start..).filter(|rest| !rest.trim_start_matches(SPACE).is_empty()) {
        // A malformed text, or one followed by anything else, is parsed to the end of the file, so that the error is
        // reported.
        let one = end(text, start)
            .and_then(|end| Some((text.get(start..end)?, text.get(end..)?)))
            .filter(|(_, after)| another_follows(after) || after.trim_start_matches(SPACE).is_empty())
            .map_or(rest, |(one, _)| one);
        let mut deserializer = serde_json::Deserializer::from_str(one);
        deserializer.disable_recursion_limit();
        let read = JsonText(reader).deserialize(&mut deserializer).and_then(|()| deserializer.end());
        read.map_err(|error| refusal(text, reader.failure, &error, lines))?;
        start += one.len();
        lines += one.matches('\n').count();
    }
    reader.builder.close();
    Ok(())
}

/// Finds the end of the text that begins at `start`, if it is well-formed.
fn end(text: &str, start: usize) -> Option<usize> {
    let mut values = serde_json::Deserializer::from_str(text.get(start..)?).into_iter::<IgnoredAny>();
    values.next()?.ok()?;
    Some(start + values.byte_offset())
}

/// Returns true if the next object or array begins on a later line than the end of the previous one.
fn another_follows(rest: &str) -> bool {
    let next = rest.trim_start_matches(SPACE);
    let between = rest.len() - next.len();
    next.starts_with(['{', '[']) && rest.get(..between).is_some_and(|between| between.contains('\n'))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use crate::json::json;

    use super::super::super::input::Access;
    use super::super::super::sample::{input, read, refusal, value};
    use super::super::super::sources::Sources;
    use crate::diagnostic::{Code, Sink};
    use crate::limits::Limits;

    #[test]
    fn texts_on_lines_of_their_own_are_one_array() {
        let expected = json!([{"a": 1}, ["b"], {}]);
        assert_eq!(value("{\"a\": 1}\n[\"b\"]\n{}\n"), expected);
        assert_eq!(value("\r\n {\"a\":\r\n 1}\r\n\r\n\t[\n\"b\"\n]\r\n{}"), expected);
        // Numbers keep their spelling in each of the texts.
        assert_eq!(
            value("{\"a\": 1e2}\n{\"b\": [\"é\\n\", 1.10, -0]}").to_string(),
            r#"[{"a":1e2},{"b":["é\n",1.10,-0]}]"#
        );
    }

    #[test]
    fn what_follows_on_the_same_line_or_is_no_object_is_malformed() {
        for text in
            ["{\"a\": 1} {\"b\": 2}", "{\"a\": 1}\n2", "{\"a\": 1}\n]", "{\"a\": 1}\n, {\"b\": 2}", "[1][2]"]
        {
            assert_eq!(refusal(text).0, Code::Syntax, "{text}");
        }
    }

    #[test]
    fn faults_are_refused_with_their_place() {
        assert_eq!(refusal("{\"a\": 1}\n{\"é\": 1 2}\n{}"), (Code::Syntax, 2, 9));
        assert_eq!(refusal("{\"a\": 1}\n\n{\"b\": "), (Code::Syntax, 3, 6));
        assert_eq!(refusal("{\"a\": 1}\n{\n\"b\": 2}\n]"), (Code::Syntax, 4, 1));
        assert_eq!(refusal("{}\n{}\n{} {}"), (Code::Syntax, 3, 4));
    }

    #[test]
    fn depth_is_bounded() {
        let nested = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        assert!(read(format!("{{}}\n{}", nested(127))).0.is_ok());
        assert_eq!(refusal(format!("{{}}\n{}", nested(128))).0, Code::TooDeep);
        assert_eq!(refusal(format!("{{}}\n{}", "[".repeat(100_000))).0, Code::TooDeep);
    }

    #[test]
    fn values_are_found_at_their_lines() {
        let sink = Sink::new();
        let sources = Sources::new(Access::default(), Limits::default());
        let document = sources.load(&input(b"{\"a\": 1}\n{\n  \"b\": {\"c\": 2}}\n"), &sink).unwrap();
        let inner = document.root().item(1).unwrap().get("b").unwrap().get("c").unwrap();
        let position = sources.position(inner.place()).unwrap();
        assert_eq!(
            (position.pointer.as_str(), position.line, position.column),
            ("/1/b/c", Some(3), Some(10))
        );
    }
}
