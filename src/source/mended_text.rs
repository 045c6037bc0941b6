//! Texts with unpaired surrogates, which cost the string that they are in and not the document.

use crate::diagnostic::{Code, Diagnostic};
use crate::json::surrogates::{ESCAPE, unpaired_surrogates, without_surrogates};

use super::line_index::LineIndex;
use super::parse_error::ParseError;

/// Quoted strings that are mended in a YAML text, which is parsed again after each.
const MOST_YAML_STRINGS: usize = 16;

/// A text with the replacement character in place of unpaired surrogates. Everything else is where it was.
#[derive(Debug)]
pub(super) struct MendedText {
    pub(super) text: String,
    /// The offsets of the escapes.
    escapes: Vec<usize>,
}

impl MendedText {
    /// Mends a JSON text; `None` if it has no unpaired surrogate.
    pub(super) fn json(text: &str) -> Option<Self> {
        let escapes = unpaired_surrogates(text);
        (!escapes.is_empty()).then(|| Self { text: without_surrogates(text, &escapes), escapes })
    }

    /// Parses a YAML text, and again with a mended string as often as an unpaired surrogate is the reason that it cannot be read.
    pub(super) fn parse_yaml<T>(
        text: &str,
        parse: impl Fn(&str) -> Result<T, ParseError>,
    ) -> Result<(T, Option<Self>), ParseError> {
        let mut mended: Option<Self> = None;
        for _ in 0..MOST_YAML_STRINGS {
            let current = mended.as_ref().map_or(text, |mended| &mended.text);
            let error = match parse(current) {
                Ok(read) => return Ok((read, mended)),
                Err(error) => error,
            };
            let found = quoted_surrogates(current, &error);
            if found.is_empty() {
                return Err(error);
            }
            let text = without_surrogates(current, &found);
            let mut escapes = mended.map(|mended| mended.escapes).unwrap_or_default();
            escapes.extend(found);
            mended = Some(Self { text, escapes });
        }
        let text = mended.as_ref().map_or(text, |mended| &mended.text);
        parse(text).map(|read| (read, mended))
    }

    /// Creates a warning for every replaced escape of the original text.
    pub(super) fn warnings(&self, text: &str, name: &str) -> Vec<Diagnostic> {
        let lines = LineIndex::new(text);
        let warning = |&at: &usize| {
            let escape = text.get(at..at + ESCAPE).unwrap_or_default();
            let message = format!("`{escape}` is half of a surrogate pair; it is read as U+FFFD");
            let point = lines.point(text, at);
            Diagnostic::new(Code::UnpairedSurrogate, message).in_text(
                name,
                Some(point.line),
                Some(point.column),
            )
        };
        self.escapes.iter().map(warning).collect()
    }
}

/// Returns the offsets of unpaired surrogates in the double-quoted string that an error of the YAML parser is about.
fn quoted_surrogates(text: &str, error: &ParseError) -> Vec<usize> {
    if !error.message.contains("surrogate") {
        return Vec::new();
    }
    let line: usize = text.split_inclusive('\n').take(error.at.line - 1).map(str::len).sum();
    let rest = text.get(line..).unwrap_or_default();
    let column = rest.chars().take(error.at.column - 1).map(char::len_utf8).sum::<usize>();
    let begin = line + column;
    let Some(inside) = text.get(begin..).and_then(|rest| rest.strip_prefix('"')) else { return Vec::new() };
    let mut is_escaped = false;
    let end = inside.find(|character| {
        let is_end = character == '"' && !is_escaped;
        is_escaped = character == '\\' && !is_escaped;
        is_end
    });
    let string = &inside[..end.unwrap_or(inside.len())];
    unpaired_surrogates(string).into_iter().map(|at| begin + 1 + at).collect()
}
