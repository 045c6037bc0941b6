//! The baseline: a file with findings that were there before, which are neither shown nor counted, so that a repository with
//! findings can deny new ones.
//!
//! A finding is known by its code and its message, which names what it is about. Its place may change: lines move.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use apimint::diagnostic::{Diagnostic, Fatal, Severity};
use serde::{Deserialize, Serialize};

use crate::cli::files::destination::Destination;
use crate::cli::files::writable::WholeText;

/// The name of the file in messages.
const BASELINE: &str = "baseline";

/// The numbers of findings by code and message.
type FindingCounts = BTreeMap<(String, String), usize>;

/// The findings that are not reported, and those that are written.
#[derive(Debug)]
pub(crate) struct Baseline {
    path: PathBuf,
    known: FindingCounts,
    /// The findings of this run, if it writes the file. Of several inputs with the same finding, the most of one input count.
    found: Option<Mutex<FindingCounts>>,
}

/// The file: one JSON object.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BaselineRecord {
    /// The version of the format: 1.
    v: u8,
    /// The findings, by code and message.
    findings: Vec<KnownFinding>,
}

/// A finding, and how often one input has it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KnownFinding {
    code: String,
    message: String,
    count: usize,
}

impl Baseline {
    /// Reads the file. A run that writes it needs none, but replaces no file of another kind.
    pub(crate) fn read(path: &Path, is_written: bool) -> Result<Self, String> {
        let shown = path.display();
        let known = match fs::read_to_string(path) {
            Ok(text) => {
                let record: BaselineRecord = serde_json::from_str(&text)
                    .map_err(|error| format!("{shown} is not a baseline of apimint: {error}"))?;
                let findings = record.findings.into_iter();
                findings.map(|known| ((known.code, known.message), known.count)).collect()
            }
            Err(error) if error.kind() == ErrorKind::NotFound && is_written => FindingCounts::new(),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Err(format!("there is no baseline {shown}; --write-baseline writes it"));
            }
            Err(error) => return Err(format!("the baseline {shown} cannot be read: {error}")),
        };
        Ok(Self { path: path.to_owned(), known, found: is_written.then(Mutex::default) })
    }

    /// Removes the findings of one input that are known, or all findings if the run writes the file. Notes are left: nothing is
    /// to be done about them.
    pub(crate) fn hold(&self, diagnostics: &mut Vec<Diagnostic>) {
        let mut counts = FindingCounts::new();
        diagnostics.retain(|diagnostic| {
            if diagnostic.severity < Severity::Warning {
                return true;
            }
            let key = key(diagnostic);
            let known = self.known.get(&key).copied().unwrap_or_default();
            let count = counts.entry(key).or_default();
            *count += 1;
            self.found.is_none() && *count > known
        });
        if let Some(found) = &self.found {
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            for (key, count) in counts {
                let most = found.entry(key).or_default();
                *most = count.max(*most);
            }
        }
    }

    /// Returns true if a finding is known, or becomes so.
    pub(crate) fn has(&self, diagnostic: &Diagnostic) -> bool {
        self.found.is_some() || self.known.contains_key(&key(diagnostic))
    }

    /// Writes the file, if the run does.
    pub(crate) fn write(&self) -> Result<(), Fatal> {
        let Some(found) = &self.found else { return Ok(()) };
        let found = found.lock().unwrap_or_else(PoisonError::into_inner);
        let finding = |((code, message), count): (&(String, String), &usize)| KnownFinding {
            code: code.clone(),
            message: message.clone(),
            count: *count,
        };
        let record = BaselineRecord { v: 1, findings: found.iter().map(finding).collect() };
        let mut text = serde_json::to_string_pretty(&record).unwrap_or_default();
        text.push('\n');
        let destination = Destination::File(self.path.clone());
        destination.write(&WholeText { name: BASELINE, bytes: text.into_bytes() }, u64::MAX).map(drop)
    }
}

fn key(diagnostic: &Diagnostic) -> (String, String) {
    (diagnostic.code.to_string(), diagnostic.message.clone())
}
