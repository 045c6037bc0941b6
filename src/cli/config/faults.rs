//! The faults of a configuration, each with the bytes that it concerns.

use std::cell::RefCell;
use std::ops::Range;

use apimint::diagnostic::{Code, Diagnostic, DocumentId, Locate, NodeId, Place, SourceLocation, TextPlace};

use super::config_text::ConfigText;

/// The text of a configuration, and its faults.
#[derive(Debug)]
pub(in crate::cli) struct ConfigFaults {
    config: ConfigText,
    /// The bytes of each fault. The place of a diagnostic has the index.
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

    /// Returns the text, for diagnostics of the conversion.
    pub(super) fn config_text(&self) -> ConfigText {
        self.config.clone()
    }

    /// Reports a fault at these bytes.
    pub(super) fn report(&self, span: Range<usize>, message: impl Into<String>) {
        self.push(span, Diagnostic::new(Code::Configuration, message));
    }

    /// Reports a fault with help.
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

    /// Returns true if there is no fault.
    pub(super) fn is_empty(&self) -> bool {
        self.found.borrow().is_empty()
    }

    /// Returns all faults in the order of the text.
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

    /// Returns the line and column of a byte.
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
