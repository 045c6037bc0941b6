//! The counts of comparisons.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::conversion::Bounds;
use super::formats::FormatReading;

/// One way of measuring: the bounds of the conversion, and the meaning of `format` on both sides.
pub(crate) type Setting = (Bounds, FormatReading);

/// All ways of measuring.
pub(crate) const SETTINGS: [Setting; 4] = [
    (Bounds::Without, FormatReading::Annotation),
    (Bounds::Without, FormatReading::Assertion),
    (Bounds::Default, FormatReading::Annotation),
    (Bounds::Default, FormatReading::Assertion),
];

/// The counts of one setting.
#[derive(Debug, Default, Clone, PartialEq)]
pub(crate) struct Verdicts {
    pub(crate) values: usize,
    /// Values that the source accepts.
    pub(crate) accepted: usize,
    /// Values on which source and result disagree without a diagnostic that says so.
    pub(crate) disagreements: usize,
    /// Values that only the result accepts, by the codes that report it.
    pub(crate) weaker: BTreeMap<String, usize>,
}

/// The places where null may stand, over all schemas.
#[derive(Debug, Default, Clone, PartialEq)]
pub(crate) struct NullPlaces {
    pub(crate) places: usize,
    /// Places where the source is nullable.
    pub(crate) nullable: usize,
    /// Places where null passes in the result.
    pub(crate) passes: usize,
    /// Places where null passes only in the result, by the codes that report it.
    pub(crate) exceptions: BTreeMap<String, usize>,
}

/// The counts of many comparisons.
#[derive(Debug, Default)]
pub(crate) struct Figures {
    pub(crate) operations: usize,
    /// Schemas that are not compared: they reach too many components, or what is outside of them.
    pub(crate) left_out: usize,
    pub(crate) schemas: usize,
    /// Schemas whose source is invalid, so that its meaning is undefined.
    pub(crate) unsound: usize,
    pub(crate) verdicts: BTreeMap<Setting, Verdicts>,
    pub(crate) nulls: BTreeMap<Bounds, NullPlaces>,
    pub(crate) faults: Vec<String>,
}

fn add_counts(all: &mut BTreeMap<String, usize>, more: BTreeMap<String, usize>) {
    for (codes, count) in more {
        *all.entry(codes).or_default() += count;
    }
}

/// Names the codes of diagnostics.
pub(crate) fn joined<'c>(codes: impl IntoIterator<Item = &'c String>) -> String {
    codes.into_iter().map(String::as_str).collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>().join(" ")
}

impl Figures {
    pub(crate) fn add(&mut self, other: Self) {
        self.operations += other.operations;
        self.left_out += other.left_out;
        self.schemas += other.schemas;
        self.unsound += other.unsound;
        self.faults.extend(other.faults);
        for (setting, more) in other.verdicts {
            let all = self.verdicts.entry(setting).or_default();
            all.values += more.values;
            all.accepted += more.accepted;
            all.disagreements += more.disagreements;
            add_counts(&mut all.weaker, more.weaker);
        }
        for (bounds, more) in other.nulls {
            let all = self.nulls.entry(bounds).or_default();
            all.places += more.places;
            all.nullable += more.nullable;
            all.passes += more.passes;
            add_counts(&mut all.exceptions, more.exceptions);
        }
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { operations, schemas, unsound, left_out, .. } = self;
        writeln!(
            f,
            "{operations} operations, {schemas} schemas; besides {unsound} not sound, {left_out} left out"
        )?;
        for ((bounds, reading), verdicts) in &self.verdicts {
            let Verdicts { values, accepted, disagreements, weaker } = verdicts;
            writeln!(
                f,
                "  bounds {bounds:?}, format as {reading:?}: {values} values, {accepted} accepted by the source, \
                 {disagreements} disagreements; weaker by {weaker:?}"
            )?;
        }
        for (bounds, nulls) in &self.nulls {
            let NullPlaces { places, nullable, passes, exceptions } = nulls;
            writeln!(
                f,
                "  bounds {bounds:?}: {places} places, {nullable} nullable in the source, null passes in {passes}; \
                 exceptions by {exceptions:?}"
            )?;
        }
        Ok(())
    }
}
