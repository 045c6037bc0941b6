//! Values without their credentials, for messages and for what people read.

use crate::json::{Key, Map, Value};

use super::{REMOVED, is_secret_name, mask};

/// Returns a value with its credentials masked: those in texts and names, and texts under names of credentials.
pub(crate) fn masked_value(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::String(masked_text(text)),
        Value::Array(list) => list.iter().map(masked_value).collect(),
        Value::Object(map) => {
            let member = |(key, value): (&Key, &Value)| {
                let is_secret = value.is_string() && is_secret_name(key);
                let shown = if is_secret { Value::from(REMOVED) } else { masked_value(value) };
                (Key::from(masked_text(key).as_str()), shown)
            };
            Value::Object(map.iter().map(member).collect::<Map>())
        }
        other => other.clone(),
    }
}

/// Returns a text with its credentials masked.
pub(crate) fn masked_text(text: &str) -> String {
    let mut text = text.to_owned();
    mask(&mut text);
    text
}
