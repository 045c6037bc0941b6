//! Schemas of base64 text.

use crate::source::Node;

/// Returns true if a schema describes base64 text, by `format` (OpenAPI 3.0, "Data Types") or `contentEncoding` (JSON Schema
/// validation, section 8.3).
pub(super) fn is_base64_text(schema: Node<'_>) -> bool {
    let text = |key: &str| schema.get(key).and_then(Node::as_str);
    match text("contentEncoding") {
        Some(encoding) => matches!(encoding, "base64" | "base64url"),
        None => matches!(text("format"), Some("byte" | "base64")),
    }
}
