//! Tests that translation preserves the meaning of schemas: the source and the emitted schema agree on values
//! that are generated from the source.
//!
//! `judge` evaluates the source independently of the translator, after `prepare` has applied the rules on
//! direction, discriminators and inferred types. The `jsonschema` crate evaluates the result, as Draft 07 and
//! as 2020-12. A value that the source accepts and the result rejects is always an error; the opposite is one
//! unless a diagnostic reports that the schema was weakened.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test ends at the first thing it does not expect"
)]

#[path = "meaning/corpus.rs"]
mod corpus;
#[path = "meaning/found.rs"]
mod found;
#[path = "meaning/generated.rs"]
mod generated;
#[path = "meaning/instances.rs"]
mod instances;
#[path = "meaning/judge.rs"]
mod judge;
#[path = "meaning/prepare.rs"]
mod prepare;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use apimint::diagnostic::{Code, Sink};
use apimint::model::Direction;
use apimint::source::{Access, Input, Sources};
use apimint::{Limits, Options, convert};
use jsonschema::Draft;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use corpus::{Sample, is_sound, samples};
use instances::Instances;
use judge::{Source, compiled};

/// The length up to which an error is shown, in characters.
const LONGEST: usize = 6_000;

/// The counts of a comparison.
#[derive(Debug, Default)]
struct Figures {
    schemas: usize,
    /// Schemas whose source is invalid, so that its meaning is undefined.
    unsound: usize,
    values: usize,
    accepted: usize,
    /// Values that only the result accepts, by the code of the diagnostic that reports it.
    weaker: BTreeMap<String, usize>,
    faults: Vec<String>,
}

impl Figures {
    fn add(&mut self, other: Self) {
        self.schemas += other.schemas;
        self.unsound += other.unsound;
        self.values += other.values;
        self.accepted += other.accepted;
        for (codes, count) in other.weaker {
            *self.weaker.entry(codes).or_default() += count;
        }
        self.faults.extend(other.faults);
    }
}

fn uri(draft: Draft) -> &'static str {
    match draft {
        Draft::Draft4 => "http://json-schema.org/draft-04/schema#",
        Draft::Draft6 => "http://json-schema.org/draft-06/schema#",
        Draft::Draft7 => "http://json-schema.org/draft-07/schema#",
        Draft::Draft201909 => "https://json-schema.org/draft/2019-09/schema",
        _ => "https://json-schema.org/draft/2020-12/schema",
    }
}

/// Returns a document with the schema as an input or an output.
fn document(sample: &Sample, direction: Direction) -> Value {
    let declaring = |schema: &Value| {
        let mut schema = schema.clone();
        if let (Some(draft), Some(map)) = (sample.draft, schema.as_object_mut()) {
            map.insert("$schema".to_owned(), json!(uri(draft)));
        }
        schema
    };
    let components: Map<String, Value> = sample.document["components"]["schemas"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, schema)| (name.clone(), declaring(schema)))
        .collect();
    let content = json!({"application/json": {"schema": declaring(&sample.schema)}});
    let operation = match direction {
        Direction::Input => json!({
            "operationId": "meaning",
            "requestBody": {"required": true, "content": content},
            "responses": {"204": {"description": ""}},
        }),
        Direction::Output => {
            json!({"operationId": "meaning", "responses": {"200": {"description": "", "content": content}}})
        }
    };
    json!({
        "openapi": if sample.modern { "3.1.0" } else { "3.0.3" },
        "info": {"title": "Meaning", "version": "1"},
        "paths": {"/meaning": {"put": operation}},
        "components": {"schemas": components},
    })
}

/// Converts a document; returns its tool and the codes of the diagnostics.
fn emitted(document: &Value) -> Result<(Value, BTreeSet<String>), String> {
    let input = Input::Bytes { name: "meaning.json".to_owned(), bytes: document.to_string().into_bytes() };
    let (sources, sink) = (Sources::new(Access::default(), Limits::default()), Sink::new());
    let manifest = convert(&sources, &input, &Options::default(), &sink).map_err(|fatal| fatal.message)?;
    let codes = sink.into_diagnostics().into_iter().map(|diagnostic| diagnostic.code.to_string()).collect();
    let mut bytes = Vec::new();
    manifest.write(&mut bytes).map_err(|error| error.to_string())?;
    let manifest: Value = serde_json::from_slice(&bytes).map_err(|error| error.to_string())?;
    Ok((manifest["tools"][0].clone(), codes))
}

/// Returns the key of the emitted schema, and the property that contains the value.
fn place(tool: &Value, direction: Direction) -> (&'static str, Option<&'static str>) {
    match direction {
        Direction::Input => ("inputSchema", Some("body")),
        Direction::Output if tool["outputSchema"]["x-fastmcp-wrap-result"] == true => {
            ("outputSchema", Some("result"))
        }
        Direction::Output => ("outputSchema", None),
    }
}

/// Compares source and result on at most `most` values.
fn compare(sample: &Sample, direction: Direction, most: usize) -> Figures {
    let mut figures = Figures { schemas: 1, ..Figures::default() };
    let draft = sample.draft.unwrap_or(Draft::Draft202012);
    let known = |schema: &Value| prepare::without_newer(schema, draft);
    let (known_document, known_schema) = (known(&sample.document), known(&sample.schema));
    let (ready, schema) = prepare::prepared(&known_document, &known_schema, direction, sample.modern);
    let components = || sample.document["components"]["schemas"].as_object().into_iter().flatten();
    let sound = sample.modern || is_sound(&sample.schema) && components().all(|(_, schema)| is_sound(schema));
    let source = Source::new(&ready, &schema, sample.modern, draft);
    let Some(source) = source.filter(|_| sound) else {
        return Figures { unsound: 1, ..Figures::default() };
    };
    let (tool, codes) = match emitted(&document(sample, direction)) {
        Ok(emitted) => emitted,
        Err(fault) => return Figures { faults: vec![fault], ..figures },
    };
    // A body that accepts only `{}` is left out.
    if direction == Direction::Input && codes.iter().any(|code| code == "B009") {
        return figures;
    }
    let (key, wrap) = place(&tool, direction);
    // A schema that accepts any value is no output schema at all.
    let emitted = tool.get(key).cloned().unwrap_or(Value::Bool(true));
    let result = |draft| compiled(&emitted, draft);
    let (Ok(old), Ok(new)) = (result(Draft::Draft7), result(Draft::Draft202012)) else {
        figures.faults.push(format!("does not compile: {emitted}"));
        return figures;
    };
    // What authors mean by branches that are only `nullable`, and by parents with a discriminator, is less than the letter.
    let narrowed = codes.iter().find(|code| matches!(code.as_str(), "J025" | "J026"));
    let accepts_more = |code: &&str| Code::find(code).is_some_and(Code::accepts_more);
    let weakened: Vec<&str> = codes.iter().map(String::as_str).filter(accepts_more).collect();
    // Outputs always have `anyOf` instead of `oneOf`, without a diagnostic.
    let opened = (direction == Direction::Output)
        .then(|| (prepare::without_one_of(&ready), prepare::without_one_of(&schema)));
    let opened = opened.as_ref().and_then(|(ready, schema)| Source::new(ready, schema, sample.modern, draft));
    for value in Instances::new(&ready).of(&schema, most) {
        let expected = source.accepts(&value);
        let may_be = expected || opened.as_ref().is_some_and(|opened| opened.accepts(&value));
        let wrapped = wrap.map_or_else(|| value.clone(), |name| json!({name: value}));
        let (old, new) = (old.is_valid(&wrapped), new.is_valid(&wrapped));
        figures.values += 1;
        figures.accepted += usize::from(expected);
        if let Some(code) = narrowed.filter(|_| expected && !(old && new)) {
            *figures.weaker.entry(format!("narrower by {code}")).or_default() += 1;
        } else if expected && !(old && new) || !may_be && (old || new) && weakened.is_empty() {
            let what = if expected { "rejected" } else { "accepted" };
            let drafts = if old == new {
                "both drafts"
            } else if old == expected {
                "2020-12"
            } else {
                "Draft 07"
            };
            let source = &sample.schema;
            let fault = format!(
                "{direction:?}, {}: {value} is {what} by {drafts}; {}\n  source {source} {}\n  result {}",
                sample.draft.map_or(if sample.modern { "3.1" } else { "3.0" }, uri),
                codes.iter().map(String::as_str).collect::<Vec<_>>().join(" "),
                sample.document["components"]["schemas"],
                emitted,
            );
            let fault = fault.chars().take(LONGEST).collect();
            figures.faults.push(fault);
            // One value per schema is enough to show the error.
            break;
        } else if !may_be && (old || new) {
            *figures.weaker.entry(weakened.join(" ")).or_default() += 1;
        }
    }
    figures
}

fn compare_both(sample: &Sample, most: usize) -> Figures {
    let mut figures = compare(sample, Direction::Input, most);
    figures.add(compare(sample, Direction::Output, most));
    figures
}

/// Compares the schemas of many documents.
fn compare_files(files: &[PathBuf], schemas: usize, values: usize) -> Figures {
    let mut figures = Figures::default();
    for file in files {
        let name = file.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(file).display();
        for sample in samples(file, schemas) {
            let mut of_sample = compare_both(&sample, values);
            of_sample.faults.iter_mut().for_each(|fault| fault.insert_str(0, &format!("{name}: ")));
            figures.add(of_sample);
        }
    }
    figures
}

fn report(figures: &Figures) {
    println!(
        "{} schemas ({} not sound), {} values, {} of them accepted by the source; weaker by {:?}; {} disagreements",
        figures.schemas,
        figures.unsound,
        figures.values,
        figures.accepted,
        figures.weaker,
        figures.faults.len()
    );
    assert!(figures.faults.is_empty(), "{}", figures.faults.join("\n"));
}

#[test]
fn our_documents_keep_their_meaning() {
    let figures = compare_files(&corpus::testdata(), 60, 80);
    report(&figures);
    assert!(figures.schemas > 100 && figures.values > 2_000 && figures.accepted > 500, "{figures:?}");
}

#[test]
fn public_documents_keep_their_meaning() {
    let files = corpus::corpus();
    let figures = compare_files(&files, 60, 100);
    report(&figures);
    assert!(files.is_empty() || figures.schemas > 1_000 && figures.values > 20_000, "{figures:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, max_shrink_iters: 10_000, ..ProptestConfig::default() })]

    #[test]
    fn generated_schemas_keep_their_meaning(sample in generated::any_sample()) {
        let figures = compare_both(&sample, 80);
        prop_assert!(figures.faults.is_empty(), "{}", figures.faults.join("\n"));
    }

    #[test]
    fn older_drafts_keep_their_meaning(sample in generated::of_a_draft()) {
        let figures = compare_both(&sample, 80);
        prop_assert!(figures.faults.is_empty(), "{}", figures.faults.join("\n"));
    }
}
