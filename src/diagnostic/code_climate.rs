//! Diagnostics as a list of issues in the part of the Code Climate format that GitLab shows in merge requests
//! (<https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format>).

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use crate::fnv1a::fnv1a_of;

use super::diagnostic::Diagnostic;
use super::escape::escape_json;
use super::location;
use super::location::{Locate, repository_path};
use super::severity::Severity;

/// One issue, without its fingerprint. GitLab reads no further than an issue that lacks one of these.
#[derive(Debug, Serialize, Deserialize)]
struct IssueRecord {
    description: String,
    check_name: String,
    severity: String,
    location: IssueLocation,
}

#[derive(Debug, Serialize, Deserialize)]
struct IssueLocation {
    /// File or URL. Of a diagnostic that has none, the directory of the repository.
    path: String,
    lines: IssueLines,
}

#[derive(Debug, Serialize, Deserialize)]
struct IssueLines {
    /// Line, from 1; also 1 if no line is known.
    begin: usize,
}

/// An issue as it is listed.
#[derive(Debug, Serialize)]
struct ListedIssue {
    #[serde(flatten)]
    issue: IssueRecord,
    fingerprint: String,
}

/// Writes every diagnostic of at least this severity as an issue without fingerprint, one per line. [`write_list`] makes a
/// list of them.
pub fn write_issues(
    out: &mut dyn Write,
    diagnostics: &[Diagnostic],
    places: &dyn Locate,
    least: Severity,
) -> io::Result<()> {
    for diagnostic in diagnostics.iter().filter(|diagnostic| diagnostic.severity >= least) {
        let location = location::of(diagnostic, places);
        let severity = match diagnostic.severity {
            Severity::Note => "info",
            Severity::Warning => "minor",
            Severity::Error => "major",
        };
        let issue = IssueRecord {
            description: diagnostic.message.clone(),
            check_name: diagnostic.code.to_string(),
            severity: severity.to_owned(),
            location: IssueLocation {
                path: location
                    .as_ref()
                    .map_or_else(|| ".".to_owned(), |location| repository_path(&location.file).into_owned()),
                lines: IssueLines { begin: location.and_then(|location| location.line).unwrap_or(1) },
            },
        };
        writeln!(out, "{}", serde_json::to_string(&issue)?)?;
    }
    Ok(())
}

/// Writes the list of the issues that [`write_issues`] wrote for each input.
///
/// GitLab compares the lists of two branches by fingerprints, and keeps one issue of each. A fingerprint is a hash of code,
/// path and message, and of the number of the issue among equal ones of its input: it stays the same when lines move. An
/// issue that several inputs have, in a document that they share, is listed once.
pub fn write_list<'i>(out: &mut dyn Write, inputs: impl Iterator<Item = &'i [u8]>) -> io::Result<()> {
    let (mut listed, mut fingerprints) = (HashSet::new(), HashSet::new());
    out.write_all(b"[")?;
    for issues in inputs {
        let mut counts = HashMap::new();
        for issue in serde_json::Deserializer::from_slice(issues).into_iter::<IssueRecord>() {
            let issue = issue?;
            let known = [&issue.check_name, &issue.location.path, &issue.description].map(String::clone);
            let count = counts.entry(known.clone()).or_insert(0_usize);
            *count += 1;
            let (number, [code, path, message]) = (count.to_string(), &known);
            let mut hash = fnv1a_of(&[code, path, message, &number]);
            if !listed.insert((known, number)) {
                continue;
            }
            while !fingerprints.insert(hash) {
                hash = hash.wrapping_add(1);
            }
            let comma = if fingerprints.len() == 1 { "\n" } else { ",\n" };
            let json = serde_json::to_string(&ListedIssue { issue, fingerprint: format!("{hash:016x}") })?;
            write!(out, "{comma}{}", escape_json(&json))?;
        }
    }
    out.write_all(b"\n]\n")
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::super::code::Code;
    use super::super::location::Nowhere;
    use super::super::location::SourceLocation;
    use super::super::place::{DocumentId, NodeId, Place};
    use super::*;

    /// The lines of the places, by number of the value.
    struct LineLocator(usize);

    impl Locate for LineLocator {
        fn locate(&self, place: Place) -> Option<SourceLocation<'_>> {
            let line = Some(self.0 + place.node.0 as usize);
            Some(SourceLocation { file: "./a/pets.yaml".to_owned(), line, ..SourceLocation::default() })
        }
    }

    fn issues(diagnostics: &[Diagnostic], places: &dyn Locate) -> Vec<u8> {
        let mut out = Vec::new();
        write_issues(&mut out, diagnostics, places, Severity::Note).unwrap();
        out
    }

    fn list(inputs: &[Vec<u8>]) -> Vec<Value> {
        let mut out = Vec::new();
        write_list(&mut out, inputs.iter().map(Vec::as_slice)).unwrap();
        serde_json::from_slice(&out).unwrap()
    }

    fn fingerprints(list: &[Value]) -> Vec<&str> {
        list.iter().map(|issue| issue["fingerprint"].as_str().unwrap()).collect()
    }

    fn at(node: u32, message: &str) -> Diagnostic {
        Diagnostic::new(Code::Weakened, message).at(Place { document: DocumentId(0), node: NodeId(node) })
    }

    #[test]
    fn an_issue_has_all_that_gitlab_demands() {
        let all = [
            at(4, "Weaker."),
            Diagnostic::new(Code::OutputWrapped, "Wrapped."),
            Diagnostic::new(Code::Unwritable, "Full.").in_text("out.json", None, None),
        ];
        let mut out = Vec::new();
        write_list(&mut out, [issues(&all, &LineLocator(0)).as_slice()].into_iter()).unwrap();
        insta::assert_snapshot!(String::from_utf8(out).unwrap(), @r#"
        [
        {"description":"Weaker.","check_name":"J001","severity":"minor","location":{"path":"a/pets.yaml","lines":{"begin":4}},"fingerprint":"e9bc4e707a8fd041"},
        {"description":"Wrapped.","check_name":"P001","severity":"info","location":{"path":".","lines":{"begin":1}},"fingerprint":"1439b28de63f79b6"},
        {"description":"Full.","check_name":"S014","severity":"major","location":{"path":"out.json","lines":{"begin":1}},"fingerprint":"52a9cce1bd70169f"}
        ]
        "#);
        assert!(list(&[]).is_empty() && list(&[Vec::new()]).is_empty());
    }

    #[test]
    fn a_fingerprint_is_stable_and_unique() {
        let found = [at(4, "one"), at(7, "one"), at(9, "two")];
        let before = list(&[issues(&found, &LineLocator(0))]);
        let after = list(&[issues(&found, &LineLocator(100))]);
        assert_ne!(before[0]["location"], after[0]["location"]);
        assert_eq!(fingerprints(&before), fingerprints(&after));
        let unique: HashSet<&str> = fingerprints(&before).into_iter().collect();
        assert_eq!(unique.len(), 3);
    }

    #[test]
    fn an_issue_of_a_shared_document_is_listed_once() {
        let all = list(&[
            issues(&[at(1, "one"), at(2, "one")], &LineLocator(0)),
            issues(&[at(2, "one"), at(3, "two")], &LineLocator(0)),
        ]);
        let messages: Vec<&Value> = all.iter().map(|issue| &issue["description"]).collect();
        assert_eq!(messages, ["one", "one", "two"]);
    }

    #[test]
    fn hostile_text_stays_on_its_line_and_is_read_back() {
        let message = "x\u{1b}[2J\u{9b}0m\n\"},{\u{2028}\u{202e}";
        let piece = issues(&[Diagnostic::new(Code::Syntax, message)], &Nowhere);
        let mut out = Vec::new();
        write_list(&mut out, [piece.as_slice()].into_iter()).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text.lines().count(), 3);
        assert!(text.chars().all(|c| c.is_ascii_graphic() || matches!(c, ' ' | '\n')));
        assert_eq!(list(&[piece])[0]["description"], message);
    }
}
