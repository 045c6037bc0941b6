//! Lines and columns of a text.

use super::entry::narrow;

/// Offsets of the lines of a text. A minified document is one line of many megabytes, so characters are counted in
/// advance per block.
#[derive(Debug)]
pub(super) struct LineIndex {
    pub(super) starts: Vec<u32>,
    /// Number of characters before each block.
    blocks: Vec<u32>,
}

const BLOCK: usize = 4096;

impl LineIndex {
    pub(super) fn new(text: &str) -> Self {
        let newlines = text.match_indices('\n');
        let starts = std::iter::once(0).chain(newlines.map(|(at, _)| narrow(at + 1))).collect();
        let mut characters = 0;
        let blocks = text
            .as_bytes()
            .chunks(BLOCK)
            .map(|block| {
                let before = characters;
                characters += narrow(count_characters(block));
                before
            })
            .collect();
        Self { starts, blocks }
    }

    pub(super) fn characters_before(&self, text: &str, offset: usize) -> usize {
        let block = offset / BLOCK;
        let counted = self.blocks.get(block).copied().unwrap_or_default() as usize;
        let rest = text.as_bytes().get(block * BLOCK..offset).unwrap_or_default();
        counted + count_characters(rest)
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
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}
