//! What a text holds that a diagnostic is about: by this it is found again in the source, whatever a reader has made of it.

use std::collections::{BTreeSet, HashMap};
use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;

use crate::credential;

/// What the text that a diagnostic is about holds.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum TextDigest {
    /// A credential, as a number that tells nothing of it: a report must not carry what it warns of.
    Credential(u64),
    /// One of these characters.
    Characters(BTreeSet<char>),
    /// Nothing but one text, as a number.
    Text(u64),
}

/// A key of its own in each run, so that nobody can try out which credential has a number.
static KEY: LazyLock<RandomState> = LazyLock::new(RandomState::new);

impl TextDigest {
    /// A credential.
    pub(crate) fn credential(text: &str) -> Self {
        Self::Credential(KEY.hash_one(text))
    }

    /// A text that is copied as a whole, such as a name.
    pub(crate) fn text(text: &str) -> Self {
        Self::Text(KEY.hash_one(text))
    }

    /// The credentials in a text that somebody else reads, each with the byte where it first begins.
    pub fn credentials_in(text: &str) -> HashMap<Self, usize> {
        let mut all = HashMap::new();
        for one in credential::find(text) {
            let credential = text.get(one.span.clone()).unwrap_or_default();
            all.entry(Self::credential(credential)).or_insert(one.span.start);
        }
        all
    }

    /// Where characters first stand in a text that somebody else reads: in bytes.
    pub fn find_in(&self, text: &str) -> Option<usize> {
        match self {
            Self::Characters(characters) => text.find(|character| characters.contains(&character)),
            Self::Credential(_) | Self::Text(_) => None,
        }
    }

    /// Whether a text holds it. A credential that has no shape is a text of its own.
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
