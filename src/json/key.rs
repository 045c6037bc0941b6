//! Keys of object members.

use std::borrow::Borrow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

/// Key of an object member. Keywords of JSON Schema, which most keys are, take no memory of their own.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(KeySpelling);

/// A keyword is always stored in the keyword form, so that equal keys have equal representations.
#[derive(Clone, PartialEq, Eq)]
enum KeySpelling {
    Other(Box<str>),
    /// Index into [`KEYWORDS`].
    Keyword {
        length: u8,
        position: u8,
    },
}

/// Keywords (JSON Schema 2020-12 and Draft 07) and frequent fields of OpenAPI, grouped by length.
const KEYWORDS: &[&[&str]] = &[
    &[],
    &[],
    &["if", "in"],
    &["not", "$id", "xml"],
    &["type", "enum", "$ref", "then", "else", "name"],
    &["items", "title", "const", "allOf", "anyOf", "oneOf", "$defs"],
    &["format", "schema"],
    &["default", "pattern", "minimum", "maximum", "example", "summary", "$schema"],
    &["required", "examples", "readOnly", "minItems", "maxItems", "contains", "$comment", "nullable"],
    &["minLength", "maxLength", "writeOnly"],
    &["properties", "deprecated", "multipleOf"],
    &["description", "uniqueItems", "prefixItems", "minContains", "maxContains", "definitions"],
    &["dependencies"],
    &["propertyNames", "maxProperties", "minProperties", "discriminator", "contentSchema"],
    &[],
    &["additionalItems", "contentEncoding"],
    &["exclusiveMinimum", "exclusiveMaximum", "dependentSchemas", "unevaluatedItems", "contentMediaType"],
    &["patternProperties", "dependentRequired"],
    &[],
    &[],
    &["additionalProperties"],
    &["unevaluatedProperties"],
];

impl Key {
    /// Returns the key as a string.
    pub fn as_str(&self) -> &str {
        match &self.0 {
            KeySpelling::Other(text) => text,
            KeySpelling::Keyword { length, position } => KEYWORDS
                .get(usize::from(*length))
                .and_then(|keywords| keywords.get(usize::from(*position)))
                .copied()
                .unwrap_or_default(),
        }
    }

    fn keyword(text: &str) -> Option<Self> {
        let position = KEYWORDS.get(text.len())?.iter().position(|keyword| *keyword == text)?;
        let length = u8::try_from(text.len()).ok()?;
        Some(Self(KeySpelling::Keyword { length, position: u8::try_from(position).ok()? }))
    }
}

impl From<&str> for Key {
    fn from(text: &str) -> Self {
        Self::keyword(text).unwrap_or_else(|| Self(KeySpelling::Other(text.into())))
    }
}

impl From<String> for Key {
    fn from(text: String) -> Self {
        Self::keyword(&text).unwrap_or_else(|| Self(KeySpelling::Other(text.into())))
    }
}

impl From<&String> for Key {
    fn from(text: &String) -> Self {
        text.as_str().into()
    }
}

impl From<Key> for String {
    fn from(key: Key) -> Self {
        match key.0 {
            KeySpelling::Other(text) => text.into(),
            KeySpelling::Keyword { .. } => key.as_str().to_owned(),
        }
    }
}

impl Deref for Key {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for Key {
    fn as_ref(&self) -> &str {
        self
    }
}

impl Borrow<str> for Key {
    fn borrow(&self) -> &str {
        self
    }
}

/// Hashes like `str`, so that a map can be searched by strings.
impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Key {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl PartialEq<str> for Key {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for Key {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl PartialEq<String> for Key {
    fn eq(&self, other: &String) -> bool {
        self.as_str() == other
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_stand_under_their_length_and_take_no_memory() {
        for (length, keywords) in KEYWORDS.iter().enumerate() {
            for &keyword in *keywords {
                assert_eq!(keyword.len(), length, "{keyword}");
                let key = Key::from(keyword);
                assert!(matches!(key.0, KeySpelling::Keyword { .. }), "{keyword}");
                assert_eq!(key.as_str(), keyword);
                assert_eq!(key, Key::from(keyword.to_owned()));
                assert_eq!(String::from(key), keyword);
            }
        }
    }

    #[test]
    fn other_keys_keep_their_characters() {
        for text in ["", "id", "Type", "tyPe", "ключ", "a key that is longer than any of the keywords"] {
            let key = Key::from(text);
            assert!(matches!(key.0, KeySpelling::Other(_)));
            assert_eq!((key.as_str(), String::from(key.clone()).as_str()), (text, text));
        }
    }

    #[test]
    fn a_key_is_as_small_as_a_reference_to_text() {
        assert_eq!(size_of::<Key>(), size_of::<&str>());
    }
}
