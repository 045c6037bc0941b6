//! What was removed, and where: never the credential itself.

use std::fmt::Display;

use crate::credential::{find, replace};
use crate::diagnostic::{Code, Diagnostic, Place, Sink, TextDigest};
use crate::pass::walk::SchemaSpot;

/// Where findings are reported.
#[derive(Debug, Clone, Copy)]
pub(super) struct SecretReport<'s> {
    sink: &'s Sink,
    place: Place,
    below: SecretScope<'s>,
}

/// What is meant below a place.
#[derive(Debug, Clone, Copy)]
enum SecretScope<'s> {
    /// What these keys lead to.
    Keys(&'s [&'s str]),
    /// The keyword of a schema.
    Keyword(&'s SchemaSpot<'s, 's>, &'s str),
}

impl<'s> SecretReport<'s> {
    pub(super) fn new(sink: &'s Sink, place: Place) -> Self {
        Self { sink, place, below: SecretScope::Keys(&[]) }
    }

    /// The same for what keys lead to from the place, or from what the place stands in.
    pub(super) fn under(self, keys: &'s [&'s str]) -> Self {
        Self { below: SecretScope::Keys(keys), ..self }
    }

    /// The same for one keyword of a schema.
    pub(super) fn at<'k>(self, spot: &'k SchemaSpot<'k, 'k>, keyword: &'k str) -> SecretReport<'k>
    where
        's: 'k,
    {
        SecretReport { below: SecretScope::Keyword(spot, keyword), ..self }
    }

    pub(super) fn removed(self, what: &str, at: &dyn Display, held: Option<TextDigest>) {
        let message = format!("removed {what} from {at}");
        let mut diagnostic = Diagnostic::new(Code::SecretRemoved, message).at(self.place);
        diagnostic.below = match self.below {
            SecretScope::Keys(keys) => keys.iter().map(|&key| key.to_owned()).collect(),
            SecretScope::Keyword(spot, keyword) => {
                let mut keys = spot.keys();
                keys.push(keyword.to_owned());
                keys
            }
        };
        diagnostic.digest = held;
        self.sink.push(diagnostic);
    }

    /// Replaces every credential in a text.
    pub(super) fn prose(self, text: &mut String, at: &dyn Display) {
        let found = find(text);
        for credential in &found {
            let held = TextDigest::credential(&text[credential.span.clone()]);
            self.removed(credential.kind, at, Some(held));
        }
        replace(text, &found);
    }
}
