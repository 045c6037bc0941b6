//! The options of a conversion.

use url::Url;

use crate::client_limits::{INPUT_SCHEMA_BYTES, OUTPUT_SCHEMA_BYTES, TOOL_NAME_CHARACTERS};
use crate::limits::Limits;
use crate::lock::Lock;
use crate::model::{Format, SchemaBound, SchemaDialect, Target};
use crate::rules::ToolRule;
use crate::selection::Selection;
use crate::source::Input;

/// The arguments that a request body becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BodyMode {
    /// One argument, `body`, of any type.
    #[default]
    Nested,
    /// One argument per property of an object body, where nothing is lost by it.
    Flattened,
}

/// The place where referenced schemas are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ReferencePlacement {
    /// In input schemas, in place if they are small or used once; otherwise shared.
    #[default]
    Auto,
    /// Always shared.
    Share,
}

/// The version of MCP whose shape is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Protocol {
    /// One shape that is valid in every published version.
    #[default]
    Any,
    /// 2025-06-18.
    V2025_06_18,
    /// 2025-11-25.
    V2025_11_25,
    /// 2026-07-28.
    V2026_07_28,
}

/// The form of the list of tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Envelope {
    /// The result of `tools/list`.
    #[default]
    Result,
    /// A JSON-RPC 2.0 response with that result.
    JsonRpc,
    /// The bare list of tools.
    Array,
    /// One tool per line, and nothing else.
    Ndjson,
    /// The list for a model API together with its side table.
    Mapped,
}

impl Envelope {
    /// Returns whether the form has no place for `nextCursor`, which leads to the next page.
    pub fn has_no_cursor(self) -> bool {
        matches!(self, Self::Array | Self::Ndjson)
    }
}

/// The texts that are removed from schemas.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Slim {
    /// None.
    #[default]
    Off,
    /// Titles that repeat a name, examples, and comments.
    Redundant,
    /// Also all but the first sentence of each description in a schema.
    Brief,
}

/// The prefix of tool names for a model API, which sees the tools of all servers in one list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NamePrefix {
    /// The name of the server.
    Server,
    /// This text.
    Text(String),
}

/// The form of the tools for a model API.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TargetOptions {
    /// The prefix of tool names.
    pub prefix: Option<NamePrefix>,
    /// Puts tools into one namespace per tag (`openai-responses`).
    pub namespaces: bool,
    /// Marks tools as found by the API's tool search, and adds it.
    pub defer: bool,
    /// Writes strict functions in the form of the Responses API (`openai-strict`).
    pub responses: bool,
    /// The tools that may be strict, as patterns of names; all if there are none.
    pub strict_tools: Vec<glob::Pattern>,
    /// Writes what grammars of constrained decoding can hold (`openai`).
    pub grammar: bool,
    /// Says in descriptions what a target has no keyword for.
    pub sentences: bool,
}

impl Default for TargetOptions {
    fn default() -> Self {
        Self {
            prefix: None,
            namespaces: false,
            defer: false,
            responses: false,
            strict_tools: Vec::new(),
            grammar: false,
            sentences: true,
        }
    }
}

/// The options of a conversion.
#[derive(Debug, Clone)]
pub struct Options {
    /// Limits on the input and on the work.
    pub limits: Limits,
    /// Overlays to apply to the input before it is read, in this order.
    pub overlays: Vec<Input>,
    /// The format to read the input as, instead of detecting it.
    pub from: Option<Format>,
    /// The largest number of characters in a tool name.
    pub name_max: usize,
    /// `serverInfo.name`, instead of the one derived from the title.
    pub server_name: Option<String>,
    /// `serverInfo.version`, instead of the document's version.
    pub server_version: Option<String>,
    /// The arguments that request bodies become.
    pub body: BodyMode,
    /// The server of all calls, in place of those that the description names; relative ones are resolved against it.
    pub server_url: Option<Url>,
    /// Turns cookie parameters into arguments.
    pub cookies: bool,
    /// Turns parameters that are named like credentials into arguments.
    pub credential_arguments: bool,
    /// True if a body or part that is base64 text is sent as the bytes that the text stands for.
    pub decode_base64: bool,
    /// Describes the HTTP call in `_meta`.
    pub http: bool,
    /// The names that operations keep.
    pub lock: Option<Lock>,
    /// The operations that become tools.
    pub selection: Selection,
    /// Settings of tools and arguments that take precedence over the document.
    pub rules: Vec<ToolRule>,
    /// True if the list may have no tool, whatever the reason.
    pub allow_empty: bool,
    /// Leaves out deprecated operations.
    pub skip_deprecated: bool,
    /// Leaves out AgentHub capabilities that are not offered over MCP.
    pub only_mcp: bool,
    /// Follows the AgentHub mapping to the letter, even where clients refuse the result.
    pub exact: bool,
    /// Writes output schemas.
    pub output_schema: bool,
    /// The family of clients that the list is written for.
    pub target: Target,
    /// The form of the tools for a model API.
    pub target_options: TargetOptions,
    /// The version of MCP whose shape is written.
    pub protocol: Protocol,
    /// The form of the list of tools.
    pub envelope: Envelope,
    /// The JSON Schema dialect of the schemas.
    pub dialect: SchemaDialect,
    /// The place where referenced schemas are written.
    pub references: ReferencePlacement,
    /// The largest input schema; a longer one is cut.
    pub max_input_schema: SchemaBound,
    /// The largest output schema; a longer one is cut.
    pub max_output_schema: SchemaBound,
    /// Keeps `format` in output schemas.
    pub output_formats: bool,
    /// Keeps the discriminators of unions.
    pub keep_discriminator: bool,
    /// The texts that are removed from schemas.
    pub slim: Slim,
    /// Gives advice on inputs that models use badly.
    pub lint: bool,
    /// Follows references that leave the document's directory.
    pub allow_outside: bool,
    /// Follows references over the network.
    pub allow_net: bool,
    /// The base of references in standard input: a directory or URL.
    pub base: Option<String>,
    /// Not for users: a struct with a hidden field is made from its default, so that a new field is no break.
    #[doc(hidden)]
    pub growth: (),
}

impl Default for Options {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            overlays: Vec::new(),
            from: None,
            name_max: TOOL_NAME_CHARACTERS,
            server_name: None,
            server_version: None,
            body: BodyMode::Nested,
            server_url: None,
            cookies: false,
            credential_arguments: false,
            decode_base64: false,
            http: true,
            lock: None,
            selection: Selection::default(),
            rules: Vec::new(),
            allow_empty: false,
            skip_deprecated: false,
            only_mcp: false,
            exact: false,
            output_schema: true,
            target: Target::default(),
            target_options: TargetOptions::default(),
            protocol: Protocol::Any,
            envelope: Envelope::Result,
            dialect: SchemaDialect::Portable,
            references: ReferencePlacement::Auto,
            max_input_schema: SchemaBound::Bytes(INPUT_SCHEMA_BYTES),
            max_output_schema: SchemaBound::Bytes(OUTPUT_SCHEMA_BYTES),
            output_formats: false,
            keep_discriminator: false,
            slim: Slim::Off,
            lint: false,
            allow_outside: false,
            allow_net: false,
            base: None,
            growth: (),
        }
    }
}

impl Options {
    /// Returns why the options contradict each other about the target, if they do.
    pub fn target_problem(&self, has_pages: bool, is_split: bool) -> Option<String> {
        let is = |target: Target| self.target == target;
        let of_target = &self.target_options;
        let needs = |option: &str, targets: &str| Some(format!("{option} is for --to {targets}"));
        if is(Target::Mcp) {
            if self.envelope == Envelope::Mapped {
                return Some(
                    "--envelope mapped is for lists for a model API: --to openai, and others".to_owned(),
                );
            }
            if of_target.prefix.is_some() {
                return Some("--prefix is for lists for a model API: --to openai, and others".to_owned());
            }
        } else if self.envelope == Envelope::JsonRpc {
            return Some("--envelope jsonrpc is for --to mcp".to_owned());
        } else if self.dialect != SchemaDialect::Portable {
            return Some("--dialect is for --to mcp".to_owned());
        } else if has_pages {
            return Some("--page-size is for --to mcp: the list for a model API has no pages".to_owned());
        } else if is_split && self.envelope != Envelope::Mapped {
            return Some(
                "--split-by with --to needs --envelope mapped: each list has its own side table then"
                    .to_owned(),
            );
        } else if self.exact {
            return Some("--exact is for --to mcp".to_owned());
        }
        if of_target.namespaces && !is(Target::OpenAiResponses) {
            return needs("--namespace", "openai-responses");
        }
        let can_defer =
            matches!(self.target, Target::OpenAiResponses | Target::Anthropic | Target::AnthropicStrict);
        if of_target.defer && !can_defer {
            return needs("--defer", "openai-responses, anthropic or anthropic-strict");
        }
        if of_target.responses && !is(Target::OpenAiStrict) {
            return needs("--responses", "openai-strict");
        }
        let can_choose =
            matches!(self.target, Target::OpenAiStrict | Target::AnthropicStrict | Target::Bedrock);
        if !of_target.strict_tools.is_empty() && !can_choose {
            return needs("--strict-tools", "openai-strict, anthropic-strict or bedrock");
        }
        if of_target.grammar && !is(Target::OpenAi) {
            return needs("--grammar", "openai");
        }
        None
    }

    /// Returns the bounds of a tool's input and output schema: those of the last rule of the tool that sets one, or those of
    /// the list. `rules` are indexes of [`Options::rules`].
    pub fn schema_bounds(&self, rules: &[usize]) -> (SchemaBound, SchemaBound) {
        let rules = || rules.iter().rev().filter_map(|&rule| self.rules.get(rule));
        let input = rules().find_map(|rule| rule.max_input_schema).unwrap_or(self.max_input_schema);
        let output = rules().find_map(|rule| rule.max_output_schema).unwrap_or(self.max_output_schema);
        (input, output)
    }
}
