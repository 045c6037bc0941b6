//! What was removed, and where: never the credential itself.

use std::fmt::Display;

use crate::credential::{find, replace};
use crate::diagnostic::{Code, Diagnostic, Held, Place, Sink};
use crate::pass::walk::Spot;

/// Where findings are reported.
#[derive(Debug, Clone, Copy)]
pub(super) struct Report<'s> {
    sink: &'s Sink,
    place: Place,
    below: Below<'s>,
}

/// What is meant below a place.
#[derive(Debug, Clone, Copy)]
enum Below<'s> {
    /// What these keys lead to.
    Keys(&'s [&'s str]),
    /// The keyword of a schema.
    Keyword(&'s Spot<'s, 's>, &'s str),
}

impl<'s> Report<'s> {
    pub(super) fn new(sink: &'s Sink, place: Place) -> Self {
        Self { sink, place, below: Below::Keys(&[]) }
    }

    /// The same for what keys lead to from the place, or from what the place stands in.
    pub(super) fn under(self, keys: &'s [&'s str]) -> Self {
        Self { below: Below::Keys(keys), ..self }
    }

    /// The same for one keyword of a schema.
    pub(super) fn at<'k>(self, spot: &'k Spot<'k, 'k>, keyword: &'k str) -> Report<'k>
    where
        's: 'k,
    {
        Report { below: Below::Keyword(spot, keyword), ..self }
    }

    pub(super) fn removed(self, what: &str, at: &dyn Display, held: Option<Held>) {
        let message = format!("removed {what} from {at}");
        let mut diagnostic = Diagnostic::new(Code::SecretRemoved, message).at(self.place);
        diagnostic.below = match self.below {
            Below::Keys(keys) => keys.iter().map(|&key| key.to_owned()).collect(),
            Below::Keyword(spot, keyword) => {
                let mut keys = spot.keys();
                keys.push(keyword.to_owned());
                keys
            }
        };
        diagnostic.held = held;
        self.sink.push(diagnostic);
    }

    /// Replaces every credential in a text.
    pub(super) fn prose(self, text: &mut String, at: &dyn Display) {
        let found = find(text);
        for credential in &found {
            let held = Held::credential(&text[credential.span.clone()]);
            self.removed(credential.kind, at, Some(held));
        }
        replace(text, &found);
    }
}
