//! The keys of `_meta` that the writer gives, and readers and passes know again.

/// The server's identity: its own place in MCP 2026-07-28.
pub(crate) const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";
/// What the manifest was made from.
pub(crate) const SOURCE: &str = "dev.apimint/source";
/// How a tool's call is made.
pub(crate) const HTTP: &str = "dev.apimint/http";
/// What had to be renamed or wrapped, for a tool that is no HTTP operation of a description.
pub(crate) const ORIGIN: &str = "dev.apimint/origin";
