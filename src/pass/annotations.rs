//! The behaviour hints of every tool: from its method, then from words, then as the document overrides.

use crate::diagnostic::{Code, Diagnostic, Sink};
use crate::model::{Annotations, Catalog, Hint, HintSource, Method, Tool};

use super::verb::{self, VerbFinding, VerbMeaning, judge};
use crate::parallel::each;

/// Sets the hints of every tool (docs/mapping.md, "Annotations"). On entry a tool's annotations hold what the document
/// overrides or, where that is all there is, what it says; on exit what is emitted.
pub fn annotations(catalog: &mut Catalog, sink: &Sink) {
    each(&mut catalog.tools, sink, |tool, sink| {
        let Some(call) = tool.call.as_ref().filter(|_| tool.hint_source == HintSource::Method) else {
            if !tool.hint_overrides.is_empty() {
                tool.annotations = overridden(tool, tool.annotations, tool.hint_overrides, None, sink);
            }
            return;
        };
        let finding = judge(call);
        let mut hints = from_method(&call.method);
        if finding.as_ref().is_some_and(|finding| finding.says == VerbMeaning::Destroys) {
            be_cautious(&mut hints);
        }
        let given = over(tool.hint_overrides, tool.annotations);
        report_words(tool, given, finding.as_ref(), sink);
        tool.annotations = overridden(tool, hints, given, finding.as_ref(), sink);
    });
}

/// What the caller overrides, and what the document does of which the caller says nothing. Of two hints that exclude each
/// other the caller's counts.
fn over(caller: Annotations, document: Annotations) -> Annotations {
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

/// The table of methods in docs/mapping.md, "Annotations".
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

/// What a destructive word makes of the hints of a GET or POST.
fn be_cautious(hints: &mut Annotations) {
    hints.set(Hint::ReadOnly, false);
    hints.set(Hint::Destructive, true);
}

/// Reports what a word did, unless the document or the caller says what the word would have guessed.
fn report_words(tool: &Tool, overrides: Annotations, finding: Option<&VerbFinding>, sink: &Sink) {
    let Some(VerbFinding { says, word, origin }) = finding else {
        return;
    };
    let given = |hint| overrides.get(hint).is_some();
    let (code, what) = match says {
        VerbMeaning::Destroys if !given(Hint::Destructive) && overrides.get(Hint::ReadOnly) != Some(true) => {
            (Code::HintFromWord, "says that it is destructive")
        }
        VerbMeaning::Reads if !given(Hint::ReadOnly) => {
            (Code::HintReadLike, "sounds like a read; its hints stay cautious")
        }
        _ => return,
    };
    let diagnostic = Diagnostic::new(code, format!("`{word}` in the {origin} of {tool} {what}"));
    sink.push(diagnostic.at(tool.place).below(Some(*origin).filter(|origin| *origin == verb::ID)));
}

/// The hints after the document's overrides. Read-only and destructive are never both true: an override
/// to read-only decides, and an override to destructive decides over a read-only hint that is only
/// inferred.
fn overridden(
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

/// One diagnostic for an override that differs from what was inferred.
fn report_override(tool: &Tool, hint: Hint, value: bool, finding: Option<&VerbFinding>, sink: &Sink) {
    let less_cautious =
        matches!((hint, value), (Hint::ReadOnly, true) | (Hint::Destructive | Hint::OpenWorld, false));
    let because = match finding {
        Some(VerbFinding { says: VerbMeaning::Destroys, word, origin })
            if less_cautious && hint != Hint::OpenWorld =>
        {
            format!("the method and `{word}` in the {origin} say otherwise")
        }
        _ if tool.hint_source == HintSource::Given => "the source does not say so".to_owned(),
        _ => "the method says otherwise".to_owned(),
    };
    let code = if less_cautious { Code::HintLessCautious } else { Code::HintOverridden };
    sink.report(code, tool.place, format!("`{}: {value}` is set for {}; {because}", hint.key(), tool));
}

#[cfg(test)]
mod tests;
