//! Application of actions: Overlay Specification 1.1.0, section 4.4.3, with the differences of 1.0.0.

use std::fmt::Write;

use crate::diagnostic::{Code, Diagnostic, Sink};

use super::super::node::Node;
use super::super::tree::NodeKind;
use super::action::{OverlayAction, OverlayChange, OverlayVersion, irregular, skipped};
use super::merge::MergeMisfits;
use super::patch::{DocumentPatch, PatchItem, PatchStop};
use super::query::PathQuery;

/// Applies one action to the document that the previous actions left.
pub(super) fn apply<'s>(
    patch: &mut DocumentPatch<'s>,
    action: &OverlayAction<'s>,
    version: OverlayVersion,
    sink: &Sink,
) -> Result<(), PatchStop> {
    let targets = selected(patch, action.target, sink)?;
    if targets.is_empty() {
        return Ok(());
    }
    let shapes = || targets.iter().map(|&item| ValueShape::of(patch.kind(item)));
    if version == OverlayVersion::V1_0 && shapes().any(|shape| shape == ValueShape::Primitive) {
        let message =
            "the target selects a value that is neither an object nor an array, which requires version 1.1";
        sink.push(irregular(action.target, format!("{message}; the action is applied anyway")));
    }
    let mixed = version >= OverlayVersion::V1_1 && shapes().any(|shape| Some(shape) != shapes().next());
    let Some((addition, field)) = addition(patch, action, sink)? else {
        if let OverlayChange::Remove = action.change {
            remove(patch, &targets, action.target, sink);
        }
        return Ok(());
    };
    if mixed {
        let why = "its target selects values of different kinds; they must be all objects, all arrays or all primitive values";
        sink.push(*skipped(action.target, why));
        return Ok(());
    }
    let mut misfits = MergeMisfits::default();
    for target in targets {
        add(patch, target, addition, version, &mut misfits)?;
    }
    report(misfits, field, sink);
    Ok(())
}

fn remove(patch: &mut DocumentPatch<'_>, targets: &[PatchItem], field: Node<'_>, sink: &Sink) {
    for &target in targets {
        if target == PatchItem::ROOT {
            sink.push(*skipped(field, "the document as a whole cannot be removed"));
        }
        patch.remove(target);
    }
}

/// Returns the value that an action adds, detached from the document. The second result is the field to report if the
/// value cannot be merged; `None` reports the part that cannot be merged. Returns `None` if nothing is added.
fn addition<'s>(
    patch: &mut DocumentPatch<'s>,
    action: &OverlayAction<'s>,
    sink: &Sink,
) -> Result<Option<(PatchItem, Option<Node<'s>>)>, PatchStop> {
    let field = match action.change {
        OverlayChange::Update(update) => return Ok(Some((patch.detached(update)?, None))),
        OverlayChange::Copy(field) => field,
        OverlayChange::Remove => return Ok(None),
    };
    match selected(patch, field, sink)?.as_slice() {
        [one] => Ok(Some((patch.copy(*one)?, Some(field)))),
        [] => Ok(None),
        several => {
            let why = format!("`copy` selects {} values instead of one", several.len());
            sink.push(*skipped(field, &why));
            Ok(None)
        }
    }
}

/// Evaluates the query in a field. Reports an invalid query, and one that selects nothing.
fn selected(
    patch: &mut DocumentPatch<'_>,
    field: Node<'_>,
    sink: &Sink,
) -> Result<Vec<PatchItem>, PatchStop> {
    let text = field.as_str().unwrap_or_default();
    patch.charge(PathQuery::cost(text))?;
    let query = match PathQuery::parse(text) {
        Ok(query) => query,
        Err(why) => {
            let why = format!("`{}` is not a JSONPath query (RFC 9535): {why}", field.key());
            sink.push(*skipped(field, &why));
            return Ok(Vec::new());
        }
    };
    let items = query.select(patch)?;
    if items.is_empty() {
        let message = format!("`{text}` selects nothing, so the action changes nothing");
        sink.push(Diagnostic::new(Code::OverlayUnmatched, message).at(field.place()));
    }
    Ok(items)
}

fn report(misfits: MergeMisfits<'_>, field: Option<Node<'_>>, sink: &Sink) {
    for misfit in misfits {
        let (addition, into) = (misfit.addition, &misfit.into);
        let mut message = format!("{} cannot be merged into {} at `{into}`", addition.kind(), misfit.kind);
        if misfit.more > 0 {
            let _ = write!(message, " and {} other places", misfit.more);
        }
        message.push_str("; the existing value is kept");
        sink.push(Diagnostic::new(Code::OverlayMisfit, message).at(field.unwrap_or(addition).place()));
    }
}

/// Shape of a value, which decides how it is updated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ValueShape {
    Object,
    Array,
    Primitive,
}

impl ValueShape {
    fn of(kind: NodeKind) -> Self {
        match kind {
            NodeKind::Object => Self::Object,
            NodeKind::Array => Self::Array,
            NodeKind::Null | NodeKind::Boolean | NodeKind::Number | NodeKind::String => Self::Primitive,
        }
    }
}

/// Adds a value to a target. To an array, any other value is appended as its last element. An array is appended to an
/// array as one element in 1.0.0, and concatenated in 1.1.0.
fn add<'s>(
    patch: &mut DocumentPatch<'s>,
    target: PatchItem,
    addition: PatchItem,
    version: OverlayVersion,
    misfits: &mut MergeMisfits<'s>,
) -> Result<(), PatchStop> {
    match (ValueShape::of(patch.kind(target)), ValueShape::of(patch.kind(addition))) {
        (ValueShape::Array, ValueShape::Array) if version >= OverlayVersion::V1_1 => {
            patch.merge(target, addition, misfits)
        }
        (ValueShape::Array, _) => patch.append(target, addition),
        _ => patch.merge(target, addition, misfits),
    }
}
