//! The reasons why a call cannot become a request.

use std::fmt;

/// A fault of the arguments under the tool's `inputSchema`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArgumentFault {
    /// The place in the arguments, as a JSON Pointer (RFC 6901).
    pub pointer: String,
    /// The error.
    pub reason: String,
}

impl fmt::Display for ArgumentFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.pointer.is_empty() {
            write!(f, "the arguments do not match: {}", self.reason)
        } else {
            write!(f, "`{}` does not match: {}", self.pointer, self.reason)
        }
    }
}

/// The reason why a call cannot become a request. No message contains a credential or the value of an argument.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CallError {
    /// The tool has no call.
    #[error("the tool has no `_meta[\"dev.apimint/http\"]`, which describes its HTTP request")]
    NoCall,
    /// The tool or its call does not have the form that `docs/apimint-call.schema.json` describes.
    #[error("`{pointer}` of the tool must be {expected}")]
    Malformed {
        /// The place in the tool, as a JSON Pointer.
        pointer: String,
        /// What must be there.
        expected: &'static str,
    },
    /// The arguments do not match the tool's `inputSchema`.
    #[error("{}", faults(.0))]
    InvalidArguments(Vec<ArgumentFault>),
    /// The arguments could not be checked.
    #[error("the arguments cannot be checked: the `inputSchema` {0}")]
    Unchecked(String),
    /// An argument cannot be written into the request.
    #[error("argument `{argument}` {reason}")]
    Argument {
        /// The name of the argument in the tool, or the name in the request of a value that every call sends.
        argument: String,
        /// The reason, as the rest of a sentence.
        reason: String,
    },
    /// The call has no server.
    #[error(
        "the tool has no server; give a base URL (`--server-url` when the description is converted, `--server` for a call)"
    )]
    NoServer,
    /// The chosen server, or its URL, cannot be used.
    #[error("{0}")]
    Server(String),
    /// For each alternative of `security` a credential is missing.
    #[error("no credentials for this tool: it needs {}", .alternatives.join(", or "))]
    MissingCredentials {
        /// The alternatives, each with the names of its schemes.
        alternatives: Vec<String>,
    },
    /// A cookie that the runtime must set has no value.
    #[error("the cookie `{0}` must be set by the runtime, and has no value among the credentials")]
    MissingCookie(String),
    /// A security scheme cannot be applied, or its credential cannot be sent.
    #[error("security scheme `{scheme}` {reason}")]
    Scheme {
        /// The name of the scheme.
        scheme: String,
        /// The reason, as the rest of a sentence.
        reason: String,
    },
    /// The request as a whole is not valid HTTP.
    #[error("the request is not valid HTTP: {0}")]
    Request(String),
}

impl CallError {
    /// Returns an error about the value of an argument.
    pub(super) fn argument(argument: &str, reason: impl Into<String>) -> Self {
        Self::Argument { argument: argument.to_owned(), reason: reason.into() }
    }
}

fn faults(faults: &[ArgumentFault]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
