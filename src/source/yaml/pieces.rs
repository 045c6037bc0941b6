//! A long YAML text read in pieces, on several cores.
//!
//! A block mapping has all its keys in one column, and whatever stands in its values stands further right (YAML 1.2.2,
//! section 8.2.2). So a line that begins with a key, in the column of a mapping that is open before it, goes on with that
//! mapping, and what follows can be read without what comes before. A line that only looks like a key stands inside
//! something longer, a text for instance: either what is before it is not well-formed by itself, or no mapping with that
//! column is open there. Whenever anything is amiss, and where one piece needs another (an alias its anchor), the text is
//! read as a whole; that decides, and says what is wrong.

use std::ops::Range;

use crate::limits::Limits;
use crate::parallel::put_together;

use super::super::builder::TreeBuilder;
use super::{ExpectedNext, OpenFrame, ParsedYaml, YamlReader};

/// Reads a text in so many pieces; `None` if that cannot be done.
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

/// Reads what comes before the second piece.
fn beginning<'t>(text: &'t str, end: usize, limits: &Limits) -> Option<YamlReader<'t>> {
    let mut reader = YamlReader::new(TreeBuilder::new(text, limits));
    let before = text.get(..end)?;
    let bounds = reader.read(before, limits).ok()?;
    // What a directive says holds in all pieces.
    let is_directed = || before.split(['\n', '\r', '\u{FEFF}']).any(|line| line.starts_with('%'));
    let is_open = bounds.second.is_none() && !bounds.ends && !(bounds.starts && is_directed());
    is_open.then_some(reader)
}

/// The rest of a block mapping in this column.
struct MappingPart<'t> {
    column: usize,
    reader: YamlReader<'t>,
}

/// Reads a piece: the rest of one mapping, and of those around it.
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
    // Where the piece ends belongs to the last of them.
    ends.rotate_left(1);
    steps.iter().zip(ends).map(|(line, (end, next))| part(text, *line, end, next, limits)).collect()
}

/// Reads the rest of the mapping that a line goes on with; whatever comes next stands in the column `next`.
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
    /// Goes on with the rest of a mapping that is open here.
    fn go_on(&mut self, part: &MappingPart<'_>) -> Option<()> {
        if self.ended != self.frames.len() || part.reader.ended != part.reader.frames.len() {
            return None;
        }
        while self.frames.last()?.column != Some(part.column) {
            self.close().ok()?;
        }
        // Anchors in what is taken off the tree again are kept, which counts against a limit; those of pieces are forgotten.
        let is_taken_off =
            |frame: &OpenFrame| !matches!(frame.expect, None | Some(ExpectedNext::Key | ExpectedNext::Value));
        if !part.reader.anchors.is_empty() && self.frames.iter().any(is_taken_off) {
            return None;
        }
        let shift = self.builder.join(&part.reader.builder).ok()?;
        if let Some((outermost, open)) = part.reader.frames.split_first() {
            self.frames.last_mut()?.expect = outermost.expect;
            // Nothing behind the piece refers to its anchors.
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
    /// Where it begins.
    start: usize,
    /// How far it is indented, in spaces.
    column: usize,
    /// Whether it begins like a key.
    is_key: bool,
}

/// The lines of a part of a text, without those that are empty or comments. The part begins where a line does.
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

/// Where the pieces of a text begin, without the first: near the places that make them equal, where little is open.
fn starts(text: &str, count: usize) -> Vec<usize> {
    let mut starts = Vec::new();
    for number in 1..count {
        let wanted = text.len() / count * number;
        let room = text.len() / count / 4;
        let around = text.as_bytes().get(wanted - room..wanted + room).unwrap_or_default();
        let Some(line) = around.iter().position(|&byte| byte == b'\n') else { continue };
        let mut before = 0;
        let may_begin = |line: &ContentLine| {
            // The first key of a mapping does not go on with one.
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
