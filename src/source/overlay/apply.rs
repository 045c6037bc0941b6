//! What each action does to a document: Overlay Specification 1.1.0, section 4.4.3, and where it differs 1.0.0.

use std::fmt::Write;

use crate::diagnostic::{Code, Diagnostic, Sink};

use super::super::{Node, NodeKind};
use super::action::{OverlayAction, OverlayChange, OverlayVersion, irregular, skipped};
use super::merge::MergeMisfits;
use super::patch::{DocumentPatch, PatchItem, PatchStop};
use super::query::PathQuery;

/// Applies one action to what the actions before it made of the document.
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
            "the target selects a value that is neither object nor array, which came with version 1.1";
        sink.push(irregular(action.target, format!("{message}; it is applied")));
    }
    let mixed = version >= OverlayVersion::V1_1 && shapes().any(|shape| Some(shape) != shapes().next());
    let Some((addition, field)) = addition(patch, action, sink)? else {
        if let OverlayChange::Remove = action.change {
            remove(patch, &targets, action.target, sink);
        }
        return Ok(());
    };
    if mixed {
        let why =
            "its target selects values of several kinds: all are objects, or all arrays, or all neither";
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

/// The value that an action adds, which stands nowhere yet, and the field to blame if it does not fit; without a field the
/// part of it that does not fit is to blame. None where nothing is added.
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
            let why = format!("`copy` selects {} values, and can copy one", several.len());
            sink.push(*skipped(field, &why));
            Ok(None)
        }
    }
}

/// What the query in a field selects. It is told if it is no query, or selects nothing.
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
            let why = format!("`{}` is no JSONPath of RFC 9535: {why}", field.key());
            sink.push(*skipped(field, &why));
            return Ok(Vec::new());
        }
    };
    let items = query.select(patch)?;
    if items.is_empty() {
        let message = format!("`{text}` selects nothing, and the action changes nothing");
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
        message.push_str("; what is there is kept");
        sink.push(Diagnostic::new(Code::OverlayMisfit, message).at(field.unwrap_or(addition).place()));
    }
}

/// What decides how a value is updated.
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

/// Brings a value into a target. An array gets a value that is none as its last item; what an array does to an array
/// depends on the version: 1.0.0 appends it as one item, 1.1.0 concatenates the two.
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
