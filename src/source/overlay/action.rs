//! An overlay as it is written → its actions, and what is wrong with it.
//!
//! Sections are those of the Overlay Specification 1.1.0.

use crate::diagnostic::{Code, Diagnostic, Fatal, Sink};

use super::super::{Document, Fields, Node};

/// The feature set that an overlay is written in (section 4.1): the patch version makes no difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum OverlayVersion {
    V1_0,
    V1_1,
}

/// An overlay that can be applied.
#[derive(Debug)]
pub(super) struct Overlay<'s> {
    pub(super) version: OverlayVersion,
    /// The document that it was written for.
    pub(super) extends: Option<Node<'s>>,
    pub(super) actions: Vec<OverlayAction<'s>>,
}

/// One change (section 4.4.3).
#[derive(Debug)]
pub(super) struct OverlayAction<'s> {
    /// The query that says where.
    pub(super) target: Node<'s>,
    pub(super) change: OverlayChange<'s>,
}

/// What an action does.
#[derive(Debug)]
pub(super) enum OverlayChange<'s> {
    /// The value is merged into what is there.
    Update(Node<'s>),
    /// So is what another query selects.
    Copy(Node<'s>),
    /// What is there goes.
    Remove,
}

/// Reads an overlay. What cannot be applied at all is the error; an action that cannot be applied is left out.
pub(super) fn read<'s>(document: &'s Document, sink: &Sink) -> Result<Overlay<'s>, Fatal> {
    let root = document.root();
    let mut fields = Fields::new(root);
    let Some(spelled) = fields.take("overlay") else {
        return Err(unusable(
            document,
            root,
            "it is no overlay: it has no field `overlay`, which says the version",
        ));
    };
    let version = version(document, spelled, sink)?;
    match fields.take("info") {
        Some(info) if info.is_object() => read_info(info, sink),
        Some(info) => sink.push(irregular(info, format!("`info` is {}, not an object", info.kind()))),
        None => sink.push(irregular(root, "the overlay has no `info`".to_owned())),
    }
    let extends = match fields.take("extends") {
        Some(extends) if extends.as_str().is_none() => {
            sink.push(irregular(extends, format!("`extends` is {}, not a string", extends.kind())));
            None
        }
        extends => extends,
    };
    let Some(list) = fields.take("actions") else {
        return Err(unusable(document, root, "it has no `actions`"));
    };
    if !list.is_array() {
        let what = format!("its `actions` are {}, not an array", list.kind());
        return Err(unusable(document, list, &what));
    }
    if list.is_empty() {
        sink.push(irregular(list, "the overlay has no actions".to_owned()));
    }
    report_unknown(&fields, "an overlay", sink);
    let actions = list.items().filter_map(|action| match read_action(action, version, sink) {
        Ok(action) => action,
        Err(diagnostic) => {
            sink.push(*diagnostic);
            None
        }
    });
    Ok(Overlay { version, extends, actions: actions.collect() })
}

/// Why an overlay cannot be applied at all.
fn unusable(document: &Document, at: Node<'_>, why: &str) -> Fatal {
    let message = format!("`{}` cannot be applied: {why}", document.origin());
    Box::new(Diagnostic::new(Code::OverlayUnusable, message).at(at.place()))
}

/// Section 4.4.1: `overlay` is a string such as `1.0.0`.
fn version(document: &Document, spelled: Node<'_>, sink: &Sink) -> Result<OverlayVersion, Fatal> {
    let text = spelled.scalar_text().unwrap_or_default();
    let mut parts = text.split('.');
    let version = match (parts.next(), parts.next()) {
        (Some("1"), Some("0")) => OverlayVersion::V1_0,
        (Some("1"), Some("1")) => OverlayVersion::V1_1,
        _ => {
            let what = match spelled.scalar_text() {
                Some(text) => {
                    format!("`{text}` is no version of overlays that is supported: 1.0 and 1.1 are")
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

/// Section 4.4.2.
fn read_info(info: Node<'_>, sink: &Sink) {
    let mut fields = Fields::new(info);
    for key in ["title", "version"] {
        if fields.take(key).is_none() {
            sink.push(irregular(info, format!("`info` has no `{key}`")));
        }
    }
    fields.take("description");
    report_unknown(&fields, "`info` of an overlay", sink);
}

/// Extensions (section 4.6) say nothing to us.
fn report_unknown(fields: &Fields<'_>, whose: &str, sink: &Sink) {
    for field in fields.rest().filter(|field| !field.key().starts_with("x-")) {
        let message = format!("{whose} has no field `{}`; it is ignored", field.key());
        sink.push(Diagnostic::new(Code::OverlayField, message).at(field.place()));
    }
}

/// Section 4.4.3. None for an action that changes nothing.
fn read_action<'s>(
    node: Node<'s>,
    version: OverlayVersion,
    sink: &Sink,
) -> Result<Option<OverlayAction<'s>>, Fatal> {
    if !node.is_object() {
        return Err(skipped(node, &format!("it is {}, not an object", node.kind())));
    }
    let mut fields = Fields::new(node);
    let Some(target) = fields.take("target") else {
        return Err(skipped(node, "it has no `target`"));
    };
    text(target)?;
    fields.take("description");
    let update = fields.take_value("update");
    let copy = fields.take("copy");
    let remove = match fields.take("remove") {
        None => false,
        Some(remove) => remove
            .as_bool()
            .ok_or_else(|| skipped(remove, &format!("`remove` is {}, not a boolean", remove.kind())))?,
    };
    report_unknown(&fields, "an action", sink);
    let change = match (remove, update, copy) {
        (true, update, copy) => {
            for idle in update.into_iter().chain(copy) {
                sink.push(idle_field(idle, "the action removes its target"));
            }
            OverlayChange::Remove
        }
        (false, Some(update), Some(_)) => {
            return Err(skipped(update, "of `update` and `copy` it can have one"));
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
        sink.push(irregular(*copy, "`copy` came with version 1.1; it is applied".to_owned()));
    }
    Ok(Some(OverlayAction { target, change }))
}

fn text(field: Node<'_>) -> Result<&str, Fatal> {
    field
        .as_str()
        .ok_or_else(|| skipped(field, &format!("`{}` is {}, not a string", field.key(), field.kind())))
}

/// An action that cannot be applied.
pub(super) fn skipped(at: Node<'_>, why: &str) -> Fatal {
    let message = format!("the action is skipped: {why}");
    Box::new(Diagnostic::new(Code::OverlayAction, message).at(at.place()))
}

/// What an overlay does otherwise than its specification asks for, without harm.
pub(super) fn irregular(at: Node<'_>, message: String) -> Diagnostic {
    Diagnostic::new(Code::OverlayIrregular, message).at(at.place())
}

/// A field without an effect.
fn idle_field(field: Node<'_>, why: &str) -> Diagnostic {
    let message = format!("`{}` has no effect: {why}", field.key());
    Diagnostic::new(Code::OverlayIdle, message).at(field.place())
}
