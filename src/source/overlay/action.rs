//! Parsing and validation of an overlay.
//!
//! Sections are those of the Overlay Specification 1.1.0.

use crate::diagnostic::{Code, Diagnostic, Fatal, Sink};

use super::super::document::Document;
use super::super::fields::{Fields, TakenField};
use super::super::node::Node;

/// Version of the specification that an overlay uses, without the patch version (section 4.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum OverlayVersion {
    V1_0,
    V1_1,
}

/// A valid overlay.
#[derive(Debug)]
pub(super) struct Overlay<'s> {
    pub(super) version: OverlayVersion,
    /// The field `extends`: the document that the overlay was written for.
    pub(super) extends: Option<Node<'s>>,
    pub(super) actions: Vec<OverlayAction<'s>>,
}

/// One action (section 4.4.3).
#[derive(Debug)]
pub(super) struct OverlayAction<'s> {
    /// `JSONPath` query for the values to change.
    pub(super) target: Node<'s>,
    pub(super) change: OverlayChange<'s>,
}

/// Change that an action makes.
#[derive(Debug)]
pub(super) enum OverlayChange<'s> {
    /// Merges this value into the target.
    Update(Node<'s>),
    /// Merges the value that this query selects into the target.
    Copy(Node<'s>),
    /// Removes the target.
    Remove,
}

/// Parses an overlay. An action that cannot be applied is left out; the error is for an overlay that cannot be applied
/// at all.
pub(super) fn read<'s>(document: &'s Document, sink: &Sink) -> Result<Overlay<'s>, Fatal> {
    let root = document.root();
    let mut fields = Fields::new(root);
    let Some(spelled) = fields.take("overlay").map(TakenField::used) else {
        return Err(unusable(
            document,
            root,
            "it is not an overlay: the field `overlay` with the version is missing",
        ));
    };
    let version = version(document, spelled, sink)?;
    match fields.take("info").map(TakenField::used) {
        Some(info) if info.is_object() => read_info(info, sink),
        Some(info) => sink.push(irregular(info, format!("`info` is {}, not an object", info.kind()))),
        None => sink.push(irregular(root, "the overlay has no `info`".to_owned())),
    }
    let extends = match fields.take("extends").map(TakenField::used) {
        Some(extends) if extends.as_str().is_none() => {
            sink.push(irregular(extends, format!("`extends` is {}, not a string", extends.kind())));
            None
        }
        extends => extends,
    };
    let Some(list) = fields.take("actions").map(TakenField::used) else {
        return Err(unusable(document, root, "it has no `actions`"));
    };
    if !list.is_array() {
        let what = format!("its `actions` are {}, not an array", list.kind());
        return Err(unusable(document, list, &what));
    }
    if list.is_empty() {
        sink.push(irregular(list, "the overlay has no actions".to_owned()));
    }
    report_unknown(&fields, "the overlay", sink);
    let actions = list.items().filter_map(|action| match read_action(action, version, sink) {
        Ok(action) => action,
        Err(diagnostic) => {
            sink.push(*diagnostic);
            None
        }
    });
    Ok(Overlay { version, extends, actions: actions.collect() })
}

/// Creates the error for an overlay that cannot be applied at all.
fn unusable(document: &Document, at: Node<'_>, why: &str) -> Fatal {
    let message = format!("`{}` cannot be applied: {why}", document.origin());
    Box::new(Diagnostic::new(Code::OverlayUnusable, message).at(at.place()))
}

/// Parses the version (section 4.4.1), a string such as `1.0.0`.
fn version(document: &Document, spelled: Node<'_>, sink: &Sink) -> Result<OverlayVersion, Fatal> {
    let text = spelled.scalar_text().unwrap_or_default();
    let mut parts = text.split('.');
    let version = match (parts.next(), parts.next()) {
        (Some("1"), Some("0")) => OverlayVersion::V1_0,
        (Some("1"), Some("1")) => OverlayVersion::V1_1,
        _ => {
            let what = match spelled.scalar_text() {
                Some(text) => {
                    format!("version `{text}` is not supported; use 1.0 or 1.1")
                }
                None => format!("its version is {}, not a string such as `1.1.0`", spelled.kind()),
            };
            return Err(unusable(document, spelled, &what));
        }
    };
    if spelled.as_str().is_none() || parts.next().is_none() {
        let message = format!("the version of an overlay is a string such as `1.1.0`, not `{text}`");
        sink.push(irregular(spelled, message));
    }
    Ok(version)
}

/// Checks the info object (section 4.4.2).
fn read_info(info: Node<'_>, sink: &Sink) {
    let mut fields = Fields::new(info);
    for key in ["title", "version"] {
        match fields.take(key) {
            Some(field) => field.passed_over("it names the overlay for people"),
            None => sink.push(irregular(info, format!("`info` has no `{key}`"))),
        }
    }
    fields.pass_over(&["description"], "it is for people");
    report_unknown(&fields, "`info` of the overlay", sink);
}

/// Reports unknown fields, except extensions (section 4.6).
fn report_unknown(fields: &Fields<'_>, whose: &str, sink: &Sink) {
    for field in fields.rest().filter(|field| !field.key().starts_with("x-")) {
        let message = format!("unknown field `{}` in {whose} is ignored", field.key());
        sink.push(Diagnostic::new(Code::OverlayField, message).at(field.place()));
    }
}

/// Parses an action (section 4.4.3). Returns `None` for an action that changes nothing.
fn read_action<'s>(
    node: Node<'s>,
    version: OverlayVersion,
    sink: &Sink,
) -> Result<Option<OverlayAction<'s>>, Fatal> {
    if !node.is_object() {
        return Err(skipped(node, &format!("it is {}, not an object", node.kind())));
    }
    let mut fields = Fields::new(node);
    let Some(target) = fields.take("target").map(TakenField::used) else {
        return Err(skipped(node, "it has no `target`"));
    };
    text(target)?;
    fields.pass_over(&["description"], "it is for people");
    let update = fields.take_value("update").map(TakenField::used);
    let copy = fields.take("copy").map(TakenField::used);
    let remove = match fields.take("remove").map(TakenField::used) {
        None => false,
        Some(remove) => remove
            .as_bool()
            .ok_or_else(|| skipped(remove, &format!("`remove` is {}, not a boolean", remove.kind())))?,
    };
    report_unknown(&fields, "the action", sink);
    let change = match (remove, update, copy) {
        (true, update, copy) => {
            for idle in update.into_iter().chain(copy) {
                sink.push(idle_field(idle, "the action removes its target"));
            }
            OverlayChange::Remove
        }
        (false, Some(update), Some(_)) => {
            return Err(skipped(update, "`update` and `copy` exclude each other"));
        }
        (false, Some(update), None) => OverlayChange::Update(update),
        (false, None, Some(copy)) => {
            text(copy)?;
            OverlayChange::Copy(copy)
        }
        (false, None, None) => {
            let message = "the action changes nothing: it has neither `update` nor `copy` nor `remove: true`";
            sink.push(Diagnostic::new(Code::OverlayIdle, message).at(node.place()));
            return Ok(None);
        }
    };
    if let (OverlayVersion::V1_0, OverlayChange::Copy(copy)) = (version, &change) {
        sink.push(irregular(*copy, "`copy` requires version 1.1; it is applied anyway".to_owned()));
    }
    Ok(Some(OverlayAction { target, change }))
}

fn text(field: Node<'_>) -> Result<&str, Fatal> {
    field
        .as_str()
        .ok_or_else(|| skipped(field, &format!("`{}` is {}, not a string", field.key(), field.kind())))
}

/// Creates the diagnostic for an action that is skipped.
pub(super) fn skipped(at: Node<'_>, why: &str) -> Fatal {
    let message = format!("the action is skipped: {why}");
    Box::new(Diagnostic::new(Code::OverlayAction, message).at(at.place()))
}

/// Creates the diagnostic for a harmless deviation from the specification.
pub(super) fn irregular(at: Node<'_>, message: String) -> Diagnostic {
    Diagnostic::new(Code::OverlayIrregular, message).at(at.place())
}

/// Creates the diagnostic for a field without an effect.
fn idle_field(field: Node<'_>, why: &str) -> Diagnostic {
    let message = format!("`{}` has no effect: {why}", field.key());
    Diagnostic::new(Code::OverlayIdle, message).at(field.place())
}
