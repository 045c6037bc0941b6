//! The portable form for a model API: without what only MCP clients know.

use crate::json::Map;

use super::walk::change_each_schema;

/// Keywords that say nothing about arguments to a model API.
const NOT_FOR_MODELS: [&str; 2] = ["discriminator", "readOnly"];

/// Removes keywords that only MCP has, and those of no meaning for arguments.
pub(super) fn without_mcp_keywords(mut schema: Map) -> Map {
    change_each_schema(&mut schema, &mut |map| {
        map.retain(|keyword, _| !keyword.starts_with("x-") && !NOT_FOR_MODELS.contains(&keyword.as_str()));
    });
    schema
}
