//! Resolves the places of diagnostics, in documents or in the text of a configuration.

use std::collections::HashMap;

use apimint::diagnostic::{Diagnostic, Locate, Place, SourceLocation};
use apimint::source::{LinePosition, Sources};

use crate::cli::config::ConfigText;

/// The resolver for the places of diagnostics.
#[derive(Clone, Copy)]
pub(crate) enum PlaceLocator<'a> {
    /// The documents of one run.
    Sources(&'a Sources),
    /// Another resolver.
    Given(&'a dyn Locate),
}

/// Resolves places in documents one by one.
pub(crate) struct SourcePlaces<'a>(pub(crate) &'a Sources);

impl Locate for SourcePlaces<'_> {
    fn locate(&self, place: Place) -> Option<SourceLocation<'_>> {
        Some(location(self.0.position(place)?, place, self.0))
    }

    fn text(&self, file: &str) -> Option<&str> {
        self.0.text(file)
    }
}

/// Adds the text of a configuration to another resolver.
pub(crate) struct PlacesWithConfig<'a> {
    pub(crate) places: &'a dyn Locate,
    pub(crate) config: Option<&'a ConfigText>,
}

impl Locate for PlacesWithConfig<'_> {
    fn locate(&self, place: Place) -> Option<SourceLocation<'_>> {
        self.places.locate(place)
    }

    fn text(&self, file: &str) -> Option<&str> {
        let config = self.config.filter(|config| config.file == file).map(|config| &*config.text);
        config.or_else(|| self.places.text(file))
    }
}

/// Resolves all places in documents at once.
pub(crate) struct AllPlaces<'a> {
    sources: &'a Sources,
    positions: HashMap<Place, LinePosition>,
}

impl<'a> AllPlaces<'a> {
    pub(crate) fn of(diagnostics: &[Diagnostic], sources: &'a Sources) -> Self {
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

    fn text(&self, file: &str) -> Option<&str> {
        self.sources.text(file)
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
