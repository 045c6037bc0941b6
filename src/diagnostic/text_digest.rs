//! Digest of the text that a diagnostic is about. With it, the text is found again in the source after readers have
//! changed it.

use std::collections::{BTreeSet, HashMap};
use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;

use crate::credential;

/// Digest of the text that a diagnostic is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum TextDigest {
    /// Keyed hash of a credential: a report must not contain the credential that it warns about.
    Credential(u64),
    /// A text that contains one of these characters.
    Characters(BTreeSet<char>),
    /// Keyed hash of a whole text.
    Text(u64),
}

/// A random key per run, so that nobody can guess a credential by comparing hashes.
static KEY: LazyLock<RandomState> = LazyLock::new(RandomState::new);

impl TextDigest {
    /// Creates the digest of a credential.
    pub(crate) fn credential(text: &str) -> Self {
        Self::Credential(KEY.hash_one(text))
    }

    /// Creates the digest of a text that is copied as a whole, such as a name.
    pub(crate) fn text(text: &str) -> Self {
        Self::Text(KEY.hash_one(text))
    }

    /// Returns the credentials in a text from another source, each with the byte offset of its first occurrence.
    pub fn credentials_in(text: &str) -> HashMap<Self, usize> {
        let mut all = HashMap::new();
        for one in credential::find(text) {
            let credential = text.get(one.span.clone()).unwrap_or_default();
            all.entry(Self::credential(credential)).or_insert(one.span.start);
        }
        all
    }

    /// Returns the byte offset of the first of the characters in a text from another source.
    pub fn find_in(&self, text: &str) -> Option<usize> {
        match self {
            Self::Characters(characters) => text.find(|character| characters.contains(&character)),
            Self::Credential(_) | Self::Text(_) => None,
        }
    }

    /// Returns true if a text contains the digested text. A credential without a known shape must be the whole text.
    pub fn is_in(&self, text: &str) -> bool {
        match self {
            Self::Credential(number) => {
                let is_it = |text: &str| KEY.hash_one(text) == *number;
                is_it(text) || credential::find(text).into_iter().any(|one| is_it(&text[one.span]))
            }
            Self::Text(number) => KEY.hash_one(text) == *number,
            Self::Characters(characters) => text.chars().any(|character| characters.contains(&character)),
        }
    }
}
