//! One tool of a list, and the object that some model APIs wrap around it.

use crate::source::Node;

/// Fields that hold the input schema of a tool: of MCP, of Anthropic's API, and of OpenAI's.
pub(super) const INPUT_FIELDS: [&str; 3] = ["inputSchema", "input_schema", "parameters"];

/// Fields of a Gemini function that hold a JSON Schema for its input; `parameters` has a schema of Gemini's own
/// (Gemini API, `FunctionDeclaration`). The second spelling is that of the Python SDK.
const DECLARED_INPUT: [&str; 2] = ["parametersJsonSchema", "parameters_json_schema"];

/// Fields of a Gemini function that hold a JSON Schema for its result; `response` has a schema of Gemini's own.
const DECLARED_OUTPUT: [&str; 2] = ["responseJsonSchema", "response_json_schema"];

/// Field of a Bedrock tool that holds the function (Amazon Bedrock, `Tool`).
const TOOL_SPEC: &str = "toolSpec";

/// Returns the functions that a Gemini tool declares (Gemini API, `Tool`).
pub(super) fn declarations(node: Node<'_>) -> Option<Node<'_>> {
    let list = node.get("functionDeclarations").or_else(|| node.get("function_declarations"));
    list.filter(|list| list.is_array())
}

/// Returns true if a value has the form of a tool that is not in `functionDeclarations`.
pub(super) fn is_tool(node: Node<'_>) -> bool {
    let has_object = |key: &str| node.get(key).is_some_and(Node::is_object);
    let inputs = || INPUT_FIELDS.iter().chain(&DECLARED_INPUT);
    has_object("function")
        || has_object(TOOL_SPEC)
        || is_free_text(node)
        || node.get("name").is_some() && inputs().any(|key| node.get(key).is_some())
}

/// Returns true if a tool takes free text in place of JSON arguments (OpenAI API, custom tools). Anthropic's API uses the
/// same `type` for tools with an `input_schema`.
fn is_free_text(node: Node<'_>) -> bool {
    node.get("type").and_then(Node::as_str) == Some("custom")
        && (node.get("custom").is_some_and(Node::is_object) || node.get("name").is_some())
        && INPUT_FIELDS.iter().all(|key| node.get(key).is_none())
}

/// The API whose form a tool has, where forms differ in the schemas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ToolForm {
    /// A tool of MCP, or a function of OpenAI's or Anthropic's API.
    Plain,
    /// `{"toolSpec": {"inputSchema": {"json": …}}}` of Bedrock.
    Spec,
    /// An item of Gemini's `functionDeclarations`.
    Declaration,
}

/// A schema of a tool.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ListedSchema<'s> {
    pub(crate) node: Node<'s>,
    /// True for the schema object of the Gemini API.
    pub(super) is_gemini: bool,
}

/// A tool, and the object around it; most tools have none, and then both are the tool.
pub(crate) struct WrappedTool<'s> {
    pub(crate) outer: Node<'s>,
    pub(crate) inner: Node<'s>,
    pub(super) form: ToolForm,
    /// The field of the outer object that holds the tool.
    pub(super) wrapper: Option<&'static str>,
}

impl<'s> WrappedTool<'s> {
    /// Unwraps `{"type": "function", "function": {…}}`, the form of OpenAI's chat completions, and `{"toolSpec": {…}}`.
    pub(super) fn new(outer: Node<'s>) -> Self {
        if DECLARED_INPUT.iter().any(|key| outer.get(key).is_some()) {
            return Self::declared(outer);
        }
        let wrapped = [("function", ToolForm::Plain), (TOOL_SPEC, ToolForm::Spec)];
        let found = wrapped.into_iter().find_map(|(key, form)| {
            let inner = outer.get(key).filter(|inner| inner.is_object())?;
            Some(Self { outer, inner, form, wrapper: Some(key) })
        });
        found.unwrap_or(Self { outer, inner: outer, form: ToolForm::Plain, wrapper: None })
    }

    /// Returns true if the tool has the form of MCP (MCP, `Tool`), or of none of the others.
    pub(super) fn is_mcp(&self) -> bool {
        let is_bare = self.form == ToolForm::Plain && self.wrapper.is_none();
        is_bare && self.input().is_none_or(|input| input.node.key() == "inputSchema")
    }

    /// Takes an item of Gemini's `functionDeclarations`.
    pub(super) fn declared(node: Node<'s>) -> Self {
        Self { outer: node, inner: node, form: ToolForm::Declaration, wrapper: None }
    }

    /// The fields of the tool that hold its schemas.
    pub(super) fn schema_fields(&self) -> Vec<&'static str> {
        match self.form {
            ToolForm::Plain | ToolForm::Spec => [&INPUT_FIELDS[..], &["outputSchema"]].concat(),
            ToolForm::Declaration => {
                [&DECLARED_INPUT[..], &INPUT_FIELDS, &DECLARED_OUTPUT, &["response"]].concat()
            }
        }
    }

    /// The input schema.
    pub(crate) fn input(&self) -> Option<ListedSchema<'s>> {
        match self.form {
            ToolForm::Plain => self.first(&INPUT_FIELDS),
            ToolForm::Spec => {
                let written = self.first(&INPUT_FIELDS)?;
                Some(ListedSchema { node: written.node.get("json").unwrap_or(written.node), ..written })
            }
            ToolForm::Declaration => self.first(&DECLARED_INPUT).or_else(|| {
                let written = self.first(&INPUT_FIELDS)?;
                Some(ListedSchema { is_gemini: written.node.key() == "parameters", ..written })
            }),
        }
    }

    /// The output schema.
    pub(crate) fn output(&self) -> Option<ListedSchema<'s>> {
        if self.form != ToolForm::Declaration {
            return self.first(&["outputSchema"]);
        }
        let own = || Some(ListedSchema { is_gemini: true, ..self.first(&["response"])? });
        self.first(&DECLARED_OUTPUT).or_else(own)
    }

    fn first(&self, keys: &[&str]) -> Option<ListedSchema<'s>> {
        let node = keys.iter().find_map(|key| self.inner.get(key)).filter(|schema| !schema.is_null())?;
        Some(ListedSchema { node, is_gemini: false })
    }

    /// Returns the model API in whose form a tool is written, and the field that shows it; none for a tool of MCP.
    pub(crate) fn model_api(&self) -> Option<(&'static str, &'static str)> {
        let first = |keys: &[&'static str]| keys.iter().copied().find(|key| self.outer.get(key).is_some());
        match (self.form, self.wrapper) {
            (ToolForm::Spec, _) => Some(("Amazon Bedrock", TOOL_SPEC)),
            (ToolForm::Declaration, _) => {
                Some(("the Gemini API", first(&DECLARED_INPUT).unwrap_or("functionDeclarations")))
            }
            (ToolForm::Plain, Some(wrapper)) => Some(("OpenAI's Chat Completions API", wrapper)),
            (ToolForm::Plain, None) => match first(&INPUT_FIELDS)? {
                "input_schema" => Some(("Anthropic's API", "input_schema")),
                "parameters" if self.outer.get("type").is_some() => {
                    Some(("OpenAI's Responses API", "parameters"))
                }
                "parameters" => Some(("a model API", "parameters")),
                _ => None,
            },
        }
    }

    /// Explains why a tool of a model API cannot be a tool of a server, if that is the case: it takes free text, or the API
    /// itself executes it. A version as a date ends the `type` of the latter in Anthropic's API (`bash_20250124`); in
    /// OpenAI's, they have a `type` and no name; in Gemini's and Bedrock's, one field whose name says what they are.
    pub(super) fn not_a_function(&self) -> Option<&'static str> {
        const FREE_TEXT: &str = "takes free text, not JSON arguments";
        const BUILT_IN: &str = "is executed by the model API itself";
        if is_free_text(self.outer) {
            return Some(FREE_TEXT);
        }
        if self.wrapper.is_some() || !self.outer.is_object() || self.input().is_some() {
            return None;
        }
        let is_nameless = self.outer.get("name").is_none();
        let is_built_in = match self.outer.get("type").and_then(Node::as_str) {
            Some("function") => false,
            Some(kind) => is_nameless || is_dated(kind),
            None => is_nameless && self.outer.len() == 1 && self.outer.children().all(Node::is_object),
        };
        is_built_in.then_some(BUILT_IN)
    }
}

/// Returns true if a word ends with a date, such as `bash_20250124`.
fn is_dated(word: &str) -> bool {
    let date = word.rsplit_once('_').map_or("", |(_, date)| date);
    date.len() == 8 && date.bytes().all(|byte| byte.is_ascii_digit())
}
