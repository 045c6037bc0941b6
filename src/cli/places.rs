//! Where diagnostics are: in the documents of a run, or in the text of a configuration.

use std::borrow::Cow;
use std::cell::LazyCell;
use std::collections::HashMap;

use apimint::diagnostic::{Diagnostic, Locate, Place, SourceLocation, TextDigest, TextPlace};
use apimint::source::{LinePosition, Sources};

/// Who knows where the places of diagnostics are.
#[derive(Clone, Copy)]
pub(super) enum PlaceLocator<'a> {
    /// The documents of one run.
    Sources(&'a Sources),
    /// Somebody else.
    Given(&'a dyn Locate),
}

/// The text of a configuration, by the name of its file.
#[derive(Debug, Clone)]
pub(super) struct ConfigText {
    pub(super) file: String,
    pub(super) text: Box<str>,
    /// Where each line begins, in bytes.
    lines: Box<[usize]>,
}

impl ConfigText {
    pub(super) fn new(file: String, text: String) -> Self {
        let after_each = text.match_indices('\n').map(|(at, _)| at + 1);
        let lines = std::iter::once(0).chain(after_each).collect();
        Self { file, text: text.into(), lines }
    }

    /// The same diagnostics, where those that are about something that stands here, and not in a document, say so.
    pub(super) fn placed<'d>(
        &self,
        diagnostics: &'d [Diagnostic],
        sources: &Sources,
    ) -> Cow<'d, [Diagnostic]> {
        let credentials = LazyCell::new(|| TextDigest::credentials_in(&self.text));
        let mut known: HashMap<&TextDigest, Option<usize>> = HashMap::new();
        let mut placed = Cow::Borrowed(diagnostics);
        for (index, diagnostic) in diagnostics.iter().enumerate() {
            let Some(digest) = &diagnostic.digest else { continue };
            let node = diagnostic.exact.or(diagnostic.place).and_then(|place| sources.node(place));
            let is_there = node.is_some_and(|node| {
                [Some(node.key()), node.as_str()].into_iter().flatten().any(|text| digest.is_in(text))
            });
            if is_there {
                continue;
            }
            let Some(at) = *known.entry(digest).or_insert_with(|| match digest {
                TextDigest::Credential(_) => credentials.get(digest).copied(),
                _ => digest.find_in(&self.text),
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

    /// Where a byte of the text is, as people count.
    pub(super) fn place(&self, at: usize) -> TextPlace {
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

/// Places resolved one by one, by the documents of one run.
pub(super) struct SourcePlaces<'a>(pub(super) &'a Sources);

impl Locate for SourcePlaces<'_> {
    fn locate(&self, place: Place) -> Option<SourceLocation<'_>> {
        Some(location(self.0.position(place)?, place, self.0))
    }
}

/// Places, and the text of a configuration.
pub(super) struct PlacesWithConfig<'a> {
    pub(super) places: &'a dyn Locate,
    pub(super) config: Option<&'a ConfigText>,
}

impl Locate for PlacesWithConfig<'_> {
    fn locate(&self, place: Place) -> Option<SourceLocation<'_>> {
        self.places.locate(place)
    }

    fn text(&self, file: &str) -> Option<&str> {
        self.config.filter(|config| config.file == file).map(|config| &*config.text)
    }
}

/// Places resolved all at once.
pub(super) struct AllPlaces<'a> {
    sources: &'a Sources,
    positions: HashMap<Place, LinePosition>,
}

impl<'a> AllPlaces<'a> {
    pub(super) fn of(diagnostics: &[Diagnostic], sources: &'a Sources) -> Self {
        let places: Vec<Place> = diagnostics
            .iter()
            .flat_map(|diagnostic| [diagnostic.place, diagnostic.exact])
            .flatten()
            .collect();
        let positions = sources.positions(&places);
        let positions =
            places.into_iter().zip(positions).filter_map(|(place, position)| Some((place, position?)));
        Self { sources, positions: positions.collect() }
    }
}

impl Locate for AllPlaces<'_> {
    fn locate(&self, place: Place) -> Option<SourceLocation<'_>> {
        Some(location(self.positions.get(&place)?.clone(), place, self.sources))
    }
}

fn location(position: LinePosition, place: Place, sources: &Sources) -> SourceLocation<'_> {
    SourceLocation {
        file: position.file,
        pointer: Some(position.pointer),
        line: position.line,
        column: position.column,
        span: position.span,
        text: sources.document(sources.source_place(place).document).map(apimint::source::Document::text),
    }
}
