//! One tool.

use std::fmt;
use std::sync::Arc;

use crate::diagnostic::{Place, brief};
use crate::json::{Map, Value};

use super::{Annotations, Argument, Constant, HttpCall, Method, Routes, Schema};

/// A tool's name, unique in its manifest: `^[A-Za-z][A-Za-z0-9_-]{0,63}$`, unless it was asked for verbatim.
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

    /// The name as its source has it, whatever clients make of it.
    pub fn verbatim(name: &str) -> Self {
        Self(name.to_owned())
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
        operation_id: Option<Arc<str>>,
        /// The HTTP method.
        method: Method,
        /// The path template.
        path: Arc<str>,
    },
    /// A name of the source that is copied where every client accepts it.
    Copied(String),
    /// A name of the source whose words are written in `snake_case`.
    Words(String),
    /// A name of the source that is written as it is, also where clients refuse it.
    Verbatim(String),
}

impl NameSource {
    /// The name that the source itself has for the tool.
    pub fn given(&self) -> Option<&str> {
        match self {
            Self::Explicit(name) | Self::Copied(name) | Self::Words(name) | Self::Verbatim(name) => {
                Some(name)
            }
            Self::Operation { operation_id, .. } => operation_id.as_deref(),
        }
    }
}

/// Where the behaviour hints of a tool come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HintSource {
    /// The HTTP method and the words of the name; what is given overrides them.
    Method,
    /// The source alone: what is given is emitted.
    Given,
}

/// The input of a tool that its source describes by one schema.
#[derive(Debug, Clone)]
pub struct ToolInput {
    /// Where the schema stands in the source.
    pub place: Place,
    /// The schema as it was translated; after its properties became arguments, the keywords that are left
    /// at the root of the input schema.
    pub schema: Schema,
    /// Whether the value is no object, so that it became the argument [`ToolInput::WRAPPED`].
    pub wrapped: bool,
}

impl ToolInput {
    /// The argument that holds an input that is no object.
    pub const WRAPPED: &'static str = "value";
}

/// What a tool answers.
#[derive(Debug, Clone)]
pub struct ToolOutput {
    /// Where the responses stand in the source.
    pub place: Place,
    /// The schema of the structured result.
    pub schema: Schema,
    /// What the result is, seen from outside.
    pub root: OutputRoot,
}

/// What the structured result of a tool is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum OutputRoot {
    /// The response, which is an object.
    #[default]
    Object,
    /// An object that has the response, which may be anything, under `result`.
    Wrapped,
    /// The response, which may be anything.
    Any,
}

/// Schemas that are written as they are, past translation and validation.
#[derive(Debug, Clone, Default)]
pub struct VerbatimSchemas {
    /// Stands in place of the input schema that the arguments make.
    pub input: Option<Schema>,
    /// Stands in place of the output schema.
    pub output: Option<Schema>,
}

/// One tool: what a model sees, and how the call is made.
#[derive(Debug, Clone)]
pub struct Tool {
    /// Where it stands in the source.
    pub place: Place,
    /// What the name is made from.
    pub name_source: NameSource,
    /// The name that the source has for it, where the caller gave another.
    pub source_name: Option<String>,
    /// What stands before the name that is made for it, where its source is one of several.
    pub prefix: Option<String>,
    /// The final name; set by the pass that names tools.
    pub name: Option<ToolName>,
    /// A title given explicitly.
    pub explicit_title: Option<String>,
    /// A description given explicitly.
    pub explicit_description: Option<String>,
    /// The source's one-line summary; gone after the pass that describes tools.
    pub summary: Option<String>,
    /// The source's description; gone after the same pass.
    pub source_description: Option<String>,
    /// The final title; set by the pass that describes tools.
    pub title: Option<String>,
    /// The final description; set by the pass that describes tools.
    pub description: String,
    /// What the source groups it under, each once; nothing that a manifest has.
    pub tags: Vec<String>,
    /// Whether the source calls it deprecated.
    pub deprecated: bool,
    /// Its input, where the source describes it by one schema and not argument by argument.
    pub input: Option<ToolInput>,
    /// Its arguments in the order path, query, header, cookie, body, each group in document order.
    pub arguments: Vec<Argument>,
    /// What every call sends, without a model's knowing of it.
    pub constants: Vec<Constant>,
    /// Its output, if every success has a JSON body.
    pub output: Option<ToolOutput>,
    /// Schemas that are written as they are.
    pub verbatim: VerbatimSchemas,
    /// Behaviour hints: what the source overrides before, what is emitted after the pass that sets them.
    pub annotations: Annotations,
    /// Where the hints come from.
    pub hint_source: HintSource,
    /// Behaviour hints that the caller overrides.
    pub hint_overrides: Annotations,
    /// Further keys of the annotations, as they are written.
    pub further_annotations: Map,
    /// Icons for people to know it by (MCP, `Icon`), as they are written.
    pub icons: Vec<Value>,
    /// Further entries of the tool's `_meta`, as they are written.
    pub meta: Map,
    /// How to make the call over HTTP, if it is one.
    pub call: Option<HttpCall>,
    /// Where the properties of `input` go in that request.
    pub routes: Option<Routes>,
    /// The rules of the caller that match it, by their positions.
    pub rules: Vec<usize>,
    /// Whether it is to become no tool unless it changes nothing.
    pub only_if_read_only: bool,
    /// Whether the properties of its body are to become arguments.
    pub flattens_body: bool,
}

impl Tool {
    /// A tool that has a name and nothing else.
    pub fn new(place: Place, name_source: NameSource) -> Self {
        Self {
            place,
            name_source,
            source_name: None,
            prefix: None,
            name: None,
            explicit_title: None,
            explicit_description: None,
            summary: None,
            source_description: None,
            title: None,
            description: String::new(),
            tags: Vec::new(),
            deprecated: false,
            input: None,
            arguments: Vec::new(),
            constants: Vec::new(),
            output: None,
            verbatim: VerbatimSchemas::default(),
            annotations: Annotations::default(),
            hint_source: HintSource::Given,
            hint_overrides: Annotations::default(),
            further_annotations: Map::new(),
            icons: Vec::new(),
            meta: Map::new(),
            call: None,
            routes: None,
            rules: Vec::new(),
            only_if_read_only: false,
            flattens_body: false,
        }
    }
}

impl fmt::Display for Tool {
    /// What people know it by: `GET /pets`, or the name that the source gives it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_named = matches!(self.name_source, NameSource::Copied(_) | NameSource::Words(_));
        match (&self.call, self.name_source.given()) {
            (Some(call), _) if !is_named => {
                write!(f, "{} {}", call.method, brief(&call.path))
            }
            (_, Some(name)) => write!(f, "`{}`", brief(name)),
            (_, None) => f.write_str("the tool"),
        }
    }
}
