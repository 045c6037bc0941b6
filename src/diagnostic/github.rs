//! Diagnostics as workflow commands of GitHub Actions, which shows them at their lines in a pull request
//! (<https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands>).

use std::io::{self, Write};

use super::diagnostic::Diagnostic;
use super::escape::escape;
use super::location;
use super::location::Locate;
use super::severity::Severity;

/// Writes every diagnostic of at least this severity, one command per line.
pub fn write(
    out: &mut dyn Write,
    diagnostics: &[Diagnostic],
    places: &dyn Locate,
    least: Severity,
) -> io::Result<()> {
    for diagnostic in diagnostics.iter().filter(|diagnostic| diagnostic.severity >= least) {
        let command = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "notice",
        };
        let mut properties = Vec::new();
        let location = location::of(diagnostic, places);
        if let Some(location) = &location {
            properties.push(format!("file={}", property(&location.file)));
            for (key, number) in [("line", location.line), ("col", location.column)] {
                properties.extend(number.map(|number| format!("{key}={number}")));
            }
        }
        let code = diagnostic.code;
        properties.push(format!("title={}", property(&format!("{code} {}", code.name()))));
        let pointer = location.and_then(|location| location.pointer).filter(|pointer| !pointer.is_empty());
        let at = pointer.map_or_else(String::new, |pointer| format!(" (at {pointer})"));
        let help = diagnostic.help.as_deref().unwrap_or_else(|| code.help());
        let text = format!("{}{at}. {help}", diagnostic.message.trim_end_matches('.'));
        writeln!(out, "::{command} {}::{}", properties.join(","), data(&text))?;
    }
    Ok(())
}

/// Escapes the text of a command: `%` and line ends.
fn data(text: &str) -> String {
    escape(text).replace('%', "%25")
}

/// Escapes the value of a property, which ends at a comma or colon.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::super::code::Code;
    use super::super::location::Nowhere;
    use super::super::location::SourceLocation;
    use super::super::place::{DocumentId, NodeId, Place};
    use super::*;

    struct GithubLocator;

    impl Locate for GithubLocator {
        fn locate(&self, _: Place) -> Option<SourceLocation<'_>> {
            let pointer = Some("/paths/~1pets".to_owned());
            Some(SourceLocation {
                file: "a,b:c.yaml".to_owned(),
                pointer,
                line: Some(4),
                column: Some(7),
                ..SourceLocation::default()
            })
        }
    }

    fn report(diagnostic: Diagnostic, places: &dyn Locate) -> String {
        let mut out = Vec::new();
        write(&mut out, &[diagnostic], places, Severity::Note).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_command_has_place_title_and_help() {
        let place = Place { document: DocumentId(0), node: NodeId(9) };
        let found = Diagnostic::new(Code::DanglingReference, "100% wrong\n::error::fake").at(place);
        assert_eq!(
            report(found, &GithubLocator),
            "::error file=a%2Cb%3Ac.yaml,line=4,col=7,title=R001 dangling-reference::100%25 wrong\\n::error::fake \
             (at /paths/~1pets). Correct the reference or add its target.\n"
        );
    }

    #[test]
    fn a_note_without_a_place_is_a_notice() {
        let found = Diagnostic::new(Code::OutputWrapped, "Wrapped.").help("Nothing.");
        assert_eq!(report(found, &Nowhere), "::notice title=P001 output-wrapped::Wrapped. Nothing.\n");
    }
}
