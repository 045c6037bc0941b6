//! Helpers for the tests of this layer.

use crate::json::Value;

use super::input::{Access, Input};
use super::sources::Sources;
use crate::diagnostic::{Code, Diagnostic, Sink};
use crate::limits::Limits;

/// Reads a text, and returns its value or the fatal diagnostic, and the warnings.
pub(super) fn read(text: impl AsRef<[u8]>) -> (Result<Value, Diagnostic>, Vec<Diagnostic>) {
    let sink = Sink::new();
    let sources = Sources::new(Access::default(), Limits::default());
    let result = sources
        .load(&input(text.as_ref()), &sink)
        .map(|document| document.root().to_value())
        .map_err(|fatal| *fatal);
    (result, sink.into_diagnostics())
}

/// Returns the value of a text that must be readable without a warning.
#[track_caller]
pub(super) fn value(text: impl AsRef<[u8]>) -> Value {
    let (result, warnings) = read(text);
    assert_eq!(warnings, Vec::new());
    result.unwrap()
}

/// Returns code, line and column of the diagnostic for a text that must not be readable.
#[track_caller]
pub(super) fn refusal(text: impl AsRef<[u8]>) -> (Code, usize, usize) {
    let fatal = read(text).0.unwrap_err();
    let place = fatal.position.unwrap();
    (fatal.code, place.line.unwrap_or(0), place.column.unwrap_or(0))
}

pub(super) fn input(bytes: &[u8]) -> Input {
    Input::Bytes { name: "sample".to_owned(), bytes: bytes.to_owned() }
}
