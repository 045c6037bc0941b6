//! The totals of a run, for the summary line.

use apimint::diagnostic::{Diagnostic, Severity};
use apimint::inspect::tokens;

/// The totals of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct RunTotals {
    /// The number of inputs.
    pub(crate) inputs: usize,
    /// The number of inputs that were converted.
    pub(crate) converted: usize,
    /// True if inputs are checked and not converted.
    pub(crate) checks: bool,
    /// True if a file was written.
    pub(crate) files: bool,
    /// The number of tools in all manifests.
    pub(crate) tools: usize,
    /// The number of strict tools, in lists for model APIs with a strict mode.
    pub(crate) strict: Option<usize>,
    /// The number of tools that were left out.
    pub(crate) left_out: usize,
    /// The number of output schemas that are cut to their bound. Each is a note, which people see with `--verbose` only.
    pub(crate) cut_outputs: usize,
    /// The length of all manifests in bytes.
    pub(crate) bytes: u64,
    /// The number of bytes that a model reads, if known.
    pub(crate) seen: Option<u64>,
    /// The number of diagnostics of each severity.
    pub(crate) warnings: usize,
    pub(crate) errors: usize,
}

impl RunTotals {
    /// Counts the diagnostics of one input.
    pub(crate) fn count(&mut self, diagnostics: &[Diagnostic]) {
        for diagnostic in diagnostics {
            match diagnostic.severity {
                Severity::Note => {}
                Severity::Warning => self.warnings += 1,
                Severity::Error => self.errors += 1,
            }
        }
    }

    /// Adds the totals of another input.
    pub(crate) fn add(&mut self, other: &Self) {
        self.inputs += other.inputs;
        self.converted += other.converted;
        self.checks |= other.checks;
        self.files |= other.files;
        self.tools += other.tools;
        self.strict = self.strict.map_or(other.strict, |strict| Some(strict + other.strict.unwrap_or(0)));
        self.left_out += other.left_out;
        self.cut_outputs += other.cut_outputs;
        self.bytes += other.bytes;
        self.seen = self.seen.map_or(other.seen, |seen| Some(seen + other.seen.unwrap_or(0)));
        self.warnings += other.warnings;
        self.errors += other.errors;
    }

    pub(crate) fn are_worth_a_line(&self) -> bool {
        // If one error stopped the only input, a count adds nothing.
        let stopped = self.converted == 0 && self.inputs == 1;
        self.files || self.warnings > 0 || (self.errors > 0 && !stopped)
    }
}

impl std::fmt::Display for RunTotals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut parts = Vec::new();
        if self.inputs > 1 {
            let done = if self.checks { "checked" } else { "converted" };
            parts.push(format!("{} of {} inputs {done}", self.converted, self.inputs));
        }
        if self.converted > 0 {
            parts.push(format!("{} ({})", counted(self.tools, "tool"), length(self.bytes, self.seen)));
            if let Some(strict) = self.strict {
                parts.push(format!("{strict} strict"));
            }
            if self.left_out > 0 {
                parts.push(format!("{} left out", self.left_out));
            }
            if self.cut_outputs > 0 {
                parts.push(format!(
                    "{} cut to --max-output-schema",
                    counted(self.cut_outputs, "output schema")
                ));
            }
        } else if !self.checks {
            parts.push("nothing written".to_owned());
        }
        for (count, what) in [(self.warnings, "warning"), (self.errors, "error")] {
            if count > 0 {
                parts.push(counted(count, what));
            }
        }
        f.write_str(&parts.join(", "))
    }
}

/// Describes the length of a manifest in bytes and tokens.
fn length(bytes: u64, seen: Option<u64>) -> String {
    const UNITS: [(u64, &str); 2] = [(1 << 20, "MiB"), (1 << 10, "KiB")];
    let size = match UNITS.iter().find(|(unit, _)| bytes >= *unit) {
        Some((unit, name)) => format!("{}.{} {name}", bytes / unit, bytes % unit * 10 / unit),
        None => format!("{bytes} bytes"),
    };
    match seen {
        Some(seen) => format!("{size}; a model reads about {} tokens", tokens(seen)),
        None => size,
    }
}

fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}
