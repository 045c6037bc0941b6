//! Sets the behaviour hints of every tool: inferred from the HTTP method, made stricter by verbs, overridden by the
//! document and the caller.

use crate::diagnostic::{Code, Diagnostic, Sink};
use crate::model::{Annotations, Catalog, Hint, HintSource, Method, Tool};
use crate::parallel::each;

use super::operation_verb::{OPERATION_ID, VerbFinding, VerbMeaning, find_verb};

/// Sets the hints of every tool (docs/mapping.md, "Annotations"). Before, the annotations of a tool are the hints that
/// the document sets; after, they are the hints that are emitted.
pub fn set_annotations(catalog: &mut Catalog, sink: &Sink) {
    each(&mut catalog.tools, sink, |tool, sink| {
        let Some(call) = tool.call.as_ref().filter(|_| tool.hint_source == HintSource::Method) else {
            if !tool.hint_overrides.is_empty() {
                tool.annotations = override_hints(tool, tool.annotations, tool.hint_overrides, None, sink);
            }
            return;
        };
        let finding = find_verb(call);
        let mut hints = from_method(&call.method);
        if finding.as_ref().is_some_and(|finding| finding.meaning == VerbMeaning::Destroys) {
            be_cautious(&mut hints);
        }
        let given = merge_overrides(tool.hint_overrides, tool.annotations);
        report_verb(tool, given, finding.as_ref(), sink);
        tool.annotations = override_hints(tool, hints, given, finding.as_ref(), sink);
    });
}

/// Merges the hints that the caller and the document set. The caller's value wins, also where a hint of the caller
/// excludes another one of the document (`readOnlyHint` and `destructiveHint`).
fn merge_overrides(caller: Annotations, document: Annotations) -> Annotations {
    let mut hints = document;
    for (hint, value) in caller.iter() {
        let other = match hint {
            Hint::ReadOnly => Some(Hint::Destructive),
            Hint::Destructive => Some(Hint::ReadOnly),
            Hint::Idempotent | Hint::OpenWorld => None,
        };
        if let Some(other) = other.filter(|&other| value && document.get(other) == Some(true)) {
            hints.set(other, false);
        }
    }
    for (hint, value) in caller.iter() {
        hints.set(hint, value);
    }
    hints
}

/// Infers hints from the HTTP method (the table in docs/mapping.md, "Annotations").
fn from_method(method: &Method) -> Annotations {
    let (read_only, destructive, idempotent) = match method.as_str() {
        "GET" | "HEAD" | "OPTIONS" | "TRACE" | "QUERY" => (true, false, Some(true)),
        "PUT" | "DELETE" => (false, true, Some(true)),
        "PATCH" => (false, true, Some(false)),
        "POST" => (false, false, Some(false)),
        _ => (false, true, None),
    };
    let mut hints = Annotations::default();
    hints.set(Hint::ReadOnly, read_only);
    hints.set(Hint::Destructive, destructive);
    if let Some(idempotent) = idempotent {
        hints.set(Hint::Idempotent, idempotent);
    }
    hints.set(Hint::OpenWorld, true);
    hints
}

/// Makes the hints of a GET or POST cautious because of a destructive verb.
fn be_cautious(hints: &mut Annotations) {
    hints.set(Hint::ReadOnly, false);
    hints.set(Hint::Destructive, true);
}

/// Reports the effect of a verb, unless the document or the caller sets the hint that the verb suggests.
fn report_verb(tool: &Tool, overrides: Annotations, finding: Option<&VerbFinding>, sink: &Sink) {
    let Some(VerbFinding { meaning, word, origin }) = finding else {
        return;
    };
    let given = |hint| overrides.get(hint).is_some();
    let (code, effect) = match meaning {
        VerbMeaning::Destroys if !given(Hint::Destructive) && overrides.get(Hint::ReadOnly) != Some(true) => {
            (Code::HintFromWord, "says that it is destructive")
        }
        VerbMeaning::Reads if !given(Hint::ReadOnly) => {
            (Code::HintReadLike, "sounds like a read; its hints stay cautious")
        }
        _ => return,
    };
    let diagnostic = Diagnostic::new(code, format!("`{word}` in the {origin} of {tool} {effect}"));
    sink.push(diagnostic.at(tool.place).below(Some(*origin).filter(|origin| *origin == OPERATION_ID)));
}

/// Applies overrides to inferred hints. `readOnlyHint` and `destructiveHint` are never both true: an override to
/// read-only wins, and an override to destructive wins over an inferred read-only hint.
fn override_hints(
    tool: &Tool,
    inferred: Annotations,
    given: Annotations,
    finding: Option<&VerbFinding>,
    sink: &Sink,
) -> Annotations {
    let mut hints = inferred;
    for (hint, value) in given.iter() {
        hints.set(hint, value);
        if inferred.get(hint) != Some(value) {
            report_override(tool, hint, value, finding, sink);
        }
    }
    if hints.get(Hint::ReadOnly) == Some(true) && hints.get(Hint::Destructive) == Some(true) {
        if given.get(Hint::ReadOnly) == Some(true) {
            hints.set(Hint::Destructive, false);
            if given.get(Hint::Destructive) == Some(true) {
                sink.report(
                    Code::HintLessCautious,
                    tool.place,
                    format!(
                        "{tool} is overridden to be both read-only and destructive; `readOnlyHint: true` decides"
                    ),
                );
            }
        } else {
            hints.set(Hint::ReadOnly, false);
        }
    }
    hints
}

/// Reports an override that differs from the inferred hint.
fn report_override(tool: &Tool, hint: Hint, value: bool, finding: Option<&VerbFinding>, sink: &Sink) {
    let less_cautious =
        matches!((hint, value), (Hint::ReadOnly, true) | (Hint::Destructive | Hint::OpenWorld, false));
    let contradiction = match finding {
        Some(VerbFinding { meaning: VerbMeaning::Destroys, word, origin })
            if less_cautious && hint != Hint::OpenWorld =>
        {
            format!("the method and `{word}` in the {origin} say otherwise")
        }
        _ if tool.hint_source == HintSource::Given => "the source does not say so".to_owned(),
        _ => "the method says otherwise".to_owned(),
    };
    let code = if less_cautious { Code::HintLessCautious } else { Code::HintOverridden };
    sink.report(code, tool.place, format!("`{}: {value}` is set for {tool}; {contradiction}", hint.key()));
}

#[cfg(test)]
mod tests;
