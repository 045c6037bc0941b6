//! The text of a configuration, and the places in it.

use std::borrow::Cow;
use std::cell::LazyCell;
use std::collections::HashMap;

use apimint::diagnostic::{Diagnostic, TextDigest, TextPlace};
use apimint::source::Sources;

/// The text of a configuration, and the name of its file.
#[derive(Debug, Clone)]
pub(crate) struct ConfigText {
    pub(crate) file: String,
    pub(crate) text: Box<str>,
    /// The byte at which each line begins.
    lines: Box<[usize]>,
}

impl ConfigText {
    pub(crate) fn new(file: String, text: String) -> Self {
        let after_each = text.match_indices('\n').map(|(at, _)| at + 1);
        let lines = std::iter::once(0).chain(after_each).collect();
        Self { file, text: text.into(), lines }
    }

    /// Moves diagnostics to the configuration if their text is in it and not in a document.
    pub(crate) fn placed<'d>(
        &self,
        diagnostics: &'d [Diagnostic],
        sources: &Sources,
    ) -> Cow<'d, [Diagnostic]> {
        let credentials = LazyCell::new(|| TextDigest::credentials_in(&self.text));
        let mut known: HashMap<&TextDigest, Option<usize>> = HashMap::new();
        let mut placed = Cow::Borrowed(diagnostics);
        for (index, diagnostic) in diagnostics.iter().enumerate() {
            let Some(held) = &diagnostic.digest else { continue };
            let node = diagnostic.exact.or(diagnostic.place).and_then(|place| sources.node(place));
            let is_there = node.is_some_and(|node| {
                [Some(node.key()), node.as_str()].into_iter().flatten().any(|text| held.is_in(text))
            });
            if is_there {
                continue;
            }
            let Some(at) = *known.entry(held).or_insert_with(|| match held {
                TextDigest::Credential(_) => credentials.get(held).copied(),
                _ => held.find_in(&self.text),
            }) else {
                continue;
            };
            if let Some(diagnostic) = placed.to_mut().get_mut(index) {
                diagnostic.position = Some(self.place(at));
                (diagnostic.place, diagnostic.exact) = (None, None);
            }
        }
        placed
    }

    /// Returns the line and column of a byte.
    pub(crate) fn place(&self, at: usize) -> TextPlace {
        let mut at = at.min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        let line = self.lines.partition_point(|&start| start <= at);
        let line_start = line.checked_sub(1).and_then(|index| self.lines.get(index)).copied().unwrap_or(0);
        let column = 1 + self.text.get(line_start..at).map_or(0, |line| line.chars().count());
        TextPlace { file: self.file.clone(), line: Some(line), column: Some(column) }
    }
}
