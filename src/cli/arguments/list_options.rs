//! The options of a list of tools as a whole.

use apimint::Options;
use apimint::model::{SchemaBound, SchemaDialect};
use apimint::options::{Envelope, Protocol, ReferencePlacement, Slim};
use clap::builder::{NonEmptyStringValueParser, TypedValueParser};
use clap::{ArgAction, Args, value_parser};

use super::amounts::{parse_bytes, parse_limit, parse_schema_bound};
use super::headings::{CALLS, LIST, NAMES, READING, SCHEMAS, TOOLS};
use super::option_values::{
    DialectArgument, EnvelopeArgument, ProtocolArgument, ReferencesArgument, SlimArgument, word,
};

/// Options that cannot differ between the sources of a manifest. Fields have the types of `Options`.
#[derive(Debug, Clone, Args)]
pub(crate) struct ListOptions {
    /// Limit tool names to this number of characters, 16 to 128
    ///
    /// Some clients refuse names of more than 64 characters, and some put a prefix in front of them.
    #[arg(long, value_name = "N", default_value = "64", value_parser = value_parser!(u16).range(16..=128).map(usize::from), help_heading = NAMES)]
    name_max: usize,

    /// Set the name of the server in the manifest, instead of deriving it from the title
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new(), help_heading = NAMES, hide_short_help = true)]
    server_name: Option<String>,

    /// Set the version of the server in the manifest, instead of taking the description's
    #[arg(long, value_name = "VERSION", value_parser = NonEmptyStringValueParser::new(), help_heading = NAMES, hide_short_help = true)]
    server_version: Option<String>,

    /// Leave out of each tool how to make its HTTP call
    #[arg(long = "no-http", action = ArgAction::SetFalse, help_heading = CALLS, hide_short_help = true)]
    http: bool,

    /// Keep at most this number of tools: the first in the order of the input
    ///
    /// Clients accept 40 to 128 tools of all servers together, and models choose worse from longer lists.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..).map(|number| number as usize), help_heading = TOOLS)]
    max_tools: Option<usize>,

    /// Write a list without tools, which is an error otherwise
    #[arg(long, help_heading = TOOLS, hide_short_help = true)]
    allow_empty: bool,

    /// Warn if a model has to read more tokens: four bytes each of names, descriptions and input schemas
    ///
    /// `--deny C007` makes the warning an error. `apimint inspect` shows the tokens of each tool, and exits with 1 if they are more.
    #[arg(long, value_name = "N", help_heading = TOOLS, hide_short_help = true)]
    max_tokens: Option<u64>,

    /// Follow the AgentHub mapping to the letter, even where clients refuse the result
    ///
    /// Ids and schemas are copied unchanged, and `$ref_uri` becomes `$ref`. A diagnostic reports each place that a client
    /// may refuse.
    #[arg(long, help_heading = LIST, hide_short_help = true)]
    exact: bool,

    /// Write the shape of this version of MCP
    #[arg(long, value_name = "VERSION", default_value = "any", value_parser = word::<ProtocolArgument, Protocol>(), help_heading = LIST, hide_short_help = true)]
    protocol: Protocol,

    /// Write the list of tools in this form
    #[arg(long, value_name = "FORM", default_value = "result", value_parser = word::<EnvelopeArgument, Envelope>(), help_heading = LIST, hide_short_help = true)]
    envelope: Envelope,

    /// Write schemas in this JSON Schema dialect
    #[arg(long, value_name = "DIALECT", default_value = "portable", value_parser = word::<DialectArgument, SchemaDialect>(), help_heading = SCHEMAS, hide_short_help = true)]
    dialect: SchemaDialect,

    /// Write referenced schemas in place or under `$defs`
    #[arg(long, value_name = "POLICY", default_value = "auto", value_parser = word::<ReferencesArgument, ReferencePlacement>(), help_heading = SCHEMAS, hide_short_help = true)]
    refs: ReferencePlacement,

    /// Cut input schemas to this number of bytes; accepts K and M, and `none`
    ///
    /// A longer one is written as far as it fits, level by level, and accepts more calls than the whole; a warning (C009)
    /// says what is left. The arguments themselves always stay.
    #[arg(long, value_name = "BYTES", default_value = "32K", value_parser = parse_schema_bound, help_heading = SCHEMAS, hide_short_help = true)]
    max_input_schema: SchemaBound,

    /// Cut output schemas to this number of bytes; accepts K and M, and `none`
    ///
    /// A longer one is written as far as it fits, level by level; a note (C010) says what is left.
    #[arg(long, value_name = "BYTES", default_value = "8K", value_parser = parse_schema_bound, help_heading = SCHEMAS, hide_short_help = true)]
    max_output_schema: SchemaBound,

    /// Shorten the texts of schemas, to save tokens
    ///
    /// The schemas accept the same calls as before. A note (C008) reports how many bytes are removed.
    #[arg(long, value_name = "LEVEL", default_value = "0", value_parser = word::<SlimArgument, Slim>(), help_heading = SCHEMAS)]
    slim: Slim,

    /// Give advice on inputs that models use badly
    ///
    /// Advice concerns arguments without a type or a description, objects without properties, unions whose branches no
    /// property tells apart, and required arguments with a default.
    #[arg(long, help_heading = SCHEMAS, hide_short_help = true)]
    lint: bool,

    /// Follow references that leave the description's directory
    ///
    /// Without it, a description from elsewhere cannot pull other files of yours into the manifest.
    #[arg(long, help_heading = READING, hide_short_help = true)]
    allow_outside: bool,

    /// Follow references over the network
    ///
    /// An input that is a URL needs no permission, and neither do its references below the same address.
    #[arg(long, help_heading = READING, hide_short_help = true)]
    allow_net: bool,

    /// Read at most this number of bytes from a file, standard input or URL; accepts K, M and G
    #[arg(long, value_name = "N", default_value = "512M", value_parser = parse_bytes, help_heading = READING, hide_short_help = true)]
    max_bytes: u64,

    /// Set a limit on the input or the work, such as `alias_nodes=5M`; accepts K, M and G
    ///
    /// The guide lists all limits. They keep hostile input from exhausting time or memory, and are far above every public
    /// description.
    #[arg(long = "limit", value_name = "NAME=N", value_parser = parse_limit, help_heading = READING, hide_short_help = true)]
    limits: Vec<(String, u64)>,
}

impl ListOptions {
    /// Sets the options of a conversion. A field without a line here does not compile.
    pub(super) fn set(self, options: &mut Options, token_budget: &mut Option<u64>) {
        let by_name;
        Self {
            name_max: options.name_max,
            server_name: options.server_name,
            server_version: options.server_version,
            http: options.http,
            max_tools: options.selection.max_tools,
            allow_empty: options.allow_empty,
            max_tokens: *token_budget,
            exact: options.exact,
            protocol: options.protocol,
            envelope: options.envelope,
            dialect: options.dialect,
            refs: options.references,
            max_input_schema: options.max_input_schema,
            max_output_schema: options.max_output_schema,
            slim: options.slim,
            lint: options.lint,
            allow_outside: options.allow_outside,
            allow_net: options.allow_net,
            max_bytes: options.limits.bytes,
            limits: by_name,
        } = self;
        for (name, value) in by_name {
            // The parser has checked the name and the value.
            let _ = options.limits.set(&name, value);
        }
    }
}
