//! Diagnostics as SARIF 2.1.0 (OASIS, <https://docs.oasis-open.org/sarif/sarif/v2.1.0/>), which code scanning services
//! read.

use std::io::{self, Write};

use serde_json::{Map, Value, json};
use url::Url;

use super::code::Code;
use super::diagnostic::Diagnostic;
use super::escape::escape_json;
use super::location;
use super::location::{Locate, repository_path};
use super::severity::Severity;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// Writes every diagnostic of at least this severity as one run, with the rules that it needs. [`write_log`] combines
/// runs into a log.
pub fn write_run(
    out: &mut dyn Write,
    diagnostics: &[Diagnostic],
    places: &dyn Locate,
    least: Severity,
) -> io::Result<()> {
    let shown: Vec<&Diagnostic> =
        diagnostics.iter().filter(|diagnostic| diagnostic.severity >= least).collect();
    let mut codes: Vec<Code> = shown.iter().map(|diagnostic| diagnostic.code).collect();
    codes.sort_unstable();
    codes.dedup();
    let tool = json!({"driver": {
        "name": env!("CARGO_PKG_NAME"),
        "version": env!("CARGO_PKG_VERSION"),
        "informationUri": env!("CARGO_PKG_REPOSITORY"),
        "rules": codes.iter().copied().map(rule).collect::<Vec<_>>(),
    }});
    // Results are written one by one: all of them as values would take twenty times their text.
    write!(out, "{{\"tool\":{tool},\"columnKind\":\"unicodeCodePoints\",\"results\":[")?;
    for (number, diagnostic) in shown.into_iter().enumerate() {
        let rule = codes.binary_search(&diagnostic.code).unwrap_or(0);
        let json = result(diagnostic, rule, places).to_string();
        let comma = if number == 0 { "" } else { "," };
        write!(out, "{comma}{}", escape_json(&json))?;
    }
    out.write_all(b"]}")
}

/// Writes a log of runs that [`write_run`] wrote.
pub fn write_log<'r>(out: &mut dyn Write, runs: impl Iterator<Item = &'r [u8]>) -> io::Result<()> {
    write!(out, "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[")?;
    for (number, run) in runs.enumerate() {
        out.write_all(if number == 0 { b"" } else { b"," })?;
        out.write_all(run)?;
    }
    out.write_all(b"]}\n")
}

/// Describes one code (section 3.49, `reportingDescriptor`).
fn rule(code: Code) -> Value {
    json!({
        "id": code.to_string(),
        "name": code.name(),
        "shortDescription": {"text": code.summary()},
        "help": {"text": code.help()},
        "helpUri": format!("{}/blob/main/docs/diagnostics/{code}.md", env!("CARGO_PKG_REPOSITORY")),
        "defaultConfiguration": {"level": level(code.severity())},
    })
}

/// Describes one diagnostic (section 3.27, `result`).
fn result(diagnostic: &Diagnostic, rule: usize, places: &dyn Locate) -> Value {
    let mut result = Map::new();
    result.insert("ruleId".to_owned(), json!(diagnostic.code.to_string()));
    result.insert("ruleIndex".to_owned(), json!(rule));
    result.insert("level".to_owned(), json!(level(diagnostic.severity)));
    result.insert("message".to_owned(), json!({"text": diagnostic.message}));
    if let Some(location) = location::of(diagnostic, places) {
        let mut physical = json!({"artifactLocation": {"uri": uri(&location.file)}});
        if let Some(line) = location.line {
            let mut region = json!({"startLine": line});
            if let Some(column) = location.column {
                region["startColumn"] = json!(column);
            }
            physical["region"] = region;
        }
        let mut place = json!({"physicalLocation": physical});
        if let Some(pointer) = location.pointer {
            place["logicalLocations"] = json!([{"fullyQualifiedName": pointer}]);
        }
        result.insert("locations".to_owned(), json!([place]));
    }
    Value::Object(result)
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

/// Characters that must be percent-encoded in the path of a URI (RFC 3986, section 3.3).
const PATH: &percent_encoding::AsciiSet = &percent_encoding::CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// Returns a file name as a URI reference (RFC 3986). A relative path stays relative, so that a service finds the file
/// in its checkout; an absolute path becomes an absolute URI (SARIF 2.1.0, section 3.4.3).
fn uri(file: &str) -> String {
    if file.contains("://") {
        return file.to_owned();
    }
    if let Ok(absolute) = Url::from_file_path(file) {
        return absolute.into();
    }
    let encoded = percent_encoding::utf8_percent_encode(&repository_path(file), PATH).to_string();
    // A colon in the first segment would be read as the end of a scheme.
    match encoded.split('/').next() {
        Some(first) if first.contains(':') => format!("./{encoded}"),
        _ => encoded,
    }
}

#[cfg(test)]
mod tests {
    use super::super::location::SourceLocation;
    use super::super::place::{DocumentId, NodeId, Place};
    use super::*;

    struct SarifLocator;

    impl Locate for SarifLocator {
        fn locate(&self, _: Place) -> Option<SourceLocation<'_>> {
            let pointer = Some("/paths/~1pets".to_owned());
            Some(SourceLocation {
                file: "my pets.yaml".to_owned(),
                pointer,
                line: Some(4),
                column: Some(7),
                ..SourceLocation::default()
            })
        }
    }

    #[test]
    fn a_log_has_rules_and_results() {
        let place = Place { document: DocumentId(0), node: NodeId(9) };
        let all = [
            Diagnostic::new(Code::Weakened, "weaker").at(place),
            Diagnostic::new(Code::DanglingReference, "nothing there").at(place),
            Diagnostic::new(Code::Weakened, "weaker too"),
            Diagnostic::new(Code::OutputWrapped, "not shown"),
        ];
        let (mut run, mut out) = (Vec::new(), Vec::new());
        write_run(&mut run, &all, &SarifLocator, Severity::Warning).unwrap();
        write_log(&mut out, [run.as_slice()].into_iter()).unwrap();
        let log: Value = serde_json::from_slice(&out).unwrap();
        let run = &log["runs"][0];
        let ids: Vec<&Value> =
            run["tool"]["driver"]["rules"].as_array().unwrap().iter().map(|rule| &rule["id"]).collect();
        assert_eq!(ids, ["R001", "J001"]);
        let results = run["results"].as_array().unwrap();
        assert_eq!(results.len(), 3);
        for result in results {
            let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
            assert_eq!(ids[index], &result["ruleId"]);
        }
        assert_eq!(
            results[0]["locations"],
            json!([{
                "physicalLocation": {"artifactLocation": {"uri": "my%20pets.yaml"}, "region": {"startLine": 4, "startColumn": 7}},
                "logicalLocations": [{"fullyQualifiedName": "/paths/~1pets"}],
            }])
        );
        assert!(results[2].get("locations").is_none());
    }

    #[test]
    fn files_are_uri_references() {
        assert_eq!(uri("./a/b.yaml"), "a/b.yaml");
        assert_eq!(uri("a:b.yaml"), "./a:b.yaml");
        assert_eq!(uri("https://example.com/a b"), "https://example.com/a b");
        assert_eq!(uri("<stdin>"), "%3Cstdin%3E");
        #[cfg(unix)]
        assert_eq!(uri("/a b/c.yaml"), "file:///a%20b/c.yaml");
    }
}
