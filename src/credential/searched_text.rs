//! A text in which credentials are searched.

use std::ops::Range;

use super::span::{is_token, leading};

/// A text that is searched, with what is remembered of it so that no part is read for every anchor in it.
pub(super) struct SearchedText<'t> {
    pub(super) text: &'t str,
    /// The last run of token characters that was asked for, and the offsets of its dots.
    run: (Range<usize>, Vec<usize>),
    /// The last value of a connection string that was asked for.
    value: Range<usize>,
    /// The end of the last credential found.
    pub(super) found_to: usize,
}

impl<'t> SearchedText<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, run: (0..0, Vec::new()), value: 0..0, found_to: 0 }
    }

    /// Returns the end of the run of token characters around an offset, and the offsets of the dots in the run.
    pub(super) fn run(&mut self, at: usize) -> (usize, &[usize]) {
        if !self.run.0.contains(&at) {
            let bytes = self.text.as_bytes();
            let length = bytes[at..].iter().take_while(|&&byte| is_token(byte)).count();
            let dots = (at..at + length).filter(|&at| bytes[at] == b'.').collect();
            self.run = (at..at + length, dots);
        }
        (self.run.0.end, &self.run.1)
    }

    /// Returns the end of the value of a connection string around an offset.
    pub(super) fn value_end(&mut self, at: usize) -> usize {
        if !self.value.contains(&at) {
            let is_value = |byte: u8| !byte.is_ascii_whitespace() && !b";\"'`<>{}".contains(&byte);
            self.value = at..at + leading(&self.text[at..], is_value).len();
        }
        self.value.end
    }
}
