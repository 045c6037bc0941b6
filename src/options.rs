//! What a caller can choose about a conversion.

use crate::limits::Limits;
use crate::lock::Lock;
use crate::model::{Format, SchemaDialect};
use crate::rules::ToolRule;
use crate::selection::Selection;
use crate::source::Input;
use crate::target::Target;

/// How a request body becomes arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BodyMode {
    /// One argument, `body`, whatever its type.
    #[default]
    Nested,
    /// The properties of an object body become arguments where that loses nothing.
    Flattened,
}

/// Where schemas that a tool refers to are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ReferencePlacement {
    /// In input schemas, in place where they are used once or are small; else shared.
    #[default]
    Auto,
    /// Always shared.
    Share,
}

/// The version of MCP whose shape a manifest has.
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

/// What stands around the tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Envelope {
    /// The result of `tools/list`.
    #[default]
    Result,
    /// A response of JSON-RPC 2.0 with that result.
    JsonRpc,
    /// A list of the tools, and nothing else.
    Array,
    /// One tool a line, and nothing else.
    Ndjson,
}

/// What is cut from the texts of schemas.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Slim {
    /// Nothing.
    #[default]
    Off,
    /// Titles that repeat a name, examples, and comments.
    Redundant,
    /// Besides, of each description in a schema all but its first sentence.
    Brief,
}

/// What a caller can choose about a conversion.
#[derive(Debug, Clone)]
pub struct Options {
    /// Bounds on the input and on the work.
    pub limits: Limits,
    /// Overlays to apply to the input before it is read, in their order.
    pub overlays: Vec<Input>,
    /// The format to read the input as, instead of detecting it.
    pub from: Option<Format>,
    /// Longest tool name, in characters.
    pub name_max: usize,
    /// `serverInfo.name`, instead of the one made from the title.
    pub server_name: Option<String>,
    /// `serverInfo.version`, instead of the document's.
    pub server_version: Option<String>,
    /// How request bodies become arguments.
    pub body: BodyMode,
    /// Whether cookie parameters are arguments.
    pub cookies: bool,
    /// Whether `_meta` says how to make the HTTP call.
    pub http: bool,
    /// Names that operations keep.
    pub lock: Option<Lock>,
    /// What becomes a tool.
    pub selection: Selection,
    /// What is set of tools and arguments, whatever the document says.
    pub rules: Vec<ToolRule>,
    /// Whether deprecated operations are left out.
    pub skip_deprecated: bool,
    /// Whether AgentHub capabilities that are not offered over MCP are left out.
    pub only_mcp: bool,
    /// Whether an AgentHub manifest is projected to the letter, also where clients refuse that.
    pub exact: bool,
    /// Whether tools have output schemas.
    pub output_schema: bool,
    /// The family of clients that the list is written for.
    pub target: Target,
    /// The version of MCP whose shape the manifest has.
    pub protocol: Protocol,
    /// What stands around the tools.
    pub envelope: Envelope,
    /// The dialect that schemas are written in.
    pub dialect: SchemaDialect,
    /// Where schemas that a tool refers to are written.
    pub references: ReferencePlacement,
    /// Whether output schemas keep `format`.
    pub output_formats: bool,
    /// What is cut from the texts of schemas.
    pub slim: Slim,
    /// Whether advice is given on inputs that models use badly.
    pub lint: bool,
    /// Whether references may leave the document's directory.
    pub allow_outside: bool,
    /// Whether references may use the network.
    pub allow_net: bool,
    /// The base (a directory or URL) of references in standard input.
    pub base: Option<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            overlays: Vec::new(),
            from: None,
            name_max: 64,
            server_name: None,
            server_version: None,
            body: BodyMode::Nested,
            cookies: false,
            http: true,
            lock: None,
            selection: Selection::default(),
            rules: Vec::new(),
            skip_deprecated: false,
            only_mcp: false,
            exact: false,
            output_schema: true,
            target: Target::default(),
            protocol: Protocol::Any,
            envelope: Envelope::Result,
            dialect: SchemaDialect::Portable,
            references: ReferencePlacement::Auto,
            output_formats: false,
            slim: Slim::Off,
            lint: false,
            allow_outside: false,
            allow_net: false,
            base: None,
        }
    }
}
