//! The text of values in styles, headers and forms.

use std::borrow::Cow;

use crate::json::Value;

/// Returns the text of a value: a string as it is, anything else as compact JSON. Numbers keep their JSON spelling.
pub(super) fn value_text(value: &Value) -> Cow<'_, str> {
    match value {
        Value::String(text) => Cow::Borrowed(text),
        value => Cow::Owned(value.to_string()),
    }
}

/// Returns true for a value that a style sends nothing for: `null`, an empty list and an empty object are undefined (RFC 6570,
/// section 2.3), as are a list and an object of `null` only.
pub(super) fn is_undefined(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().all(Value::is_null),
        Value::Object(members) => members.values().all(Value::is_null),
        _ => false,
    }
}

/// Returns the texts of a list's defined items.
pub(super) fn item_texts(items: &[Value]) -> impl Iterator<Item = Cow<'_, str>> {
    items.iter().filter(|item| !item.is_null()).map(value_text)
}

/// Returns the names and texts of an object's defined members.
pub(super) fn member_texts(members: &crate::json::Map) -> impl Iterator<Item = (&str, Cow<'_, str>)> {
    members
        .iter()
        .filter(|(_, value)| !value.is_null())
        .map(|(name, value)| (name.as_str(), value_text(value)))
}
