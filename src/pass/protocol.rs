//! What the chosen version of MCP has no place for.

use crate::diagnostic::{Code, Sink};
use crate::model::Catalog;
use crate::options::{Options, Protocol};

/// Drops icons where the version has none (`Tool.icons` is there since 2025-11-25).
pub fn protocol(catalog: &mut Catalog, options: &Options, sink: &Sink) {
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
