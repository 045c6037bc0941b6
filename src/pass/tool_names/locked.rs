//! Names that the lock keeps for published operations.

use std::collections::HashSet;

use crate::diagnostic::{Code, Diagnostic, Sink};
use crate::lock::{Lock, operation};
use crate::model::{Catalog, NameSource, Tool, ToolName};

use super::draft::NameDraft;

/// The tools that keep a name from the lock.
pub(super) struct LockedNames<'l> {
    lock: &'l Lock,
    /// For each tool, the name that it keeps.
    names: Vec<Option<&'l str>>,
}

impl<'l> LockedNames<'l> {
    /// Looks up the tools in the lock. A tool with an explicit name, or whose name exceeds the limit, does not keep its
    /// name.
    pub(super) fn new(tools: &[Tool], lock: &'l Lock, max: usize) -> Self {
        let mut given = HashSet::new();
        let name = |tool: &Tool| {
            let is_generated = matches!(tool.name_source, NameSource::Operation { .. });
            let name = lock.name(tool).filter(|name| is_generated && ToolName::new(name, max).is_some())?;
            // A document can have an operation twice; only the first keeps the name.
            given.insert(name).then_some(name)
        };
        Self { lock, names: tools.iter().map(name).collect() }
    }

    /// Returns the name that the tool at an index keeps.
    pub(super) fn name(&self, index: usize) -> Option<&'l str> {
        self.names.get(index).copied().flatten()
    }

    /// Iterates over all names of the lock, in lower case. The name of a removed operation is not given to another
    /// tool.
    pub(super) fn reserved(&self) -> impl Iterator<Item = String> {
        self.lock.iter().map(|(_, name)| name.to_ascii_lowercase())
    }

    /// Returns the name that a tool keeps, and reports it if the source would now give another name.
    pub(super) fn keep(&self, index: usize, tool: &Tool, max: usize, sink: &Sink) -> Option<ToolName> {
        let name = self.name(index)?;
        // Additions after a collision, and cuts, do not mean that the source changed.
        let is_other = |draft: &NameDraft<'_>| draft.base.len() <= max && !name.starts_with(&draft.base);
        if let Some(draft) = NameDraft::new(tool).filter(is_other) {
            let message =
                format!("{tool} keeps the name `{name}`; its source would now give `{}`", draft.base);
            sink.report(Code::NameKept, tool.place, message);
        }
        ToolName::new(name, max)
    }
}

/// Reports tools that are new, gone or renamed since the lock was written.
pub(super) fn report(lock: &Lock, catalog: &Catalog, max: usize, sink: &Sink) {
    let mut there = HashSet::new();
    for tool in &catalog.tools {
        let (Some(operation), Some(name)) = (operation(tool), &tool.name) else { continue };
        let first = there.insert(operation);
        match lock.name(tool) {
            None => {
                let message = format!("{tool} is new; it is published as `{name}`");
                sink.report(Code::NameNew, tool.place, message);
            }
            Some(earlier) if earlier != name.as_str() && first => {
                let message = format!("{tool} was published as `{earlier}` and is now named `{name}`");
                let moved = Diagnostic::new(Code::NameMoved, message).at(tool.place);
                let is_long = earlier.len() > max && matches!(tool.name_source, NameSource::Operation { .. });
                sink.push(if is_long {
                    moved.help(format!(
                        "Raise --name-max to {}, or tell those who call the tool.",
                        earlier.len()
                    ))
                } else {
                    moved
                });
            }
            Some(_) => {}
        }
    }
    for (operation, name) in lock.iter().filter(|(operation, _)| !there.contains(*operation)) {
        let message = format!("{operation}, published as `{name}`, has no tool any more");
        sink.report(Code::NameGone, catalog.place, message);
    }
}
