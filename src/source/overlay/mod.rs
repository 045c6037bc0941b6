//! Overlays (`OpenAPI` Overlay Specification 1.0.0 and 1.1.0): changes to a document, applied before it is read.
//!
//! The changed document is a document like any other, with a tree of its own; what reads it knows nothing of overlays.
//! Its references start from where the original lies, and its places lead to where each value is written: in the original
//! or in an overlay.

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

use crate::diagnostic::{Code, Diagnostic, Fatal, Sink};

use super::{Document, Input, Sources};
use action::{OverlayAction, skipped};
use apply::apply;
use patch::{DocumentPatch, PatchStop};

impl Sources {
    /// The document that overlays make of another, which they are applied to one after the other. It stands for the
    /// original from then on, also for references. Without overlays it is the original.
    ///
    /// What an overlay cannot do is told to `sink`. The error is an overlay that cannot be used at all, and one that makes
    /// the document larger or deeper than the limits say.
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
        let patched = tree::build(&patch, &parts, &self.limits).map_err(|error| {
            let message = format!("`{}` cannot be overlaid: {error}", document.origin());
            Box::new(
                Diagnostic::new(error.code(), message).at(parts.last().unwrap_or(&document).root().place()),
            )
        })?;
        Ok(self.supersede(document, (patched.text, patched.tree), patched.copied_places))
    }
}

/// What is beyond a bound ends the work, and a query that cannot be answered the action.
fn report(stop: &PatchStop, action: &OverlayAction<'_>, sink: &Sink) -> Result<(), Fatal> {
    let code = match stop {
        PatchStop::Function(_) => {
            sink.push(*skipped(action.target, &stop.to_string()));
            return Ok(());
        }
        PatchStop::Depth(_) => Code::TooDeep,
        PatchStop::Nodes(_) | PatchStop::Steps(_) => Code::TooLarge,
    };
    let mut diagnostic = Diagnostic::new(code, stop.to_string()).at(action.target.place());
    if let PatchStop::Steps(_) = stop {
        diagnostic = diagnostic.help("Narrow the targets, or raise the limit with --limit overlay_steps=N.");
    }
    Err(Box::new(diagnostic))
}
