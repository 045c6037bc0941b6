//! JSON values as schemas are made of: many small objects with the same few keys.
//!
//! They are used like `serde_json`'s, from which and to which they can be turned, and keep the order of members as
//! those do. What differs is the room they take: a member takes 48 bytes instead of 104, a keyword of JSON Schema takes none
//! besides, and an object is searched from its beginning, without a table of hashes, as long as it is short.

mod key;
mod map;
pub(crate) mod number;
pub(crate) mod pointer;
mod serial;
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
    /// A number in its spelling.
    Number(Number),
    /// Text.
    String(String),
    /// A list.
    Array(Vec<Self>),
    /// An object.
    Object(Map),
}

/// Where [`Value::pointer`] and the index operators lead if there is nothing.
static NULL: Value = Value::Null;

impl Value {
    /// Whether it is `null`.
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// Whether it is `true` or `false`.
    pub fn is_boolean(&self) -> bool {
        matches!(self, Self::Bool(_))
    }

    /// Whether it is a number.
    pub fn is_number(&self) -> bool {
        matches!(self, Self::Number(_))
    }

    /// Whether it is text.
    pub fn is_string(&self) -> bool {
        matches!(self, Self::String(_))
    }

    /// Whether it is a list.
    pub fn is_array(&self) -> bool {
        matches!(self, Self::Array(_))
    }

    /// Whether it is an object.
    pub fn is_object(&self) -> bool {
        matches!(self, Self::Object(_))
    }

    /// `true` or `false`, if it is one of them.
    pub fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(value) = self { Some(*value) } else { None }
    }

    /// The number, if it is one.
    pub fn as_number(&self) -> Option<&Number> {
        if let Self::Number(number) = self { Some(number) } else { None }
    }

    /// The number, if it is a whole one that fits.
    pub fn as_u64(&self) -> Option<u64> {
        self.as_number().and_then(Number::as_u64)
    }

    /// The number, if it is a whole one that fits.
    pub fn as_i64(&self) -> Option<i64> {
        self.as_number().and_then(Number::as_i64)
    }

    /// The number, if it is one, perhaps rounded.
    pub fn as_f64(&self) -> Option<f64> {
        self.as_number().and_then(Number::as_f64)
    }

    /// The text, if it is one.
    pub fn as_str(&self) -> Option<&str> {
        if let Self::String(text) = self { Some(text) } else { None }
    }

    /// The list, if it is one.
    pub fn as_array(&self) -> Option<&Vec<Self>> {
        if let Self::Array(list) = self { Some(list) } else { None }
    }

    /// The list, if it is one, to change it.
    pub fn as_array_mut(&mut self) -> Option<&mut Vec<Self>> {
        if let Self::Array(list) = self { Some(list) } else { None }
    }

    /// The object, if it is one.
    pub fn as_object(&self) -> Option<&Map> {
        if let Self::Object(map) = self { Some(map) } else { None }
    }

    /// The object, if it is one, to change it.
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

    /// The member of an object.
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.as_object()?.get(key)
    }

    /// The member of an object, to change it.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Self> {
        self.as_object_mut()?.get_mut(key)
    }

    /// The value, which leaves `null` behind.
    #[must_use]
    pub fn take(&mut self) -> Self {
        std::mem::take(self)
    }

    /// The value that the fragment of a reference leads to, if it is a JSON Pointer (RFC 6901, section 6).
    pub(crate) fn at_fragment(&self, fragment: &str) -> Option<&Self> {
        self.pointer(&percent_decode_str(fragment).decode_utf8().ok()?)
    }

    /// The value that a JSON Pointer (RFC 6901) leads to.
    pub fn pointer(&self, pointer: &str) -> Option<&Self> {
        let mut steps = pointer.split('/');
        // What stands before the first slash is nothing, in a pointer.
        steps.next().filter(|before| before.is_empty())?;
        steps.map(pointer::unescaped).try_fold(self, |value, step| match value {
            Self::Object(map) => map.get(&*step),
            Self::Array(list) => list.get(position(&step)?),
            _ => None,
        })
    }
}

/// A step of a JSON Pointer as a position in a list (RFC 6901, section 4): without zeros or a sign in front.
fn position(step: &str) -> Option<usize> {
    let is_padded = step.starts_with('+') || step.len() > 1 && step.starts_with('0');
    if is_padded { None } else { step.parse().ok() }
}

/// As JSON text, on one line; with `{:#}` on several.
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

/// The member of an object, or `null`.
impl Index<&str> for Value {
    type Output = Self;

    fn index(&self, key: &str) -> &Self {
        self.get(key).unwrap_or(&NULL)
    }
}

/// An element of a list, or `null`.
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

/// A [`Value`] as JSON is written.
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
