//! JSON text, written into a buffer.

use serde::{Deserialize, Serialize};

use super::Value;

/// Writes JSON data.
pub(crate) fn write_json(value: &(impl Serialize + ?Sized), out: &mut Vec<u8>) {
    // Neither memory nor the keys of a `Value` can refuse to be written.
    let _ = serde_json::to_writer(out, value);
}

/// Parses JSON that this program wrote; anything else is `null`. Its depth is bounded, and the threads have enough stack for
/// it.
pub(crate) fn parse_written(text: &[u8]) -> Value {
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    deserializer.disable_recursion_limit();
    Value::deserialize(&mut deserializer).unwrap_or_default()
}

/// Writes a text as a JSON string. Most texts need no escape, and testing for that is faster than escaping.
pub(crate) fn write_text(text: &str, out: &mut Vec<u8>) {
    if has_escape(text) {
        write_json(text, out);
        return;
    }
    out.reserve(text.len() + 2);
    out.push(b'"');
    out.extend_from_slice(text.as_bytes());
    out.push(b'"');
}

/// Returns whether JSON escapes a character of a text (RFC 8259, section 7).
fn has_escape(text: &str) -> bool {
    let is_escaped = |byte: &u8| *byte < 0x20 || matches!(byte, b'"' | b'\\');
    // Without an early end within a piece, its bytes are looked at many at a time.
    let has_escape = |piece: &[u8]| piece.iter().fold(false, |any, byte| any | is_escaped(byte));
    text.as_bytes().chunks(PIECE).any(has_escape)
}

/// Returns the number of bytes of [`write_text`].
pub(crate) fn text_length(text: &str) -> usize {
    if !has_escape(text) {
        return text.len() + 2;
    }
    // The escapes that serde_json writes: two characters where JSON has a short one (RFC 8259, section 7), else `\u00XX`.
    let further = |byte: u8| match byte {
        b'"' | b'\\' | b'\n' | b'\r' | b'\t' | 0x08 | 0x0c => 1,
        0..0x20 => 5,
        _ => 0,
    };
    text.len() + 2 + text.bytes().map(further).sum::<usize>()
}

/// Returns the number of bytes of [`write_json`].
pub(crate) fn json_length(value: &Value) -> usize {
    let separators = |count: usize| 2 + count.saturating_sub(1);
    match value {
        Value::Null | Value::Bool(true) => 4,
        Value::Bool(false) => 5,
        Value::Number(number) => number.as_str().len(),
        Value::String(text) => text_length(text),
        Value::Array(list) => separators(list.len()) + list.iter().map(json_length).sum::<usize>(),
        Value::Object(map) => {
            let members = map.iter().map(|(key, value)| text_length(key) + 1 + json_length(value));
            separators(map.len()) + members.sum::<usize>()
        }
    }
}

/// Bytes of a text that are tested together.
const PIECE: usize = 64;

/// A JSON object that is being written.
pub(crate) struct JsonObjectWriter<'o> {
    out: &'o mut Vec<u8>,
    is_empty: bool,
}

impl<'o> JsonObjectWriter<'o> {
    /// Begins an object.
    pub(crate) fn begin(out: &'o mut Vec<u8>) -> Self {
        out.push(b'{');
        Self { out, is_empty: true }
    }

    /// Returns the buffer at the place of the next member, after a comma where one is needed.
    pub(crate) fn next(&mut self) -> &mut Vec<u8> {
        if !std::mem::replace(&mut self.is_empty, false) {
            self.out.push(b',');
        }
        self.out
    }

    /// Adds a member that a format knows, by a name without anything to escape; `value` appends its value.
    pub(crate) fn member(&mut self, name: &'static str, value: impl FnOnce(&mut Vec<u8>)) {
        let out = self.next();
        out.push(b'"');
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(b"\":");
        value(out);
    }

    /// Adds a member with JSON data as its value: see [`Self::member`].
    pub(crate) fn value(&mut self, name: &'static str, value: &(impl Serialize + ?Sized)) {
        self.member(name, |out| write_json(value, out));
    }

    /// Adds a member with a text as its value: see [`Self::member`].
    pub(crate) fn text(&mut self, name: &'static str, value: &str) {
        self.member(name, |out| write_text(value, out));
    }

    /// Adds a member with a text as its value if there is a text.
    pub(crate) fn optional(&mut self, name: &'static str, value: Option<&str>) {
        if let Some(value) = value {
            self.text(name, value);
        }
    }

    /// Adds a member whose name the source gives.
    pub(crate) fn named(&mut self, name: &str, value: impl FnOnce(&mut Vec<u8>)) {
        let out = self.next();
        write_text(name, out);
        out.push(b':');
        value(out);
    }

    /// Ends the object.
    pub(crate) fn end(self) {
        self.out.push(b'}');
    }
}

#[cfg(test)]
mod tests {
    use crate::json::json;

    use super::*;

    #[test]
    fn texts_are_written_as_json() {
        let long = "a".repeat(PIECE * 2);
        for end in ["", "é", "\"", "\\", "\n", "\u{1f}", "\u{7f}"] {
            let (mut own, mut expected) = (Vec::new(), Vec::new());
            let text = format!("{long}{end}");
            write_text(&text, &mut own);
            write_json(&text, &mut expected);
            assert_eq!(own, expected);
            assert_eq!(text_length(&text), expected.len());
        }
    }

    #[test]
    fn the_length_of_a_value_is_that_of_its_text() {
        let all: String = (0..0x100_u32).filter_map(char::from_u32).collect();
        let value = json!({"a": [], "b": {}, (all.as_str()): [(all.as_str()), null, true, false, 1.50, -2], "c": [{"d": 1}]});
        for value in [value, json!({}), json!([1])] {
            let mut text = Vec::new();
            write_json(&value, &mut text);
            assert_eq!(json_length(&value), text.len());
        }
    }
}
