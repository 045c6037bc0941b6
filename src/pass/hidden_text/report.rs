//! The hidden characters of texts, and their reports.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::diagnostic::{Code, Diagnostic, Place, Sink, TextDigest};
use crate::invisible::{hidden_in, is_residue};
use crate::json::{Map, Value};

/// A text that holds more hidden characters than this is said to hide something. Fewer come from editors and copied
/// text.
const FEW: usize = 3;

/// The most characters that a message lists.
const MAX_LISTED: usize = 8;

/// The location of a text: its name for messages, and the keys that lead to it.
pub(super) struct TextLocation {
    pub(super) name: String,
    pub(super) keys: Vec<String>,
}

/// Returns the location of a text outside schemas.
pub(super) fn located(name: &str, keys: &[&str]) -> TextLocation {
    TextLocation { name: name.to_owned(), keys: keys.iter().map(|&key| key.to_owned()).collect() }
}

/// The hidden characters of a text, or of the texts in a value.
#[derive(Debug, Default)]
pub(super) struct HiddenCharacters {
    /// Number of characters, without those that editors leave.
    count: usize,
    /// The distinct ones among them.
    distinct: BTreeSet<char>,
    /// True if there is also what editors leave, such as a soft hyphen, which goes without a word.
    has_residue: bool,
}

impl HiddenCharacters {
    /// Finds them in a text.
    pub(super) fn of_text(text: &str) -> Self {
        Self::of_texts([text])
    }

    /// Finds them in several texts.
    pub(super) fn of_texts<'t>(texts: impl IntoIterator<Item = &'t str>) -> Self {
        let mut all = Self::default();
        texts.into_iter().for_each(|text| all.add(&hidden_in(text)));
        all
    }

    /// Finds them in all texts of a value, names included.
    pub(super) fn of_value(value: &Value) -> Self {
        let mut all = Self::default();
        all.add_value(value);
        all
    }

    /// Finds them in all texts of an object, names included.
    pub(super) fn of_members(members: &Map) -> Self {
        let mut all = Self::default();
        all.add_members(members);
        all
    }

    /// Removes them from a text.
    pub(super) fn take_from(text: &mut String) -> Self {
        let found = hidden_in(text);
        let mut all = Self::default();
        if found.is_empty() {
            return all;
        }
        all.add(&found);
        let mut clean = String::with_capacity(text.len());
        let mut end = 0;
        for (at, character) in found {
            clean.push_str(&text[end..at]);
            end = at + character.len_utf8();
        }
        clean.push_str(&text[end..]);
        *text = clean;
        all
    }

    fn add(&mut self, found: &[(usize, char)]) {
        for &(at, character) in found {
            if is_residue(at, character) {
                self.has_residue = true;
            } else {
                self.count += 1;
                self.distinct.insert(character);
            }
        }
    }

    fn add_value(&mut self, value: &Value) {
        match value {
            Value::String(text) => self.add(&hidden_in(text)),
            Value::Array(values) => values.iter().for_each(|value| self.add_value(value)),
            Value::Object(members) => self.add_members(members),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn add_members(&mut self, members: &Map) {
        for (name, value) in members {
            self.add(&hidden_in(name));
            self.add_value(value);
        }
    }

    /// Returns true if there are none at all.
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0 && !self.has_residue
    }

    /// Reports that they were removed from a text.
    pub(super) fn report_removed(self, place: Place, sink: &Sink, at: impl FnOnce() -> TextLocation) {
        self.report(place, sink, at, |characters, name| format!("removed {characters} from {name}"));
    }

    /// Reports that data keeps them: a call must send it as it is.
    pub(super) fn report_kept(self, place: Place, sink: &Sink, at: impl FnOnce() -> TextLocation) {
        self.report(place, sink, at, |characters, name| {
            format!("{name} has {characters}, which stay: they are data that a call needs")
        });
    }

    fn report(
        self,
        place: Place,
        sink: &Sink,
        at: impl FnOnce() -> TextLocation,
        message: impl FnOnce(&str, &str) -> String,
    ) {
        if self.count == 0 {
            return;
        }
        let TextLocation { name, keys } = at();
        let characters = self.listed();
        let message = if sink.says_repairs() {
            message(&characters, &name)
        } else {
            format!("{name} has {characters}")
        };
        let code = if self.count > FEW { Code::HiddenText } else { Code::InvisibleCharacters };
        let diagnostic = Diagnostic::new(code, message).at(place);
        sink.push(diagnostic.below(keys).digest(TextDigest::Characters(self.distinct)));
    }

    /// Lists the distinct characters, and their number if it is larger.
    fn listed(&self) -> String {
        let mut text = String::new();
        for (index, character) in self.distinct.iter().take(MAX_LISTED).enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            // Writing to a string cannot fail.
            let _ = write!(text, "{separator}U+{:04X}", u32::from(*character));
        }
        if self.distinct.len() > MAX_LISTED {
            text.push_str(" and others");
        }
        if self.count > self.distinct.len() {
            let _ = write!(text, " ({} characters)", self.count);
        }
        text
    }
}
