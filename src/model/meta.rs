//! Keys of `_meta`: every key that this program writes, or gives a meaning to when it reads a manifest again.
//!
//! Keys of MCP begin with `io.modelcontextprotocol/`, keys of this program with `dev.apimint/`, and keys that AgentHub's
//! mapping to MCP defines with `dev.agenthub/` or `agenthub.`.

/// Identity of the server, in the `_meta` of a result (MCP 2026-07-28, `serverInfo`).
pub const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";

/// The beginning of every key of our own.
pub const OWN_PREFIX: &str = "dev.apimint/";
/// Format, title and version of the description that a manifest was made from, in the `_meta` of a result.
pub const SOURCE: &str = "dev.apimint/source";
/// The HTTP request behind a tool, in the `_meta` of a tool.
pub const HTTP: &str = "dev.apimint/http";
/// Names that were changed and values that were wrapped, in the `_meta` of a tool that is not an HTTP operation of a
/// description.
pub const ORIGIN: &str = "dev.apimint/origin";
/// The tags of the operation, in the `_meta` of a tool.
pub const TAGS: &str = "dev.apimint/tags";
/// Fields of a `ToolDefinition` that have no field in MCP, in the `_meta` of a tool.
pub const DEFINITION: &str = "dev.apimint/definition";
/// The time at which the data was fetched (`fetchedAt` of a `ToolResult`), in the `_meta` of the result of a call.
pub const FETCHED_AT: &str = "dev.apimint/fetchedAt";
/// Transport and URL at which the server offers the tools over MCP, in the `_meta` of a result.
pub const TRANSPORT: &str = "dev.apimint/transport";

/// Permissions, idempotency, approval and budget rules of an AgentHub capability, in the `_meta` of a tool.
pub const AGENTHUB_POLICY: &str = "dev.agenthub/policy";
/// Reference to the input schema of an AgentHub capability that the tool does not contain, in the `_meta` of a tool.
pub const AGENTHUB_INPUT_SCHEMA: &str = "dev.agenthub/input_schema";
/// Reference to the output schema of an AgentHub capability that the tool does not contain, in the `_meta` of a tool.
pub const AGENTHUB_OUTPUT_SCHEMA: &str = "dev.agenthub/output_schema";
/// The `runtime` object of an AgentHub manifest, in the `_meta` of a result.
pub const AGENTHUB_RUNTIME: &str = "dev.agenthub/runtime";
/// The `composition` object of an AgentHub manifest, in the `_meta` of a result.
pub const AGENTHUB_COMPOSITION: &str = "agenthub.composition";
/// Prefixes of extension fields in an AgentHub manifest, which are kept in `_meta` under their own names.
pub const AGENTHUB_EXTENSION_PREFIXES: [&str; 2] = ["x-agenthub-", "agenthub."];

/// Returns true if MCP allows a key of `_meta`: a name, which may stand after labels that are joined by dots and end with a
/// slash (MCP 2026-07-28, `MetaObject`).
pub(crate) fn is_legal_key(key: &str) -> bool {
    let (labels, name) = key.split_once('/').map_or((None, key), |(labels, name)| (Some(labels), name));
    let is_framed = |text: &str, first: fn(&u8) -> bool| {
        let (start, end) = (text.as_bytes().first(), text.as_bytes().last());
        start.is_some_and(first) && end.is_some_and(u8::is_ascii_alphanumeric)
    };
    let is_label = |label: &str| {
        is_framed(label, u8::is_ascii_alphabetic)
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let is_inner = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    labels.is_none_or(|labels| labels.split('.').all(is_label))
        && (name.is_empty() || is_framed(name, u8::is_ascii_alphanumeric) && name.bytes().all(is_inner))
}
