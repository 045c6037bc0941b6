//! `x-mcp-header`: an argument whose value clients mirror in an HTTP header (MCP 2026-07-28, "Streamable
//! HTTP", "Custom Headers from Tool Parameters"). A client refuses a tool that has one in a wrong place.

use crate::diagnostic::Code;
use crate::json::Value;

use super::keywords::SchemaKeywords;
use super::{BuiltSchema, TranslationContext, Translator};

impl Translator<'_> {
    /// Keeps the annotation where MCP allows it: on a string, integer or boolean that is reached from the
    /// root of the input through `properties` only, with a name that is a token of HTTP.
    pub(super) fn mirrored_header(
        &self,
        keywords: &SchemaKeywords<'_>,
        context: TranslationContext<'_>,
        built: &mut BuiltSchema,
    ) {
        let Some(node) = keywords.mcp_header.filter(|_| !context.is_output()) else { return };
        let kind = built.map.get("type").and_then(Value::as_str);
        let fault = match node.as_str() {
            None => "its value is not a string",
            Some(name) if name.is_empty() || !name.bytes().all(is_token) => {
                "its value is not a valid name of an HTTP header"
            }
            Some(_) if !context.is_argument => "it is not on an argument or on a property of one",
            Some(_) if !matches!(kind, Some("string" | "integer" | "boolean")) => {
                "only a string, an integer or a boolean can be sent in a header"
            }
            Some(name) => {
                built.set("x-mcp-header", name);
                return;
            }
        };
        let message = format!("`x-mcp-header` is dropped: {fault}, and clients would refuse the tool");
        self.sink.report(Code::HeaderNotMirrored, node.place(), message);
    }
}

/// Returns whether a byte may be part of a token (RFC 9110, section 5.6.2).
fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}
