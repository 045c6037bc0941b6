//! Tools.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use crate::diagnostic::{Place, brief};
use crate::json::{Map, Value};

use super::annotations::Annotations;
use super::argument::{Argument, ArgumentName, Constant};
use super::call::{HttpCall, Method};
use super::route::Routes;
use super::schema::Schema;

/// The name of a tool, unique in its manifest: `^[A-Za-z][A-Za-z0-9_-]{0,63}$`, unless the name is verbatim.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ToolName(String);

impl ToolName {
    /// Returns the name, or `None` if some clients refuse it or it is longer than `max` characters.
    pub fn new(name: &str, max: usize) -> Option<Self> {
        let mut characters = name.chars();
        let legal = characters.next().is_some_and(|first| first.is_ascii_alphabetic())
            && characters.all(|other| other.is_ascii_alphanumeric() || other == '_' || other == '-')
            && name.len() <= max;
        legal.then(|| Self(name.to_owned()))
    }

    /// Returns the name unchecked, as the source has it.
    pub fn verbatim(name: &str) -> Self {
        Self(name.to_owned())
    }

    /// Returns the name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ToolName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The source of a tool's name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NameSource {
    /// A name for the tool from the author of the document or from the caller. It is never changed.
    Explicit(String),
    /// An HTTP operation: its operationId, or else its method and path.
    Operation {
        /// The `operationId`, as written.
        operation_id: Option<Arc<str>>,
        /// The HTTP method.
        method: Method,
        /// The path template.
        path: Arc<str>,
    },
    /// A name in the source that is copied if every client accepts it.
    Copied(String),
    /// A name in the source whose words are written in `snake_case`.
    Words(String),
    /// A name in the source that is copied even if clients refuse it.
    Verbatim(String),
}

impl NameSource {
    /// Returns the name that the source gives the tool.
    pub fn given(&self) -> Option<&str> {
        match self {
            Self::Explicit(name) | Self::Copied(name) | Self::Words(name) | Self::Verbatim(name) => {
                Some(name)
            }
            Self::Operation { operation_id, .. } => operation_id.as_deref(),
        }
    }
}

/// The origin of a tool's behaviour hints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HintSource {
    /// Hints are inferred from the HTTP method and from verbs; hints in the source override them.
    Method,
    /// Hints are those in the source.
    Given,
}

/// The input of a tool whose source has one schema for it, not one per argument.
#[derive(Debug, Clone)]
pub struct ToolInput {
    /// The place of the schema in the source.
    pub place: Place,
    /// The translated schema. After the pass that splits inputs into arguments, only the other keywords at its root.
    pub schema: Schema,
    /// True if the input is not an object and became the argument [`ToolInput::WRAPPED`].
    pub wrapped: bool,
    /// The names in `required`, in order; `None` before that pass, and if the schema has no `required`.
    pub required: Option<Vec<String>>,
}

impl ToolInput {
    /// The name of the argument for an input that is not an object.
    pub const WRAPPED: &'static str = "value";

    /// Returns an input that is not split into arguments yet.
    pub fn new(place: Place, schema: Schema) -> Self {
        Self { place, schema, wrapped: false, required: None }
    }
}

/// The output of a tool.
#[derive(Debug, Clone)]
pub struct ToolOutput {
    /// The place of the responses in the source.
    pub place: Place,
    /// The schema of the structured result.
    pub schema: Schema,
    /// The root of the structured result.
    pub root: OutputRoot,
}

/// The root of a tool's structured result (MCP `structuredContent`).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum OutputRoot {
    /// The response, which is always an object.
    #[default]
    Object,
    /// An object with the response, which can be any value, under `result`.
    Wrapped,
    /// The response, which can be any value.
    Any,
}

/// Schemas that are emitted unchanged, without translation and validation.
#[derive(Debug, Clone, Default)]
pub struct VerbatimSchemas {
    /// Replaces the input schema that is made from arguments.
    pub input: Option<Schema>,
    /// Replaces the output schema.
    pub output: Option<Schema>,
}

/// A tool, with the HTTP call that it makes.
#[derive(Debug, Clone)]
pub struct Tool {
    /// The place in the source.
    pub place: Place,
    /// The source of the name.
    pub name_source: NameSource,
    /// The name in the source, if the caller gave another name.
    pub source_name: Option<String>,
    /// The prefix of generated names, if its source is one of several.
    pub prefix: Option<String>,
    /// The final name; set by the pass that names tools.
    pub name: Option<ToolName>,
    /// The title that the document's author or the caller sets.
    pub explicit_title: Option<String>,
    /// The description that the document's author or the caller sets.
    pub explicit_description: Option<String>,
    /// The one-line summary in the source; removed by the pass that describes tools.
    pub summary: Option<String>,
    /// The description in the source; removed by the same pass.
    pub source_description: Option<String>,
    /// The final title; set by the pass that describes tools.
    pub title: Option<String>,
    /// The final description; set by the pass that describes tools.
    pub description: String,
    /// The tags in the source, without repetition.
    pub tags: Vec<String>,
    /// True if the source marks the tool as deprecated.
    pub deprecated: bool,
    /// The input, if the source has one schema for it.
    pub input: Option<ToolInput>,
    /// The arguments in the order path, query, header, cookie, body, each group in document order.
    pub arguments: Vec<Argument>,
    /// The constant values that every call sends.
    pub constants: Vec<Constant>,
    /// The output, if every successful response has a JSON body.
    pub output: Option<ToolOutput>,
    /// The schemas that are emitted unchanged.
    pub verbatim: VerbatimSchemas,
    /// The behaviour hints in the source; after the pass that sets annotations, the hints that are emitted.
    pub annotations: Annotations,
    /// The origin of the hints.
    pub hint_source: HintSource,
    /// The behaviour hints that the caller sets.
    pub hint_overrides: Annotations,
    /// Further keys of the annotations, which are emitted unchanged.
    pub further_annotations: Map,
    /// The icons (MCP 2025-11-25 schema, `Icon`), which are emitted unchanged.
    pub icons: Vec<Value>,
    /// Further entries of the tool's `_meta`, which are emitted unchanged.
    pub meta: Map,
    /// The path of an OpenAPI operation as its document has it, by which rules match it; the path of the call may differ.
    pub source_path: Option<Arc<str>>,
    /// The HTTP call, if the tool makes one.
    pub call: Option<HttpCall>,
    /// The routes of the properties of `input` to that call.
    pub routes: Option<Routes>,
    /// The indexes of the caller's rules that match the tool.
    pub rules: Vec<usize>,
    /// True if the tool is left out unless it is read-only.
    pub only_if_read_only: bool,
    /// True if the properties of the body become arguments where that is possible.
    pub flattens_body: bool,
}

impl Tool {
    /// Returns the names of the required arguments, in the order in which the source lists them, or else in that of the
    /// arguments; `None` if `required` is not written. The schema of a tool without arguments is the empty object schema, which has
    /// an empty list.
    pub fn required_arguments(&self) -> Option<Vec<&str>> {
        let listed = self.input.as_ref().and_then(|input| input.required.as_deref());
        let mut required: Vec<&Argument> =
            self.arguments.iter().filter(|argument| argument.required && argument.name.is_some()).collect();
        if let Some(listed) = listed {
            let ranks: HashMap<&str, usize> = listed.iter().map(String::as_str).zip(0..).collect();
            required.sort_by_key(|argument| ranks.get(&*argument.true_name).copied().unwrap_or(usize::MAX));
        }
        let is_empty_list = listed.is_some_and(<[String]>::is_empty);
        let names =
            required.into_iter().filter_map(|argument| argument.name.as_ref()).map(ArgumentName::as_str);
        let names: Vec<&str> = names.collect();
        let is_empty_object = self.input.as_ref().is_none_or(|input| input.schema.0.is_empty())
            && self.arguments.iter().all(|argument| argument.name.is_none());
        (!names.is_empty() || is_empty_list || is_empty_object).then_some(names)
    }

    /// Returns a tool with the source of its name and nothing else.
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
            source_path: None,
            call: None,
            routes: None,
            rules: Vec::new(),
            only_if_read_only: false,
            flattens_body: false,
        }
    }
}

impl fmt::Display for Tool {
    /// Writes method and path (`GET /pets`) or the name in the source, for messages.
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
