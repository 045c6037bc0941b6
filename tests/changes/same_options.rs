//! A list that was made with options has no changes against its own description with the same options.

use std::path::Path;

use apimint::diagnostic::Sink;
use apimint::model::{SchemaBound, SchemaDialect};
use apimint::options::{BodyMode, ReferencePlacement, Slim};
use apimint::source::{Access, Input, Sources};
use apimint::{Options, PublishedList, compare, convert, publish};
use rayon::prelude::*;

use super::lists::{files_in, testdata};

fn option_sets() -> [Options; 10] {
    let usual = Options::default;
    let mut few = usual();
    (few.selection.read_only, few.selection.max_tools) = (true, Some(3));
    [
        usual(),
        Options { body: BodyMode::Flattened, cookies: true, ..usual() },
        Options { dialect: SchemaDialect::Draft202012, ..usual() },
        Options { dialect: SchemaDialect::Draft07, keep_discriminator: true, ..usual() },
        Options { references: ReferencePlacement::Share, output_formats: true, ..usual() },
        Options { slim: Slim::Brief, ..usual() },
        Options { http: false, name_max: 20, ..usual() },
        Options { output_schema: false, credential_arguments: true, decode_base64: true, ..usual() },
        Options {
            max_input_schema: SchemaBound::Bytes(600),
            max_output_schema: SchemaBound::Bytes(300),
            ..usual()
        },
        few,
    ]
}

/// Returns the report of the comparison, unless it is empty; `None` too for what is no description.
fn changes(file: &Path, options: &Options) -> Option<String> {
    let load = |input: &Input| (Sources::new(Access::default(), options.limits.clone()), input.clone());
    let (sources, input) = load(&Input::File(file.to_owned()));
    let sink = Sink::new();
    let document = sources.load(&input, &sink).ok()?;
    let PublishedList::Converted(manifest) = publish(&sources, document, options, &sink).ok()? else {
        return None;
    };
    let mut bytes = Vec::new();
    convert(&sources, &input, options, &sink).ok()?.write(&mut bytes).unwrap();
    let (others, list) = load(&Input::Bytes { name: "list.json".to_owned(), bytes });
    let list = publish(&others, others.load(&list, &sink).ok()?, options, &sink).ok()?;
    assert!(matches!(list, PublishedList::AsItStands(_)), "{}", file.display());
    assert_eq!(list.tool_count(), manifest.tool_count());
    let found = compare(&list, &PublishedList::Converted(manifest), &options.limits);
    let report = || format!("{}\n{}", file.display(), apimint::diff::report::human::text(&found, false));
    Some(if found.tools.is_empty() { String::new() } else { report() })
}

#[test]
fn the_same_options_make_the_same_list() {
    let documents = files_in(&testdata(), &["openapi.yaml", ".input.yaml", ".input.json"]);
    for (number, options) in option_sets().iter().enumerate() {
        let done: Vec<String> = documents.par_iter().filter_map(|file| changes(file, options)).collect();
        assert!(done.len() > 30, "{}", done.len());
        let told: Vec<String> = done.into_iter().filter(|report| !report.is_empty()).collect();
        assert!(told.is_empty(), "options {number}: {}", told.join("\n"));
    }
}
