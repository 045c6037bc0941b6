//! Proofs and counterexamples of `compare_schemas` agree with an independent validator, over generated pairs of schemas.
//!
//! Each pair is a schema with every keyword that constrains values, and the same schema after one or two changes. Values are
//! sampled from both, and judged by the crate `jsonschema`. `APIMINT_PAIRS=100000` tries that many pairs; `--nocapture` prints
//! the figures.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test ends at the first thing it does not expect"
)]

#[path = "proofs/bases.rs"]
mod bases;
#[path = "proofs/dice.rs"]
mod dice;
#[path = "proofs/figures.rs"]
mod figures;
#[path = "proofs/long_lists.rs"]
mod long_lists;
#[path = "proofs/mutations.rs"]
mod mutations;
#[path = "proofs/values.rs"]
mod values;

use apimint::diff::{Subsumption, compare_schemas};
use serde_json::Value;

use dice::Dice;
use figures::{Figures, Outcome};
use values::ValueSampler;

/// Pairs that are tried unless `APIMINT_PAIRS` says otherwise.
const PAIRS: u64 = 2_000;
/// Values that are sampled from each schema of a pair.
const VALUES: usize = 40;

/// A schema before and after a change, and the keywords that changed.
struct ChangedSchema {
    old: Value,
    new: Value,
    changed: Vec<String>,
}

impl ChangedSchema {
    fn of(seed: u64) -> Self {
        let dice = &mut Dice::of(seed);
        let old = bases::document(dice);
        let mut new = old.clone();
        let mut changed = vec![mutations::change(dice, &mut new)];
        if dice.once_in(4) {
            changed.push(mutations::change(dice, &mut new));
        }
        if dice.once_in(8) {
            return Self { old: mutations::aged(&old), new: mutations::aged(&new), changed };
        }
        Self { old, new, changed }
    }
}

/// Reads a schema as the program does.
fn read(schema: &Value) -> apimint::json::Value {
    serde_json::from_value(schema.clone()).expect("it is JSON")
}

/// Judges values by a schema.
fn validator(schema: &Value) -> jsonschema::Validator {
    let options = jsonschema::options().should_validate_formats(false);
    options.build(schema).unwrap_or_else(|error| panic!("{error}: {schema}"))
}

/// Holds the answer for "`sup` accepts every value that `sub` accepts" against values.
fn judged(
    answer: &Subsumption,
    sub: &jsonschema::Validator,
    sup: &jsonschema::Validator,
    values: &[Value],
) -> Outcome {
    let breaks = |value: &&Value| sub.is_valid(value) && !sup.is_valid(value);
    match answer {
        Subsumption::Proved => {
            values.iter().find(breaks).map_or(Outcome::Proved, |value| Outcome::Unsound(value.clone()))
        }
        Subsumption::Refuted(value) => {
            let value = Value::from(value);
            if breaks(&&value) { Outcome::Refuted } else { Outcome::FalseBreak(value) }
        }
        Subsumption::Unknown => {
            values.iter().find(breaks).map_or(Outcome::Unknown, |value| Outcome::Missed(value.clone()))
        }
    }
}

/// Compares the schemas of a pair in both directions.
fn compared(seed: u64, figures: &mut Figures) {
    let ChangedSchema { old, new, changed } = ChangedSchema::of(seed);
    let relation = compare_schemas(&read(&old), &read(&new));
    let dice = &mut Dice::of(!seed);
    let mut values = Vec::new();
    for document in [&old, &new] {
        let sampler = ValueSampler::of(document);
        values.extend((0..VALUES).map(|_| sampler.value(dice)));
    }
    let (before, after) = (validator(&old), validator(&new));
    for (answer, sub, sup, arrow) in [
        (&relation.new_accepts_old, &before, &after, "old in new"),
        (&relation.old_accepts_new, &after, &before, "new in old"),
    ] {
        let outcome = judged(answer, sub, sup, &values);
        figures.count(&changed, outcome, || {
            format!("pair {seed}, {arrow}, {changed:?}\n  old {old}\n  new {new}")
        });
    }
}

#[test]
fn answers_agree_with_an_independent_validator() {
    let pairs = std::env::var("APIMINT_PAIRS").ok().and_then(|text| text.parse().ok()).unwrap_or(PAIRS);
    let mut figures = Figures::default();
    for seed in 0..pairs {
        compared(seed, &mut figures);
    }
    println!("{figures}");
    figures.assert_right();
}
