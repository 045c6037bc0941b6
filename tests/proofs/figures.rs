//! Counts how often answers were right, wrong and missing.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::Value;

/// An answer, held against values.
pub(crate) enum Outcome {
    /// A proof that no value contradicts.
    Proved,
    /// A proof, and a value that one schema accepts and the other refuses.
    Unsound(Value),
    /// A counterexample that the validator confirms.
    Refuted,
    /// A counterexample that is none.
    FalseBreak(Value),
    /// No answer, and no value that would be a counterexample.
    Unknown,
    /// No answer, although this value is a counterexample.
    Missed(Value),
}

/// The number of each outcome.
#[derive(Default)]
struct OutcomeCounts {
    all: usize,
    proved: usize,
    refuted: usize,
    unsound: usize,
    false_breaks: usize,
    missed: usize,
    unknown: usize,
}

impl OutcomeCounts {
    fn count(&mut self, outcome: &Outcome) {
        self.all += 1;
        *match outcome {
            Outcome::Proved => &mut self.proved,
            Outcome::Refuted => &mut self.refuted,
            Outcome::Unsound(_) => &mut self.unsound,
            Outcome::FalseBreak(_) => &mut self.false_breaks,
            Outcome::Missed(_) => &mut self.missed,
            Outcome::Unknown => &mut self.unknown,
        } += 1;
    }
}

impl fmt::Display for OutcomeCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        #[expect(clippy::cast_precision_loss, reason = "small counts")]
        let share = 100.0 * (self.unknown + self.missed) as f64 / self.all.max(1) as f64;
        let Self { all, proved, refuted, unsound, false_breaks, missed, .. } = self;
        write!(f, "{all:>8} {proved:>8} {refuted:>8} {unsound:>8} {false_breaks:>8} {missed:>8} {share:>8.1}")
    }
}

/// The figures of all comparisons, and by the keyword that changed.
#[derive(Default)]
pub(crate) struct Figures {
    all: OutcomeCounts,
    by_keyword: BTreeMap<String, OutcomeCounts>,
    wrong: Vec<String>,
    /// Examples of what was not decided.
    open: Vec<String>,
}

impl Figures {
    pub(crate) fn count(&mut self, changed: &[String], outcome: Outcome, pair: impl Fn() -> String) {
        self.all.count(&outcome);
        for keyword in changed {
            self.by_keyword.entry(keyword.clone()).or_default().count(&outcome);
        }
        match outcome {
            Outcome::Unsound(value) => self.wrong.push(format!("a proof is refuted by {value}: {}", pair())),
            Outcome::FalseBreak(value) => self.wrong.push(format!("no counterexample: {value}: {}", pair())),
            Outcome::Missed(value) => self.open.push(format!("missed {value}: {}", pair())),
            Outcome::Unknown => self.open.push(format!("unknown: {}", pair())),
            Outcome::Proved | Outcome::Refuted => {}
        }
    }

    /// Fails on a wrong answer, and if more than 3 % of the questions have none.
    pub(crate) fn assert_right(&self) {
        let wrong = &self.wrong[..self.wrong.len().min(5)];
        assert!(wrong.is_empty(), "{} wrong answers, such as\n{}", self.wrong.len(), wrong.join("\n"));
        let open = self.all.unknown + self.all.missed;
        assert!(open * 100 <= self.all.all * 3, "{open} of {} questions have no answer", self.all.all);
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = ["all", "proved", "refuted", "unsound", "false", "missed", "unknown%"];
        writeln!(f, "{:40} {}", "changed keyword", names.map(|name| format!("{name:>8}")).join(" "))?;
        for (keyword, counts) in &self.by_keyword {
            writeln!(f, "{keyword:40} {counts}")?;
        }
        writeln!(f, "{:40} {}", "all comparisons", self.all)?;
        if std::env::var_os("APIMINT_PAIRS_OPEN").is_some() {
            self.open.iter().try_for_each(|text| writeln!(f, "{text}"))?;
        }
        Ok(())
    }
}
