//! An MCP server for the tools of a manifest: it lists them, makes the HTTP request of each call, and answers with the
//! response. `docs/serve.md` describes it.
//!
//! The protocol is that of the official crate `rmcp`; requests are made by `ureq` on threads of their own.

mod address_guard;
mod agents;
mod answer_check;
mod call_log;
mod caller;
mod dynamic_tools;
mod handler;
mod http_server;
mod page;
mod redirect;
mod runtime;
mod search_index;
mod secret_mask;
mod served_tools;
mod settings;
mod spelling;
mod stdio_server;
mod tool_list;
mod upstream;

pub use http_server::serve_http;
pub use runtime::ServeError;
pub use served_tools::ServedTools;
pub use settings::{CallLimits, HttpEndpoint, RequestText, ServeSettings};
pub use stdio_server::serve_stdio;
