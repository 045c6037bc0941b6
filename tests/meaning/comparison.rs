//! Compares a source schema with what it is converted to.

use std::collections::BTreeMap;

use apimint::diagnostic::Code;
use apimint::model::Direction;
use jsonschema::{Draft, Validator};
use serde_json::{Map, Value};

use super::conversion::{Bounds, Emitted, document, uri};
use super::corpus::{Sample, is_sound};
use super::figures::{Figures, NullPlaces, Verdicts, joined};
use super::formats::{FormatReading, has_formats};
use super::instances::Instances;
use super::judge::{Source, compiled};
use super::prepare;

/// The length up to which an error is shown, in characters.
const LONGEST: usize = 6_000;

/// The number of accepted values in which null is tried at every place, and the most places of one value.
const NULLED: (usize, usize) = (6, 60);

/// The codes of diagnostics that only say that null is meant: the source is read as it is meant here, so that they excuse
/// nothing.
const NULL_IS_MEANT: [&str; 2] = ["J013", "J024"];

/// What a source says about a value.
struct Expected {
    /// The result has to accept the value.
    accepted: bool,
    /// The result may accept the value without a diagnostic.
    allowed: bool,
}

/// The source under one reading of `format`.
struct Judged<'d> {
    exact: Source<'d>,
    /// The source with `anyOf` in place of `oneOf`.
    opened: Source<'d>,
}

impl Judged<'_> {
    fn expects(&self, value: &Value) -> Expected {
        let accepted = self.exact.accepts(value);
        Expected { accepted, allowed: accepted || self.opened.accepts(value) }
    }
}

/// A result, compiled under one reading of `format`.
struct Compiled {
    old: Validator,
    new: Validator,
}

impl Compiled {
    fn new(schema: &Value, reading: FormatReading) -> Result<Self, String> {
        let compiled = |draft| compiled(schema, draft, reading);
        match (compiled(Draft::Draft7), compiled(Draft::Draft202012)) {
            (Ok(old), Ok(new)) => Ok(Self { old, new }),
            _ => Err(format!("does not compile: {schema}")),
        }
    }

    /// Returns the verdicts as Draft 07 and as 2020-12.
    fn verdicts(&self, value: &Value) -> (bool, bool) {
        (self.old.is_valid(value), self.new.is_valid(value))
    }
}

/// A sample in one direction, prepared.
struct Comparison<'s> {
    sample: &'s Sample,
    direction: Direction,
    /// The source under each reading of `format`; both are the same where there is no `format`.
    readings: Vec<(FormatReading, Judged<'s>)>,
}

/// Compares source and result on at most `most` values, in each setting.
pub(crate) fn compare(sample: &Sample, direction: Direction, most: usize) -> Figures {
    let draft = sample.draft.unwrap_or(Draft::Draft202012);
    let known = |schema: &Value| prepare::without_newer(schema, draft);
    let (known_document, known_schema) = (known(&sample.document), known(&sample.schema));
    let (ready, schema) = prepare::prepared(&known_document, &known_schema, direction, sample.modern);
    let opened = (prepare::without_one_of(&ready, direction), prepare::without_one_of(&schema, direction));
    let unsound = Figures { unsound: 1, ..Figures::default() };
    let components = || sample.document["components"]["schemas"].as_object().into_iter().flatten();
    if !(sample.modern || is_sound(&sample.schema) && components().all(|(_, schema)| is_sound(schema))) {
        return unsound;
    }
    let mut readings = Vec::new();
    for reading in [FormatReading::Annotation, FormatReading::Assertion] {
        if reading == FormatReading::Assertion && !has_formats(&schema) && !has_formats(&ready) {
            continue;
        }
        let exact = Source::new(&ready, &schema, sample.modern, draft, reading);
        let opened = Source::new(&opened.0, &opened.1, sample.modern, draft, reading);
        let (Some(exact), Some(opened)) = (exact, opened) else { return unsound };
        readings.push((reading, Judged { exact, opened }));
    }
    let values = Instances::new(&ready).of(&schema, most);
    Comparison { sample, direction, readings }.of(&values)
}

impl Comparison<'_> {
    fn of(&self, values: &[Value]) -> Figures {
        let mut figures = Figures { schemas: 1, ..Figures::default() };
        let source = document(self.sample, self.direction);
        let mut before: Option<Value> = None;
        for bounds in [Bounds::Without, Bounds::Default] {
            let emitted = match Emitted::of(&source, self.direction, bounds) {
                Ok(emitted) => emitted,
                Err(fault) => {
                    figures.faults.push(fault);
                    continue;
                }
            };
            // A body that accepts only `{}` is left out.
            if self.direction == Direction::Input && emitted.codes.contains("B009") {
                continue;
            }
            if before.as_ref() == Some(&emitted.schema) {
                // Nothing is cut, so that the verdicts are the same.
                for reading in [FormatReading::Annotation, FormatReading::Assertion] {
                    let same = figures.verdicts.get(&(Bounds::Without, reading)).cloned();
                    figures.verdicts.extend(same.map(|same| ((bounds, reading), same)));
                }
                let same = figures.nulls.get(&Bounds::Without).cloned();
                figures.nulls.extend(same.map(|same| (bounds, same)));
                continue;
            }
            self.judge(values, &emitted, bounds, &mut figures);
            before = Some(emitted.schema);
        }
        figures
    }

    /// Compares the source with one result under each reading of `format`.
    fn judge(&self, values: &[Value], emitted: &Emitted, bounds: Bounds, figures: &mut Figures) {
        let mut accepted: Vec<&Value> = Vec::new();
        for (index, (reading, judged)) in self.readings.iter().enumerate() {
            let result = match Compiled::new(&emitted.schema, *reading) {
                Ok(result) => result,
                Err(fault) => return figures.faults.push(fault),
            };
            let mut verdicts = Verdicts::default();
            for value in values {
                let mut expected = judged.expects(value);
                // Outputs have no formats, so that a client that asserts them accepts what the source accepts without.
                if self.direction == Direction::Output && *reading == FormatReading::Assertion {
                    expected.accepted |= self.readings[0].1.exact.accepts(value);
                    expected.allowed |= self.readings[0].1.expects(value).allowed;
                }
                verdicts.values += 1;
                verdicts.accepted += usize::from(expected.accepted);
                if expected.accepted && index == 0 && accepted.len() < NULLED.0 {
                    accepted.push(value);
                }
                match self.weakening(value, &expected, &result, emitted) {
                    Ok(None) => {}
                    Ok(Some(codes)) => *verdicts.weaker.entry(codes).or_default() += 1,
                    Err(fault) => {
                        verdicts.disagreements += 1;
                        // One value per schema is enough to show the error.
                        if verdicts.disagreements == 1 {
                            figures.faults.push(format!("{bounds:?}, {reading:?}: {fault}"));
                        }
                    }
                }
            }
            if index == 0 {
                let nulls = self.null_places(&accepted, &result, emitted, figures);
                figures.nulls.insert(bounds, nulls);
                if self.readings.len() == 1 {
                    figures.verdicts.insert((bounds, FormatReading::Assertion), verdicts.clone());
                }
            }
            figures.verdicts.insert((bounds, *reading), verdicts);
        }
    }

    /// Returns the codes that report that the result accepts more than the source, if it does; the error is a disagreement.
    fn weakening(
        &self,
        value: &Value,
        expected: &Expected,
        result: &Compiled,
        emitted: &Emitted,
    ) -> Result<Option<String>, String> {
        let (old, new) = result.verdicts(&emitted.placed(value));
        if expected.accepted && !(old && new) {
            return Err(self.fault(value, "rejected", (old, new), emitted));
        }
        if expected.allowed || !(old || new) {
            return Ok(None);
        }
        let excuses = |code: &&String| {
            Code::find(code).is_some_and(Code::accepts_more) && !NULL_IS_MEANT.contains(&code.as_str())
        };
        let codes = joined(emitted.codes.iter().filter(excuses));
        if codes.is_empty() {
            return Err(self.fault(value, "accepted", (old, new), emitted));
        }
        Ok(Some(codes))
    }

    /// Puts null at every place of accepted values, and counts the places where it passes on either side.
    fn null_places(
        &self,
        accepted: &[&Value],
        result: &Compiled,
        emitted: &Emitted,
        figures: &mut Figures,
    ) -> NullPlaces {
        // Whether the source is nullable, and the codes if only the result is.
        let mut places: BTreeMap<String, (bool, Option<String>)> = BTreeMap::new();
        let mut is_shown = !figures.faults.is_empty();
        for value in accepted {
            let mut nulled = Vec::new();
            put_null(value, &mut |path, value| nulled.push((path, value)));
            for (path, value) in nulled.into_iter().take(NULLED.1) {
                let expected = self.readings[0].1.expects(&value);
                let place = places.entry(path).or_default();
                place.0 |= expected.allowed;
                match self.weakening(&value, &expected, result, emitted) {
                    Ok(codes) => place.1 = place.1.take().or(codes),
                    Err(fault) if !is_shown => {
                        is_shown = true;
                        figures.faults.push(format!("null: {fault}"));
                    }
                    Err(_) => {}
                }
            }
        }
        let mut nulls = NullPlaces { places: places.len(), ..NullPlaces::default() };
        for (is_nullable, codes) in places.into_values() {
            nulls.nullable += usize::from(is_nullable);
            nulls.passes += usize::from(is_nullable || codes.is_some());
            if let Some(codes) = codes.filter(|_| !is_nullable) {
                *nulls.exceptions.entry(codes).or_default() += 1;
            }
        }
        nulls
    }

    fn fault(&self, value: &Value, what: &str, (old, new): (bool, bool), emitted: &Emitted) -> String {
        let Self { sample, direction, .. } = self;
        let expected = what == "rejected";
        let drafts = match old == new {
            true => "both drafts",
            false if old == expected => "2020-12",
            false => "Draft 07",
        };
        let version = sample.draft.map_or(if sample.modern { "3.1" } else { "3.0" }, uri);
        let fault = format!(
            "{direction:?}, {version}: {value} is {what} by {drafts}; {}\n  source {} {}\n  result {}",
            joined(&emitted.codes),
            sample.schema,
            sample.document["components"]["schemas"],
            emitted.schema,
        );
        fault.chars().take(LONGEST).collect()
    }
}

/// Passes each copy of a value that has null at one place, with the path of the place; all items of an array are one place.
fn put_null(value: &Value, visit: &mut dyn FnMut(String, Value)) {
    visit(String::new(), Value::Null);
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                put_null(member, &mut |path, changed| {
                    let whole: Map<String, Value> = members
                        .iter()
                        .map(|(key, value)| {
                            (key.clone(), if key == name { changed.clone() } else { value.clone() })
                        })
                        .collect();
                    visit(format!("/{name}{path}"), Value::Object(whole));
                });
            }
        }
        Value::Array(items) => {
            if let Some((first, rest)) = items.split_first() {
                put_null(first, &mut |path, changed| {
                    let whole = std::iter::once(changed).chain(rest.iter().cloned()).collect();
                    visit(format!("/*{path}"), Value::Array(whole));
                });
            }
        }
        _ => {}
    }
}
