//! Rules of the caller: names, texts, hints and arguments for the tools that match a condition.

use crate::diagnostic::{Code, Diagnostic, Place, TextPlace};
use crate::json::Value;
use crate::model::{Annotations, SchemaBound};
use crate::selection::SelectionRule;

/// A rule for every operation, capability or definition that matches a condition. Rules override the document, and
/// later rules override earlier ones, key by key.
#[derive(Debug, Clone)]
pub struct ToolRule {
    /// The condition.
    pub matches: SelectionRule,
    /// The name of the tool. It is never changed, and the rule must match one tool only.
    pub name: Option<String>,
    /// The title.
    pub title: Option<String>,
    /// The description, which replaces that of the document.
    pub description: Option<String>,
    /// The behaviour hints. A hint that is unset here is not overridden.
    pub hints: Annotations,
    /// The largest input schema.
    pub max_input_schema: Option<SchemaBound>,
    /// The largest output schema.
    pub max_output_schema: Option<SchemaBound>,
    /// The rules for arguments.
    pub arguments: Vec<ArgumentRule>,
    /// The place of the rule in the configuration file, for diagnostics.
    pub written: Option<TextPlace>,
}

impl ToolRule {
    /// Returns a rule that sets nothing.
    pub fn new(matches: SelectionRule) -> Self {
        Self {
            matches,
            name: None,
            title: None,
            description: None,
            hints: Annotations::default(),
            max_input_schema: None,
            max_output_schema: None,
            arguments: Vec::new(),
            written: None,
        }
    }
}

/// A rule for one argument.
#[derive(Debug, Clone)]
pub struct ArgumentRule {
    /// The name of the argument in the manifest or in the document. `body/user/locale` names a property inside an
    /// argument: the path to it follows the name, written as in a JSON Pointer (RFC 6901).
    pub name: String,
    /// True if the argument is removed from the input schema. Only an optional argument can be hidden.
    pub hidden: Option<bool>,
    /// The constant value that every call sends. The argument is removed from the input schema.
    pub value: Option<Value>,
    /// The description, which replaces that of the document.
    pub description: Option<String>,
    /// The place of the rule in the configuration file, for diagnostics.
    pub written: Option<TextPlace>,
}

/// Returns a diagnostic at the place of a rule in the configuration file, or else at a place in the document.
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
