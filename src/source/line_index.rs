//! Lines and columns of a text.

use super::entry::narrow;
use super::parse_error::TextPoint;

/// The number of lines and characters before each block of a text, from which every position follows by looking at one
/// block or two. Documents have a million lines, or one line of many megabytes.
#[derive(Debug)]
pub(super) struct LineIndex {
    blocks: Vec<TextBlock>,
}

/// The numbers of newlines and characters before a block.
#[derive(Debug, Clone, Copy, Default)]
struct TextBlock {
    newlines: u32,
    characters: u32,
}

/// Bytes of a block.
const BLOCK: usize = 4096;

impl LineIndex {
    pub(super) fn new(text: &str) -> Self {
        let mut before = TextBlock::default();
        let blocks = text.as_bytes().chunks(BLOCK).map(|block| {
            let TextBlock { newlines, characters } = before;
            before = TextBlock {
                newlines: newlines + narrow(count_newlines(block)),
                characters: characters + narrow(count_characters(block)),
            };
            TextBlock { newlines, characters }
        });
        Self { blocks: blocks.collect() }
    }

    /// Returns line and column of a byte of the text, which the index was made of.
    pub(super) fn point(&self, text: &str, offset: usize) -> TextPoint {
        let newlines = self.count_before(text, offset, |block| block.newlines, count_newlines);
        let start = self.line_start(text, offset, newlines);
        let characters = |offset| self.count_before(text, offset, |block| block.characters, count_characters);
        TextPoint { line: 1 + newlines, column: 1 + characters(offset) - characters(start) }
    }

    /// Returns the offset where a line begins, of which `offset` is a byte, and that `newlines` newlines precede.
    fn line_start(&self, text: &str, offset: usize, newlines: usize) -> usize {
        // The first block before which there are as many newlines follows the one with the last newline.
        let after = self.blocks.partition_point(|block| (block.newlines as usize) < newlines);
        let begin = after.saturating_sub(1) * BLOCK;
        let before = text.as_bytes().get(begin..offset).unwrap_or_default();
        let newline = before.iter().take(BLOCK).rposition(|&byte| byte == b'\n');
        newline.map_or(0, |newline| begin + newline + 1)
    }

    fn count_before(
        &self,
        text: &str,
        offset: usize,
        before: impl Fn(&TextBlock) -> u32,
        count: impl Fn(&[u8]) -> usize,
    ) -> usize {
        // A text that fills its last block ends in it.
        let block = (offset / BLOCK).min(self.blocks.len().saturating_sub(1));
        let counted = self.blocks.get(block).map_or(0, before) as usize;
        counted + count(text.as_bytes().get(block * BLOCK..offset).unwrap_or_default())
    }
}

/// Converts a column in bytes to a column in characters, both from 1.
pub(super) fn characters(text: &str, line: usize, column: usize) -> usize {
    let line = text.split('\n').nth(line.saturating_sub(1)).unwrap_or_default();
    let bytes = line.as_bytes();
    let before = column.saturating_sub(1);
    1 + count_characters(&bytes[..before.min(bytes.len())])
}

/// Counts the characters in UTF-8 bytes.
pub(super) fn count_characters(bytes: &[u8]) -> usize {
    count(bytes, |byte| byte & 0xC0 != 0x80)
}

fn count_newlines(bytes: &[u8]) -> usize {
    count(bytes, |byte| byte == b'\n')
}

/// Counts the bytes for which a predicate holds. In pieces whose count fits into a byte, they are counted many at a time.
fn count(bytes: &[u8], is_counted: impl Fn(u8) -> bool) -> usize {
    let in_piece = |piece: &[u8]| piece.iter().map(|&byte| u8::from(is_counted(byte))).sum::<u8>();
    bytes.chunks(usize::from(u8::MAX)).map(|piece| usize::from(in_piece(piece))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_has_its_line_and_column() {
        let texts =
            ["", "a\n\nb", "\n", &"ąb\n".repeat(3 * BLOCK), &"ą".repeat(2 * BLOCK), &"\n".repeat(BLOCK + 1)];
        let long_line = format!("a\n{}\nb{}", "x".repeat(3 * BLOCK), "\n".repeat(BLOCK));
        for text in texts.into_iter().chain([long_line.as_str()]) {
            let index = LineIndex::new(text);
            let (mut line, mut column) = (1, 1);
            for (offset, character) in text.char_indices() {
                let at = index.point(text, offset);
                assert_eq!((at.line, at.column), (line, column), "byte {offset} of {}", text.len());
                (line, column) = if character == '\n' { (line + 1, 1) } else { (line, column + 1) };
            }
            let end = index.point(text, text.len());
            assert_eq!((end.line, end.column), (line, column), "the end of {}", text.len());
        }
    }
}
