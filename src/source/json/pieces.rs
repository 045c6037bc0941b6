//! Parallel parsing of a long JSON text in pieces.
//!
//! A piece begins after a comma that is followed by the likeness of a key and a colon. In a well-formed text this is an
//! entry of an object: a quotation mark followed by a letter does not end a string, since the end of a string is
//! followed by a comma, a colon or a bracket. The pieces before it determine which object the entry belongs to: each
//! must end after an entry, otherwise the text is parsed as a whole. The same happens after any error, so that errors
//! are always reported by the parser of the whole text.

use std::borrow::Cow;
use std::ops::Range;

use serde::de::{DeserializeSeed, IgnoredAny};

use crate::limits::Limits;
use crate::parallel::put_together;

use super::super::builder::{DuplicateKey, TreeBuilder};
use super::super::entry::NodeData;
use super::super::tree::Tree;
use super::reader::{JsonKey, JsonReader, JsonText, SPACE};

/// Parses a text in `count` pieces; `None` if that is not possible.
pub(super) fn parse(text: &str, limits: &Limits, count: usize) -> Option<(Tree, Vec<DuplicateKey>)> {
    let commas = commas(text, count);
    let first = *commas.first()?;
    let begins = commas.iter().map(|comma| comma + 1);
    let ends = commas.iter().skip(1).copied().chain([text.len()]);
    let pieces: Vec<Range<usize>> = begins.zip(ends).map(|(begin, end)| begin..end).collect();
    let whole = put_together(
        pieces.len(),
        || beginning(text, first, limits),
        |number| steps(text, pieces.get(number)?.clone(), limits),
        |whole, steps| steps.into_iter().try_for_each(|step| go_on(whole, step)),
    )?;
    whole.innermost().is_none().then(|| whole.finish())
}

/// Appends a step of a later piece.
fn go_on(whole: &mut TreeBuilder<'_>, step: PieceStep<'_>) -> Option<()> {
    match (step, whole.innermost()?) {
        (PieceStep::Entries(part), NodeData::Object) | (PieceStep::Items(part), NodeData::Array) => {
            whole.join(&part).ok()?;
        }
        (PieceStep::EndOfObject, NodeData::Object) | (PieceStep::EndOfArray, NodeData::Array) => {
            whole.close();
        }
        _ => return None,
    }
    Some(())
}

/// Parses the text before the second piece.
fn beginning<'t>(text: &'t str, end: usize, limits: &Limits) -> Option<TreeBuilder<'t>> {
    let mut reader = JsonReader::new(text, limits);
    let rest = reader.value(0..end)?;
    // A complete value cannot be continued.
    (rest.is_empty() && reader.builder.innermost().is_some()).then_some(reader.builder)
}

/// A step by which a piece continues the text before it.
enum PieceStep<'t> {
    /// Entries of the innermost open object, inside a placeholder object.
    Entries(TreeBuilder<'t>),
    /// Elements of the innermost open array, inside a placeholder array.
    Items(TreeBuilder<'t>),
    EndOfObject,
    EndOfArray,
}

/// Maximum number of steps in a piece. Documents rarely have so much open where a piece begins, and each step allocates
/// memory for the rest of the piece.
const MOST_STEPS: usize = 32;

/// Parses a piece.
fn steps<'t>(text: &'t str, piece: Range<usize>, limits: &Limits) -> Option<Vec<PieceStep<'t>>> {
    let mut steps = Vec::new();
    let mut rest = piece;
    loop {
        // The first step is long; each further one follows the end of a value that was open before the piece.
        if steps.len() > MOST_STEPS {
            return None;
        }
        let mut reader = JsonReader::with(TreeBuilder::for_piece(text, rest.len(), limits), text, rest.start);
        let has_keys = key(text, rest.clone()).is_some();
        if has_keys { reader.builder.open_object() } else { reader.builder.open_array() }.ok()?;
        let mut next = loop {
            let value = if has_keys { reader.entry(rest)? } else { rest };
            rest = skip_space(text, reader.value(value)?);
            match take(text, &mut rest) {
                Some(b',') => {}
                other => break other,
            }
        };
        let part = reader.builder;
        steps.push(if has_keys { PieceStep::Entries(part) } else { PieceStep::Items(part) });
        loop {
            match next {
                Some(b'}') => steps.push(PieceStep::EndOfObject),
                Some(b']') => steps.push(PieceStep::EndOfArray),
                Some(b',') => break,
                Some(_) => return None,
                None => return Some(steps),
            }
            rest = skip_space(text, rest);
            next = take(text, &mut rest);
        }
    }
}

impl JsonReader<'_> {
    /// Parses the value at the beginning of a part of the text. If the part ends inside the value, after an entry of an
    /// object, the value stays open. Returns the rest of the part.
    fn value(&mut self, part: Range<usize>) -> Option<Range<usize>> {
        let mut deserializer = serde_json::Deserializer::from_str(self.text.get(part.clone())?);
        deserializer.disable_recursion_limit();
        match JsonText(self).deserialize(&mut deserializer) {
            Ok(()) => {
                let read = deserializer.into_iter::<IgnoredAny>().byte_offset();
                Some(part.start + read..part.end)
            }
            Err(error) => {
                // The error is the same before a colon and after a bracket, so the message alone does not suffice.
                let is_cut =
                    self.behind_entry && error.to_string().starts_with("EOF while parsing an object");
                is_cut.then_some(part.end..part.end)
            }
        }
    }

    /// Parses the key at the beginning of a part of the text, and its colon. Returns the rest of the part.
    fn entry(&mut self, part: Range<usize>) -> Option<Range<usize>> {
        let (key, rest) = key(self.text, part)?;
        let text = self.builder.key(&key);
        self.passed(text);
        Some(rest)
    }
}

/// Returns the key at the beginning of a part of a text, and the rest of the part after the colon.
fn key(text: &str, part: Range<usize>) -> Option<(Cow<'_, str>, Range<usize>)> {
    let mut deserializer = serde_json::Deserializer::from_str(text.get(part.clone())?);
    let key = JsonKey.deserialize(&mut deserializer).ok()?;
    let read = deserializer.into_iter::<IgnoredAny>().byte_offset();
    let mut rest = skip_space(text, part.start + read..part.end);
    (take(text, &mut rest) == Some(b':')).then_some((key, rest))
}

/// Skips white space at the beginning of a part of a text.
fn skip_space(text: &str, part: Range<usize>) -> Range<usize> {
    let rest = text.get(part.clone()).unwrap_or_default().trim_start_matches(SPACE);
    part.end - rest.len()..part.end
}

/// Removes and returns the first byte of a part of the text.
fn take(text: &str, part: &mut Range<usize>) -> Option<u8> {
    let byte = *text.as_bytes().get(part.clone())?.first()?;
    part.start += 1;
    Some(byte)
}

/// Finds the commas before all pieces except the first, close to the offsets that divide the text equally.
fn commas(text: &str, count: usize) -> Vec<usize> {
    let piece = text.len() / count.max(1);
    let mut commas = Vec::new();
    for number in 1..count {
        let wanted = piece * number;
        let around = text.as_bytes().get(wanted..wanted + piece / 4).unwrap_or_default();
        let candidates = around.iter().enumerate().filter(|&(_, &byte)| byte == b',');
        let mut commas_of_entries =
            candidates.map(|(at, _)| wanted + at).filter(|&comma| is_before_key(text, comma));
        commas.extend(commas_of_entries.next());
    }
    commas
}

/// Returns true if the text after a comma looks like a key and a colon.
fn is_before_key(text: &str, comma: usize) -> bool {
    let mut rest = skip_space(text, comma + 1..text.len());
    if take(text, &mut rest) != Some(b'"') {
        return false;
    }
    let bytes = text.as_bytes().get(rest.clone()).unwrap_or_default();
    let is_word = |byte: &u8| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'_' | b'$' | b'{' | b'}' | b'-' | b'.')
    };
    let word = bytes.iter().take_while(|byte| is_word(byte)).count();
    let mut after = rest.start + word..rest.end;
    if bytes.first().is_none_or(|first| matches!(first, b'}' | b'"')) || take(text, &mut after) != Some(b'"')
    {
        return false;
    }
    let mut after = skip_space(text, after);
    take(text, &mut after) == Some(b':')
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
