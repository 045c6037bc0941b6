//! Location of a diagnostic as plain data, which every report format prints without access to the document.

use std::borrow::Cow;
use std::ops::Range;

use crate::credential;

use super::diagnostic::Diagnostic;
use super::place::{Place, TextPlace};

/// A place as people and editors count it, with the text of its document.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SourceLocation<'a> {
    /// File name, URL or `<stdin>`.
    pub file: String,
    /// JSON Pointer (RFC 6901) inside the document, if that has a tree.
    pub pointer: Option<String>,
    /// Line, from 1, if it is known.
    pub line: Option<usize>,
    /// Column in characters, from 1, if it is known.
    pub column: Option<usize>,
    /// Range of bytes of `text` to highlight, if it is known.
    pub span: Option<Range<usize>>,
    /// Text of the whole document. It is borrowed, because it may be large and only small pieces of it are shown.
    pub text: Option<&'a str>,
}

/// Resolves places to locations. Reports ask only for the places that they show.
pub trait Locate {
    /// Returns the location of a place, if it is known.
    fn locate(&self, place: Place) -> Option<SourceLocation<'_>>;

    /// Returns the text of a file that has no tree, for diagnostics at a line of it.
    fn text(&self, file: &str) -> Option<&str> {
        let _ = file;
        None
    }
}

/// A locator that knows no place, for diagnostics about whole files.
#[derive(Debug, Clone, Copy)]
pub struct Nowhere;

impl Locate for Nowhere {
    fn locate(&self, _place: Place) -> Option<SourceLocation<'_>> {
        None
    }
}

/// Locates a diagnostic: at its place, or at its position in a text that has no tree.
pub(super) fn of<'a>(diagnostic: &Diagnostic, places: &'a dyn Locate) -> Option<SourceLocation<'a>> {
    let at_place =
        diagnostic.exact.or(diagnostic.place).and_then(|place| places.locate(place)).map(|mut location| {
            // A key of the pointer may itself be a credential.
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

/// Returns the path of a file as services know the files of a repository: with `/`, and without `./` before it.
pub(super) fn repository_path(file: &str) -> Cow<'_, str> {
    match file.strip_prefix("./").unwrap_or(file) {
        // In other places a backslash is a character of a name.
        path if cfg!(windows) && path.contains('\\') && !path.contains("://") => {
            let path = path.replace('\\', "/");
            Cow::Owned(path.trim_start_matches("./").to_owned())
        }
        path => Cow::Borrowed(path),
    }
}

/// Returns the range from a line and column of a text to the end of that line.
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
