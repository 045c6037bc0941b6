//! The options of one source: how it is read, and which of its tools are in the list.

use apimint::Options;
use apimint::model::Format;
use apimint::options::BodyMode;
use apimint::selection::SelectionRule;
use clap::{ArgAction, Args, ValueHint};
use url::Url;

use super::header_arguments::{HeaderArgument, HeaderArguments};
use super::headings::{CALLS, READING, SCHEMAS, TOOLS};
use super::option_values::{BodyArgument, InputFormatArgument, OutputSchemaArgument, word};

/// Options that each of several sources of a manifest can have for itself. Fields have the types of [`Options`].
#[derive(Debug, Clone, Args)]
pub(crate) struct SourceOptions {
    /// Read the input as this format instead of detecting it
    #[arg(long, value_name = "FORMAT", value_parser = word::<InputFormatArgument, Format>(), help_heading = READING, hide_short_help = true)]
    from: Option<Format>,

    #[command(flatten)]
    headers: HeaderArguments,

    /// Pass a request body as one argument, or its properties as arguments
    #[arg(long, value_name = "MODE", default_value = "nested", value_parser = word::<BodyArgument, BodyMode>(), help_heading = CALLS, hide_short_help = true)]
    body: BodyMode,

    /// Send the calls to this server, in place of those that the description names
    ///
    /// Relative servers of the description are resolved against it.
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url, value_parser = server_url, help_heading = CALLS, hide_short_help = true)]
    server_url: Option<Url>,

    /// Turn cookie parameters into arguments
    ///
    /// By default the runtime that makes the calls sets cookies, since a model cannot know them.
    #[arg(long, help_heading = CALLS, hide_short_help = true)]
    cookies: bool,

    /// Turn parameters that are named like credentials into arguments
    ///
    /// By default the runtime that makes the calls sends a parameter such as `X-API-Key` as an API key. Keys of security
    /// schemes that the description declares are never arguments.
    #[arg(long, help_heading = CALLS, hide_short_help = true)]
    credential_arguments: bool,

    /// Send the bytes of bodies and parts that are described as base64 text
    ///
    /// By default base64 text (`format: byte`, `contentEncoding: base64`) is sent as text, as OpenAPI says. Some APIs mean
    /// bytes.
    #[arg(long, help_heading = CALLS, hide_short_help = true)]
    decode_base64: bool,

    /// Convert only operations that match a rule: `tag:NAME`, `path:GLOB`, `method:METHOD` or `id:GLOB`
    ///
    /// `id` matches the operationId, the id of a capability, or the name of a tool. `+` joins conditions that must all
    /// match: `tag:pets+method:get`. If the option is given several times, one match is enough. In a glob, `*` stops at a
    /// slash of a path, and `**` does not.
    #[arg(long, value_name = "RULE", help_heading = TOOLS)]
    include: Vec<SelectionRule>,

    /// Leave out operations that match a rule, even if `--include` matches them
    #[arg(long, value_name = "RULE", help_heading = TOOLS)]
    exclude: Vec<SelectionRule>,

    /// Leave out tools that may change something
    #[arg(long, help_heading = TOOLS)]
    read_only: bool,

    /// Leave out deprecated operations
    ///
    /// By default they become tools whose description says that they are deprecated.
    #[arg(long, help_heading = TOOLS, hide_short_help = true)]
    skip_deprecated: bool,

    /// Leave out capabilities of an AgentHub manifest that are not offered over MCP
    ///
    /// By default they become tools too, and a warning names them.
    #[arg(long, help_heading = TOOLS, hide_short_help = true)]
    only_mcp: bool,

    /// Write output schemas, or leave them out
    #[arg(long, value_name = "MODE", action = ArgAction::Set, default_value = "keep", value_parser = word::<OutputSchemaArgument, bool>(), help_heading = SCHEMAS, hide_short_help = true)]
    output_schema: bool,

    /// Keep `format` in output schemas
    ///
    /// By default it is left out: clients refuse a result whose value does not match the format, and servers are rarely
    /// that exact.
    #[arg(long, help_heading = SCHEMAS, hide_short_help = true)]
    output_formats: bool,

    /// Keep the discriminators of unions
    ///
    /// `mapping` then points to where the branches are in the emitted schema. By default only lists of tools keep them: JSON
    /// Schema does not have the keyword, and its pointers lead into the description.
    #[arg(long, help_heading = SCHEMAS, hide_short_help = true)]
    keep_discriminator: bool,
}

impl SourceOptions {
    /// Sets the options of a conversion. A field without a line here does not compile.
    pub(super) fn set(self, options: &mut Options, headers: &mut Vec<HeaderArgument>) {
        Self {
            from: options.from,
            headers: HeaderArguments { header: *headers },
            body: options.body,
            server_url: options.server_url,
            cookies: options.cookies,
            credential_arguments: options.credential_arguments,
            decode_base64: options.decode_base64,
            include: options.selection.include,
            exclude: options.selection.exclude,
            read_only: options.selection.read_only,
            skip_deprecated: options.skip_deprecated,
            only_mcp: options.only_mcp,
            output_schema: options.output_schema,
            output_formats: options.output_formats,
            keep_discriminator: options.keep_discriminator,
        } = self;
    }

    /// Returns the lists of rules with the ids of their arguments.
    pub(super) fn rule_lists(&mut self) -> [(&'static str, &mut Vec<SelectionRule>); 2] {
        [("include", &mut self.include), ("exclude", &mut self.exclude)]
    }
}

/// Parses the URL of a server.
fn server_url(text: &str) -> Result<Url, String> {
    let expected = "expected an http or https URL, such as https://api.example.com/v1";
    let url = Url::parse(text).map_err(|_| expected.to_owned())?;
    let is_usable = matches!(url.scheme(), "http" | "https") && url.has_host();
    if is_usable { Ok(url) } else { Err(expected.to_owned()) }
}
