//! The removal of credentials from whatever a client or a log is shown.

use std::borrow::Cow;
use std::collections::BTreeSet;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::json::{Map, Value};

use super::spelling::{SpelledText, begins_escape};

#[cfg(test)]
mod tests;

/// The text in the place of a credential.
const REMOVED: &str = "[removed]";

/// The characters of the shortest credential that is searched for. Shorter ones would be found in every text.
const SHORTEST: usize = 4;

/// Finds credentials, however they are spelled (`spelling.rs`).
#[derive(Debug)]
pub(super) struct SecretMask {
    secrets: BTreeSet<Vec<char>>,
    /// The bytes that a credential can begin with.
    first: Box<[bool; 256]>,
}

impl SecretMask {
    pub(super) fn new<'s>(secrets: impl IntoIterator<Item = &'s str>) -> Self {
        let secrets = secrets.into_iter().flat_map(parts).map(|part| part.chars().collect());
        let secrets: BTreeSet<Vec<char>> =
            secrets.filter(|part: &Vec<char>| part.len() >= SHORTEST).collect();
        let begins_one = |byte: u8| {
            let begins = |secret: &Vec<char>| {
                let mut bytes = [0; 4];
                let first = secret.first().map_or(&[][..], |first| first.encode_utf8(&mut bytes).as_bytes());
                first.first() == Some(&byte) || (first == b" " && byte == b'+')
            };
            begins_escape(byte) && !secrets.is_empty() || secrets.iter().any(begins)
        };
        let mut first = Box::new([false; 256]);
        for (byte, begins) in (0..=u8::MAX).zip(first.iter_mut()) {
            *begins = begins_one(byte);
        }
        Self { secrets, first }
    }

    /// Removes credentials from bytes. If they are the beginning of a longer text, a credential that may go on is removed too.
    pub(super) fn bytes(&self, bytes: Vec<u8>, is_cut: bool) -> Vec<u8> {
        self.masked(&bytes, is_cut).unwrap_or(bytes)
    }

    /// Removes credentials from text.
    pub(super) fn text<'t>(&self, text: &'t str) -> Cow<'t, str> {
        match self.masked(text.as_bytes(), false) {
            // Credentials begin and end between characters.
            Some(bytes) => Cow::Owned(String::from_utf8_lossy(&bytes).into_owned()),
            None => Cow::Borrowed(text),
        }
    }

    /// Removes credentials from every text of a value, the names of members among them. A number with one becomes a text. Of
    /// members with the same name afterwards, the last counts.
    pub(super) fn value(&self, value: &mut Value) {
        if self.secrets.is_empty() {
            return;
        }
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            match value {
                Value::Null | Value::Bool(_) => {}
                Value::Number(number) => {
                    if let Cow::Owned(masked) = self.text(&number.to_string()) {
                        *value = Value::from(masked);
                    }
                }
                Value::String(text) => {
                    if let Cow::Owned(masked) = self.text(text) {
                        *text = masked;
                    }
                }
                Value::Array(items) => open.extend(items.iter_mut()),
                Value::Object(members) => {
                    if members.keys().any(|name| matches!(self.text(name), Cow::Owned(_))) {
                        let mut renamed = Map::new();
                        for (name, value) in members.iter_mut() {
                            renamed.insert(self.text(name).into_owned(), std::mem::take(value));
                        }
                        *members = renamed;
                    }
                    open.extend(members.values_mut());
                }
            }
        }
    }

    /// Returns the text without credentials, or `None` if it has none. Of credentials that overlap, all is removed.
    fn masked(&self, text: &[u8], is_cut: bool) -> Option<Vec<u8>> {
        let spelled = SpelledText::new(text);
        let mut kept = Vec::new();
        // What is not yet in `kept` begins at `from`; the credential that was found last ends there.
        let mut from = 0;
        for (start, &byte) in text.iter().enumerate() {
            if !self.first[usize::from(byte)] {
                continue;
            }
            let secrets = self.secrets.iter().map(Vec::as_slice);
            let Some(end) = spelled.longest(start, secrets, is_cut) else { continue };
            if start >= from {
                kept.extend_from_slice(&text[from..start]);
                kept.extend_from_slice(REMOVED.as_bytes());
            }
            from = from.max(end);
        }
        (from > 0).then(|| {
            kept.extend_from_slice(&text[from..]);
            kept
        })
    }
}

/// Returns what of a secret is searched for: the whole, the password in `user:password`, and the whole as HTTP Basic sends it.
fn parts(secret: &str) -> impl Iterator<Item = String> {
    let password = secret.split_once(':').map(|(_, password)| password.to_owned());
    [Some(secret.to_owned()), password, Some(STANDARD.encode(secret))].into_iter().flatten()
}
