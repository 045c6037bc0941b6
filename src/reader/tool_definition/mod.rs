//! `ToolDefinition` JSON: the tools of an agent, as projects in TypeScript and Python export them.

mod code_model;
mod definition_document;
mod hints;
mod reader;
mod routing;

pub(super) use definition_document::is_tool_definitions;
pub(super) use reader::read;
