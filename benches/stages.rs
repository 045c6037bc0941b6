//! Benchmarks each stage of a conversion, on generated descriptions of several sizes and on real ones.
//!
//! `cargo bench`, or with real documents `APIMINT_BENCH=/path/one.json:/path/two.yaml cargo bench`. For whole processes,
//! compared with reading and writing the same file, see `tools/ratios.py`.
#![allow(clippy::panic)]

use std::path::PathBuf;

use apimint::diagnostic::Sink;
use apimint::model::Catalog;
use apimint::source::{Access, Document, Input, Sources};
use apimint::{Limits, Manifest, Options, check, convert, pass, reader};
use divan::Bencher;
use serde_json::{Map, Value, json};

fn main() {
    divan::main();
}

/// Returns generated descriptions, and those that the environment names.
fn inputs() -> Vec<Case> {
    let named = std::env::var_os("APIMINT_BENCH").unwrap_or_default();
    let files = std::env::split_paths(&named).filter(|path| !path.as_os_str().is_empty()).map(Case::File);
    [20, 200, 2_000].map(Case::Operations).into_iter().chain(files).collect()
}

enum Case {
    Operations(usize),
    File(PathBuf),
}

impl std::fmt::Display for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Operations(count) => write!(f, "{count} operations"),
            Self::File(path) => f.write_str(&path.file_name().unwrap_or_default().to_string_lossy()),
        }
    }
}

impl Case {
    fn input(&self) -> Input {
        match self {
            Self::File(path) => Input::File(path.clone()),
            Self::Operations(count) => Input::Bytes {
                name: "made-up.json".to_owned(),
                bytes: description(*count).to_string().into_bytes(),
            },
        }
    }
}

/// Generates a description with this many operations, with a schema for each and one that all share.
fn description(operations: usize) -> Value {
    let mut paths = Map::new();
    let mut schemas = Map::new();
    let text = json!({"type": "string", "description": "A text that says what the field is for."});
    schemas
        .insert("Page".to_owned(), json!({"type": "object", "properties": {"next": text, "previous": text}}));
    for number in 0..operations {
        let mut properties: Map<String, Value> =
            (0..8).map(|field| (format!("field_{field}"), text.clone())).collect();
        properties.insert("page".to_owned(), json!({"$ref": "#/components/schemas/Page"}));
        let name = format!("Thing{number}");
        let content =
            json!({"application/json": {"schema": {"$ref": format!("#/components/schemas/{name}")}}});
        schemas.insert(name, json!({"type": "object", "required": ["field_0"], "properties": properties}));
        let id = json!({"name": "id", "in": "path", "required": true, "schema": {"type": "string"}});
        let operation = json!({"put": {"operationId": format!("putThing{number}"), "summary": "Puts a thing",
            "parameters": [id], "requestBody": {"content": content},
            "responses": {"200": {"description": "Done", "content": content}}}});
        paths.insert(format!("/things{number}/{{id}}"), operation);
    }
    json!({"openapi": "3.1.0", "info": {"title": "Things", "version": "1"}, "paths": paths,
        "servers": [{"url": "https://example.com"}], "components": {"schemas": schemas}})
}

fn sources() -> Sources {
    Sources::new(Access::default(), Limits::default())
}

fn load<'s>(sources: &'s Sources, input: &Input, sink: &Sink) -> &'s Document {
    match sources.load(input, sink) {
        Ok(document) => document,
        Err(fatal) => panic!("{}", fatal.message),
    }
}

fn read(input: &Input, sink: &Sink) -> Catalog {
    let sources = sources();
    let document = load(&sources, input, sink);
    match reader::read(&sources, document, &Options::default(), sink) {
        Ok(catalog) => catalog,
        Err(fatal) => panic!("{}", fatal.message),
    }
}

fn passed(mut catalog: Catalog, sink: &Sink) -> Catalog {
    pass::all(&mut catalog, &Options::default(), sink);
    catalog
}

fn checked(input: &Input, sink: &Sink) -> Manifest {
    check::check(passed(read(input, sink), sink), &Options::default(), sink)
}

#[divan::bench(args = inputs(), sample_count = 10, sample_size = 1)]
fn a_source(bencher: Bencher<'_, '_>, case: &Case) {
    let input = case.input();
    bencher.bench_local(|| load(&sources(), &input, &Sink::new()).root().size());
}

#[divan::bench(args = inputs(), sample_count = 10, sample_size = 1)]
fn b_reader(bencher: Bencher<'_, '_>, case: &Case) {
    let input = case.input();
    let sources = sources();
    let document = load(&sources, &input, &Sink::new());
    bencher.bench_local(|| reader::read(&sources, document, &Options::default(), &Sink::new()).is_ok());
}

#[divan::bench(args = inputs(), sample_count = 10, sample_size = 1)]
fn c_passes(bencher: Bencher<'_, '_>, case: &Case) {
    let catalog = read(&case.input(), &Sink::new());
    bencher.with_inputs(|| catalog.clone()).bench_local_values(|catalog| passed(catalog, &Sink::new()));
}

#[divan::bench(args = inputs(), sample_count = 10, sample_size = 1)]
fn d_check(bencher: Bencher<'_, '_>, case: &Case) {
    let catalog = passed(read(&case.input(), &Sink::new()), &Sink::new());
    bencher
        .with_inputs(|| catalog.clone())
        .bench_local_values(|catalog| check::check(catalog, &Options::default(), &Sink::new()));
}

#[divan::bench(args = inputs(), sample_count = 10, sample_size = 1)]
fn e_writer(bencher: Bencher<'_, '_>, case: &Case) {
    let input = case.input();
    bencher
        .with_inputs(|| checked(&input, &Sink::new()))
        .bench_local_refs(|manifest| manifest.write(&mut std::io::sink()).is_ok());
}

#[divan::bench(args = inputs(), sample_count = 10, sample_size = 1)]
fn whole(bencher: Bencher<'_, '_>, case: &Case) {
    let input = case.input();
    bencher.bench_local(|| {
        let sources = sources();
        let manifest = convert(&sources, &input, &Options::default(), &Sink::new());
        manifest.is_ok_and(|manifest| manifest.write(&mut std::io::sink()).is_ok())
    });
}
