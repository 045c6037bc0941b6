//! Adapter from the events of `serde_json` to the tree builder.

use std::borrow::Cow;
use std::fmt;

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use crate::diagnostic::Code;
use crate::limits::Limits;

use super::super::builder::{BuildError, TreeBuilder};
use super::super::entry::TextRange;
use super::super::line_index::characters;
use super::super::parse_error::{ParseError, TextPoint};

/// Key under which `serde_json` passes a number when it preserves the spelling of numbers.
const NUMBER: &str = "$serde_json::private::Number";

/// White space of JSON (RFC 8259, section 2).
pub(super) const SPACE: [char; 4] = [' ', '\t', '\r', '\n'];

/// Converts an error of `serde_json` to a parse error. `lines` is the number of lines before the part of the text that
/// was parsed.
pub(super) fn refusal(
    text: &str,
    failure: Option<BuildError>,
    error: &serde_json::Error,
    lines: usize,
) -> ParseError {
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
    ParseError { code: Code::Syntax, message, at }
}

pub(super) struct JsonReader<'t> {
    pub(super) text: &'t str,
    /// Offset in the text up to which everything was passed to the builder.
    pub(super) cursor: usize,
    pub(super) builder: TreeBuilder<'t>,
    pub(super) failure: Option<BuildError>,
    /// True if the last item read was a complete entry of an object.
    pub(super) behind_entry: bool,
}

impl<'t> JsonReader<'t> {
    pub(super) fn new(text: &'t str, limits: &Limits) -> Self {
        Self::with(TreeBuilder::new(text, limits), text, 0)
    }

    /// Creates a reader that starts at an offset of the text.
    pub(super) fn with(builder: TreeBuilder<'t>, text: &'t str, cursor: usize) -> Self {
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
    pub(super) fn passed(&mut self, text: TextRange) {
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

pub(super) struct JsonText<'r, 't>(pub(super) &'r mut JsonReader<'t>);

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
pub(super) struct JsonKey;

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
