//! Diagnostics with their places worked out and the source lines they point to: what a report needs that is drawn
//! elsewhere.

use super::excerpt::Excerpt;
use super::{Diagnostic, Locate, human, location};

/// A diagnostic, and where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding<'d> {
    /// The diagnostic.
    pub diagnostic: &'d Diagnostic,
    /// The file, URL or `<stdin>`.
    pub file: Option<String>,
    /// The JSON Pointer inside it.
    pub pointer: Option<String>,
    /// Line, from 1.
    pub line: Option<usize>,
    /// Column in characters, from 1.
    pub column: Option<usize>,
    /// The source line, where there is one.
    pub source: Option<SourceLine>,
}

impl Finding<'_> {
    /// What to do about it.
    pub fn help(&self) -> &str {
        self.diagnostic.help.as_deref().unwrap_or_else(|| self.diagnostic.code.help())
    }
}

/// A source line, cropped around what is pointed at, without control characters and credentials.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceLine {
    /// What stands before it.
    pub before: String,
    /// What is pointed at.
    pub label: String,
    /// What stands after it.
    pub after: String,
}

/// Works out where diagnostics are, in their order.
pub fn findings<'d>(diagnostics: &'d [Diagnostic], places: &dyn Locate) -> Vec<Finding<'d>> {
    // A line of one may show the place of another.
    let secrets = human::secrets(diagnostics, places);
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
        Finding { diagnostic, file, pointer, line, column, source }
    };
    diagnostics.iter().map(finding).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{Code, DocumentId, NodeId, Nowhere, Place, SourceLocation};
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
