//! The arguments of `apimint convert`.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use apimint::selection::SelectionRule;
use clap::{Args, ValueHint};

use super::amounts::{parse_bytes, parse_limit};
use super::option_values::{
    BodyArgument, DialectArgument, EnvelopeArgument, InputFormatArgument, OutputSchemaArgument,
    ProtocolArgument, ReferencesArgument, SlimArgument,
};
use super::overlays::OverlayArguments;
use super::report::ReportArguments;

/// Converts API descriptions (Swagger 2.0, OpenAPI 3.0 to 3.2; JSON or YAML).
///
/// The manifest goes to standard output, or to the file or directory that `--output` names. What could
/// not be carried over is reported on standard error.
///
/// Exit status: 0 if all went well; 1 if the manifest was written, but something was lost that should not
/// be (a diagnostic of level error), or if `--check` finds it out of date; 2 if an input or argument cannot
/// be used: then nothing is written.
#[derive(Debug, Args)]
pub(crate) struct ConvertArguments {
    /// A file, an http(s) URL, or `-` for standard input
    ///
    /// Several inputs are converted side by side, each into a manifest of its own; they need `--output DIR`.
    /// An input that is given twice is converted once.
    #[arg(value_name = "INPUT", required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) inputs: Vec<OsString>,

    /// Write to this file or directory instead of standard output
    ///
    /// A file is replaced as a whole once the manifest is complete, so that readers never see half of it.
    /// In a directory (made if it is missing, when there are several inputs or the path ends in a slash)
    /// each manifest is called like its input: `pets.yaml` becomes `pets.json`. Inputs of the same name are
    /// told apart by the directories they stand in: `v1/pets.yaml` becomes `v1-pets.json`.
    #[arg(short, long, value_name = "FILE|DIR", value_hint = ValueHint::AnyPath)]
    pub(crate) output: Option<PathBuf>,

    /// Write nothing; fail if the file in place is not what would be written
    ///
    /// For a manifest that is kept beside its description. The exit status is 1, and a diagnostic names the tools that
    /// are new, gone or changed.
    #[arg(long, requires = "output")]
    pub(crate) check: bool,

    /// Take options, rules and levels from this configuration file
    ///
    /// Those of the manifest whose `source` is the input, else those that stand at the top of the file. Where the manifest
    /// goes, and its lock, are typed. An option that is typed counts more than the file's.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) config: Option<PathBuf>,

    /// Keep the names that operations were published under, as this file has them
    ///
    /// The file is made if it is missing, and new names are added to it. An operation keeps its name when its
    /// operationId changes or another operation wants the same; what is new, gone or moved is reported. With `--check`
    /// the file is compared and not written.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) lock: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) overlays: OverlayArguments,

    /// Read the inputs as this format instead of detecting it
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<InputFormatArgument>,

    /// Longest tool name, in characters
    ///
    /// Some clients refuse names of more than 64 characters, and some put a prefix in front of them.
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u16).range(16..=128))]
    pub(crate) name_max: u16,

    /// Name of the server in the manifest, instead of one made from the title
    #[arg(long, value_name = "NAME", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub(crate) server_name: Option<String>,

    /// Version of the server in the manifest, instead of the description's own
    #[arg(long, value_name = "VERSION", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub(crate) server_version: Option<String>,

    /// How a request body becomes arguments
    #[arg(long, value_name = "MODE", default_value = "nested")]
    pub(crate) body: BodyArgument,

    /// Make cookie parameters arguments
    ///
    /// By default the runtime that makes the calls is to set cookies: a model cannot know them.
    #[arg(long)]
    pub(crate) cookies: bool,

    /// Leave out of each tool how to make its HTTP call
    #[arg(long)]
    pub(crate) no_http: bool,

    /// Convert only what matches a rule: `tag:NAME`, `path:GLOB`, `method:METHOD`, `id:GLOB`
    ///
    /// `id` is the operationId, the id of a capability, or the name of a tool. Conditions joined by `+` hold together:
    /// `tag:pets+method:get`. Given several times, one match is enough. In globs `*` ends at a slash of a path, and
    /// `**` does not.
    #[arg(long, value_name = "RULE")]
    pub(crate) include: Vec<SelectionRule>,

    /// Leave out what matches a rule; this wins over `--include`
    #[arg(long, value_name = "RULE")]
    pub(crate) exclude: Vec<SelectionRule>,

    /// Leave out tools that may change something
    #[arg(long)]
    pub(crate) read_only: bool,

    /// Keep so many tools at most: the first in the order of the input
    ///
    /// Clients take 40 to 128 tools of all servers together, and models choose worse the more there are.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_tools: Option<u32>,

    /// Warn if a model has to read more than so many tokens: four bytes each of names, descriptions and input schemas
    ///
    /// `--deny C007` makes it an error. `apimint inspect` shows where they go.
    #[arg(long, value_name = "N")]
    pub(crate) max_tokens: Option<u64>,

    /// Leave out deprecated operations
    ///
    /// By default they become tools whose description says that they are deprecated.
    #[arg(long)]
    pub(crate) skip_deprecated: bool,

    /// Leave out capabilities of an AgentHub manifest that are not offered over MCP
    ///
    /// By default they become tools as well, and a warning names them.
    #[arg(long)]
    pub(crate) only_mcp: bool,

    /// Project an AgentHub manifest to the letter of its mapping
    ///
    /// Ids and schemas are copied as they are, and `$ref_uri` becomes `$ref`, also where clients refuse that.
    /// Each such place is reported.
    #[arg(long)]
    pub(crate) exact: bool,

    /// Whether tools say what they return
    #[arg(long, value_name = "WHETHER", default_value = "keep")]
    pub(crate) output_schema: OutputSchemaArgument,

    /// The version of MCP whose shape the manifest has
    #[arg(long, value_name = "VERSION", default_value = "any")]
    pub(crate) protocol: ProtocolArgument,

    /// What stands around the tools
    #[arg(long, value_name = "ENVELOPE", default_value = "result")]
    pub(crate) envelope: EnvelopeArgument,

    /// Write pages of so many tools at most, into the directory that `--output` names
    ///
    /// `pets.yaml` becomes `pets.001.json`, `pets.002.json` and so on. Each but the last has a `nextCursor`, which is the
    /// number of the next page as it stands in the file's name. Joined again (`cat pets.*.json`), pages are read as one list.
    #[arg(long, value_name = "N", requires = "output")]
    pub(crate) page_size: Option<NonZeroUsize>,

    /// The JSON Schema dialect that schemas are written in
    #[arg(long, value_name = "DIALECT", default_value = "portable")]
    pub(crate) dialect: DialectArgument,

    /// Where schemas that a tool refers to are written
    #[arg(long, value_name = "POLICY", default_value = "auto")]
    pub(crate) refs: ReferencesArgument,

    /// Keep `format` in output schemas
    ///
    /// It is left out by default, since clients refuse a result whose value does not match the format,
    /// and servers are rarely that exact.
    #[arg(long)]
    pub(crate) output_formats: bool,

    /// Cut texts of schemas, so that a model has less to read; which calls are accepted stays as it is
    ///
    /// A note (C008) says how much was cut, and `apimint inspect` what is left.
    #[arg(long, value_name = "LEVEL")]
    pub(crate) slim: Option<SlimArgument>,

    /// Give advice on inputs that models use badly
    ///
    /// Arguments without a type or a description, objects of any kind, unions whose branches no property tells
    /// apart, and required arguments with a default.
    #[arg(long)]
    pub(crate) lint: bool,

    /// Follow references out of the description's own directory
    ///
    /// Without it a description from elsewhere cannot pull other files of yours into the manifest.
    #[arg(long)]
    pub(crate) allow_outside: bool,

    /// Follow references over the network
    ///
    /// An input that is a URL needs no permission, nor do its references below the same address.
    #[arg(long)]
    pub(crate) allow_net: bool,

    /// The directory or URL that references in standard input are relative to
    #[arg(long, value_name = "DIR|URL", value_hint = ValueHint::AnyPath)]
    pub(crate) base: Option<String>,

    /// Largest file, standard input or URL that is read, in bytes; K, M and G are understood
    #[arg(long, value_name = "N", default_value = "512M", value_parser = parse_bytes)]
    pub(crate) max_bytes: u64,

    /// Set a bound on the input or the work, such as `alias_nodes=5M`; K, M and G are understood
    ///
    /// The guide lists all of them. They keep hostile input from exhausting time or memory, and leave wide room above every
    /// public description.
    #[arg(long, value_name = "NAME=N", value_parser = parse_limit)]
    pub(crate) limit: Vec<(String, u64)>,

    #[command(flatten)]
    pub(crate) report: ReportArguments,
}
