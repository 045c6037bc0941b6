//! Sizes in bytes and tokens.

use std::io::{self, Write};
use std::ops::AddAssign;

use serde::Serialize;

use crate::json::Value;
use crate::model::tokens;

/// Returns a part of a whole in thousandths, rounded; 0 if the whole is 0.
pub fn permille(part: u64, whole: u64) -> u64 {
    let (part, whole) = (u128::from(part), u128::from(whole));
    (part * 1000 + whole / 2).checked_div(whole).and_then(|share| u64::try_from(share).ok()).unwrap_or(0)
}

/// Size of each part of a tool in bytes. A text is counted as UTF-8 without quotation marks and escapes; everything
/// else as JSON without spaces, in the spelling of the manifest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolSize {
    /// Bytes of the name.
    pub name: u64,
    /// Bytes of the description.
    pub description: u64,
    /// Bytes of the input schema.
    pub input_schema: u64,
    /// Bytes of the output schema. Clients validate results against it; models do not see it.
    pub output_schema: u64,
    /// Bytes of `_meta`. Models do not see it.
    #[serde(rename = "_meta")]
    pub meta: u64,
    /// Number of tokens that a model sees, if a tokenizer counted them.
    #[serde(skip)]
    pub tokens: Option<u64>,
}

impl ToolSize {
    /// Returns the number of bytes that a model sees: name, description and input schema.
    pub fn seen(&self) -> u64 {
        self.name.saturating_add(self.description).saturating_add(self.input_schema)
    }

    /// Returns the number of tokens that a model sees: as counted by a tokenizer, or estimated from the bytes.
    pub fn seen_tokens(&self) -> u64 {
        self.tokens.unwrap_or_else(|| tokens(self.seen()))
    }

    /// Returns the number of bytes that a model does not see: output schema and `_meta`.
    pub fn unseen(&self) -> u64 {
        self.output_schema.saturating_add(self.meta)
    }
}

impl AddAssign for ToolSize {
    fn add_assign(&mut self, other: Self) {
        self.tokens = match (self.tokens, other.tokens) {
            (Some(sum), Some(more)) => Some(sum.saturating_add(more)),
            // The initial value of a sum is empty and has no token count.
            (None, Some(first)) if *self == Self::default() => Some(first),
            _ => None,
        };
        for (sum, part) in [
            (&mut self.name, other.name),
            (&mut self.description, other.description),
            (&mut self.input_schema, other.input_schema),
            (&mut self.output_schema, other.output_schema),
            (&mut self.meta, other.meta),
        ] {
            *sum = sum.saturating_add(part);
        }
    }
}

/// Returns the number of bytes of a text.
pub(super) fn text_bytes(text: &str) -> u64 {
    text.len() as u64
}

/// Returns the length of a value as JSON, without building the text.
pub(super) fn json_bytes(value: &Value) -> u64 {
    let mut counted = ByteCounter(0);
    // Counting cannot fail.
    let _ = serde_json::to_writer(&mut counted, value);
    counted.0
}

struct ByteCounter(u64);

impl Write for ByteCounter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.saturating_add(bytes.len() as u64);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::json::json;

    use super::*;

    #[test]
    fn tokens_are_rounded_up() {
        assert_eq!([0, 1, 4, 5].map(tokens), [0, 1, 1, 2]);
    }

    #[test]
    fn shares_are_rounded_and_never_divide_by_nothing() {
        assert_eq!(permille(1, 3), 333);
        assert_eq!(permille(2, 3), 667);
        assert_eq!(permille(7, 7), 1000);
        assert_eq!(permille(0, 0), 0);
        assert_eq!(permille(u64::MAX, u64::MAX), 1000);
    }

    #[test]
    fn json_is_counted_as_it_is_written() {
        for value in [json!({}), json!({"a": [1, "é\n\"", null]}), json!("x"), json!(1.50)] {
            assert_eq!(json_bytes(&value), value.to_string().len() as u64, "{value}");
        }
        let exact: Value = serde_json::from_str("1.10").unwrap();
        assert_eq!(json_bytes(&exact), 4);
    }

    #[test]
    fn sums_do_not_overflow() {
        let mut sum = ToolSize { name: u64::MAX, meta: 1, ..ToolSize::default() };
        sum += ToolSize { name: 1, description: 2, meta: 3, ..ToolSize::default() };
        assert_eq!((sum.name, sum.meta, sum.seen(), sum.unseen()), (u64::MAX, 4, u64::MAX, 4));
    }
}
