//! Tests that translation preserves the meaning of schemas: the source and the emitted schema agree on values
//! that are generated from the source.
//!
//! `judge` evaluates the source independently of the translator, after `prepare` has applied the rules on
//! direction, discriminators, `nullable` and inferred types. The `jsonschema` crate evaluates the result, as Draft 07 and
//! as 2020-12. A value that the source accepts and the result rejects is always an error; the opposite is one
//! unless a diagnostic reports that the schema was weakened. Both are judged in four settings: with and without bounds on
//! the emitted schemas, and with `format` as an annotation and as an assertion. `docs/testing.md` has the figures.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test ends at the first thing it does not expect"
)]

#[path = "meaning/comparison.rs"]
mod comparison;
#[path = "meaning/conversion.rs"]
mod conversion;
#[path = "meaning/corpus.rs"]
mod corpus;
#[path = "meaning/figures.rs"]
mod figures;
#[path = "meaning/formats.rs"]
mod formats;
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

use std::path::PathBuf;

use apimint::model::Direction;
use proptest::prelude::*;
use rayon::prelude::*;

use comparison::compare;
use corpus::{Sample, samples};
use figures::{Figures, SETTINGS};

fn compare_both(sample: &Sample, most: usize) -> Figures {
    let mut figures = compare(sample, Direction::Input, most);
    figures.add(compare(sample, Direction::Output, most));
    figures
}

/// Compares the schemas of many documents: those of all operations, and `components` of each document.
fn compare_files(files: &[PathBuf], components: usize, values: usize) -> Figures {
    let mut figures = Figures::default();
    for file in files {
        let name = file.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(file).display();
        let Some(document) = samples(file, components) else { continue };
        figures.operations += document.operations;
        figures.left_out += document.left_out;
        let of_samples: Vec<Figures> = document
            .samples
            .par_iter()
            .map(|(sample, direction)| compare(sample, *direction, values))
            .collect();
        for mut of_sample in of_samples {
            of_sample.faults.iter_mut().for_each(|fault| fault.insert_str(0, &format!("{name}: ")));
            figures.add(of_sample);
        }
    }
    figures
}

/// Prints the figures, and fails on a fault.
fn report(figures: &Figures) {
    println!("{figures}");
    assert!(figures.faults.is_empty(), "{} faults\n{}", figures.faults.len(), figures.faults.join("\n"));
}

/// Fails unless at least so many schemas, and in each setting values and accepted values, were compared.
fn assert_many(figures: &Figures, schemas: usize, values: usize, accepted: usize) {
    assert!(figures.schemas > schemas, "{figures}");
    for setting in SETTINGS {
        let of_setting = &figures.verdicts[&setting];
        assert!(of_setting.values > values && of_setting.accepted > accepted, "{figures}");
    }
}

#[test]
fn our_documents_keep_their_meaning() {
    let figures = compare_files(&corpus::testdata(), 60, 80);
    report(&figures);
    assert_many(&figures, 100, 2_000, 500);
}

#[test]
fn public_documents_keep_their_meaning() {
    let files = corpus::corpus();
    let figures = compare_files(&files, 30, 40);
    report(&figures);
    if !files.is_empty() {
        assert_many(&figures, 1_000, 20_000, 5_000);
    }
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

    #[test]
    fn dynamic_references_keep_their_meaning(sample in generated::dynamic()) {
        let figures = compare_both(&sample, 80);
        prop_assert!(figures.faults.is_empty() && figures.unsound == 0, "{}", figures.faults.join("\n"));
    }
}
