//! Diagnostics with resolved positions and source lines, for reports that are rendered outside this module.

use super::diagnostic::Diagnostic;
use super::excerpt::Excerpt;
use super::location;
use super::location::Locate;
use super::secret_spans::secrets;

/// A diagnostic with its resolved position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding<'d> {
    /// The diagnostic.
    pub diagnostic: &'d Diagnostic,
    /// File name, URL or `<stdin>`.
    pub file: Option<String>,
    /// JSON Pointer inside the document.
    pub pointer: Option<String>,
    /// Line, from 1.
    pub line: Option<usize>,
    /// Column in characters, from 1.
    pub column: Option<usize>,
    /// Source line, if there is one.
    pub source: Option<SourceLine>,
    /// Position in the list of the tool that it is about, if that is known.
    pub tool: Option<usize>,
}

impl Finding<'_> {
    /// Returns the help for the diagnostic.
    pub fn help(&self) -> &str {
        self.diagnostic.help.as_deref().unwrap_or_else(|| self.diagnostic.code.help())
    }
}

/// A source line, cropped around the label, without control characters and credentials.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceLine {
    /// Text before the label.
    pub before: String,
    /// Text of the label.
    pub label: String,
    /// Text after the label.
    pub after: String,
}

/// Resolves the positions of diagnostics, and keeps their order.
pub fn findings<'d>(diagnostics: &'d [Diagnostic], places: &dyn Locate) -> Vec<Finding<'d>> {
    // The source line of one diagnostic may show a credential that another one reports.
    let secrets = secrets(diagnostics, places);
    let finding = |diagnostic: &'d Diagnostic| {
        let location = location::of(diagnostic, places);
        let excerpt = location.as_ref().and_then(|location| {
            let secrets = secrets.get(&location.file).map_or(&[][..], Vec::as_slice);
            Excerpt::new(location, secrets, "…")
        });
        let source = excerpt.map(|excerpt| {
            let [before, label, after] = excerpt.parts().map(str::to_owned);
            SourceLine { before, label, after }
        });
        let (file, pointer, line, column) = location.map_or((None, None, None, None), |location| {
            (Some(location.file), location.pointer, location.line, location.column)
        });
        Finding { diagnostic, file, pointer, line, column, source, tool: None }
    };
    diagnostics.iter().map(finding).collect()
}

#[cfg(test)]
mod tests {
    use super::super::code::Code;
    use super::super::location::{Nowhere, SourceLocation};
    use super::super::place::{DocumentId, NodeId, Place};
    use super::*;

    struct FindingLocator;

    impl Locate for FindingLocator {
        fn locate(&self, place: Place) -> Option<SourceLocation<'_>> {
            let start = place.node.0 as usize;
            Some(SourceLocation {
                file: "pets.yaml".to_owned(),
                pointer: Some("/a".to_owned()),
                line: Some(1),
                column: Some(start + 1),
                span: Some(start..start + 1),
                text: Some("a\u{1b} <b>"),
            })
        }
    }

    #[test]
    fn the_line_is_given_in_three_pieces() {
        let place = Place { document: DocumentId(0), node: NodeId(3) };
        let all =
            [Diagnostic::new(Code::Syntax, "x").at(place), Diagnostic::new(Code::Syntax, "y").help("z")];
        let found = findings(&all, &FindingLocator);
        let source = found[0].source.as_ref().unwrap();
        assert_eq!((source.before.as_str(), source.label.as_str()), ("a\\u{1b} ", "<"));
        assert_eq!((source.after.as_str(), found[0].line, found[0].column), ("b>", Some(1), Some(4)));
        assert_eq!((&found[1].source, &found[1].file, found[1].help()), (&None, &None, "z"));
        assert_eq!(findings(&all, &Nowhere)[0].source, None);
    }
}
