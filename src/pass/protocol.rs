//! Drops fields that the chosen MCP version does not have.

use crate::diagnostic::{Code, Sink};
use crate::model::Catalog;
use crate::options::{Options, Protocol};

/// Drops `Tool.icons` for MCP 2025-06-18: the field was added in 2025-11-25.
pub fn drop_unsupported_fields(catalog: &mut Catalog, options: &Options, sink: &Sink) {
    if options.protocol != Protocol::V2025_06_18 {
        return;
    }
    for tool in &mut catalog.tools {
        if !tool.icons.is_empty() {
            tool.icons.clear();
            let message = format!("the icons of {tool} are dropped: version 2025-06-18 has none");
            sink.report(Code::DroppedField, tool.place, message);
        }
    }
}
