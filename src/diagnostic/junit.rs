//! Diagnostics as JUnit XML, which CI servers show as results of tests.
//!
//! There is no standard of this form. What is written is what GitLab
//! (<https://docs.gitlab.com/ci/testing/unit_test_reports/>), the `junit` step of Jenkins and the actions for GitHub that
//! read it have in common. Errors and warnings are tests that failed; notes are left out, since nobody has to act on them.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{self, Write};

use super::diagnostic::Diagnostic;
use super::escape::escape;
use super::location;
use super::location::{Locate, repository_path};
use super::severity::Severity;

/// Writes every error and warning of at least this severity as one suite of tests. `input` names it: the file or URL that
/// the diagnostics are about. [`write_report`] combines suites into a report.
///
/// The name of a test does not change when lines move, and is unique in its suite: GitLab compares two runs by it, and takes
/// only the first of equal names. A suite without a failure has a test that passed: Jenkins refuses a report without tests.
pub fn write_suite(
    out: &mut dyn Write,
    input: &str,
    diagnostics: &[Diagnostic],
    places: &dyn Locate,
    least: Severity,
) -> io::Result<()> {
    let least = least.max(Severity::Warning);
    let shown: Vec<&Diagnostic> =
        diagnostics.iter().filter(|diagnostic| diagnostic.severity >= least).collect();
    let input = repository_path(input);
    let (tests, failures) = (shown.len().max(1), shown.len());
    writeln!(
        out,
        "<testsuite name=\"{}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"0\" time=\"0\">",
        xml(&input)
    )?;
    let program = env!("CARGO_PKG_NAME");
    if shown.is_empty() {
        let file = xml(&input);
        writeln!(out, "<testcase classname=\"{program}\" name=\"no findings\" file=\"{file}\" time=\"0\"/>")?;
    }
    let mut seen = HashMap::new();
    for diagnostic in shown {
        let count = seen.entry((diagnostic.code, &diagnostic.message)).or_insert(0_usize);
        *count += 1;
        let number = if *count == 1 { String::new() } else { format!(" ({count})") };
        let (code, message) = (diagnostic.code, xml(&diagnostic.message));
        write!(out, "<testcase classname=\"{program}.{}\" name=\"{message}{number}\"", code.name())?;
        let location = location::of(diagnostic, places);
        // Not in an attribute `message`: GitLab shows the text of a failure alone.
        let mut text = xml(&diagnostic.to_string());
        if let Some(location) = &location {
            let file = xml(&repository_path(&location.file));
            write!(out, " file=\"{file}\"")?;
            // Writing to a string cannot fail.
            let _ = write!(text, "\n{file}");
            if let Some(line) = location.line {
                write!(out, " line=\"{line}\"")?;
                let _ = write!(text, ":{line}");
            }
            if let Some(pointer) = location.pointer.as_deref().filter(|pointer| !pointer.is_empty()) {
                let _ = write!(text, " at {}", xml(pointer));
            }
        }
        let help = xml(diagnostic.help.as_deref().unwrap_or_else(|| code.help()));
        writeln!(out, " time=\"0\"><failure type=\"{code}\">{text}\nhelp: {help}</failure></testcase>")?;
    }
    writeln!(out, "</testsuite>")
}

/// Writes a report of suites that [`write_suite`] wrote.
pub fn write_report<'s>(out: &mut dyn Write, suites: impl Iterator<Item = &'s [u8]>) -> io::Result<()> {
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<testsuites name=\"{}\">", env!("CARGO_PKG_NAME"))?;
    for suite in suites {
        out.write_all(suite)?;
    }
    writeln!(out, "</testsuites>")
}

/// Escapes text for an attribute or an element, in one line. Of the characters that XML 1.0 forbids (section 2.2, `Char`),
/// [`escape`] replaces those that control something.
fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in escape(text).chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => out.extend(character.escape_unicode()),
            _ => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use roxmltree::{Document, Node};

    use super::super::code::Code;
    use super::super::location::Nowhere;
    use super::super::location::SourceLocation;
    use super::super::place::{DocumentId, NodeId, Place};
    use super::*;

    struct JunitLocator;

    impl Locate for JunitLocator {
        fn locate(&self, _: Place) -> Option<SourceLocation<'_>> {
            let pointer = Some("/paths/~1pets".to_owned());
            let file = "./a&b.yaml".to_owned();
            Some(SourceLocation {
                file,
                pointer,
                line: Some(4),
                column: Some(7),
                ..SourceLocation::default()
            })
        }
    }

    fn suite(diagnostics: &[Diagnostic], least: Severity) -> String {
        let mut out = Vec::new();
        write_suite(&mut out, "./pets.yaml", diagnostics, &JunitLocator, least).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn cases<'d>(read: &'d Document<'_>) -> Vec<Node<'d, 'd>> {
        read.descendants().filter(|node| node.has_tag_name("testcase")).collect()
    }

    #[test]
    fn a_report_has_suites_and_failures() {
        let place = Place { document: DocumentId(0), node: NodeId(9) };
        let all = [
            Diagnostic::new(Code::DanglingReference, "Nothing is at \"<a>\".").at(place),
            Diagnostic::new(Code::OutputWrapped, "A note."),
        ];
        let (found, clean) = (suite(&all, Severity::Note), suite(&all[1..], Severity::Note));
        let mut out = Vec::new();
        write_report(&mut out, [found.as_bytes(), clean.as_bytes()].into_iter()).unwrap();
        insta::assert_snapshot!(String::from_utf8(out).unwrap(), @r#"
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="apimint">
        <testsuite name="pets.yaml" tests="1" failures="1" errors="0" skipped="0" time="0">
        <testcase classname="apimint.dangling-reference" name="Nothing is at &quot;&lt;a&gt;&quot;." file="a&amp;b.yaml" line="4" time="0"><failure type="R001">error[R001]: Nothing is at &quot;&lt;a&gt;&quot;.
        a&amp;b.yaml:4 at /paths/~1pets
        help: Correct the reference or add its target.</failure></testcase>
        </testsuite>
        <testsuite name="pets.yaml" tests="1" failures="0" errors="0" skipped="0" time="0">
        <testcase classname="apimint" name="no findings" file="pets.yaml" time="0"/>
        </testsuite>
        </testsuites>
        "#);
    }

    #[test]
    fn counts_are_those_of_the_tests() {
        let all = [
            Diagnostic::new(Code::Syntax, "error"),
            Diagnostic::new(Code::NoDescription, "warning"),
            Diagnostic::new(Code::OutputWrapped, "note"),
        ];
        for (found, least, failures) in
            [(&all[..], Severity::Note, 2), (&all, Severity::Error, 1), (&all[2..], Severity::Note, 0)]
        {
            let text = suite(found, least);
            let read = Document::parse(&text).unwrap();
            let count = |name| read.root_element().attribute(name).unwrap().parse::<usize>().unwrap();
            let cases = cases(&read);
            assert_eq!((count("tests"), count("failures")), (cases.len(), failures));
            assert_eq!(cases.iter().filter(|case| case.has_children()).count(), failures);
            assert!(!cases.is_empty());
        }
    }

    #[test]
    fn equal_messages_are_told_apart() {
        let same = || Diagnostic::new(Code::Weakened, "weaker");
        let text = suite(&[same(), same(), Diagnostic::new(Code::Syntax, "weaker")], Severity::Note);
        let read = Document::parse(&text).unwrap();
        let names: Vec<_> = cases(&read)
            .iter()
            .map(|case| [case.attribute("classname").unwrap(), case.attribute("name").unwrap()])
            .collect();
        assert_eq!(
            names,
            [
                ["apimint.schema-weakened", "weaker"],
                ["apimint.schema-weakened", "weaker (2)"],
                ["apimint.syntax", "weaker"],
            ]
        );
    }

    #[test]
    fn hostile_text_is_well_formed_and_stays_in_its_place() {
        let all: String = ('\0'..='\u{2fff}').chain('\u{fff0}'..='\u{1000f}').collect();
        let message = format!("]]></failure><testcase name='x'/>&#0;{all}");
        let found = Diagnostic::new(Code::Syntax, message).help("<![CDATA[\u{0}\u{ffff}");
        let mut out = Vec::new();
        write_suite(&mut out, "\"><\u{1}\n.yaml", &[found], &Nowhere, Severity::Note).unwrap();
        let text = String::from_utf8(out).unwrap();
        let read = Document::parse(&text).unwrap();
        let [case] = cases(&read)[..] else { panic!("{text}") };
        assert!(
            case.attribute("name").unwrap().starts_with("]]></failure><testcase name='x'/>&#0;\\u{0}\\u{1}")
        );
        assert!(text.lines().count() == 4, "{text}");
    }
}
