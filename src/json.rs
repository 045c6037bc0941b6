//! JSON values, optimised for schemas: many small objects with the same few keys.
//!
//! The API is that of `serde_json`, with conversions in both directions, and members keep their order. The difference
//! is memory: a member takes 48 bytes instead of 104, a keyword of JSON Schema takes no further memory, and short
//! objects are searched linearly, without a hash table.

mod key;
mod map;
pub(crate) mod number;
pub(crate) mod pointer;
mod serial;
pub(crate) mod surrogates;
pub(crate) mod text;
pub(crate) mod types;

use std::fmt;
use std::ops::Index;

use percent_encoding::percent_decode_str;

pub use serde_json::Number;

pub use key::Key;
pub use map::{Map, MapEntry};

/// A JSON value.
#[derive(Clone, Default, PartialEq, Eq)]
pub enum Value {
    /// `null`
    #[default]
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number in its source spelling.
    Number(Number),
    /// A string.
    String(String),
    /// An array.
    Array(Vec<Self>),
    /// An object.
    Object(Map),
}

/// Result of the index operators for a value that does not exist.
static NULL: Value = Value::Null;

impl Value {
    /// Returns true for `null`.
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// Returns true for `true` and `false`.
    pub fn is_boolean(&self) -> bool {
        matches!(self, Self::Bool(_))
    }

    /// Returns true for a number.
    pub fn is_number(&self) -> bool {
        matches!(self, Self::Number(_))
    }

    /// Returns true for a string.
    pub fn is_string(&self) -> bool {
        matches!(self, Self::String(_))
    }

    /// Returns true for an array.
    pub fn is_array(&self) -> bool {
        matches!(self, Self::Array(_))
    }

    /// Returns true for an object.
    pub fn is_object(&self) -> bool {
        matches!(self, Self::Object(_))
    }

    /// Returns the value of a boolean.
    pub fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(value) = self { Some(*value) } else { None }
    }

    /// Returns the number, if this is one.
    pub fn as_number(&self) -> Option<&Number> {
        if let Self::Number(number) = self { Some(number) } else { None }
    }

    /// Returns the number, if it is an integer in the range of `u64`.
    pub fn as_u64(&self) -> Option<u64> {
        self.as_number().and_then(Number::as_u64)
    }

    /// Returns the number, if it is an integer in the range of `i64`.
    pub fn as_i64(&self) -> Option<i64> {
        self.as_number().and_then(Number::as_i64)
    }

    /// Returns the number, rounded to the nearest `f64`.
    pub fn as_f64(&self) -> Option<f64> {
        self.as_number().and_then(Number::as_f64)
    }

    /// Returns the string, if this is one.
    pub fn as_str(&self) -> Option<&str> {
        if let Self::String(text) = self { Some(text) } else { None }
    }

    /// Returns the array, if this is one.
    pub fn as_array(&self) -> Option<&Vec<Self>> {
        if let Self::Array(list) = self { Some(list) } else { None }
    }

    /// Returns a mutable reference to the array, if this is one.
    pub fn as_array_mut(&mut self) -> Option<&mut Vec<Self>> {
        if let Self::Array(list) = self { Some(list) } else { None }
    }

    /// Returns the object, if this is one.
    pub fn as_object(&self) -> Option<&Map> {
        if let Self::Object(map) = self { Some(map) } else { None }
    }

    /// Returns a mutable reference to the object, if this is one.
    pub fn as_object_mut(&mut self) -> Option<&mut Map> {
        if let Self::Object(map) = self { Some(map) } else { None }
    }

    /// Returns the levels of arrays and objects inside one another: 0 for a scalar. Parsers bound the recursion.
    pub(crate) fn levels(&self) -> usize {
        match self {
            Self::Array(list) => 1 + list.iter().map(Self::levels).max().unwrap_or(0),
            Self::Object(map) => 1 + map.values().map(Self::levels).max().unwrap_or(0),
            _ => 0,
        }
    }

    /// Returns the value of a member, if this is an object that has it.
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.as_object()?.get(key)
    }

    /// Returns a mutable reference to the value of a member.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Self> {
        self.as_object_mut()?.get_mut(key)
    }

    /// Takes the value and leaves `null` in its place.
    #[must_use]
    pub fn take(&mut self) -> Self {
        std::mem::take(self)
    }

    /// Resolves the fragment of a URI that is a JSON Pointer (RFC 6901, section 6).
    pub(crate) fn at_fragment(&self, fragment: &str) -> Option<&Self> {
        self.pointer(&percent_decode_str(fragment).decode_utf8().ok()?)
    }

    /// Resolves a JSON Pointer (RFC 6901).
    pub fn pointer(&self, pointer: &str) -> Option<&Self> {
        let mut steps = pointer.split('/');
        // A pointer that is not empty begins with a slash (RFC 6901, section 3).
        steps.next().filter(|before| before.is_empty())?;
        steps.map(pointer::unescaped).try_fold(self, |value, step| match value {
            Self::Object(map) => map.get(&*step),
            Self::Array(list) => list.get(position(&step)?),
            _ => None,
        })
    }
}

/// Parses a reference token as an array index (RFC 6901, section 4): digits without leading zeros or a sign.
fn position(step: &str) -> Option<usize> {
    let is_padded = step.starts_with('+') || step.len() > 1 && step.starts_with('0');
    if is_padded { None } else { step.parse().ok() }
}

/// Writes JSON text on one line; with `{:#}` on several.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let write = if f.alternate() { serde_json::to_string_pretty } else { serde_json::to_string };
        f.write_str(&write(self).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Returns the value of a member, or `null`.
impl Index<&str> for Value {
    type Output = Self;

    fn index(&self, key: &str) -> &Self {
        self.get(key).unwrap_or(&NULL)
    }
}

/// Returns an element of an array, or `null`.
impl Index<usize> for Value {
    type Output = Self;

    fn index(&self, position: usize) -> &Self {
        self.as_array().and_then(|list| list.get(position)).unwrap_or(&NULL)
    }
}

impl PartialEq<str> for Value {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == Some(other)
    }
}

impl PartialEq<&str> for Value {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == Some(*other)
    }
}

impl PartialEq<bool> for Value {
    fn eq(&self, other: &bool) -> bool {
        self.as_bool() == Some(*other)
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::String(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::String(text)
    }
}

impl From<Number> for Value {
    fn from(number: Number) -> Self {
        Self::Number(number)
    }
}

impl From<u64> for Value {
    fn from(number: u64) -> Self {
        Self::Number(number.into())
    }
}

impl From<usize> for Value {
    fn from(number: usize) -> Self {
        Self::Number(number.into())
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Number(number.into())
    }
}

impl From<Map> for Value {
    fn from(map: Map) -> Self {
        Self::Object(map)
    }
}

impl From<Vec<Self>> for Value {
    fn from(list: Vec<Self>) -> Self {
        Self::Array(list)
    }
}

impl FromIterator<Self> for Value {
    fn from_iter<I: IntoIterator<Item = Self>>(values: I) -> Self {
        Self::Array(values.into_iter().collect())
    }
}

/// The depth of the value bounds the recursion.
impl From<serde_json::Value> for Value {
    fn from(value: serde_json::Value) -> Self {
        match value {
            serde_json::Value::Null => Self::Null,
            serde_json::Value::Bool(value) => Self::Bool(value),
            serde_json::Value::Number(number) => Self::Number(number),
            serde_json::Value::String(text) => Self::String(text),
            serde_json::Value::Array(list) => list.into_iter().map(Self::from).collect(),
            serde_json::Value::Object(map) => Self::Object(
                map.into_iter().map(|(key, value)| (Key::from(key), Self::from(value))).collect(),
            ),
        }
    }
}

/// The depth of the value bounds the recursion.
impl From<&Value> for serde_json::Value {
    fn from(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(*value),
            Value::Number(number) => Self::Number(number.clone()),
            Value::String(text) => Self::String(text.clone()),
            Value::Array(list) => list.iter().map(Self::from).collect(),
            Value::Object(map) => map.into(),
        }
    }
}

/// The depth of the values bounds the recursion.
impl From<&Map> for serde_json::Value {
    fn from(map: &Map) -> Self {
        Self::Object(map.iter().map(|(key, value)| (key.as_str().to_owned(), Self::from(value))).collect())
    }
}

/// Creates a [`Value`] from JSON notation.
macro_rules! json {
    ($($json:tt)+) => { $crate::json::Value::from(::serde_json::json!($($json)+)) };
}

pub(crate) use json;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_turned_to_those_of_serde_json_and_back() {
        let theirs = serde_json::json!({
            "type": ["string", null], "a/b~c": {"": [true, 1.50, -0]}, "": "\u{7f}\n\"",
        });
        let ours = Value::from(theirs.clone());
        assert_eq!(serde_json::Value::from(&ours), theirs);
        assert_eq!((ours.to_string(), format!("{ours:#}")), (theirs.to_string(), format!("{theirs:#}")));
        assert_eq!(serde_json::from_str::<Value>(&theirs.to_string()).unwrap(), ours);
        for pointer in
            ["", "/", "/type/1", "/type/01", "/type/-", "/type/2", "/a~1b~0c//3", "/a~1b~0c//+0", "type"]
        {
            let expected = theirs.pointer(pointer).cloned().map(Value::from);
            assert_eq!(ours.pointer(pointer).cloned(), expected, "{pointer}");
        }
    }

    #[test]
    fn what_is_not_there_is_null() {
        assert!(Value::Null["a"][0].is_null());
        assert!(Value::from(serde_json::json!([1]))[1].is_null());
    }

    #[test]
    fn numbers_keep_their_spelling() {
        for spelling in ["1.50", "1e+2", "123456789012345678901234567890", "-0"] {
            assert_eq!(serde_json::from_str::<Value>(spelling).unwrap().to_string(), spelling);
        }
    }
}
