//! JSON-RPC error responses in place of a list of tools.

use std::fmt;

use crate::diagnostic::brief;
use crate::source::Node;

/// The error of a server, in its own words (JSON-RPC 2.0, section 5.1).
#[derive(Debug, Clone, Copy)]
pub(crate) struct ServerError<'s> {
    code: Option<&'s str>,
    message: Option<&'s str>,
}

/// Returns the error of a JSON-RPC response. The version may be missing, as in logs.
pub(crate) fn error_response(node: Node<'_>) -> Option<ServerError<'_>> {
    let error = node.get("error").filter(|error| error.is_object() && node.get("result").is_none())?;
    let code = error.get("code").and_then(Node::as_number);
    let message = error.get("message").and_then(Node::as_str);
    let is_response = node.get("jsonrpc").is_some() || node.get("id").is_some() && code.is_some();
    is_response.then_some(ServerError { code, message })
}

impl fmt::Display for ServerError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.code, self.message) {
            (Some(code), Some(message)) => write!(f, "{code}, `{}`", brief(message)),
            (Some(code), None) => f.write_str(code),
            (None, Some(message)) => write!(f, "`{}`", brief(message)),
            (None, None) => f.write_str("without code or message"),
        }
    }
}
