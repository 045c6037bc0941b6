//! Diagnostics for removed credentials. They never contain the credential.

use std::fmt::Display;

use crate::credential::{find, replace};
use crate::diagnostic::{Code, Diagnostic, Place, Sink, TextDigest};
use crate::pass::schema_walk::SchemaSpot;

/// Reports removed credentials at a place.
#[derive(Debug, Clone, Copy)]
pub(super) struct SecretReport<'s> {
    sink: &'s Sink,
    place: Place,
    below: PathBelow<'s>,
}

/// The path from the place of a report to the cleaned value.
#[derive(Debug, Clone, Copy)]
enum PathBelow<'s> {
    /// Keys, from the place or from a value around it.
    Keys(&'s [&'s str]),
    /// A keyword of a schema inside the schema at the place.
    Keyword(&'s SchemaSpot<'s, 's>, &'s str),
}

impl<'s> SecretReport<'s> {
    pub(super) fn new(sink: &'s Sink, place: Place) -> Self {
        Self { sink, place, below: PathBelow::Keys(&[]) }
    }

    /// Returns a report for the value that `keys` lead to, from the place or from a value around it.
    pub(super) fn under(self, keys: &'s [&'s str]) -> Self {
        Self { below: PathBelow::Keys(keys), ..self }
    }

    /// Returns a report for one keyword of a schema.
    pub(super) fn at<'k>(self, spot: &'k SchemaSpot<'k, 'k>, keyword: &'k str) -> SecretReport<'k>
    where
        's: 'k,
    {
        SecretReport { below: PathBelow::Keyword(spot, keyword), ..self }
    }

    /// Reports the removal of `what` from `at`, or only that it is there. `held` lets the position of the text be found.
    pub(super) fn removed(self, what: &str, at: &dyn Display, held: Option<TextDigest>) {
        let message = if self.sink.says_repairs() {
            format!("removed {what} from {at}")
        } else {
            format!("{at} has {what}")
        };
        let mut diagnostic = Diagnostic::new(Code::SecretRemoved, message).at(self.place);
        diagnostic.below = match self.below {
            PathBelow::Keys(keys) => keys.iter().map(|&key| key.to_owned()).collect(),
            PathBelow::Keyword(spot, keyword) => {
                let mut keys = spot.keys();
                keys.push(keyword.to_owned());
                keys
            }
        };
        diagnostic.digest = held;
        self.sink.push(diagnostic);
    }

    /// Replaces every credential in a text, and reports each.
    pub(super) fn prose(self, text: &mut String, at: &dyn Display) {
        let found = find(text);
        for credential in &found {
            let held = TextDigest::credential(&text[credential.span.clone()]);
            self.removed(credential.kind, at, Some(held));
        }
        replace(text, &found);
    }
}
