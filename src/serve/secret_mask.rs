//! The removal of credentials from whatever a client or a log is shown.

use std::borrow::Cow;
use std::collections::BTreeSet;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use regex::bytes::Regex;

use crate::json::Value;

/// The text in the place of a credential.
const REMOVED: &str = "[removed]";

/// The shortest credential that is searched for. Shorter ones would be found in every text.
const SHORTEST: usize = 4;

/// Finds credentials, in each spelling that they are sent in or that JSON has for them.
#[derive(Debug, Default)]
pub(super) struct SecretMask {
    /// `None` without credentials.
    pattern: Option<Regex>,
}

impl SecretMask {
    pub(super) fn new<'s>(secrets: impl IntoIterator<Item = &'s str>) -> Self {
        let spelled: BTreeSet<String> = secrets.into_iter().flat_map(spellings).collect();
        let mut spelled: Vec<String> = spelled.into_iter().filter(|text| text.len() >= SHORTEST).collect();
        if spelled.is_empty() {
            return Self::default();
        }
        // The longest first: of several spellings that begin alike, the whole is removed.
        spelled.sort_by_key(|text| std::cmp::Reverse(text.len()));
        let alternatives: Vec<String> = spelled.iter().map(|text| regex::escape(text)).collect();
        Self { pattern: Regex::new(&alternatives.join("|")).ok() }
    }

    /// Removes credentials from bytes.
    pub(super) fn bytes(&self, bytes: Vec<u8>) -> Vec<u8> {
        match &self.pattern {
            Some(pattern) if pattern.is_match(&bytes) => {
                pattern.replace_all(&bytes, REMOVED.as_bytes()).into_owned()
            }
            _ => bytes,
        }
    }

    /// Removes credentials from text.
    pub(super) fn text<'t>(&self, text: &'t str) -> Cow<'t, str> {
        match &self.pattern {
            Some(pattern) if pattern.is_match(text.as_bytes()) => {
                let bytes = pattern.replace_all(text.as_bytes(), REMOVED.as_bytes());
                Cow::Owned(String::from_utf8_lossy(&bytes).into_owned())
            }
            _ => Cow::Borrowed(text),
        }
    }

    /// Removes credentials from every text of a value, however it was escaped before it was parsed.
    pub(super) fn value(&self, value: &mut Value) {
        if self.pattern.is_none() {
            return;
        }
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            match value {
                Value::Array(items) => open.extend(items.iter_mut()),
                Value::Object(members) => open.extend(members.values_mut()),
                other => {
                    let masked = other.as_str().and_then(|text| match self.text(text) {
                        Cow::Owned(masked) => Some(masked),
                        Cow::Borrowed(_) => None,
                    });
                    if let Some(masked) = masked {
                        *other = Value::from(masked);
                    }
                }
            }
        }
    }
}

/// Returns the spellings of a secret, and of the password in `user:password`.
fn spellings(secret: &str) -> Vec<String> {
    let password = secret.split_once(':').map(|(_, password)| password);
    let mut spelled: Vec<String> = [Some(secret), password].into_iter().flatten().flat_map(encoded).collect();
    // As HTTP Basic sends it.
    spelled.push(STANDARD.encode(secret));
    spelled
}

/// Returns a text as it is, in JSON, and in a URL.
fn encoded(text: &str) -> [String; 5] {
    let json = Value::from(text).to_string();
    let json = json.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(&json).to_owned();
    [
        text.to_owned(),
        json.replace('/', "\\/"),
        json,
        utf8_percent_encode(text, NON_ALPHANUMERIC).to_string(),
        // As `docs/calls.md` encodes a query field.
        percent_encoded(text),
    ]
}

/// Encodes all but the unreserved characters (RFC 3986, section 2.3).
fn percent_encoded(text: &str) -> String {
    const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
    utf8_percent_encode(text, RESERVED).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::json;

    #[test]
    fn each_spelling_of_a_credential_is_removed() {
        let mask = SecretMask::new(["se/cr\"et", "ann:open sesame", "abc"]);
        for text in [
            "se/cr\"et",
            r#"{"a": "se/cr\"et"}"#,
            r#"{"a": "se\/cr\"et"}"#,
            "?k=se%2Fcr%22et&x=1",
            "Basic YW5uOm9wZW4gc2VzYW1l",
            "open%20sesame",
            "the password is open sesame",
        ] {
            let masked = mask.text(text).into_owned();
            assert!(masked.contains(REMOVED), "{text} became {masked}");
            assert_eq!(mask.bytes(text.as_bytes().to_vec()), masked.as_bytes());
        }
        assert_eq!(mask.text("abc"), "abc");
        let mut value = json!({"a": ["x", "open sesame"], "n": 1});
        mask.value(&mut value);
        assert_eq!(value, json!({"a": ["x", "[removed]"], "n": 1}));
    }
}
