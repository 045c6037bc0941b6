//! Overlays (`OpenAPI` Overlay Specification 1.0.0 and 1.1.0): changes that are applied to a document before it is
//! read.
//!
//! The result is a document with a tree of its own, so readers do not need to know about overlays. Its references are
//! resolved against the location of the original, and its places refer to the source of each value: the original or an
//! overlay.

mod action;
mod apply;
mod evaluation;
mod extends;
mod filter;
mod merge;
mod patch;
mod query;
mod segment;
#[cfg(test)]
mod tests;
mod tree;

use crate::diagnostic::{Diagnostic, Fatal, Sink};

use super::document::Document;
use super::input::Input;
use super::sources::Sources;
use action::{OverlayAction, skipped};
use apply::apply;
use patch::{DocumentPatch, PatchStop};

impl Sources {
    /// Applies overlays to a document, one after the other. The result replaces the original, also for references.
    /// Without overlays, it is the original.
    ///
    /// Actions that cannot be applied are reported to `sink`. The error is for an overlay that cannot be applied at
    /// all, and for one that makes the document exceed a limit.
    pub fn overlay<'s>(
        &'s self,
        document: &'s Document,
        overlays: &[Input],
        sink: &Sink,
    ) -> Result<&'s Document, Fatal> {
        if overlays.is_empty() {
            return Ok(document);
        }
        let mut parts = vec![document];
        let mut patch = DocumentPatch::new(document.root(), &self.limits);
        for input in overlays {
            let file = self.load(input, sink)?;
            parts.push(file);
            let overlay = action::read(file, sink)?;
            if let Some(extends) = overlay.extends {
                extends::compare(extends, document, sink);
            }
            for action in &overlay.actions {
                let done = apply(&mut patch, action, overlay.version, sink);
                done.or_else(|stop| report(&stop, action, sink))?;
            }
        }
        let patched = tree::build(&patch, &parts, &self.limits).map_err(|stop| {
            let message = format!("the overlays cannot be applied to `{}`: {stop}", document.origin());
            let place = parts.last().unwrap_or(&document).root().place();
            Box::new(with_help(&stop, Diagnostic::new(stop.code(), message).at(place)))
        })?;
        Ok(self.supersede(document, (patched.text, patched.tree), patched.copied_places))
    }
}

/// Reports a query that cannot be evaluated; an exceeded limit is an error.
fn report(stop: &PatchStop, action: &OverlayAction<'_>, sink: &Sink) -> Result<(), Fatal> {
    if let PatchStop::Function(_) = stop {
        sink.push(*skipped(action.target, &stop.to_string()));
        return Ok(());
    }
    let diagnostic = Diagnostic::new(stop.code(), stop.to_string()).at(action.target.place());
    Err(Box::new(with_help(stop, diagnostic)))
}

/// Adds the limit that can be raised.
fn with_help(stop: &PatchStop, diagnostic: Diagnostic) -> Diagnostic {
    let limit = match stop {
        PatchStop::Steps(_) => "overlay_steps",
        PatchStop::Added(_) => "overlay_nodes",
        PatchStop::Nodes(_) | PatchStop::Depth(_) | PatchStop::Text | PatchStop::Function(_) => {
            return diagnostic;
        }
    };
    diagnostic.help(format!("Narrow the targets, or raise the limit with --limit {limit}=N."))
}
