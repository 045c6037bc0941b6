//! Restores the form of `_meta` after the passes that take credentials and hidden text out of it. Those have reported what
//! they took.

use crate::call::call_fault;
use crate::diagnostic::{Code, Diagnostic, Sink};
use crate::json::{Map, Value};
use crate::model::meta::{HTTP, SERVER_INFO};
use crate::model::{Catalog, ServerIdentity};

/// Drops calls of listed tools that are not calls, and completes or drops a `serverInfo` that lost a member which MCP
/// requires.
pub fn restore_meta(catalog: &mut Catalog, sink: &Sink) {
    if let Some(server) = catalog.server.as_mut().filter(|server| server.name.trim().is_empty()) {
        ServerIdentity::NO_NAME.clone_into(&mut server.name);
    }
    restore_server_info(&mut catalog.meta);
    for tool in &mut catalog.tools {
        // `request`, `serve` and side tables rely on the form in docs/apimint-call.schema.json.
        let Some(fault) = tool.meta.get(HTTP).and_then(call_fault) else { continue };
        tool.meta.shift_remove(HTTP);
        let message = format!("`{HTTP}` of {tool} is not a call: {fault}; it is dropped");
        sink.push(Diagnostic::new(Code::WrongType, message).at(tool.place).below(["_meta", HTTP]));
    }
}

/// An `Implementation` of MCP has a name and a version, and its icons have a `src`.
fn restore_server_info(meta: &mut Map) {
    let Some(info) = meta.get_mut(SERVER_INFO).and_then(Value::as_object_mut) else { return };
    let name = info.get("name").and_then(Value::as_str).unwrap_or_default();
    if name.trim().is_empty() {
        meta.shift_remove(SERVER_INFO);
        return;
    }
    if !info.contains_key("version") {
        info.insert("version", Value::from(ServerIdentity::NO_VERSION));
    }
    if let Some(Value::Array(icons)) = info.get_mut("icons") {
        icons.retain(|icon| icon.get("src").is_some());
    }
}
