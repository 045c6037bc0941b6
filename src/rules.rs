//! What a caller sets of tools: names, texts, hints and arguments of those that a condition matches.

use crate::diagnostic::{Code, Diagnostic, Place, TextPlace};
use crate::json::Value;
use crate::model::Annotations;
use crate::selection::SelectionRule;

/// What is set of every operation, capability or definition that a condition matches. Of several rules that set the same
/// of one tool, the last counts; each counts more than what the document says of itself.
#[derive(Debug, Clone)]
pub struct ToolRule {
    /// Which are meant.
    pub matches: SelectionRule,
    /// The name of the tool. It is never altered, and belongs to one tool only.
    pub name: Option<String>,
    /// The title.
    pub title: Option<String>,
    /// The description, in place of the document's.
    pub description: Option<String>,
    /// The behaviour hints; one that is not set here stays as it is.
    pub hints: Annotations,
    /// What is set of arguments.
    pub arguments: Vec<ArgumentRule>,
    /// Where the rule is written, for diagnostics.
    pub written: Option<TextPlace>,
}

impl ToolRule {
    /// A rule that sets nothing yet.
    pub fn new(matches: SelectionRule) -> Self {
        Self {
            matches,
            name: None,
            title: None,
            description: None,
            hints: Annotations::default(),
            arguments: Vec::new(),
            written: None,
        }
    }
}

/// What is set of one argument.
#[derive(Debug, Clone)]
pub struct ArgumentRule {
    /// The argument, by the name that it has in the manifest or in the document. `body/user/locale` is a property inside
    /// one: behind the name stand those that lead to it, written as in a JSON Pointer (RFC 6901).
    pub name: String,
    /// Whether a model does not see it, where that is said. Only an argument that a call can do without can be hidden.
    pub hidden: Option<bool>,
    /// The value that every call sends. The argument leaves the input schema, and the value stands in the call.
    pub value: Option<Value>,
    /// The description, in place of the document's.
    pub description: Option<String>,
    /// Where the rule is written, for diagnostics.
    pub written: Option<TextPlace>,
}

/// A diagnostic at the place where a rule is written, or else at one of the document.
pub(crate) fn diagnostic(
    code: Code,
    message: String,
    written: Option<&TextPlace>,
    otherwise: Place,
) -> Diagnostic {
    let diagnostic = Diagnostic::new(code, message);
    match written {
        Some(place) => diagnostic.in_text(place.file.clone(), place.line, place.column),
        None => diagnostic.at(otherwise),
    }
}
