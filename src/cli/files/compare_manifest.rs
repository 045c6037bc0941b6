//! `--check`: compares a manifest with the file on disk.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::path::Path;

use apimint::diagnostic::{Code, Diagnostic, Fatal};
use apimint::json::{Key, Value};

use super::line_ends::{UnixLines, other_line_ends};
use super::writable::Writable;

/// The largest number of tools that are named per kind of change.
const NAMED: usize = 5;

/// Compares a manifest with a file, byte by byte; CR LF counts as LF. Returns the length of the manifest, and a diagnostic if the
/// bytes differ.
pub(crate) fn compare(manifest: &impl Writable, path: &Path) -> Result<(u64, Option<Diagnostic>), Fatal> {
    let name = path.display().to_string();
    let unreadable = |error: &io::Error| {
        let message = format!("`{name}` could not be read: {error}");
        Box::new(Diagnostic::new(Code::Unreadable, message).in_text(name.clone(), None, None))
    };
    let committed = match File::open(path) {
        Ok(file) => Some(UnixLines::of(BufReader::with_capacity(64 << 10, file))),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(unreadable(&error)),
    };
    let is_there = committed.is_some();
    let mut comparison = FileComparison { committed, is_same: is_there, bytes: 0, buffer: Vec::new() };
    manifest.write(&mut comparison).map_err(|error| unreadable(&error))?;
    let is_same = comparison.is_at_end().map_err(|error| unreadable(&error))?;
    if is_same {
        let are_converted = comparison.committed.is_some_and(|lines| lines.are_converted());
        return Ok((comparison.bytes, are_converted.then(|| other_line_ends(path))));
    }
    let what = if is_there { differences(manifest, path) } else { "it does not exist".to_owned() };
    let message = format!("`{name}` is out of date: {what}");
    Ok((comparison.bytes, Some(Diagnostic::new(Code::Stale, message).in_text(name, None, None))))
}

/// A writer that compares its bytes with a file, so that neither is held in memory.
struct FileComparison<R> {
    committed: Option<R>,
    is_same: bool,
    bytes: u64,
    buffer: Vec<u8>,
}

impl<R: Read> FileComparison<R> {
    /// Returns true if all bytes were equal and the file ends here.
    fn is_at_end(&mut self) -> io::Result<bool> {
        let rest = self.committed.as_mut().map_or(Ok(0), |committed| committed.read(&mut [0]))?;
        Ok(self.is_same && rest == 0)
    }
}

impl<R: Read> Write for FileComparison<R> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes += bytes.len() as u64;
        if let Some(committed) = self.committed.as_mut().filter(|_| self.is_same) {
            self.buffer.resize(bytes.len(), 0);
            self.is_same = match committed.read_exact(&mut self.buffer) {
                Ok(()) => self.buffer == bytes,
                Err(error) if error.kind() == ErrorKind::UnexpectedEof => false,
                Err(error) => return Err(error),
            };
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Describes the differences in a few words.
fn differences(manifest: &impl Writable, path: &Path) -> String {
    let mut fresh = Vec::new();
    let written = manifest.write(&mut fresh).is_ok();
    let committed = fs::read(path).ok().and_then(|bytes| values(&bytes));
    let (Some(committed), Some(fresh)) = (committed, values(&fresh).filter(|_| written)) else {
        return "it is not JSON".to_owned();
    };
    let (Some(old), Some(new)) = (listed(&committed), listed(&fresh)) else {
        return "it has no list of tools".to_owned();
    };
    let text = summary(old, new);
    match text.is_empty() {
        false => text,
        true if committed == fresh => "only form or order differ".to_owned(),
        true => "the tools are equal, but other members differ".to_owned(),
    }
}

/// Parses a sequence of JSON values.
fn values(bytes: &[u8]) -> Option<Vec<Value>> {
    serde_json::Deserializer::from_slice(bytes).into_iter().collect::<Result<_, _>>().ok()
}

/// Returns the tools of a manifest in any envelope.
fn listed(values: &[Value]) -> Option<&[Value]> {
    match values {
        [Value::Array(tools)] => Some(tools),
        [one] if one["name"].is_string() => Some(values),
        [one] => one["tools"].as_array().or_else(|| one["result"]["tools"].as_array()).map(Vec::as_slice),
        lines => Some(lines),
    }
}

fn summary(old: &[Value], new: &[Value]) -> String {
    let by_name = |tools: &[Value]| -> HashMap<String, Value> {
        tools.iter().map(|tool| (name(tool).to_owned(), tool.clone())).collect()
    };
    let (earlier, later) = (by_name(old), by_name(new));
    let missing = |tools: &[Value], others: &HashMap<String, Value>| -> Vec<String> {
        let missing = tools.iter().map(name).filter(|name| !others.contains_key(*name));
        missing.map(str::to_owned).collect()
    };
    let changed = new.iter().filter_map(|tool| {
        let keys = changed_keys(earlier.get(name(tool))?, tool);
        (!keys.is_empty()).then(|| format!("{} ({})", name(tool), keys.join(", ")))
    });
    let kinds = [
        ("new", missing(new, &earlier)),
        ("gone", missing(old, &later)),
        ("changed", changed.collect::<Vec<_>>()),
    ];
    let mut text = String::new();
    for (what, tools) in kinds.iter().filter(|(_, tools)| !tools.is_empty()) {
        let named: Vec<&str> = tools.iter().take(NAMED).map(String::as_str).collect();
        let separator = if text.is_empty() { "" } else { "; " };
        // Writing to a string cannot fail.
        let _ = write!(text, "{separator}{what}: {}", named.join(", "));
        if tools.len() > NAMED {
            let _ = write!(text, " and {} more", tools.len() - NAMED);
        }
    }
    text
}

fn name(tool: &Value) -> &str {
    tool["name"].as_str().unwrap_or_default()
}

/// Returns the keys of a tool whose values differ.
fn changed_keys(old: &Value, new: &Value) -> Vec<String> {
    let (Value::Object(old), Value::Object(new)) = (old, new) else {
        return Vec::new();
    };
    let gone = old.keys().filter(|key| !new.contains_key(*key));
    let changed = new.iter().filter(|(key, value)| old.get(*key) != Some(value)).map(|(key, _)| key);
    changed.chain(gone).map(Key::to_string).collect()
}
