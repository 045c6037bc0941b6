//! Parallel parsing of a long YAML text in pieces.
//!
//! All keys of a block mapping are in one column, and its values are further to the right (YAML 1.2.2, section 8.2.2).
//! So a line that begins with a key in the column of an open mapping continues that mapping, and the text from there on
//! can be parsed without the text before it. A line may also only look like a key, for instance inside a block scalar.
//! Then either the text before it is not well-formed by itself, or no mapping with that column is open there. After any
//! error, and if a piece depends on another one (an alias on its anchor), the text is parsed as a whole, so that errors
//! are always reported by the parser of the whole text.

use std::ops::Range;

use crate::limits::Limits;
use crate::parallel::put_together;

use super::super::builder::TreeBuilder;
use super::reader::{ExpectedNext, OpenFrame, ParsedYaml, YamlReader};

/// Parses a text in `count` pieces; `None` if that is not possible.
pub(super) fn parse(text: &str, limits: &Limits, count: usize) -> Option<ParsedYaml> {
    let mut starts = starts(text, count);
    let first = *starts.first()?;
    starts.push(text.len());
    let pieces: Vec<Range<usize>> = starts.windows(2).map(|ends| ends[0]..ends[1]).collect();
    let mut whole = put_together(
        pieces.len(),
        || beginning(text, first, limits),
        |number| parts(text, pieces.get(number)?.clone(), limits),
        |whole, parts| parts.into_iter().try_for_each(|part| whole.go_on(&part)),
    )?;
    whole.close_ended().ok()?;
    Some(whole.finish(None))
}

/// Parses the text before the second piece.
fn beginning<'t>(text: &'t str, end: usize, limits: &Limits) -> Option<YamlReader<'t>> {
    let mut reader = YamlReader::new(TreeBuilder::new(text, limits));
    let before = text.get(..end)?;
    let bounds = reader.read(before, limits).ok()?;
    // A directive (YAML 1.2.2, section 6.8) would apply to all pieces.
    let is_directed = || before.split(['\n', '\r', '\u{FEFF}']).any(|line| line.starts_with('%'));
    let is_open = bounds.second.is_none() && !bounds.ends && !(bounds.starts && is_directed());
    is_open.then_some(reader)
}

/// The continuation of a block mapping in this column.
struct MappingPart<'t> {
    column: usize,
    reader: YamlReader<'t>,
}

/// Parses a piece: the continuation of one mapping, and then of the mappings around it.
fn parts<'t>(text: &'t str, piece: Range<usize>, limits: &Limits) -> Option<Vec<MappingPart<'t>>> {
    let mut after = lines(text, piece.end..text.len()).map(|line| line.column);
    let mut ends = vec![(piece.end, after.next())];
    let mut steps: Vec<ContentLine> = Vec::new();
    for line in lines(text, piece) {
        if let Some(last) = steps.last() {
            if line.column >= last.column {
                continue;
            }
            ends.push((line.start, Some(line.column)));
        }
        steps.push(line);
    }
    // The end of the piece is the end of the last part.
    ends.rotate_left(1);
    steps.iter().zip(ends).map(|(line, (end, next))| part(text, *line, end, next, limits)).collect()
}

/// Parses the continuation of a mapping from a line on; the content after the part begins in column `next`.
fn part<'t>(
    text: &'t str,
    line: ContentLine,
    end: usize,
    next: Option<usize>,
    limits: &Limits,
) -> Option<MappingPart<'t>> {
    let mut reader = YamlReader::new(TreeBuilder::for_piece(text, end - line.start, limits));
    let bounds = reader.read(text.get(line.start..end)?, limits).ok()?;
    let is_open = bounds.second.is_none() && !bounds.starts && !bounds.ends;
    if !is_open || !line.is_key || reader.frames.first()?.column != Some(line.column) {
        return None;
    }
    while reader.frames.len() > 1 && (next.is_none() || reader.frames.last()?.column != next) {
        reader.ended = reader.ended.checked_sub(1)?;
        reader.close().ok()?;
    }
    let is_simple = reader.complex_keys.is_empty()
        && reader.frames.iter().all(|frame| {
            frame.merged.is_empty()
                && matches!(frame.expect, None | Some(ExpectedNext::Key | ExpectedNext::Value))
        });
    is_simple.then_some(MappingPart { column: line.column, reader })
}

impl YamlReader<'_> {
    /// Appends the continuation of an open mapping.
    fn go_on(&mut self, part: &MappingPart<'_>) -> Option<()> {
        if self.ended != self.frames.len() || part.reader.ended != part.reader.frames.len() {
            return None;
        }
        while self.frames.last()?.column != Some(part.column) {
            self.close().ok()?;
        }
        // Anchors inside a value that will be removed are copied, which counts against a limit; a piece does not keep
        // its anchors.
        let is_taken_off =
            |frame: &OpenFrame| !matches!(frame.expect, None | Some(ExpectedNext::Key | ExpectedNext::Value));
        if !part.reader.anchors.is_empty() && self.frames.iter().any(is_taken_off) {
            return None;
        }
        let shift = self.builder.join(&part.reader.builder).ok()?;
        if let Some((outermost, open)) = part.reader.frames.split_first() {
            self.frames.last_mut()?.expect = outermost.expect;
            // No later piece refers to the anchors of this one.
            let open = open.iter().map(|frame| OpenFrame {
                start: shift + frame.start,
                anchor: 0,
                column: frame.column,
                expect: frame.expect,
                merged: Vec::new(),
            });
            self.frames.extend(open);
        }
        self.ended = self.frames.len();
        Some(())
    }
}

/// A line with content.
#[derive(Debug, Clone, Copy)]
struct ContentLine {
    /// Offset of the line.
    start: usize,
    /// Indentation, in spaces.
    column: usize,
    /// True if the line begins like a key.
    is_key: bool,
}

/// Iterates over the lines of a part of a text, without empty lines and comments. The part begins at the start of a
/// line.
fn lines(text: &str, part: Range<usize>) -> impl Iterator<Item = ContentLine> {
    let end = part.end;
    let mut next = part.start;
    std::iter::from_fn(move || {
        loop {
            let start = next;
            let rest = text.get(start..).filter(|_| start < end)?;
            next += rest.find('\n').map_or(rest.len(), |end| end + 1);
            let rest = rest.as_bytes();
            let column = rest.iter().take_while(|&&byte| byte == b' ').count();
            let first = *rest.get(column).unwrap_or(&b'\n');
            if !matches!(first, b'\n' | b'\r' | b'#') {
                let is_key =
                    first.is_ascii_alphanumeric() || matches!(first, b'/' | b'"' | b'\'' | b'_' | b'$');
                return Some(ContentLine { start, column, is_key });
            }
        }
    })
}

/// Finds the offsets of all pieces except the first, close to those that divide the text equally, and preferably at
/// lines with little indentation.
fn starts(text: &str, count: usize) -> Vec<usize> {
    let mut starts = Vec::new();
    for number in 1..count {
        let wanted = text.len() / count * number;
        let room = text.len() / count / 4;
        let around = text.as_bytes().get(wanted - room..wanted + room).unwrap_or_default();
        let Some(line) = around.iter().position(|&byte| byte == b'\n') else { continue };
        let mut before = 0;
        let may_begin = |line: &ContentLine| {
            // The first key of a mapping does not continue a mapping.
            let is_first = line.column > before;
            before = line.column;
            line.is_key && !is_first
        };
        let lines = lines(text, wanted - room + line + 1..wanted + room).filter(may_begin);
        let best = lines.min_by_key(|line| (line.column, line.start.abs_diff(wanted)));
        starts.extend(best.map(|line| line.start));
    }
    starts
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
