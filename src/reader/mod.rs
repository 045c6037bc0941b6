//! Readers, one per input format: each turns a document into a catalogue of tools, and reports everything in the
//! document that the catalogue cannot hold.

mod agenthub;
mod description_parts;
mod foreign_format;
mod format_detection;
mod list_catalog;
mod listed_output;
mod openapi;
mod operation_choice;
mod read;
mod remote_input;
mod tool_definition;
mod tool_list;
mod tool_result;

pub use description_parts::{DescriptionPart, read_parts};
pub use format_detection::lists_tools;
pub use listed_output::listed_output;
pub use read::read;
pub(crate) use read::refuse_error_response;
pub use tool_list::PublishedTools;
pub(crate) use tool_list::{
    WrappedTool, icon_misfits, is_uri, listed_pages, listed_result, report_one_page, written_tools,
};
pub use tool_result::tool_result;
