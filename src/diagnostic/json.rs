//! The report for programs: one JSON object per line.
//!
//! The objects are structs separate from the inner types, so that the code can change without breaking consumers.
//! Within version 1, fields may be added, but none is renamed, retyped or removed.

use std::io::{self, Write};

use serde::Serialize;

use super::diagnostic::Diagnostic;
use super::escape::escape_json;
use super::location;
use super::location::Locate;
use super::severity::Severity;

/// One line of the report. Unknown values are omitted, never `null`.
#[derive(Debug, Serialize)]
struct DiagnosticRecord<'a> {
    /// Version of this format: 1.
    v: u8,
    /// Code of the diagnostic: `R001`.
    code: String,
    /// Name of the code: `dangling-reference`.
    name: &'a str,
    /// Severity: `error`, `warning` or `note`.
    severity: &'a str,
    /// One sentence that says what happened and what was done about it.
    message: &'a str,
    /// File name, URL or `<stdin>`.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    /// JSON Pointer inside the document; the empty string is the whole document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pointer: Option<&'a str>,
    /// Line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// Column in characters, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    /// Advice for the reader.
    help: &'a str,
}

/// Writes every diagnostic of at least this severity, in the order in which they were raised.
pub fn write(
    out: &mut dyn Write,
    diagnostics: &[Diagnostic],
    places: &dyn Locate,
    least: Severity,
) -> io::Result<()> {
    for diagnostic in diagnostics {
        if diagnostic.severity < least {
            continue;
        }
        let location = location::of(diagnostic, places);
        let location = location.as_ref();
        let record = DiagnosticRecord {
            v: 1,
            code: diagnostic.code.to_string(),
            name: diagnostic.code.name(),
            severity: diagnostic.severity.as_str(),
            message: &diagnostic.message,
            file: location.map(|location| location.file.as_str()),
            pointer: location.and_then(|location| location.pointer.as_deref()),
            line: location.and_then(|location| location.line),
            column: location.and_then(|location| location.column),
            help: diagnostic.help.as_deref().unwrap_or_else(|| diagnostic.code.help()),
        };
        let json = serde_json::to_string(&record).map_err(io::Error::from)?;
        writeln!(out, "{}", escape_json(&json))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::code::Code;
    use super::super::location::Nowhere;
    use super::super::location::SourceLocation;
    use super::super::place::{DocumentId, NodeId, Place};
    use super::*;

    struct JsonLocator;

    impl Locate for JsonLocator {
        fn locate(&self, place: Place) -> Option<SourceLocation<'_>> {
            Some(SourceLocation {
                file: "pets.yaml".to_owned(),
                pointer: Some(format!("/paths/~1pets/{}", place.node.0)),
                line: Some(4),
                column: Some(7),
                ..SourceLocation::default()
            })
        }
    }

    fn report(diagnostics: &[Diagnostic], places: &dyn Locate, least: Severity) -> String {
        let mut out = Vec::new();
        write(&mut out, diagnostics, places, least).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_line_has_all_that_is_known() {
        let place = Place { document: DocumentId(0), node: NodeId(9) };
        let found = Diagnostic::new(Code::DanglingReference, "Nothing is there.").at(place);
        insta::assert_snapshot!(
            report(&[found], &JsonLocator, Severity::Note),
            @r#"{"v":1,"code":"R001","name":"dangling-reference","severity":"error","message":"Nothing is there.","file":"pets.yaml","pointer":"/paths/~1pets/9","line":4,"column":7,"help":"Correct the reference or add its target."}"#
        );
    }

    #[test]
    fn what_is_not_known_is_left_out() {
        let found = Diagnostic::new(Code::Unwritable, "The disk is full.")
            .in_text("out.json", None, None)
            .help("Delete something.");
        insta::assert_snapshot!(
            report(&[found], &Nowhere, Severity::Note),
            @r#"{"v":1,"code":"S014","name":"unwritable-output","severity":"error","message":"The disk is full.","file":"out.json","help":"Delete something."}"#
        );
    }

    #[test]
    fn lesser_severities_are_left_out() {
        let all = [
            Diagnostic::new(Code::OutputWrapped, "note"),
            Diagnostic::new(Code::NoDescription, "warning"),
            Diagnostic::new(Code::Syntax, "error"),
        ];
        assert_eq!(report(&all, &Nowhere, Severity::Note).lines().count(), 3);
        assert_eq!(report(&all, &Nowhere, Severity::Warning).lines().count(), 2);
        assert_eq!(report(&all, &Nowhere, Severity::Error).lines().count(), 1);
    }

    #[test]
    fn hostile_text_stays_on_its_line_and_is_read_back() {
        let message = "x\u{1b}[2J\u{9b}0m\n{\"v\":1}\u{2028}\u{202e}";
        let text = report(&[Diagnostic::new(Code::Syntax, message)], &Nowhere, Severity::Note);
        assert_eq!(text.lines().count(), 1);
        assert!(text.trim_end().chars().all(|c| c.is_ascii_graphic() || c == ' '));
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["message"], message);
    }
}
