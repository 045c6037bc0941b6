//! What becomes of every field of OpenAPI: used, reported, or ignored in silence with a reason.
//!
//! `tests/fields/objects.tsv` lists the fields of the specification's objects by version. Each field is removed from a
//! document that has all of them. If the manifest changes then, the field is used; if only the diagnostics change, it is
//! reported. A field of which neither is true needs a reason in the list. `docs/fields.md` has the result;
//! `BLESS=1 cargo test --test fields` rewrites it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test ends at the first thing it does not expect"
)]

#[path = "fields/specification.rs"]
mod specification;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

use apimint::Options;
use apimint::diagnostic::Sink;
use apimint::source::{Access, Input, Sources};
use serde_json::Value;

use specification::{FieldPlace, SpecificationField, VERSIONS};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The result of a conversion: the manifest, and the code and message of each diagnostic.
#[derive(PartialEq)]
struct Conversion {
    manifest: Vec<u8>,
    diagnostics: BTreeSet<(String, String)>,
}

fn convert(document: &Value) -> Conversion {
    let sink = Sink::new();
    let options = Options::default();
    let sources = Sources::new(Access::default(), options.limits.clone());
    let input = Input::Bytes { name: "document".to_owned(), bytes: document.to_string().into_bytes() };
    let mut written = Vec::new();
    match apimint::convert(&sources, &input, &options, &sink) {
        Ok(manifest) => manifest.write(&mut written).expect("bytes can be written"),
        Err(fatal) => sink.push(*fatal),
    }
    let said = sink.into_diagnostics().into_iter().map(|one| (one.code.as_str().to_owned(), one.message));
    Conversion { manifest: written, diagnostics: said.collect() }
}

/// What becomes of a field in one version.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    Used,
    /// Codes of the diagnostics that are said because of it.
    Reported(BTreeSet<String>),
    Silent,
}

/// Removes the field at each of its places in turn; the best fate counts.
fn fate(document: &Value, whole: &Conversion, places: &[FieldPlace]) -> Fate {
    let fates = places.iter().map(|place| {
        let mut without = document.clone();
        let parent = without.pointer_mut(&place.object).expect("the object is there");
        parent.as_object_mut().expect("it is an object").shift_remove(&place.field);
        let changed = convert(&without);
        if changed.manifest != whole.manifest {
            return Fate::Used;
        }
        let said = whole.diagnostics.difference(&changed.diagnostics);
        let codes: BTreeSet<String> = said.map(|(code, _)| code.clone()).collect();
        if codes.is_empty() { Fate::Silent } else { Fate::Reported(codes) }
    });
    fates.min().expect("the document has the field")
}

#[test]
fn every_field_is_used_or_reported_or_has_a_reason() {
    let fields = SpecificationField::read(&read("tests/fields/objects.tsv"));
    let mut fates: BTreeMap<(usize, usize), Fate> = BTreeMap::new();
    let mut faults = Vec::new();
    for (version, name) in VERSIONS.iter().enumerate() {
        let document = specification::document(name, version, &fields);
        let whole = convert(&document);
        let places = specification::places(&document, version, &fields);
        for (row, field) in fields.iter().enumerate().filter(|(_, field)| field.is_in(version)) {
            match places.get(&row) {
                Some(places) => drop(fates.insert((row, version), fate(&document, &whole, places))),
                None => {
                    faults.push(format!("{name}: no `{}` of {} in the document", field.name, field.object));
                }
            }
        }
    }
    for (row, field) in fields.iter().enumerate() {
        let is_silent = (0..VERSIONS.len()).any(|version| fates.get(&(row, version)) == Some(&Fate::Silent));
        if is_silent != field.reason.is_some() {
            let what =
                if is_silent { "is ignored in silence, without a reason" } else { "has a needless reason" };
            faults.push(format!("`{}` of {} {what}", field.name, field.object));
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    let page = page(&fields, &fates);
    let file = root().join("docs/fields.md");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&file, &page).expect("the page can be written");
    }
    let written = fs::read_to_string(&file).unwrap_or_default();
    assert!(written == page, "docs/fields.md is out of date: BLESS=1 cargo test --test fields rewrites it");
}

/// The page with the table of each object.
fn page(fields: &[SpecificationField], fates: &BTreeMap<(usize, usize), Fate>) -> String {
    let mut page = "# Fields of OpenAPI\n\n\
        What becomes of every field of the specification's objects. A field is *used* if the manifest depends on it; a code\n\
        says that it is left out with that [diagnostic](diagnostics.md); *silent* means that it is ignored without a word,\n\
        for the reason beside it; a dash, that the version has no such field. The table is found by removing each field from\n\
        a document that has all of them (`tests/fields.rs`, which writes this page).\n"
        .to_owned();
    let mut object = "";
    for (row, field) in fields.iter().enumerate() {
        if field.object != object {
            object = &field.object;
            let _ = write!(page, "\n## {object}\n\n| field | {} | why |\n|---|", VERSIONS.join(" | "));
            page.push_str(&"---|".repeat(VERSIONS.len() + 1));
            page.push('\n');
        }
        let cells = (0..VERSIONS.len()).map(|version| match fates.get(&(row, version)) {
            None => "–".to_owned(),
            Some(Fate::Used) => "used".to_owned(),
            Some(Fate::Silent) => "silent".to_owned(),
            Some(Fate::Reported(codes)) => {
                codes.iter().map(|code| format!("`{code}`")).collect::<Vec<_>>().join(" ")
            }
        });
        let cells: Vec<String> = cells.collect();
        let reason = field.reason.as_ref().map(|reason| format!("{reason} ")).unwrap_or_default();
        let _ = writeln!(page, "| `{}` | {} | {reason}|", field.name, cells.join(" | "));
    }
    page
}
