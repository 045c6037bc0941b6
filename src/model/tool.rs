//! One tool.

use std::fmt;

use crate::diagnostic::Place;

use super::{Annotations, Argument, HttpCall, Method, Schema};

/// A tool's name, unique in its manifest: `^[A-Za-z][A-Za-z0-9_-]{0,63}$`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ToolName(String);

impl ToolName {
    /// The name, if it is one that every client accepts and is no longer than `max` characters.
    pub fn new(name: &str, max: usize) -> Option<Self> {
        let mut characters = name.chars();
        let legal = characters.next().is_some_and(|first| first.is_ascii_alphabetic())
            && characters.all(|other| other.is_ascii_alphanumeric() || other == '_' || other == '-')
            && name.len() <= max;
        legal.then(|| Self(name.to_owned()))
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ToolName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What a tool's name is made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NameSource {
    /// Given by the document's author for this purpose; never altered.
    Explicit(String),
    /// An HTTP operation: its operationId if it has one, else method and path.
    Operation {
        /// `operationId`, as written.
        operation_id: Option<String>,
        /// The HTTP method.
        method: Method,
        /// The path template.
        path: String,
    },
}

/// What a tool answers.
#[derive(Debug, Clone)]
pub struct Output {
    /// Where the responses stand in the source.
    pub place: Place,
    /// The schema of the structured result. When `wrap` is set it stands under `result`.
    pub schema: Schema,
    /// Whether the response is no object and has to be wrapped as `{"result": …}`.
    pub wrap: bool,
}

/// One tool: what a model sees, and how the call is made.
#[derive(Debug, Clone)]
pub struct Tool {
    /// Where it stands in the source.
    pub place: Place,
    /// What the name is made from.
    pub name_source: NameSource,
    /// The final name; set by the pass that names tools.
    pub name: Option<ToolName>,
    /// A title given explicitly.
    pub explicit_title: Option<String>,
    /// A description given explicitly.
    pub explicit_description: Option<String>,
    /// The source's one-line summary.
    pub summary: Option<String>,
    /// The source's description.
    pub source_description: Option<String>,
    /// The final title; set by the pass that describes tools.
    pub title: Option<String>,
    /// The final description; set by the pass that describes tools.
    pub description: String,
    /// Whether the source calls it deprecated.
    pub deprecated: bool,
    /// Its arguments in the order path, query, header, cookie, body, each group in document order.
    pub arguments: Vec<Argument>,
    /// Its output, if every success has a JSON body.
    pub output: Option<Output>,
    /// Behaviour hints: what the source overrides before, what is emitted after the pass that sets them.
    pub annotations: Annotations,
    /// How to make the call over HTTP.
    pub call: HttpCall,
}
