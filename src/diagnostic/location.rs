//! Where a diagnostic is, as plain data: what every report format prints, without a document at hand.

use std::ops::Range;

use crate::credential;

use super::{Diagnostic, Place, TextPlace};

/// A place as people and editors count it, with the text it stands in.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SourceLocation<'a> {
    /// The file, URL or `<stdin>`.
    pub file: String,
    /// The JSON Pointer (RFC 6901) inside it, where there is a tree.
    pub pointer: Option<String>,
    /// Line, from 1, where it is known.
    pub line: Option<usize>,
    /// Column in characters, from 1, where it is known.
    pub column: Option<usize>,
    /// Bytes of `text` to point at, where they are known.
    pub span: Option<Range<usize>>,
    /// The whole text of the document. It is borrowed, since it may be large and is shown in small pieces.
    pub text: Option<&'a str>,
}

/// Works out where a place is. Reports ask only for the places they show.
pub trait Locate {
    /// Where this place is, unless nobody knows.
    fn locate(&self, place: Place) -> Option<SourceLocation<'_>>;

    /// The text of a file that has no tree, for diagnostics at a line of it.
    fn text(&self, file: &str) -> Option<&str> {
        let _ = file;
        None
    }
}

/// Knows no place: for diagnostics about files as a whole.
#[derive(Debug, Clone, Copy)]
pub struct Nowhere;

impl Locate for Nowhere {
    fn locate(&self, _place: Place) -> Option<SourceLocation<'_>> {
        None
    }
}

/// Where a diagnostic is: at its place, or else at its position in a text that has no tree.
pub(super) fn of<'a>(diagnostic: &Diagnostic, places: &'a dyn Locate) -> Option<SourceLocation<'a>> {
    let at_place =
        diagnostic.exact.or(diagnostic.place).and_then(|place| places.locate(place)).map(|mut location| {
            // A key may be a credential as well as a value.
            location.pointer.iter_mut().for_each(credential::mask_pointer);
            location
        });
    at_place.or_else(|| {
        diagnostic.position.as_ref().map(|position| {
            let text = places.text(&position.file);
            SourceLocation {
                file: position.file.clone(),
                line: position.line,
                column: position.column,
                span: text.and_then(|text| span(text, position)),
                text,
                ..SourceLocation::default()
            }
        })
    })
}

/// What stands at a line and column of a text, to the end of the line.
fn span(text: &str, position: &TextPlace) -> Option<Range<usize>> {
    let lines = position.line?.checked_sub(1)?;
    let line_start = match lines.checked_sub(1) {
        None => 0,
        Some(before) => text.match_indices('\n').nth(before)?.0 + 1,
    };
    let line = text.get(line_start..)?.lines().next()?;
    let start = line.char_indices().nth(position.column?.checked_sub(1)?)?.0;
    Some(line_start + start..line_start + line.trim_end().len().max(start))
}
