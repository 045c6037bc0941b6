//! `x-mcp-header`: an argument whose value clients repeat in an HTTP header (MCP 2026-07-28, "Streamable HTTP", "Custom Headers
//! from Tool Parameters"). A client has to leave out a tool with a mark that breaks these rules.

use crate::json::Value;

/// The keyword whose value is the name of the header.
pub const HEADER_MARK: &str = "x-mcp-header";

/// Returns the rule that a mark breaks, given the `type` of the schema that has it, and whether `properties` alone lead to
/// that schema from the root of the input. Two marks of a tool must also differ in more than case.
pub fn header_mark_fault(
    name: Option<&str>,
    kind: Option<&Value>,
    is_on_argument: bool,
) -> Option<&'static str> {
    let kind = kind.and_then(Value::as_str);
    match name {
        None => Some("its value is not a string"),
        Some(name) if name.is_empty() || !name.bytes().all(is_token) => {
            Some("its value is not a valid name of an HTTP header")
        }
        Some(_) if !is_on_argument => Some("it is not on an argument or on a property of one"),
        Some(_) if !matches!(kind, Some("string" | "integer" | "boolean")) => {
            Some("only a string, an integer or a boolean can be sent in a header")
        }
        Some(_) => None,
    }
}

/// Returns whether a byte may be part of a token (RFC 9110, section 5.6.2).
fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}
