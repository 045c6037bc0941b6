//! The words that options accept, and the values of the library that they mean.

use apimint::model::{Format, SchemaDialect};
use apimint::options::{BodyMode, Envelope, Protocol, ReferencePlacement, Slim};
use clap::ValueEnum;
use clap::builder::{EnumValueParser, TypedValueParser};

/// Parses a word as one of `W`, and returns the value that it means.
pub(super) fn word<W, V>() -> impl TypedValueParser<Value = V>
where
    W: ValueEnum + Clone + Send + Sync + 'static,
    V: From<W> + Clone + Send + Sync + 'static,
{
    EnumValueParser::<W>::new().map(V::from)
}

/// `--from`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum InputFormatArgument {
    /// Swagger 2.0
    #[value(name = "swagger-2.0")]
    Swagger20,
    /// OpenAPI 3.0
    #[value(name = "openapi-3.0")]
    OpenApi30,
    /// OpenAPI 3.1
    #[value(name = "openapi-3.1")]
    OpenApi31,
    /// OpenAPI 3.2
    #[value(name = "openapi-3.2")]
    OpenApi32,
    /// Tools of MCP or of a model API
    #[value(name = "mcp-tools")]
    McpTools,
    /// AgentHub agent manifest 0.1
    #[value(name = "agenthub-0.1")]
    AgentHub01,
    /// `ToolDefinition` JSON
    #[value(name = "tool-definition")]
    ToolDefinition,
}

impl From<InputFormatArgument> for Format {
    fn from(argument: InputFormatArgument) -> Self {
        match argument {
            InputFormatArgument::Swagger20 => Self::Swagger20,
            InputFormatArgument::OpenApi30 => Self::OpenApi30,
            InputFormatArgument::OpenApi31 => Self::OpenApi31,
            InputFormatArgument::OpenApi32 => Self::OpenApi32,
            InputFormatArgument::McpTools => Self::McpTools,
            InputFormatArgument::AgentHub01 => Self::AgentHub01,
            InputFormatArgument::ToolDefinition => Self::ToolDefinition,
        }
    }
}

/// `--split-by`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SplitArgument {
    /// The first tag of the operation
    Tag,
}

/// `--body`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum BodyArgument {
    /// One argument, `body`, of any type
    Nested,
    /// One argument per property of an object body, where nothing is lost by it
    Flatten,
}

impl From<BodyArgument> for BodyMode {
    fn from(argument: BodyArgument) -> Self {
        match argument {
            BodyArgument::Nested => Self::Nested,
            BodyArgument::Flatten => Self::Flattened,
        }
    }
}

/// `--output-schema`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputSchemaArgument {
    /// Write an output schema where the description has one
    Keep,
    /// Leave out all output schemas
    None,
}

impl From<OutputSchemaArgument> for bool {
    fn from(argument: OutputSchemaArgument) -> Self {
        match argument {
            OutputSchemaArgument::Keep => true,
            OutputSchemaArgument::None => false,
        }
    }
}

/// `--protocol`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProtocolArgument {
    /// One shape that is valid in every published version
    Any,
    /// Without `resultType` and icons
    #[value(name = "2025-06-18")]
    V20250618,
    /// Without `resultType`
    #[value(name = "2025-11-25")]
    V20251125,
    /// Results that are not objects are not wrapped
    #[value(name = "2026-07-28")]
    V20260728,
}

impl From<ProtocolArgument> for Protocol {
    fn from(argument: ProtocolArgument) -> Self {
        match argument {
            ProtocolArgument::Any => Self::Any,
            ProtocolArgument::V20250618 => Self::V2025_06_18,
            ProtocolArgument::V20251125 => Self::V2025_11_25,
            ProtocolArgument::V20260728 => Self::V2026_07_28,
        }
    }
}

/// `--envelope`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum EnvelopeArgument {
    /// The result of `tools/list`
    Result,
    /// A complete JSON-RPC response
    Jsonrpc,
    /// The bare list of tools
    Array,
    /// One tool per line, and nothing else
    Ndjson,
    /// The list for a model API and its side table in one object
    Mapped,
}

impl From<EnvelopeArgument> for Envelope {
    fn from(argument: EnvelopeArgument) -> Self {
        match argument {
            EnvelopeArgument::Result => Self::Result,
            EnvelopeArgument::Jsonrpc => Self::JsonRpc,
            EnvelopeArgument::Array => Self::Array,
            EnvelopeArgument::Ndjson => Self::Ndjson,
            EnvelopeArgument::Mapped => Self::Mapped,
        }
    }
}

/// `--dialect`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DialectArgument {
    /// Valid under both Draft 07 and 2020-12, for every client
    Portable,
    /// Draft 07, declared by `$schema`
    #[value(name = "draft-07")]
    Draft07,
    /// 2020-12, declared by `$schema`; keeps everything that OpenAPI 3.1 can express
    #[value(name = "2020-12")]
    Draft202012,
}

impl From<DialectArgument> for SchemaDialect {
    fn from(argument: DialectArgument) -> Self {
        match argument {
            DialectArgument::Portable => Self::Portable,
            DialectArgument::Draft07 => Self::Draft07,
            DialectArgument::Draft202012 => Self::Draft202012,
        }
    }
}

/// `--refs`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReferencesArgument {
    /// In input schemas, in place if they are small or used once; otherwise under `$defs`
    Auto,
    /// Always under `$defs`
    Share,
}

impl From<ReferencesArgument> for ReferencePlacement {
    fn from(argument: ReferencesArgument) -> Self {
        match argument {
            ReferencesArgument::Auto => Self::Auto,
            ReferencesArgument::Share => Self::Share,
        }
    }
}

/// `--slim`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SlimArgument {
    /// Keep all texts
    #[value(name = "0")]
    Off,
    /// Remove titles that repeat a name, examples and comments
    #[value(name = "1")]
    Redundant,
    /// Also shorten each description in a schema to its first sentence
    #[value(name = "2")]
    Brief,
}

impl From<SlimArgument> for Slim {
    fn from(argument: SlimArgument) -> Self {
        match argument {
            SlimArgument::Off => Self::Off,
            SlimArgument::Redundant => Self::Redundant,
            SlimArgument::Brief => Self::Brief,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_spelled_as_in_the_manifest() {
        for format in InputFormatArgument::value_variants() {
            let spelled = format.to_possible_value().unwrap();
            assert_eq!(spelled.get_name(), Format::from(*format).to_string());
        }
    }
}
