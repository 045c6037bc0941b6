//! What is wrong in a configuration, and where: each finding stands at the bytes that it is about.

use std::cell::RefCell;
use std::ops::Range;

use apimint::diagnostic::{Code, Diagnostic, DocumentId, Locate, NodeId, Place, SourceLocation, TextPlace};

use super::config_text::ConfigText;

/// The text of a configuration, and what was found in it.
#[derive(Debug)]
pub(in crate::cli) struct ConfigFaults {
    config: ConfigText,
    /// What each finding is about; its place holds the number.
    spans: RefCell<Vec<Range<usize>>>,
    found: RefCell<Vec<Diagnostic>>,
}

impl ConfigFaults {
    pub(super) fn new(file: String, text: String) -> Self {
        Self { config: ConfigText::new(file, text), spans: RefCell::default(), found: RefCell::default() }
    }

    pub(super) fn text(&self) -> &str {
        &self.config.text
    }

    /// The text by its name, for diagnostics that come later.
    pub(super) fn config_text(&self) -> ConfigText {
        self.config.clone()
    }

    /// Says that something is wrong at these bytes.
    pub(super) fn report(&self, span: Range<usize>, message: impl Into<String>) {
        self.push(span, Diagnostic::new(Code::Configuration, message));
    }

    /// The same, with what to do about it.
    pub(super) fn report_with_help(
        &self,
        span: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.push(span, Diagnostic::new(Code::Configuration, message).help(help));
    }

    fn push(&self, span: Range<usize>, diagnostic: Diagnostic) {
        let mut spans = self.spans.borrow_mut();
        let node = NodeId(u32::try_from(spans.len()).unwrap_or(u32::MAX));
        spans.push(span);
        self.found.borrow_mut().push(diagnostic.at(Place { document: DocumentId(0), node }));
    }

    /// Whether nothing is wrong.
    pub(super) fn is_empty(&self) -> bool {
        self.found.borrow().is_empty()
    }

    /// Everything that was found, in the order of the text.
    pub(in crate::cli) fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut found = self.found.borrow().clone();
        let spans = self.spans.borrow();
        let start = |diagnostic: &Diagnostic| {
            let node = diagnostic.place.map_or(0, |place| place.node.0 as usize);
            spans.get(node).map(|span| span.start)
        };
        found.sort_by_key(start);
        found
    }

    /// Where a byte of the text is, as people count.
    pub(super) fn place(&self, at: usize) -> TextPlace {
        self.config.place(at)
    }
}

impl Locate for ConfigFaults {
    fn locate(&self, place: Place) -> Option<SourceLocation<'_>> {
        let span = self.spans.borrow().get(place.node.0 as usize)?.clone();
        let TextPlace { file, line, column } = self.place(span.start);
        Some(SourceLocation {
            file,
            pointer: None,
            line,
            column,
            span: Some(span),
            text: Some(&self.config.text),
        })
    }
}
