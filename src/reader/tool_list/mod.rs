//! Tools as they are sent to a model: the result of MCP's `tools/list` (whole, as a JSON-RPC response, or in pages), a bare
//! array of tools, or the functions and tools of model APIs.
//!
//! The reader is lenient: whatever wrote the list, each tool comes out in a form that every client accepts. A tool that has
//! this form already is not changed.

mod annotations;
mod error_response;
mod icons;
mod list_document;
mod published_tools;
mod reader;
mod server_info;
mod tool_schemas;
mod wrapped_tool;

pub(super) use error_response::error_response;
pub(crate) use icons::{is_uri, misfits as icon_misfits};
pub(super) use list_document::is_tool_list;
pub(super) use list_document::listed_tools;
pub(crate) use list_document::{listed_pages, listed_result, written_tools};
pub use published_tools::PublishedTools;
pub(super) use reader::read;
pub(crate) use reader::report_one_page;
pub(crate) use wrapped_tool::WrappedTool;
